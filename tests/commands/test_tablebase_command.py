"""``companion tablebase``: building and checking exact tables."""

import contextlib
import errno
import os
import subprocess
import sys

import pytest

from companion.cli import main
from companion.engine.endgames import built_folder
from companion.engine.tables import building
from companion.engine.tables.file import NAME
from companion.games.alquerque.search.tablebase import endgames
from companion.games.alquerque.search.tablebase.endgames import ENDGAMES
from companion.storage.disk import FolderParts


@pytest.fixture
def own_folders(tmp_path, monkeypatch):
    """A place of the test's own for the tables of this machine."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def test_what_is_built_can_be_checked(own_folders, capsys):
    file = own_folders / "small.table"
    assert main(["tablebase", "build", "alquerque", "--pieces", "3", "--out", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: {file.stat().st_size} bytes\n"
    assert main(["tablebase", "check", str(file)]) == 0
    output = capsys.readouterr().out
    assert output == "2927 positions with up to 3 pieces: each follows from those after it\n"
    assert main(["tablebase", "check", str(file), "--pieces", "2"]) == 0
    assert capsys.readouterr().out.startswith("144 positions with up to 2 pieces")


def test_a_table_is_built_where_the_program_looks_for_it(own_folders, capsys, monkeypatch):
    assert main(["tablebase", "build", "alquerque", "--pieces", "3"]) == 0
    assert built_folder().is_relative_to(own_folders)
    monkeypatch.setattr(endgames, "SHIPPED", own_folders / "none")
    assert ENDGAMES.pieces() == 3


def test_the_larger_table_is_taken_and_a_damaged_one_passed_over(own_folders, capsys):
    shipped = ENDGAMES.pieces()
    assert main(["tablebase", "build", "alquerque", "--pieces", "2"]) == 0
    (built_folder() / "alquerque-9.table").write_bytes(b"no table at all")
    assert ENDGAMES.pieces() == shipped


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["build", "querni", "--pieces", "4"], "expected alquerque"),
        (["build", "chess", "--pieces", "4"], "expected"),
        (["build", "alquerque", "--pieces", "1"], "expected 2 to 10, got '1'"),
        (["build", "alquerque", "--pieces", "11"], "expected 2 to 10, got '11'"),
        (["build", "alquerque", "--pieces", "100"], "expected 2 to 10, got '100'"),
        (["build", "alquerque"], "--pieces"),
        (["build", "alquerque", "--pieces", "3", "--jobs", "0"], "expected 1 to 64, got '0'"),
        (["check", "{folder}"], "expected"),
        (["check", "{folder}/none"], "none"),
        (["check", "{folder}/text"], "expected a table that begins with"),
        ([], "build|check"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(own_folders, capsys, words, problem):
    (own_folders / "text").write_text("neither")
    words = [word.format(folder=own_folders) for word in words]
    assert main(["tablebase", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert problem in captured.err


def test_a_wrong_value_is_named(own_folders, capsys, monkeypatch):
    file = own_folders / "wrong.table"
    assert main(["tablebase", "build", "alquerque", "--pieces", "2", "--out", str(file)]) == 0
    monkeypatch.setattr(endgames.Table, "value", lambda self, own, enemy: 0)
    assert main(["tablebase", "check", str(file)]) == 2
    assert "got 0" in capsys.readouterr().err


def test_a_build_that_was_stopped_goes_on_and_leaves_nothing_behind(
    own_folders, capsys, monkeypatch
):
    file = own_folders / "small.table"
    words = ["tablebase", "build", "alquerque", "--pieces", "3", "--anew", "--out", str(file)]
    plain = building.solved

    def stopped(job, watch):
        if job.pair == (2, 1):
            raise KeyboardInterrupt
        return plain(job, watch)

    monkeypatch.setattr(building, "solved", stopped)
    with contextlib.suppress(KeyboardInterrupt):
        main(words)
    folder = own_folders / "small.table.parts"
    assert sorted(path.name for path in folder.iterdir()) == ["1-1.part"]
    solved = []
    monkeypatch.setattr(
        building, "solved", lambda job, watch: (solved.append(job.pair), plain(job, watch))[1]
    )
    assert main(words) == 0
    assert solved == [(2, 1)]
    assert not folder.exists()
    assert main(["tablebase", "check", str(file)]) == 0


@pytest.mark.parametrize(
    ("harm", "problem"),
    [
        (lambda data: data[:-1], "it is cut off"),
        (
            lambda data: data.replace(NAME + b"2", NAME + b"3", 1),
            "got version '3': it takes",
        ),
        (lambda data: data.replace(NAME + b"2", NAME + b"1", 1), "got version '1': build it anew"),
        (lambda data: data.replace(b'"board":"', b'"board":"f', 1), "got one of board 'f"),
        (lambda data: b"", "expected a table that begins with"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "got block 2-1 damaged"),
    ],
)
def test_a_table_that_cannot_be_used_is_told_in_one_line_and_the_hint_is_given(
    own_folders, capsys, harm, problem
):
    assert main(["tablebase", "build", "alquerque", "--pieces", "3"]) == 0
    file = built_folder() / "alquerque-3.table"
    file.write_bytes(harm(file.read_bytes()))
    capsys.readouterr()
    assert main(["hint", "alquerque", "--nodes", "50"]) == 0
    captured = capsys.readouterr()
    assert captured.out
    assert captured.err.startswith(f"{file}: expected ") and captured.err.count("\n") == 1
    assert problem in captured.err
    assert main(["tablebase", "check", str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = [line for line in captured.err.splitlines() if line.startswith("companion: ")]
    assert problem in line


def test_another_program_hears_once_which_table_is_not_used(own_folders, capsys):
    built_folder().mkdir(parents=True)
    file = built_folder() / "alquerque-8.table"
    file.write_bytes(NAME + b"9\n")
    words = [sys.executable, "-m", "companion.cli", "engine", "alquerque"]
    said = "ugi\ngo nodes 20\n"
    done = subprocess.run(words, input=said, capture_output=True, text=True, check=False)
    notices = [line for line in done.stdout.splitlines() if line.startswith("info string ")]
    assert notices == [
        f"info string {file}: expected a table of version 2, got version '9': "
        "it takes a newer program"
    ]
    assert (done.returncode, done.stderr) == (0, "")


def test_a_damaged_table_is_built_anew_by_the_same_command(own_folders, capsys, monkeypatch):
    monkeypatch.setattr(endgames, "SHIPPED", own_folders / "none")
    words = ["tablebase", "build", "alquerque", "--pieces", "3"]
    assert main(words) == 0
    file = built_folder() / "alquerque-3.table"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert main(words) == 0
    assert file.read_bytes() == whole


def test_a_full_disk_is_one_line_and_what_is_solved_stays(own_folders, capsys):
    file = own_folders / "small.table"
    words = ["tablebase", "build", "alquerque", "--pieces", "3", "--anew", "--out", str(file)]
    parts = own_folders / "small.table.parts"
    parts.mkdir()
    # What is written there goes onto a disk that is full.
    (parts / "2-1.part.new").symlink_to("/dev/full")
    assert main([*words, "--lines"]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1] == f"failed {os.strerror(errno.ENOSPC)}"
    (line,) = [line for line in captured.err.splitlines() if line.startswith("companion: ")]
    assert line.endswith(f"'{parts / '2-1.part'}': {os.strerror(errno.ENOSPC)}")
    assert not file.exists()
    assert [path.name for path in parts.iterdir()] == ["1-1.part"]
    assert main(words) == 0
    assert not parts.exists()


def test_room_is_looked_for_before_anything_is_built(own_folders, capsys):
    file = own_folders / "large.table"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "BYTES_A_POSITION", 1e12)
        assert main(["tablebase", "build", "alquerque", "--pieces", "3", "--out", str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.err.endswith(f"'{own_folders}': {os.strerror(errno.ENOSPC)}\n")
    assert captured.err.count("\n") == 1
    assert list(own_folders.iterdir()) == []


def test_a_folder_in_the_place_of_the_table_is_told_before_anything_is_built(
    own_folders, capsys, monkeypatch
):
    monkeypatch.chdir(own_folders)
    for place in (".", str(own_folders)):
        assert main(["tablebase", "build", "alquerque", "--pieces", "3", "--out", place]) == 2
        captured = capsys.readouterr()
        assert captured.err.endswith(f"got {place!r}: {os.strerror(errno.EISDIR)}\n")
        assert captured.err.count("\n") == 1
    assert list(own_folders.iterdir()) == []


def test_what_is_no_table_is_told_with_its_file(own_folders, capsys):
    file = own_folders / "other.table"
    file.write_bytes(b"something else")
    assert main(["tablebase", "check", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"companion: {str(file)!r}: expected a table")


def test_two_processes_do_not_build_the_same(own_folders, capsys):
    file = own_folders / "small.table"
    with FolderParts(own_folders / "small.table.parts").held():
        words = ["tablebase", "build", "alquerque", "--pieces", "3", "--out", str(file)]
        assert main(words) == 2
    assert "expected no other process to use" in capsys.readouterr().err
