"""Names of files that commands write: the ending says what the file is, at every command."""

from __future__ import annotations

import os

import pytest

from companion.cli import main
from companion.storage.samples import PREFIX, sample_names

SAMPLE = PREFIX + next(iter(sample_names()))

WRITING = [
    (["show", "alquerque", "--png"], "picture.jpg", ".png"),
    (["board", "check", "none.toml", "--png"], "picture", ".png"),
    (["replay", SAMPLE, "--png"], "picture.gif", ".png"),
    (["replay", SAMPLE, "--gif"], "game.png", ".gif"),
    (["print", "alquerque", "--what=board", "--out"], "board.doc", ".pdf"),
    (["print", "buttons", "--out"], "caps.pdf.txt", ".pdf"),
    (["export"], "saves.tar", ".zip"),
]


@pytest.mark.parametrize(("words", "name", "ending"), WRITING)
def test_a_name_of_another_kind_of_file_is_refused(words, name, ending, tmp_path, capsys):
    out = tmp_path / name
    assert main([*words, str(out)]) == 2
    message = capsys.readouterr().err
    assert message.endswith(f": expected a name that ends in {ending}, got {str(out)!r}\n")
    assert list(tmp_path.iterdir()) == []


def test_capital_letters_and_devices_are_no_other_kind(tmp_path, capsys):
    for out in (tmp_path / "BOARD.PDF", "/dev/null"):
        assert main(["print", "alquerque", "--what=board", "--out", str(out)]) == 0
        assert capsys.readouterr().out == f"{out}: 1 page\n"


@pytest.mark.parametrize(("words", "_", "ending"), WRITING[2:])
def test_where_nothing_can_be_written_the_place_is_named(words, _, ending, tmp_path, capsys):
    (tmp_path / "file").touch()
    state = ["--state", str(tmp_path)] if words[0] == "export" else []
    for place, reason in [
        (tmp_path / "none" / f"a{ending}", "No such file or directory"),
        (tmp_path / "file" / f"a{ending}", "Not a directory"),
        (tmp_path, "Is a directory"),
        (tmp_path / ("x" * 300), "File name too long"),
    ]:
        assert main([*words, str(place), *state]) == 2
        message = f"companion: expected a file or folder to use, got {str(place)!r}: {reason}\n"
        assert capsys.readouterr().err == message


@pytest.mark.parametrize("words", [["tablebase", "check"], ["replay"], ["sim", "--script"]])
def test_a_pipe_in_the_place_of_a_file_is_refused_without_waiting(words, tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    assert main([*words, str(tmp_path / "pipe")]) == 2
    assert capsys.readouterr().err.endswith(f"{str(tmp_path / 'pipe')!r}: not a regular file\n")
