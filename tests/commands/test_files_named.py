"""Names of files that commands write: the ending says what the file is, at every command."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import resources

import pytest

from companion.cli import main
from companion.commands.report import wrapped
from companion.storage.library import PREFIX, sample_names
from tests.commands.terminals import at_terminal

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


@pytest.fixture
def piped(tmp_path):
    """Runs a command with *data* on standard input: its status, output, and what it says."""

    def run(*words, data=b""):
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", *map(str, words)],
            input=data, capture_output=True, timeout=60, check=False,
            env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"},
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr.decode()

    return run


@pytest.mark.parametrize(
    ("words", "magic"),
    [
        (["show", "alquerque", "--png", "-"], b"\x89PNG"),
        (["replay", SAMPLE, "--png", "-"], b"\x89PNG"),
        (["replay", SAMPLE, "--to", "2", "--gif", "-"], b"GIF8"),
        (["print", "alquerque", "--what=board", "--out", "-"], b"%PDF"),
        (["export", "-", "--state", "."], b"PK"),
    ],
)
def test_a_hyphen_writes_the_file_alone_to_standard_output(words, magic, piped, tmp_path):
    named = [str(tmp_path) if word == "." else word for word in words]
    status, out, said = piped(*named)
    assert (status, out[: len(magic)]) == (0, magic)
    # Nothing that is said stands in the file: it ends as such files do.
    ends = {b"\x89PNG": b"IEND\xaeB`\x82", b"GIF8": b";", b"%PDF": b"%%EOF\n", b"PK": b"\0\0"}
    assert out.endswith(ends[magic])
    assert said and "Traceback" not in said


def test_two_files_do_not_go_to_one_standard_output(piped):
    status, _, said = piped("replay", SAMPLE, "--png", "-", "--gif", "-")
    assert (status, said) == (2, "companion: expected one file for standard output, got another\n")


@pytest.mark.parametrize("kind", ["txt", "json", "pdn"])
def test_a_record_goes_through_pipes_in_every_notation(kind, piped, tmp_path):
    name = "sample:alquerque-bell"
    _, whole, _ = piped("convert", name, "-", "--to", "txt")
    status, out, said = piped("convert", name, "-", "--to", kind)
    assert status == 0 and said.startswith("/dev/stdout: ")
    status, again, _ = piped("convert", "-", "-", "--to", "txt", data=out)
    assert (status, again) == (0, whole)
    status, _, _ = piped("convert", "-", tmp_path / f"game.{kind}", data=whole)
    assert status == 0 and (tmp_path / f"game.{kind}").read_bytes() == out
    assert piped("replay", "-", data=whole)[:2] == piped("replay", name)[:2]


def test_a_board_and_a_script_come_from_standard_input(piped):
    board = (resources.files("companion") / "games" / "alquerque" / "board.toml").read_bytes()
    status, out, _ = piped("board", "check", "-", data=board)
    assert status == 0 and b"alquerque" in out
    assert piped("moves", "alquerque", "--board", "-", data=board)[0] == 0
    assert piped("sim", "--script", "-", data=b"shot\n")[2].startswith("companion: /dev/stdin:1: ")


def test_what_is_wrong_with_standard_input_is_told_with_its_name(piped, tmp_path):
    out = tmp_path / "out.json"
    for data, fault in [
        (b"nonsense\n", "'/dev/stdin': line 1: expected "),
        (b"{", "'/dev/stdin': expected JSON: "),
        (b"[Event 1", "'/dev/stdin': expected a game of alquerque"),
        (b"", "'/dev/stdin': line 1: expected "),
    ]:
        status, _, said = piped("convert", "-", out, data=data)
        assert (status, said[: len(fault) + 11]) == (2, f"companion: {fault}")
    assert not out.exists()


def test_an_ending_that_says_nothing_is_told_with_the_whole_name(piped, tmp_path):
    known = "expected a name that ends in .txt, .json, .pdn, or one of these as --to, got "
    for out in ("-", "game", "game.foo"):
        status, _, said = piped("convert", "sample:alquerque-bell", out)
        assert (status, said) == (2, f"companion: {known}{out.replace('-', '/dev/stdout')!r}\n")
    _, _, said = piped("convert", "sample:alquerque-bell", "-", "--to", "doc")
    assert said == f"companion: {known}'doc'\n"


def test_a_file_that_is_no_record_is_named_once(tmp_path, capsys):
    file = tmp_path / "README.md"
    file.write_text("# Title\n", encoding="utf-8")
    for name in (file, tmp_path / "none.txt"):
        assert main(["convert", str(name), str(tmp_path / "x.json")]) == 2
        assert capsys.readouterr().err.count(str(name)) == 1


def test_a_file_called_by_a_hyphen_is_named_with_its_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["convert", SAMPLE, "./-", "--to", "txt"]) == 0
    assert main(["replay", "./-", "--final"]) == 0


@pytest.mark.parametrize(("words", "_", "ending"), WRITING)
def test_a_terminal_gets_no_file_that_is_no_text(words, _, ending):
    status, shown = at_terminal([*words, "-"])
    fault = f"expected a file or a pipe for a {ending} file, got a terminal"
    assert (status, shown.endswith(f"{fault}\n"), shown.count("\n")) == (2, True, 1)


def test_a_table_is_neither_read_from_a_pipe_nor_written_to_one(capsys):
    for words in (["check", "-"], ["build", "alquerque", "--pieces=2", "--out", "-"]):
        assert main(["tablebase", *words]) == 2
        assert capsys.readouterr().err.endswith(": expected the name of a file, got '-'\n")


@pytest.mark.parametrize(
    "words",
    [
        ["rules", "querni"],
        ["rules", "alquerque", "--plain"],
        ["games"],
        ["hint", "alquerque", "--nodes=50"],
        ["doctor"],
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_at_a_narrow_terminal_no_word_is_broken(words, language):
    _, shown = at_terminal(words, columns=40, language=language)
    # What is longer is a single word, or a position, which is to be copied.
    wide = [line for line in shown.splitlines() if len(line) > 40 and not is_position(line)]
    assert [line for line in wide if len(line.strip().split(" ")[-1]) == len(line.strip())] == wide
    assert len(shown.splitlines()) > 3


def is_position(line):
    return "/." in line


def test_in_a_pipe_lines_are_as_long_as_ever_unless_a_width_is_set(monkeypatch, capsys):
    monkeypatch.delenv("COLUMNS", raising=False)
    main(["games"])
    whole = capsys.readouterr().out
    assert max(map(len, whole.splitlines())) > 100
    monkeypatch.setenv("COLUMNS", "50")
    main(["games"])
    narrow = capsys.readouterr().out
    assert max(map(len, narrow.splitlines())) <= 50
    assert narrow.split() == whole.split()


def test_the_name_of_a_game_stays_whole_at_the_end_of_a_line(monkeypatch):
    monkeypatch.setenv("COLUMNS", "24")
    assert wrapped("Expected quincala-knocking here") == ["Expected", "quincala-knocking here"]
