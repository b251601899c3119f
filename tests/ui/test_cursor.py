"""The cursor of the four buttons, over a few places and over many."""

import pytest

from companion.contract import Token
from companion.ui.play.cursor import FEW, Cursor, groups_of


def presses_to(cursor, stops, place):
    """How many presses of Next and Confirm point at *place*."""
    for presses in range(1, 200):
        if cursor.is_on_group and place in cursor.group:
            cursor.enter()
        else:
            cursor.step(stops, 1, can_rest=False)
        if cursor.focus == place:
            return presses
    raise AssertionError(place)


def stops_of(count):
    return [None, *range(count)]


@pytest.mark.parametrize("count", [*range(1, 50), 69, 105])
def test_each_place_is_reached_and_up_to_45_of_them_with_ten_presses(count):
    most = max(presses_to(Cursor(), stops_of(count), place) for place in range(count))
    assert most <= (10 if count <= 45 else 15)


@pytest.mark.parametrize("count", range(1, 120))
def test_groups_are_all_places_in_their_order(count):
    groups = groups_of(range(count))
    assert [place for group in groups for place in group] == (
        [] if count <= FEW else list(range(count))
    )
    assert all(groups)


def test_what_lies_in_a_tray_is_stepped_through_one_by_one():
    assert groups_of([Token("domino", (0, number)) for number in range(20)]) == ()


def test_few_places_are_pointed_at_one_by_one_and_then_nothing():
    cursor, seen = Cursor(), []
    for _ in range(4):
        cursor.step(stops_of(3), 1, can_rest=True)
        seen.append(cursor.focus)
    assert seen == [0, 1, 2, None]
    cursor.step(stops_of(3), -1, can_rest=False)
    assert cursor.focus == 2


def test_back_leads_to_the_group_and_then_to_nothing():
    cursor, stops = Cursor(), stops_of(20)
    cursor.step(stops, 1, can_rest=False)
    assert cursor.is_on_group
    assert cursor.pointed == cursor.group == tuple(range(6))
    cursor.enter()
    cursor.step(stops, 1, can_rest=False)
    assert (cursor.focus, cursor.pointed) == (1, ())
    cursor.back()
    assert cursor.is_on_group
    cursor.back()
    assert (cursor.focus, cursor.group) == (None, ())


def test_inside_a_group_the_cursor_goes_round():
    cursor, stops = Cursor(), stops_of(20)
    cursor.step(stops, -1, can_rest=False)
    last = cursor.group
    cursor.enter()
    for _ in last:
        cursor.step(stops, 1, can_rest=True)
    assert cursor.focus == last[0]


def test_a_group_of_another_turn_is_left():
    cursor = Cursor()
    cursor.step(stops_of(20), 1, can_rest=False)
    cursor.enter()
    cursor.step(stops_of(12), 1, can_rest=False)
    assert cursor.is_on_group
    assert cursor.group == tuple(range(5))
