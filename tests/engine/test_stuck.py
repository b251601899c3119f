"""A position without a legal move where the game goes on, as a game from outside may have one.

The games that come with the program never do: `companion.testing.checks` sees to that.
"""

import os
import subprocess
import sys

import pytest

from tests.outside_games import NAME, RULES, install

ENDLESS = RULES.replace('Outcome(None, "board-full") if len(self.cells) == 9 else None', "None")
"""A full board is not the end of the game."""

FULL = "wbw/wbb/bww"
TWO_LEFT = "w.w/wbb/b.w"
TOLD = "companion: expected a legal move or the end of the game, got neither in "


@pytest.fixture
def run(tmp_path):
    """Runs the command line where such a game is installed."""
    assert ENDLESS != RULES
    install(tmp_path, rules=ENDLESS)

    def run(*words, said=""):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-m", "companion.cli", *words],
            input=said, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return run


@pytest.mark.parametrize("level", [1, 4, 8])
def test_a_hint_is_refused_in_one_line(run, level):
    limits = ["--nodes", "200", "--level", str(level)]
    done = run("hint", NAME, "--position", FULL, *limits)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{TOLD}'{FULL}'\n"


@pytest.mark.parametrize("level", [2, 6, 8])
def test_a_search_that_comes_to_it_goes_on(run, level):
    limits = ["--nodes", "200", "--level", str(level)]
    done = run("hint", NAME, "--position", TWO_LEFT, *limits)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[0] in {"b1", "b3"}


@pytest.mark.parametrize("players", [("random", "random"), ("uct:5", "uct:5"), ("9", "3")])
def test_a_match_is_ended_in_one_line(run, players):
    done = run("match", NAME, "--a", players[0], "--b", players[1], "--games", "40", "--seed", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(TOLD) and done.stderr.count("\n") == 1


def test_another_program_hears_it_in_one_line_and_goes_on(run):
    said = f"position fen {FULL}\nquery moves\ngo nodes 50\nquery gameover\n"
    done = run("engine", NAME, said=said)
    assert (done.returncode, done.stderr) == (0, "")
    refused = f"error {TOLD.removeprefix('companion: ')}'{FULL}'"
    assert done.stdout.splitlines() == ["response", refused, "response false"]
