"""``--json``: one document with the keys that docs/json.md names, and nothing else."""

import argparse
import json
import re
import shlex
from pathlib import Path

import pytest

from companion.cli import main, make_parser
from companion.commands.report import report
from companion.plugins import GAMES, find_game
from companion.storage.library import sample_names
from companion.words.translate import AUTO, speak
from tests.commands.evenings import named_evenings

PAGE = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sh\ncompanion ([^\n]+)\n```\n\n```json\n(.*?)```", PAGE, re.DOTALL)
WITH_JSON = {"games", "moves", "hint", "show", "replay", "match", "results", "doctor", "bench"}


def document(capsys, *words, status=0):
    assert main([*words, "--json"]) == status
    printed = capsys.readouterr()
    assert printed.err == "" and printed.out.isascii()
    return json.loads(printed.out)


@pytest.fixture
def german():
    speak("de")
    yield
    speak(AUTO)


def shape(value):
    """Keys and kinds of *value*; of a list those of its first entry, as the page is abridged."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return "number" if type(value) in (int, float) else type(value).__name__


@pytest.mark.parametrize(("words", "example"), EXAMPLES, ids=[words for words, _ in EXAMPLES])
def test_the_page_tells_the_keys(capsys, tmp_path, words, example):
    words = shlex.split(words.removesuffix(" --json"))
    if words[0] in ("doctor", "results"):
        words += ["--state", str(named_evenings(tmp_path))]
    answer = document(capsys, *words, status=0 if words[0] != "doctor" else _status(words, capsys))
    assert shape(answer) == shape(json.loads(example))


def _status(words, capsys):
    """What the command reports of this machine, whatever is wrong with it."""
    status = main(words)
    capsys.readouterr()
    return status


def test_the_page_has_every_command_that_takes_json():
    taking = {
        name
        for name, parser in make_parser().commands.parsers.items()
        if any("--json" in action.option_strings for action in parser.actions)
    }
    assert taking == WITH_JSON == {words.split()[0] for words, _ in EXAMPLES}


@pytest.mark.parametrize("name", GAMES)
def test_it_says_of_every_game_what_the_text_says(capsys, name):
    assert document(capsys, "games", name)["games"][0]["name"] == name
    moves = document(capsys, "moves", name, "--seed", "3")["moves"]
    assert main(["moves", name, "--seed", "3"]) == 0
    assert capsys.readouterr().out.splitlines() == moves
    hint = document(capsys, "hint", name, "--nodes", "200")
    assert main(["hint", name, "--nodes", "200"]) == 0
    *_, standing, line = capsys.readouterr().out.splitlines()
    assert (hint["standing"], " ".join(hint["line"])) == (standing, line)
    shown = document(capsys, "show", name, "--seed", "3", "--all-hands")
    position = find_game(name).from_text(shown["position"])
    assert shown["options"] == position.options
    assert list(shown["pieces"]) == [position.board.name_of(s) for s in sorted(position.pieces())]


def test_boards_and_samples_are_told_in_the_language_of_the_environment(capsys, german):
    note = "eine Rekonstruktion: Die veröffentlichten Regeln zeigen dieses Brett nur als Bild"
    assert document(capsys, "games", "quincala-mixing")["games"][0]["board"]["note"] == note
    assert main(["games", "quincala-mixing"]) == 0
    assert f": {note}\n" in capsys.readouterr().out
    samples = document(capsys, "replay", "--list")["samples"]
    assert main(["replay", "--list"]) == 0
    lines = [f"{sample['name']}: {sample['title']}" for sample in samples]
    assert lines == capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("name", sample_names())
def test_a_replay_has_the_result_of_the_text(capsys, name):
    answer = document(capsys, "replay", f"sample:{name}")
    assert main(["replay", f"sample:{name}"]) == 0
    *_, position, result = capsys.readouterr().out.splitlines()
    assert answer["position"] == position
    assert result == f"result: {answer['record']['result']} ({answer['outcome']['reason']})"


def test_hidden_hands_are_told_only_where_asked_for(capsys):
    (name,) = [name for name in sample_names() if name == "quincy-four-players"]
    words = ["replay", f"sample:{name}", "--to", "3"]
    answer = document(capsys, *words)
    assert "pile=" not in json.dumps(answer) and answer["record"]["seed"] == 0
    whole = document(capsys, *words, "--all-hands")
    assert "pile=" in whole["position"] and whole["record"]["seed"] != 0
    for text in (document(capsys, word, "quincy", "--seed", "7") for word in ("show", "moves")):
        assert "pile=" not in json.dumps(text)


def test_a_fault_stays_on_standard_error_and_is_told_in_the_document(capsys, tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text("Board Companion record 1\nGame: alquerque\n\n1. White a1-a2\n")
    assert main(["replay", str(file), "--lenient", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("companion: left out the rest: line 4")
    assert json.loads(printed.out)["fault"].startswith("line 4")


@pytest.mark.parametrize(
    "words",
    [["moves", "chess"], ["hint", "alquerque", "--nodes", "0"], ["replay"], ["bench", "nothing"]],
)
def test_errors_are_one_line_as_without_it(capsys, words):
    assert main(words) == 2
    plain = capsys.readouterr()
    assert main([*words, "--json"]) == 2
    assert capsys.readouterr() == plain
    assert plain.out == "" and plain.err.count("\n") == 1


def test_lines_are_printed_as_they_come(capsys):
    def lines():
        yield "first"
        yield capsys.readouterr().out

    report(argparse.Namespace(json=False), lines(), lambda: pytest.fail("nobody asked for it"))
    assert capsys.readouterr().out == "first\n\n"
