import threading

from companion.games import find_game
from companion.ui.moves_finder import MovesFinder

POSITION = find_game("alquerque").initial()


class SlowPosition:
    """A position whose moves are found only when somebody lets them."""

    def __init__(self):
        self.may_go_on = threading.Event()

    def legal_moves(self):
        self.may_go_on.wait(10)
        return POSITION.legal_moves()


def test_the_moves_of_a_simple_position_are_there_at_once_or_after_waiting():
    finder = MovesFinder(POSITION)
    finder.wait()
    assert finder.moves == POSITION.legal_moves()


def test_the_screen_is_not_held_up_by_a_position_with_many_moves():
    slow = SlowPosition()
    finder = MovesFinder(slow)
    assert finder.moves is None
    slow.may_go_on.set()
    finder.wait()
    assert finder.moves == POSITION.legal_moves()
