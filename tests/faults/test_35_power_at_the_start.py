"""35. Power that goes within the first seconds of a start, and a controller that starts anew."""

import random
import signal
import time

import pytest

from companion.match.match import NewMatch
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from tests.faults.running import running
from tests.match.playing import ALQUERQUE, moves, play

PLAYED = ["c2-c3", "c4xc2", "c1xc3"]


def left_in(folder):
    """Return the plies that the next start finds."""
    with StateDir(folder) as state:
        unfinished = Saves(state).unfinished({})
        assert unfinished is not None
        assert unfinished.notices == ()
        return moves(unfinished.match)


@pytest.mark.parametrize("cuts", [4, pytest.param(100, marks=pytest.mark.slow)])
def test_fault_35_the_game_is_there_however_often_the_start_is_cut(tmp_path, cuts):
    folder, chance = tmp_path / "state", random.Random(35)
    with StateDir(folder) as state:
        play(Saves(state).begin(NewMatch(ALQUERQUE)), *PLAYED)
    for number in range(cuts):
        with running(folder, is_up=False) as program:
            time.sleep(chance.uniform(0, 10 if cuts > 10 else 2))
            program.process.send_signal(signal.SIGKILL)
            program.process.wait()
        assert left_in(folder) == PLAYED, number


def test_fault_35_a_start_that_forgets_the_game_is_caught(tmp_path):
    folder = tmp_path / "state"
    with StateDir(folder) as state:
        play(Saves(state).begin(NewMatch(ALQUERQUE)), *PLAYED)
    forgets = (
        "from companion.storage.saves import Saves\n"
        "whole = Saves.unfinished\n"
        "def unfinished(saves, *given):\n"
        "    saves.journal_path.unlink()\n"
        "    return None\n"
        "Saves.unfinished = unfinished\n"
    )
    with running(folder, before=forgets):
        pass
    with pytest.raises(AssertionError):
        left_in(folder)
