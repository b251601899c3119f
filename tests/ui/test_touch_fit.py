import itertools

import pytest

from companion.config.values import ROTATIONS
from companion.ui.lamps import ALL_AXES, Mounting, TouchAxes
from companion.ui.scenes.settings import TouchAt, TouchVerdict, targets, verdict_on

PANEL = (800, 480)
EVERY = list(itertools.product(ROTATIONS, ALL_AXES, ALL_AXES))


def touched_through(mounting, true_axes, shift=(0, 0)):
    """What arrives through *mounting* when the targets are touched on a device with such axes."""
    size = mounting.turned(PANEL)
    real = Mounting(mounting.rotation, true_axes)
    touches = []
    for x, y in targets(size, 36):
        finger = real.picture_to_finger(x + shift[0], y + shift[1], PANEL)
        touches.append(TouchAt((x, y), mounting.finger_to_picture(*finger, PANEL)))
    return touches, size


@pytest.mark.parametrize(("rotation", "set_axes", "true_axes"), EVERY)
def test_the_axes_of_the_device_are_found_for_any_turn_and_setting(rotation, set_axes, true_axes):
    mounting = Mounting(rotation, set_axes)
    touches, size = touched_through(mounting, true_axes, shift=(4, -3))
    verdict = verdict_on(touches, mounting, size)
    if set_axes == true_axes:
        assert verdict == TouchVerdict("fine")
        assert {touch.off_px for touch in touches} == {5}
    else:
        assert verdict == TouchVerdict("axes", true_axes)


def test_touches_the_right_way_round_but_not_near_are_told_apart():
    mounting = Mounting()
    touches, size = touched_through(mounting, TouchAxes(), shift=(60, 0))
    assert verdict_on(touches, mounting, size).code == "off"


def test_four_touches_of_one_place_fit_no_axes():
    touches = [TouchAt(target, (400, 240)) for target in targets(PANEL)]
    assert verdict_on(touches, Mounting(), PANEL).code == "scattered"


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (320, 320), (1, 1)])
def test_the_targets_lie_on_the_picture_clockwise_from_the_upper_left(size):
    one, two, three, four = targets(size)
    assert one[0] == four[0] <= two[0] == three[0] <= size[0]
    assert one[1] == two[1] <= three[1] == four[1] <= size[1]
