"""The format of scripts: what is read, and what every wrong line is told."""

import os
from pathlib import Path

import pytest

from companion.errors import ScriptError
from companion.scripting.script import (
    LARGEST_SCRIPT,
    Step,
    parse_script,
    read_script,
)

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "scripts.md"


def refused(text):
    with pytest.raises(ScriptError) as error:
        parse_script(text, "game.txt")
    return str(error.value)


def test_a_step_is_a_command_with_its_words_and_its_line():
    assert parse_script("touch c3\n\n  move b1-c2 buttons\n", "game.txt") == [
        Step(1, "touch", ("c3",)),
        Step(3, "move", ("b1-c2", "buttons")),
    ]


def test_words_with_spaces_stand_in_quotes():
    steps = parse_script("""tap "New game"\nexpect piece 'b1' "3w"\n""", "game.txt")
    assert steps == [Step(1, "tap", ("New game",)), Step(2, "expect", ("piece", "b1", "3w"))]


def test_an_empty_word_is_a_word():
    assert parse_script('expect lamps ""', "game.txt") == [Step(1, "expect", ("lamps", ""))]


def test_comments_are_skipped_but_not_inside_quotes():
    text = '# all of it\ntouch c3 # the rest\ntap "a # b"\n'
    assert parse_script(text, "game.txt") == [
        Step(2, "touch", ("c3",)),
        Step(3, "tap", ("a # b",)),
    ]


def test_an_empty_script_has_no_steps():
    assert parse_script("\n \t\n# nothing\n", "game.txt") == []


def test_an_unknown_command_is_refused_with_file_line_and_what_is_known():
    message = refused("touch c3\ntuoch c4\n")
    assert message.startswith("game.txt:2: expected a command (game, touch, ")
    assert message.endswith("got 'tuoch'")


def test_an_unknown_expectation_is_refused():
    message = refused("expect lights off")
    assert message.startswith("game.txt:1: expected something to expect (banner, ")
    assert message.endswith("got 'lights'")


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("touch", "expected 1 word after touch, got 0"),
        ("touch c3 c4", "expected 1 word after touch, got 2"),
        ("tap New game", "expected 1 word after tap, got 2"),
        ("kill now", "expected 0 words after kill, got 1"),
        ("game", "expected 1 to 99 words after game, got 0"),
        ("move b1-c2 by touch", "expected 1 to 2 words after move, got 3"),
        ("expect", "expected 2 to 4 words after expect, got 0"),
        ("expect banner", "expected 2 to 4 words after expect, got 1"),
        ("expect banner White wins", "expected 1 word after banner, got 2"),
        ("expect piece b1", "expected 2 words after piece, got 1"),
        ("expect lamp b1 off now", "expected 2 words after lamp, got 3"),
    ],
)
def test_a_wrong_number_of_words_is_refused(line, wanted):
    assert refused(line) == f"game.txt:1: {wanted}"


@pytest.mark.parametrize("line", ['tap "New game', "tap 'New game", "tap New\\"])
def test_open_quotes_are_refused(line):
    message = refused("touch c3\n" + line)
    assert message.startswith("game.txt:2: expected closed quotes: ")
    assert "\n" not in message


def test_a_script_is_read_from_its_file(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text('expect note "ü"\n', encoding="utf-8")
    assert read_script(path) == [Step(1, "expect", ("note", "ü"))]


def test_a_wrong_line_of_a_file_is_told_with_the_path(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("jump\n")
    with pytest.raises(ScriptError, match="expected a command") as error:
        read_script(path)
    assert str(error.value).startswith(f"{path}:1: ")


@pytest.mark.parametrize("make", [lambda path: None, lambda path: path.mkdir(), os.mkfifo])
def test_what_is_no_file_is_refused(tmp_path, make):
    path = tmp_path / "game.txt"
    make(path)
    with pytest.raises(ScriptError, match=r"expected a readable script, got '.*game\.txt'"):
        read_script(path)


def test_what_is_no_text_is_refused(tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(b"touch \xff\n")
    with pytest.raises(ScriptError, match="expected a readable script"):
        read_script(path)


def test_a_file_without_end_is_refused(tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(b"#" * LARGEST_SCRIPT)
    assert read_script(path) == []
    path.write_bytes(b"#" * (LARGEST_SCRIPT + 1))
    with pytest.raises(ScriptError, match=f"at most {LARGEST_SCRIPT} bytes"):
        read_script(path)
