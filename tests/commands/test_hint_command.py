import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.limits import WIN, Limits
from companion.engine.reason import MOST
from companion.engine.search import search
from companion.plugins import GAMES, find_game
from companion.words.program import score_text

ROOT = Path(__file__).parents[2]
ONE_HOP_TO_WIN = "...../...../...../.b.../w.... w"
"""White takes the last black piece at once: a1xc3."""

OVER = "...../...../...../...../w.... b"


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_a_legal_move_its_reasons_the_standing_and_a_line(name, capsys):
    assert main(["hint", name, "--nodes", "300"]) == 0
    move, *reasons, score, line = capsys.readouterr().out.splitlines()
    assert 1 <= len(reasons) <= MOST and all(reason.endswith(".") for reason in reasons)
    position = find_game(name).initial()
    assert move in [legal.text for legal in position.legal_moves()]
    assert score == "The game is even." or score.endswith("ahead.")
    assert line.split()[0] == move
    for text in line.split():
        position = position.play(position.parse(text))


def test_a_hint_after_moves_is_for_the_side_to_move(capsys):
    assert main(["hint", "alquerque", "--moves", "c2-c3", "--nodes", "500"]) == 0
    assert capsys.readouterr().out.startswith("c4xc2\n")


def test_a_win_is_told(capsys):
    assert main(["hint", "alquerque", "--position", ONE_HOP_TO_WIN, "--nodes", "5"]) == 0
    assert capsys.readouterr().out == (
        "a1xc3\nTakes Black's last piece.\nCaptures the piece on b2.\nWhite wins now.\na1xc3\n"
    )


def test_a_win_that_is_certain_is_not_told_as_one_if_all_goes_well(capsys):
    position = "...../....w/w..b./w...w/w.... w quiet=3"
    assert main(["hint", "alquerque", "--position", position, "--nodes", "3000"]) == 0
    said = capsys.readouterr().out
    assert "White wins in 7 moves" in said
    assert "as expected" not in said


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--nodes", "0"], "--nodes: expected 1 to 1000000000, got '0'"),
        (["--nodes", "many"], "--nodes: expected 1 to"),
        (["--time", "0"], "--time: expected seconds above 0 and up to 3600, got '0'"),
        (["--time", "-1"], "--time: expected"),
        (["--time", "nan"], "--time: expected"),
        (["--time", "soon"], "--time: expected"),
        (["--level", "9"], "--level: expected 1 to 8, got '9'"),
        (["--level", "0"], "--level: expected 1 to 8"),
        (["--level", "high"], "--level: expected 1 to 8"),
        (["--search-seed", "-1"], "--search-seed: expected"),
        (["--position", OVER], "expected a game that goes on, got one that is over: no-pieces"),
        (["--moves", "a1-a5"], "expected a legal move"),
    ],
)
def test_what_cannot_be_answered_is_one_line_and_status_2(words, part, capsys):
    assert main(["hint", "alquerque", *words]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1 and part in error


def test_a_hint_of_a_level_is_what_that_level_plays(capsys):
    words = ["hint", "querni", "--level", "2", "--search-seed", "5"]
    assert main(words) == 0
    expected = search(find_game("querni").initial(), Limits(level=2), 5)
    assert capsys.readouterr().out.splitlines()[0] == expected.move.text


def test_time_alone_limits_a_hint(capsys):
    assert main(["hint", "querni", "--time", "0.05"]) == 0
    move, *_, line = capsys.readouterr().out.splitlines()
    assert line.split()[0] == move


@pytest.mark.parametrize("name", ["quincala-mixing", "quincy"])
def test_a_hint_by_nodes_is_the_same_in_every_process(name):
    outputs = set()
    for hash_seed in ("1", "2", "3"):
        command = [sys.executable, "-m", "companion.cli", "hint", name, "--nodes", "2000"]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert run.returncode == 0, run.stderr
        outputs.add(run.stdout)
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "The game is even."),
        (100, "White is slightly ahead."),
        (-100, "Black is slightly ahead."),
        (300, "White is ahead."),
        (-900, "Black is far ahead."),
        (WIN - 1, "White wins now."),
        (WIN - 5, "White wins in 5 moves, counting both sides."),
        (4 - WIN, "Black wins in 4 moves, counting both sides."),
    ],
)
def test_a_score_in_words(score, text):
    assert score_text(score, 0, "alquerque") == text


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (
            "..www/....w/...../b..../....b w quiet_limit=0",
            "With best play, White wins in 49 moves",
        ),
        ("b..../...../...../...../....w w quiet_limit=0", "A draw with best play."),
        (ONE_HOP_TO_WIN, "White wins now."),
    ],
)
def test_endgames_that_are_known_are_told_exactly(capsys, position, sentence):
    assert main(["hint", "alquerque", "--position", position, "--nodes", "50"]) == 0
    assert any(line.startswith(sentence) for line in capsys.readouterr().out.splitlines())
