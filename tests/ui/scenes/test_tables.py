"""Perfect endgames in the settings: really built, in their own process, with few pieces."""

import os
import time
from functools import partial
from pathlib import Path

import pytest

from companion.engine.endgames import built_folder, parts_folder
from companion.engine.service import own_python
from companion.engine.tables.building import NICENESS, TableBuild
from companion.games.alquerque.search.tablebase import endgames
from companion.games.alquerque.search.tablebase.endgames import built_file
from companion.ui.context import Tables

ANEW = (*own_python(), "-m", "companion.cli", "tablebase", "build", "--lines", "--anew")
"""As the program does it, though not with what the table that it comes with knows."""

LIMIT_S = 120
TITLE = "Alquerque, 4 pieces"


@pytest.fixture
def at_tables(sit, tmp_path, monkeypatch):
    """The scene, where nothing is known yet and building begins with nothing."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(endgames, "SHIPPED", tmp_path / "none")

    def opened(command=ANEW, niceness=0):
        sitting = sit()
        services = sitting.services
        # On a busy machine what yields to all other tests would never be done.
        begin = partial(TableBuild, command=command, niceness=niceness)
        services.tables = Tables(services.tell, services._renew_search, begin)
        sitting.choose("Settings")
        sitting.choose("Help in a game")
        sitting.choose("Perfect endgames")
        assert sitting.scene.name == "tables"
        return sitting

    yield opened


def wait_for(sitting, is_so):
    until_s = time.monotonic() + LIMIT_S
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(0.1)
        sitting.wait(0.6)


def parts():
    return sorted(path.name for path in parts_folder(built_file(4)).glob("*.part"))


def test_a_table_is_built_by_the_buttons_stopped_and_finished(at_tables):
    sitting = at_tables()
    assert sitting.values()["Alquerque"] == "none yet"
    sitting.choose(TITLE)
    wait_for(sitting, lambda: "1-1.part" in parts())
    sitting.press("confirm")
    assert sitting.services.tables.running() is None
    kept = parts()
    assert kept and not built_file(4).exists()
    assert sitting.values()[TITLE] == "half built"
    sitting.choose(TITLE)
    wait_for(sitting, lambda: sitting.services.tables.running() is None)
    assert built_file(4).exists() and parts() == []
    assert sitting.values()["Alquerque"] == "up to 4 pieces"
    assert TITLE not in sitting.values()
    notice = "Alquerque: the program now knows every position with up to 4 pieces."
    assert sitting.services.notices == [notice]


def test_building_yields_to_the_program(at_tables):
    sitting = at_tables(niceness=NICENESS)
    sitting.choose(TITLE)
    build = sitting.services.tables.build
    assert os.getpriority(os.PRIO_PROCESS, build._process.pid) == 19
    sitting.program.close()


def test_a_table_is_built_by_touch_while_the_program_goes_on(at_tables):
    sitting = at_tables()
    sitting.tap(TITLE)
    wait_for(sitting, lambda: sitting.values().get(TITLE) not in ("", "0%"))
    sitting.press("back", "back", "back")
    assert sitting.scene.name == "start"
    wait_for(sitting, lambda: sitting.services.tables.running() is None)
    assert built_file(4).exists()


@pytest.mark.parametrize("way", ["quit", "power cut"])
def test_what_is_solved_survives_the_end_of_the_program(at_tables, way):
    sitting = at_tables()
    sitting.choose(TITLE)
    pid = sitting.services.tables.build._process.pid
    wait_for(sitting, lambda: parts())
    if way == "quit":
        sitting.program.close()
    else:
        os.kill(pid, 9)
        wait_for(sitting, lambda: sitting.services.tables.running() is None)
        notice = "Building stopped: its process was ended. What is done is kept."
        assert sitting.services.notices == [notice]
    assert not Path(f"/proc/{pid}").exists()
    kept = {path.name: path.stat().st_mtime_ns for path in parts_folder(built_file(4)).iterdir()}
    sitting = at_tables()
    sitting.choose(TITLE)
    folder = parts_folder(built_file(4))
    wait_for(sitting, lambda: len(parts()) > len(kept) or built_file(4).exists())
    again = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.part")}
    assert built_file(4).exists() or again.items() >= kept.items()
    wait_for(sitting, lambda: built_file(4).exists())


def test_a_full_disk_is_told_in_one_line(at_tables):
    sitting = at_tables()
    folder = parts_folder(built_file(4))
    folder.mkdir(parents=True)
    (folder / "2-1.part.new").symlink_to("/dev/full")
    sitting.choose(TITLE)
    wait_for(sitting, lambda: sitting.services.tables.running() is None)
    notice = "Building stopped: the disk is full. What is done is kept."
    assert sitting.services.notices == [notice]
    assert sitting.scene.show().note.startswith(notice)
    assert sitting.values()[TITLE] == "half built"


def test_how_long_and_how_large_is_told_before(at_tables):
    sitting = at_tables()
    sitting.walk_to("Alquerque, 8 pieces")
    assert "minutes on a fast computer" in sitting.scene.show().note
    assert "15 MB" in sitting.scene.show().note


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is cut off"),
        (b"no table at all", "it is damaged"),
        (b"Board Companion endgame table 1\n", "it is from an older version"),
        (b"Board Companion endgame table 3\n", "it is from a newer version"),
        (
            b'Board Companion endgame table 2\n{"board":"another","blocks":[]}\n',
            "it is for another board",
        ),
    ],
)
def test_a_table_that_cannot_be_used_is_told_once_and_play_goes_on(at_tables, data, why):
    built_folder().mkdir(parents=True)
    built_file(8).write_bytes(data)
    sitting = at_tables()
    for _ in range(2):
        sitting.services.tables.look()
        wait_for(sitting, lambda: sitting.services.tables._looking is None)
    notice = f"The endgame table alquerque-8.table is not used: {why}. Play goes on without it."
    assert sitting.services.notices == [notice]


def test_a_table_that_is_half_built_is_told(at_tables):
    folder = parts_folder(built_file(8))
    folder.mkdir(parents=True)
    (folder / "7-1.part").write_bytes(b"")
    sitting = at_tables()
    sitting.services.tables.look()
    wait_for(sitting, lambda: sitting.services.tables._looking is None)
    notice = "The endgame table of Alquerque with 8 pieces is half built: see the settings."
    assert sitting.services.notices == [notice]
