import sys
import threading

from companion.games import find_game
from companion.ui.play import moves_finder
from companion.ui.play.moves_finder import QUICK_S, SWITCH_S, MovesFinder

POSITION = find_game("alquerque").initial()


class SlowPosition:
    """A position whose moves are found when somebody lets them, at the latest after a time."""

    def __init__(self, at_most_s):
        self.at_most_s = at_most_s
        self.may_go_on = threading.Event()

    def legal_moves(self):
        self.may_go_on.wait(self.at_most_s)
        return POSITION.legal_moves()


def test_the_moves_are_those_of_the_position():
    finder = MovesFinder(POSITION.legal_moves)
    finder.wait()
    assert finder.found == POSITION.legal_moves()


def test_the_screen_is_not_held_up_by_a_position_with_many_moves():
    slow = SlowPosition(60)
    finder = MovesFinder(slow.legal_moves)
    assert finder.found is None
    slow.may_go_on.set()
    finder.wait()
    assert finder.found == POSITION.legal_moves()


def test_moves_that_are_found_quickly_are_there_at_once(monkeypatch):
    assert 0 < QUICK_S < 0.01
    monkeypatch.setattr(moves_finder, "QUICK_S", 30.0)
    assert MovesFinder(SlowPosition(0.03).legal_moves).found == POSITION.legal_moves()


def test_a_search_that_takes_long_does_not_hold_up_the_end_of_the_program():
    slow = SlowPosition(60)
    MovesFinder(slow.legal_moves)
    found = [thread for thread in threading.enumerate() if thread.name == "moves"]
    assert found
    assert all(thread.daemon for thread in found)
    slow.may_go_on.set()


def test_the_search_takes_turns_with_the_screen_many_times_a_frame():
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        MovesFinder(POSITION.legal_moves)
        assert sys.getswitchinterval() == SWITCH_S < 0.016 / 10
    finally:
        sys.setswitchinterval(before)
