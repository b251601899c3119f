"""Files on a USB stick, whatever the stick is like."""

import errno
import os
import subprocess
import time
from pathlib import Path

import pytest

from companion.storage.disk import Disk
from companion.storage.library import sample_names, sample_path
from companion.storage.restore import Collection, plan_restore
from companion.storage.stick import (
    MOST_FOUND,
    MOST_LOOKED_AT,
    OWN_FOLDER,
    collections_on,
    game_files,
    put_file,
    take_collection,
    take_files,
)
from tests.storage.failing_disk import WRITING, FailingDisk


@pytest.fixture
def stick(tmp_path):
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def state(tmp_path):
    """A state folder with two records, a picture and a game that goes on."""
    for name, data in {
        "records/one.txt": b"one", "records/two.txt": b"two", "exports/one.gif": b"GIF",
        "current.journal": b"a game",
    }.items():  # fmt: skip
        (tmp_path / "state" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "state" / name).write_bytes(data)
    return tmp_path / "state"


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_records_and_exports_are_taken_and_a_second_time_nothing_changes(stick, state):
    wanted = {"one.txt": b"one", "two.txt": b"two", "one.gif": b"GIF"}
    for _ in range(2):
        assert take_files(state, stick, Disk()) == 3
        assert contents(stick / OWN_FOLDER) == wanted


def test_the_collection_that_is_taken_is_found_and_can_be_brought_back(stick, state, tmp_path):
    take_collection(state, stick, Disk())
    (found,) = collections_on(stick)
    with found.open("rb") as file:
        plan = plan_restore(Collection(file, found.name), tmp_path / "new", Disk(), {})
    assert "current.journal.set-aside-1" in [file.target for file in plan.incoming]


def test_how_many_files_are_not_in_the_collection_is_told(stick, state, tmp_path):
    assert take_collection(state, stick, Disk()) == 0
    (state / "settings.toml").symlink_to(tmp_path / "nowhere")
    (state / "records" / "other.txt").symlink_to(tmp_path / "nowhere")
    assert take_collection(state, stick, Disk()) == 2


def test_another_file_of_the_same_name_stays(stick):
    for data in (b"old", b"new", b"new"):
        put_file(stick, "a.txt", data, Disk())
    assert contents(stick) == {"a.txt": b"old", "a_2.txt": b"new"}


def test_names_that_a_stick_cannot_have_are_made_fit(stick):
    put_file(stick, 'Anna: "who?".txt', b"x", Disk())
    assert contents(stick) == {"Anna_ _who__.txt": b"x"}


@pytest.mark.parametrize("name", ["a.txt", "a.txt.part"])
def test_nothing_is_written_through_a_link(stick, tmp_path, name):
    (tmp_path / "journal").write_bytes(b"precious")
    (stick / name).symlink_to(tmp_path / "journal")
    put_file(stick, "a.txt", b"x", Disk())
    assert (tmp_path / "journal").read_bytes() == b"precious"


def test_a_link_in_the_place_of_our_folder_is_refused(stick, state, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (stick / OWN_FOLDER).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="Not a directory"):
        take_files(state, stick, Disk())
    assert contents(tmp_path / "elsewhere") == {}


def test_collections_behind_links_are_not_found(stick, tmp_path):
    (tmp_path / "x.zip").write_bytes(b"x")
    (stick / "link.zip").symlink_to(tmp_path / "x.zip")
    (stick / OWN_FOLDER).symlink_to(tmp_path)
    (stick / "folder.zip").mkdir()
    assert collections_on(stick) == []


def test_of_many_collections_the_newest_are_found(stick):
    for number in range(MOST_FOUND + 3):
        (stick / f"{number}.zip").write_bytes(b"x")
        os.utime(stick / f"{number}.zip", (number, number))
    assert collections_on(stick)[0].name == f"{MOST_FOUND + 2}.zip"
    assert len(collections_on(stick)) == MOST_FOUND


def test_of_a_crowded_folder_only_so_many_names_are_looked_at(stick, monkeypatch):
    monkeypatch.setattr("companion.storage.stick.MOST_LOOKED_AT", 3)
    for number in range(10):
        (stick / f"{number}.zip").write_bytes(b"x")
    assert len(collections_on(stick)) == 3


def test_a_stick_of_100000_files_is_looked_through_in_a_moment(stick):
    (stick / OWN_FOLDER).mkdir()
    for number in range(100_000):
        os.close(os.open(stick / f"{number}.zip", os.O_CREAT))
    (stick / OWN_FOLDER / "mine.zip").write_bytes(b"x")
    before_s = time.process_time()
    assert len(collections_on(stick)) == MOST_FOUND
    assert time.process_time() - before_s < 2 * MOST_LOOKED_AT / 5000


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_stick_that_fails_at_any_call_loses_nothing_that_was_there(tmp_path, state, code):
    failing, is_over = 0, False
    while not is_over:
        failing += 1
        stick = tmp_path / str(failing)
        (stick / OWN_FOLDER).mkdir(parents=True)
        (stick / OWN_FOLDER / "one.txt").write_bytes(b"older")
        disk = FailingDisk()
        disk.fails = lambda number, name, at=failing: code if number == at else None
        try:
            take_files(state, stick, disk)
            is_over = True
        except OSError as error:
            assert error.errno == code
        left = contents(stick / OWN_FOLDER)
        assert left.pop("one.txt") == b"older"
        allowed = {"one_2.txt": b"one", "two.txt": b"two", "one.gif": b"GIF"}
        assert {name: data for name, data in left.items() if name not in allowed} == {}
        assert all(allowed[name] == data for name, data in left.items()), f"call {failing}"
    assert failing > len(WRITING)


def test_a_game_is_taken_in_each_format_it_has(stick):
    name = next(name for name in sample_names() if name.startswith("alquerque"))
    files = dict(game_files(sample_path(name), Disk()))
    assert sorted(Path(file).suffix for file in files) == [".json", ".pdn", ".txt"]
    assert files[f"{name}.txt"] == sample_path(name).read_bytes()


def test_a_faulty_game_is_taken_as_it_is(stick, tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"no record")
    assert game_files(tmp_path / "bad.txt", Disk()) == [("bad.txt", b"no record")]


@pytest.mark.root
@pytest.mark.parametrize(
    ("options", "code"), [("size=16k", errno.ENOSPC), ("size=1m,ro", errno.EROFS)]
)
def test_a_stick_that_is_full_or_read_only_is_told(stick, state, options, code):
    (state / "records" / "two.txt").write_bytes(bytes(1 << 16))
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", stick], check=False)
    assert mounted.returncode == 0
    try:
        with pytest.raises(OSError, match=r"space|Read-only") as raised:
            take_files(state, stick, Disk())
        assert raised.value.errno == code
        # What was whole before is there, and no half of the file that did not fit.
        written = contents(stick / OWN_FOLDER) if "ro" not in options else {}
        assert written in ({}, {"one.txt": b"one"})
    finally:
        subprocess.run(["umount", stick], check=True)
