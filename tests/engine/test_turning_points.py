import pytest

from companion.engine.limits import WIN
from companion.engine.turning_points import TurningPoint, turning_points

WON, LOST = WIN - 5, 5 - WIN


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        (WON, 0, "win-missed"),
        (WON, LOST, "win-missed"),
        (WON, 600, ""),
        (0, LOST, "loses"),
        (-600, LOST, ""),
        (300, 20, "lead-lost"),
        (300, 200, ""),
        (160, 140, ""),
        (20, -200, "falls-behind"),
        (300, -200, "falls-behind"),
        (-140, -160, ""),
        (-200, -900, ""),
        (0, 400, ""),
        (900, 500, ""),
    ],
)
def test_what_a_ply_cost_tells_what_it_was(before, after, code):
    points = (TurningPoint(1, 0, code),) if code else ()
    assert turning_points([before, after], [0]) == points
    other = (TurningPoint(1, 1, code),) if code else ()
    assert turning_points([-before, -after], [1]) == other


def test_the_plies_are_numbered_from_one_and_in_order():
    values = [0, 0, -300, 0, WON, WIN]
    assert turning_points(values, [0, 0, 1, 1, 0]) == (
        TurningPoint(2, 0, "falls-behind"),
        TurningPoint(3, 1, "lead-lost"),
        TurningPoint(4, 1, "loses"),
    )


def test_it_is_told_what_the_search_would_have_played_before_the_ply():
    values, best = [0, 0, -300, 0], ["a1-a2", "b1-b2", "c1-c2", None]
    points = turning_points(values, [0, 0, 1], best)
    assert [(point.ply, point.instead) for point in points] == [(2, "b1-b2"), (3, "c1-c2")]


def test_a_game_without_plies_has_none():
    assert turning_points([0], []) == ()
