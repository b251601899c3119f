import pytest

from companion.ui.panels.tray import LOOK_S, MOST_LOOK_S, HandVeil


@pytest.fixture
def veil() -> HandVeil:
    """The veil over the hand of seat 2, which has not taken the screen."""
    veil = HandVeil()
    veil.follow(2, 5)
    veil.hold(False, 0.0)
    return veil


def test_a_hand_is_closed_until_its_seat_has_taken_the_screen(veil):
    assert not veil.hold(True, 1.0)
    assert not veil.is_open


def test_a_hand_is_open_exactly_while_it_is_held(veil):
    veil.is_taken = True
    assert not veil.is_open
    assert veil.hold(True, 1.0)
    assert veil.is_open
    assert veil.hold(False, 1.1)
    assert not veil.is_open


def test_a_short_touch_is_no_look(veil):
    veil.is_taken = True
    veil.hold(True, 1.0)
    veil.hold(True, 1.0 + LOOK_S - 0.05)
    veil.hold(False, 1.0 + LOOK_S)
    assert not veil.is_seen
    veil.hold(True, 2.0)
    veil.hold(True, 2.0 + LOOK_S + 0.01)
    veil.hold(False, 3.0)
    assert veil.is_seen


@pytest.mark.parametrize(("seat", "plies"), [(3, 6), (3, 5), (2, 4)])
def test_another_seat_or_a_take_back_gives_the_screen_away(veil, seat, plies):
    veil.is_taken = True
    veil.follow(seat, plies)
    assert not veil.is_taken


def test_a_swap_leaves_the_screen_with_its_seat_but_the_new_hand_is_unseen(veil):
    veil.is_taken = True
    veil.hold(True, 1.0)
    veil.hold(True, 1.0 + LOOK_S + 0.01)
    veil.follow(2, 6)
    assert veil.is_taken
    assert (veil.is_open, veil.is_seen) == (False, False)


def test_a_finger_that_stayed_from_the_last_turn_opens_nothing(veil):
    veil.is_taken = True
    veil.hold(True, 1.0)
    veil.follow(3, 6)
    veil.is_taken = True
    veil.hold(True, 1.1)
    assert not veil.is_open
    veil.hold(False, 1.2)
    veil.hold(True, 1.3)
    assert veil.is_open


def test_a_hand_held_for_ever_closes(veil):
    veil.is_taken = True
    veil.hold(True, 1.0)
    assert veil.hold(True, 1.0 + MOST_LOOK_S)
    assert not veil.is_open
