"""Files of counts: how they are read, and that each game of the program has one.

The counts themselves are checked by test_contract.py.
"""

import re
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.plugins import GAMES, find_game
from companion.testing.rule_checks import divided, entries_of

FOLDER = Path(__file__).parents[1] / "data" / "perft"
LINES = """\
# counted by hand
- | start | 1 4; 2 8
forward=on,no_return=off | seed 3 | 1 4

- | ....b/...../...../.bb../wb... w | 1 7
quiet_limit=many | start | 1 4
"""


@pytest.fixture
def entries(tmp_path):
    (tmp_path / "counts.txt").write_text(LINES, encoding="utf-8")
    return entries_of(tmp_path / "counts.txt", find_game("alquerque"))


def test_every_game_has_recorded_counts():
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)


def test_each_depth_is_a_count(entries):
    read = [(entry.where, entry.depth, entry.sequences) for entry in entries]
    start = [("start", 1, 4), ("start", 2, 8)]
    text = "....b/...../...../.bb../wb... w"
    assert read == [*start, ("seed 3", 1, 4), (text, 1, 7), ("start", 1, 4)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", ": expected counts of plies, got none"),
        ("# nothing yet\n", ": expected counts of plies, got none"),
        ("# by hand\n- | start | 1\n", ":2: expected options | position | depth count"),
        ("- | start\n", ":1: expected options | position | depth count"),
        ("- | start | 1 four\n", ":1: expected options | position | depth count"),
    ],
)
def test_a_file_without_counts_says_so_with_its_line(tmp_path, text, problem):
    file = tmp_path / "counts.txt"
    file.write_text(text)
    with pytest.raises(ValueError, match=re.escape(f"{file}{problem}")):
        entries_of(file, find_game("alquerque"))


def test_a_count_has_its_position_with_its_options(entries):
    assert entries[0].position == find_game("alquerque").initial()
    assert entries[2].position.options["forward"] == "on"
    assert entries[3].position.perft(1) == 7
    with pytest.raises(CompanionError, match="quiet_limit"):
        _ = entries[4].position


def test_a_count_is_shown_as_in_the_file_and_below_each_move(entries):
    assert str(entries[3]) == "- | ....b/...../...../.bb../wb... w | 1 7"
    counts = [int(line.split(": ")[1]) for line in divided(entries[1].position, 2).split("\n")[1:]]
    assert sum(counts) == 8
