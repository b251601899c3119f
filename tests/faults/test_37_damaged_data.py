"""37. Any byte of any data file of the program flipped: it starts, or one line names the file."""

import gettext
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import damage
from companion.words import translate
from tests.faults.damaging import BY_ENDING, BY_FOLDER, BY_NAME
from tests.faults.running import ROOT, running

PACKAGES = ("companion", "hardware", "sim")
NOT_READ = {".py", ".po", ".pot", ".typed", ".pyc", ".so"}
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "companion").rglob("*")
    if path.is_file() and path.suffix not in NOT_READ
)
FEW = [
    "companion/locale/de/LC_MESSAGES/companion.mo",
    "companion/ui/fonts/AtkinsonHyperlegibleNext-Regular.ttf",
    "companion/ui/fonts/spacing.json",
    "companion/ui/fonts/digits.toml",
    "companion/games/quincala_knocking/board.toml",
    "companion/games/querni/lessons/01-step.txt",
    "companion/games/querni/pages.txt",
    "companion/games/querni/samples/querni-split.txt",
    "companion/games/querni/paper.toml",
    "companion/games/querni/bench.toml",
    "companion/games/alquerque/search/tablebase/alquerque.table",
    "companion/sounds/touch.ogg",
    "companion/clips/de.zip",
    "companion/desktop/board-companion.svg",
    "companion/skeleton/rules.py.template",
    "companion/mirror/page/page.html",
    "companion/mirror/page/page.css",
    "companion/mirror/page/page.js",
]
"""A file of each kind."""


@pytest.fixture
def copy(tmp_path):
    """A copy of the program whose files are links until one is damaged."""
    ignored = shutil.ignore_patterns("__pycache__", "*.po", "*.pot")
    for package in PACKAGES:
        target = tmp_path / "copy" / package
        shutil.copytree(ROOT / package, target, copy_function=os.symlink, ignore=ignored)
    return tmp_path / "copy"


def environment(copy, name=""):
    home = copy.parent / "home"
    home.mkdir(exist_ok=True)
    folders = {f"XDG_{kind}_HOME": str(home) for kind in ("CONFIG", "DATA", "STATE")}
    return {
        **os.environ, **folders, "HOME": str(home), "TMPDIR": str(home),
        "PYTHONPATH": f"{copy}:{ROOT}", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
        "LANGUAGE": Path(name).parts[2] if "locale" in name else "de",
    }  # fmt: skip


def unmet(copy, count, *names):
    """The damages of files *names* of *copy*, *count* each, that are not met."""
    command = [sys.executable, "-P", "-m", "tests.faults.damaging", str(count), *names]
    done = subprocess.run(
        command, env=environment(copy, names[0]), cwd=copy.parent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_fault_37_there_is_a_file_of_each_kind_among_the_few():
    def kind(name):
        path = Path(name)
        if path.parent.name in BY_FOLDER:
            return path.parent.name
        return path.name if path.name in BY_NAME else path.suffix

    read = {name for name in FILES if Path(name).name not in ("OFL.txt", "FONTLOG.txt")}
    assert {kind(name) for name in FEW} == {kind(name) for name in read} - {".toml"}
    assert {*BY_ENDING} <= {kind(name) for name in FEW}


def test_fault_37_a_few_damages_of_each_kind_of_file_are_met(copy):
    assert unmet(copy, 2, *FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_fault_37_every_damage_of_a_file_is_met(copy, name):
    assert unmet(copy, 200, name) == []


def flip(path, at, bits=0x40):
    """Damage the byte *at* of the file *path* of a copy."""
    data = bytearray(path.read_bytes())
    data[at] ^= bits
    path.unlink()
    path.write_bytes(data)


TELLS = """
import time
from companion import program
from companion.plugins.watch import say
turn = program.Program.tick
said = []
def tick(self):
    turn(self)
    note = self.stage.scene.show().note.replace("\\n", " ")
    if note not in said:
        said.append(note)
        say(note, is_pressing=True)
program.Program.tick = tick
"""
"""Has the program print what its start screen says below the menu."""


def started_table(copy, tmp_path, words=()):
    """What the start screen of *copy* has told after a while, and what standard error was told."""
    variables, state = environment(copy), tmp_path / "state"
    # No very first start, which asks for the language.
    (state / "records").mkdir(parents=True)
    with running(
        state, before=TELLS, command="play",
        words=("--unattended", *words), **variables,
    ) as program:  # fmt: skip
        assert program.end() == 0
        return program.process.stdout.read(), program.process.stderr.read()


@pytest.mark.parametrize("words", [(), ("--safe",)])
def test_fault_37_a_damaged_catalog_is_told_once_and_english_stands_in(copy, tmp_path, words):
    catalog = copy / "companion/locale/de/LC_MESSAGES/companion.mo"
    flip(catalog, catalog.read_bytes().index("ü".encode()))
    said, complained = started_table(copy, tmp_path, words)
    assert "Files of the program are damaged: locale/de/LC_MESSAGES/companion.mo." in said
    assert complained.count(str(catalog)) == 1
    assert len(complained.splitlines()) == 1, complained


def test_fault_37_a_game_with_a_damaged_board_is_left_out(copy, tmp_path):
    # The one that is shown first.
    board = copy / "companion/games/quincala_knocking/board.toml"
    flip(board, 500, 1)
    said, complained = started_table(copy, tmp_path)
    assert "games/quincala_knocking/board.toml" in said.splitlines()[-1]
    assert complained.count(str(board)) == 1
    assert len(complained.splitlines()) == 1, complained


def test_fault_37_a_reader_that_believes_its_file_is_caught(monkeypatch, tmp_path):
    catalog = tmp_path / "de/LC_MESSAGES/companion.mo"
    catalog.parent.mkdir(parents=True)
    shutil.copy(ROOT / "companion/locale/de/LC_MESSAGES/companion.mo", catalog)
    flip(catalog, catalog.read_bytes().index("ü".encode()))
    monkeypatch.setattr(damage, "_files", {})
    assert translate._read.__wrapped__(str(catalog)) is None
    assert damage.damaged_files() == (str(catalog),)
    with pytest.raises(UnicodeDecodeError):
        gettext.translation("companion", tmp_path, ["de"])
