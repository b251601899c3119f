import pygame
import pytest

from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui.lamps import ALL_AXES, Mounting, TouchAxes
from companion.ui.scenes.settings import PATIENCE_S, SETTLED_S
from tests.sitting import Sitting, with_screen


@pytest.fixture
def test(sitting):
    sitting.choose("Settings")
    sitting.choose("Screen")
    sitting.choose("Touch test")
    return sitting


def finger(sitting, place, true_axes, seconds=0.05):
    """Touch a place of the picture on a device whose axes are *true_axes*."""
    window = sitting.program.window
    real = Mounting(sitting.stage.config.screen.rotation, true_axes)
    x, y = real.picture_to_finger(*place, window.display_size)
    sitting.post(pygame.FINGERDOWN, finger_id=1, x=x, y=y)
    sitting.wait(seconds)
    sitting.post(pygame.FINGERUP, finger_id=1, x=x, y=y)
    sitting.ticks(2)


def touch_all(sitting, true_axes, shift=0):
    for x, y in sitting.scene.aims():
        finger(sitting, (x + shift, y), true_axes)


def test_touches_on_the_targets_are_fine_and_the_test_ends(test):
    touch_all(test, TouchAxes(), shift=7)
    assert test.banner == "Touch is fine"
    assert "upper left 7 px" in test.note
    test.press("confirm")
    assert test.scene.name == "settings"


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("axes", ALL_AXES[1:], ids=str)
def test_a_device_that_lies_otherwise_is_put_right_and_stays_so(tmp_path, rotation, axes):
    with Sitting(tmp_path, config=with_screen(rotation=rotation)) as sitting:
        sitting.choose("Settings")
        sitting.choose("Screen")
        sitting.choose("Touch test")
        touch_all(sitting, axes)
        assert sitting.scene.changes()
        for key in sitting.scene.changes():
            assert f"screen.{key} = true" in sitting.note
        sitting.press("confirm")
        # It asks once more, to see whether it helped.
        assert sitting.scene.name == "touch test"
        touch_all(sitting, axes)
        assert sitting.banner == "Touch is fine"
    with Sitting(tmp_path, config=with_screen(rotation=rotation)) as sitting:
        finger(sitting, sitting.scene.entry_place("Settings"), axes)
        assert sitting.scene.name == "settings"


def test_without_buttons_a_finger_that_stays_puts_it_right(test):
    axes = TouchAxes(inverted_x=True, swapped_xy=True)
    touch_all(test, axes)
    finger(test, (400, 240), axes, 0.5)
    assert test.scene.name == "touch verdict"
    finger(test, (400, 240), axes, SETTLED_S + 0.1)
    assert test.scene.name == "touch test"
    touch_all(test, axes)
    assert test.banner == "Touch is fine"


def test_the_finger_that_put_it_right_is_no_touch_of_the_next_target(test):
    axes = TouchAxes(inverted_y=True)
    touch_all(test, axes)
    finger(test, (400, 240), axes, SETTLED_S + 0.1)
    assert test.scene.touches == []


def test_touches_beside_the_targets_are_told_with_what_to_do(test):
    touch_all(test, TouchAxes(), shift=60)
    assert test.banner == "Touches miss their targets"
    assert "upper right 60 px" in test.note
    test.tap("Test again")
    assert test.scene.name == "touch test"


def test_the_buttons_alone_leave_it(test):
    test.press("next", "hint", "confirm")
    assert test.scene.name == "touch test"
    test.press("back")
    assert test.scene.name == "settings"
    test.press("confirm")
    test.hold("back")
    assert test.scene.name == "settings"


def test_touches_where_a_button_would_be_are_touches(test):
    for box in test.stage.layout.buttons:
        test.click(box.center)
    assert test.scene.name == "touch verdict"


def test_it_ends_by_itself_when_nobody_touches_anything(test):
    test.wait(PATIENCE_S - 1)
    test.click((100, 100))
    test.wait(PATIENCE_S - 1)
    assert test.scene.name == "touch test"
    test.wait(1.5)
    assert test.scene.name == "settings"


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_a_screen_of_another_size_begins_anew(test, size):
    test.click((100, 100))
    test.resize((900, 600))
    assert test.scene.touches == []
