import itertools

import pytest

from companion.config.values import ROTATIONS
from companion.ui.lamps import ALL_AXES, Mounting, TouchAxes

PANEL = (800, 480)
EVERY_MOUNTING = [Mounting(*both) for both in itertools.product(ROTATIONS, ALL_AXES)]


@pytest.mark.parametrize(
    ("rotation", "size", "corner"),
    [
        (0, (800, 480), (0, 0)),
        (90, (480, 800), (799, 0)),
        (180, (800, 480), (799, 479)),
        (270, (480, 800), (0, 479)),
    ],
)
def test_the_near_corner_of_the_picture_goes_around_the_panel_clockwise(rotation, size, corner):
    mounting = Mounting(rotation)
    assert mounting.turned(PANEL) == size
    assert mounting.turned(size) == PANEL
    assert mounting.to_panel(0, 0, PANEL) == corner


@pytest.mark.parametrize("mounting", EVERY_MOUNTING, ids=str)
def test_every_pixel_has_a_place_of_its_own_and_the_way_back_leads_to_it(mounting):
    panel = (5, 3)
    width, height = mounting.turned(panel)
    seen = set()
    for x, y in itertools.product(range(width), range(height)):
        there = mounting.to_panel(x, y, panel)
        assert 0 <= there[0] < panel[0] and 0 <= there[1] < panel[1]
        assert mounting.to_picture(*there, panel) == (x, y)
        finger = mounting.picture_to_finger(x, y, panel)
        assert mounting.finger_to_picture(*finger, panel) == pytest.approx((x, y))
        seen.add(there)
    assert len(seen) == 15


@pytest.mark.parametrize(
    ("axes", "finger", "place"),
    [
        (TouchAxes(), (0.25, 0.5), (0.25, 0.5)),
        (TouchAxes(inverted_x=True), (0.25, 0.5), (0.75, 0.5)),
        (TouchAxes(inverted_y=True), (0.25, 0.375), (0.25, 0.625)),
        (TouchAxes(swapped_xy=True), (0.25, 0.5), (0.5, 0.25)),
        # As the kernel does it: x is inverted while it still is the device's.
        (TouchAxes(inverted_x=True, swapped_xy=True), (0.25, 0.5), (0.5, 0.75)),
    ],
)
def test_axes_are_first_inverted_then_swapped(axes, finger, place):
    assert axes.to_panel(*finger) == place


def test_a_finger_beside_the_panel_is_on_its_edge():
    assert Mounting(180).finger_to_picture(-0.1, 1.2, PANEL) == (799, 0)
