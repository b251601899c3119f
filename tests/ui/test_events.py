import math

import pygame
import pytest
from pygame._sdl2 import touch

from companion.ports import ButtonName, Press, Previous
from companion.ui.widgets.events import (
    SAME_HAND_S,
    SILENT_S,
    EventReader,
    PointerDown,
    PointerMove,
    PointerUp,
    Resized,
    Wheel,
    WindowClosed,
)

SIZE = (801, 481)


@pytest.fixture(autouse=True)
def _display():
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    pygame.event.clear()
    yield
    pygame.display.quit()


@pytest.fixture
def reader() -> EventReader:
    return EventReader()


def post(kind, **values):
    pygame.event.post(pygame.event.Event(kind, **values))


def finger(kind, x, y, finger_id=7):
    post(kind, touch_id=1, finger_id=finger_id, x=x, y=y, dx=0.0, dy=0.0)


def read(reader, now_s=5.0):
    return reader.read(now_s, SIZE)


# Mouse


def test_the_left_button_points_and_moves_only_while_it_is_down(reader):
    post(pygame.MOUSEBUTTONDOWN, pos=(30, 40), button=1, touch=False)
    post(pygame.MOUSEMOTION, pos=(31, 41), rel=(1, 1), buttons=(1, 0, 0), touch=False)
    post(pygame.MOUSEBUTTONUP, pos=(32, 42), button=1, touch=False)
    post(pygame.MOUSEMOTION, pos=(33, 43), rel=(1, 1), buttons=(0, 0, 0), touch=False)
    assert read(reader) == [
        PointerDown(30, 40, 5.0),
        PointerMove(31, 41),
        PointerUp(32, 42, 5.0),
    ]


@pytest.mark.parametrize("button", [2, 3, 4, 5])
def test_other_mouse_buttons_do_nothing(reader, button):
    post(pygame.MOUSEBUTTONDOWN, pos=(30, 40), button=button, touch=False)
    post(pygame.MOUSEBUTTONUP, pos=(30, 40), button=button, touch=False)
    assert read(reader) == []


def test_mouse_events_made_from_touches_do_nothing(reader):
    post(pygame.MOUSEBUTTONDOWN, pos=(30, 40), button=1, touch=True)
    post(pygame.MOUSEMOTION, pos=(31, 41), rel=(1, 1), buttons=(1, 0, 0), touch=True)
    post(pygame.MOUSEBUTTONUP, pos=(30, 40), button=1, touch=True)
    assert read(reader) == []


def test_the_wheel_counts_notches(reader):
    post(pygame.MOUSEWHEEL, x=0, y=-2, flipped=False)
    assert read(reader) == [Wheel(-2)]


# Fingers


def test_a_finger_points_in_pixels_of_the_window(reader):
    finger(pygame.FINGERDOWN, 0.5, 0.25)
    finger(pygame.FINGERMOTION, 0.75, 0.5)
    finger(pygame.FINGERUP, 1.0, 1.0)
    assert read(reader) == [
        PointerDown(400.0, 120.0, 5.0),
        PointerMove(600.0, 240.0),
        PointerUp(800.0, 480.0, 5.0),
    ]


@pytest.mark.parametrize("kind", [pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP])
def test_places_outside_of_the_screen_are_moved_to_its_edge(reader, kind):
    finger(pygame.FINGERDOWN, 0.5, 0.5)
    finger(kind, -0.01, 1.02)
    assert read(reader)[-1][:2] == (0.0, 480.0)


def test_a_second_finger_is_ignored_while_the_first_is_down(reader):
    finger(pygame.FINGERDOWN, 0.1, 0.1, finger_id=1)
    finger(pygame.FINGERDOWN, 0.9, 0.9, finger_id=2)
    finger(pygame.FINGERMOTION, 0.8, 0.8, finger_id=2)
    finger(pygame.FINGERUP, 0.8, 0.8, finger_id=2)
    finger(pygame.FINGERUP, 0.1, 0.1, finger_id=1)
    assert [type(event) for event in read(reader)] == [PointerDown, PointerUp]


def test_a_finger_that_stays_when_the_first_leaves_still_does_nothing(reader):
    finger(pygame.FINGERDOWN, 0.1, 0.1, finger_id=1)
    finger(pygame.FINGERDOWN, 0.9, 0.9, finger_id=2)
    finger(pygame.FINGERUP, 0.1, 0.1, finger_id=1)
    read(reader)
    finger(pygame.FINGERMOTION, 0.8, 0.8, finger_id=2)
    finger(pygame.FINGERUP, 0.8, 0.8, finger_id=2)
    assert read(reader) == []


def test_the_next_first_finger_points_again(reader):
    finger(pygame.FINGERDOWN, 0.1, 0.1, finger_id=1)
    finger(pygame.FINGERUP, 0.1, 0.1, finger_id=1)
    finger(pygame.FINGERDOWN, 0.5, 0.5, finger_id=2)
    assert read(reader)[-1] == PointerDown(400.0, 240.0, 5.0)


def test_a_finger_number_of_zero_is_a_finger(reader):
    finger(pygame.FINGERDOWN, 0.5, 0.5, finger_id=0)
    finger(pygame.FINGERDOWN, 0.1, 0.1, finger_id=1)
    finger(pygame.FINGERUP, 0.5, 0.5, finger_id=0)
    assert [type(event) for event in read(reader)] == [PointerDown, PointerUp]


# Keys


@pytest.mark.parametrize(
    ("key", "button", "is_long"),
    [
        (pygame.K_ESCAPE, ButtonName.BACK, False),
        (pygame.K_BACKSPACE, ButtonName.BACK, False),
        (pygame.K_m, ButtonName.BACK, True),
        (pygame.K_TAB, ButtonName.NEXT, False),
        (pygame.K_RIGHT, ButtonName.NEXT, False),
        (pygame.K_DOWN, ButtonName.NEXT, False),
        (pygame.K_h, ButtonName.HINT, False),
        (pygame.K_l, ButtonName.HINT, True),
        (pygame.K_RETURN, ButtonName.CONFIRM, False),
        (pygame.K_KP_ENTER, ButtonName.CONFIRM, False),
        (pygame.K_SPACE, ButtonName.CONFIRM, False),
    ],
)
def test_keys_press_the_four_buttons(reader, key, button, is_long):
    post(pygame.KEYDOWN, key=key, mod=0, unicode="")
    post(pygame.KEYUP, key=key, mod=0)
    assert read(reader, 9.0) == [Press(button, is_long, 9.0)]


@pytest.mark.parametrize(
    ("key", "mod"),
    [
        (pygame.K_LEFT, 0),
        (pygame.K_UP, 0),
        (pygame.K_TAB, pygame.KMOD_LSHIFT),
        (pygame.K_TAB, pygame.KMOD_RSHIFT),
    ],
)
def test_some_keys_walk_backwards(reader, key, mod):
    post(pygame.KEYDOWN, key=key, mod=mod, unicode="")
    assert read(reader) == [Previous(5.0)]


def test_other_keys_do_nothing(reader):
    for key in (pygame.K_x, pygame.K_F1, pygame.K_LSHIFT):
        post(pygame.KEYDOWN, key=key, mod=0, unicode="")
    assert read(reader) == []


# The window


def test_a_new_size_and_the_closing_of_the_window_are_told(reader):
    post(pygame.VIDEORESIZE, w=640, h=400, size=(640, 400))
    post(pygame.QUIT)
    assert read(reader) == [Resized(640, 400), WindowClosed()]


def test_what_means_nothing_here_is_dropped(reader):
    post(pygame.USEREVENT)
    post(pygame.JOYBUTTONDOWN, button=1)
    assert read(reader) == []
    assert pygame.event.get() == []


# Held keys


def key(kind, key):
    post(kind, key=key, mod=0, unicode="")


def test_the_button_of_a_key_is_held_while_the_key_is_down(reader):
    key(pygame.KEYDOWN, pygame.K_h)
    key(pygame.KEYDOWN, pygame.K_q)
    read(reader)
    assert set(reader.held()) == {ButtonName.HINT}
    key(pygame.KEYUP, pygame.K_h)
    read(reader)
    assert reader.held() == {}


def test_h_presses_hint_when_it_is_let_go(reader):
    key(pygame.KEYDOWN, pygame.K_h)
    assert read(reader) == []
    key(pygame.KEYUP, pygame.K_h)
    assert read(reader, 9.0) == [Press(ButtonName.HINT, False, 9.0)]


def test_an_h_that_was_down_before_the_window_lost_the_keyboard_presses_nothing(reader):
    key(pygame.KEYDOWN, pygame.K_h)
    post(pygame.WINDOWFOCUSLOST)
    key(pygame.KEYUP, pygame.K_h)
    assert read(reader) == []


@pytest.mark.parametrize("long", [pygame.K_l, pygame.K_m])
def test_a_key_that_stands_for_a_long_press_holds_nothing(reader, long):
    key(pygame.KEYDOWN, long)
    read(reader)
    assert reader.held() == {}


def test_a_button_is_held_while_any_of_its_keys_is_down(reader):
    key(pygame.KEYDOWN, pygame.K_RIGHT)
    key(pygame.KEYDOWN, pygame.K_DOWN)
    key(pygame.KEYUP, pygame.K_RIGHT)
    read(reader)
    assert set(reader.held()) == {ButtonName.NEXT}


def test_no_key_is_held_after_the_window_lost_the_keyboard(reader):
    key(pygame.KEYDOWN, pygame.K_h)
    post(pygame.WINDOWFOCUSLOST)
    read(reader)
    assert reader.held() == {}


def test_tab_with_shift_holds_no_button(reader):
    post(pygame.KEYDOWN, key=pygame.K_TAB, mod=pygame.KMOD_SHIFT, unicode="")
    assert read(reader) == [Previous(5.0)]
    assert reader.held() == {}


# What is never let go


def test_a_later_finger_counts_where_the_first_was_not_heard_of_any_more(reader):
    finger(pygame.FINGERDOWN, 0.1, 0.1, finger_id=1)
    read(reader)
    finger(pygame.FINGERDOWN, 0.5, 0.5, finger_id=2)
    finger(pygame.FINGERUP, 0.5, 0.5, finger_id=2)
    lost, down, up = read(reader, 5.0 + SAME_HAND_S)
    assert isinstance(lost, PointerUp)
    assert math.isnan(lost.x)
    assert math.isnan(lost.y)
    assert [down, up] == [PointerDown(400.0, 240.0, 5.25), PointerUp(400.0, 240.0, 5.25)]


def test_a_finger_that_moves_is_there_however_long_and_a_palm_beside_it_does_nothing(reader):
    finger(pygame.FINGERDOWN, 0.1, 0.1, finger_id=1)
    for number in range(100):
        finger(pygame.FINGERMOTION, 0.1, 0.1 + number / 1000, finger_id=1)
        finger(pygame.FINGERDOWN, 0.5, 0.5, finger_id=2)
        finger(pygame.FINGERUP, 0.5, 0.5, finger_id=2)
        assert {type(e) for e in read(reader, 5.0 + number)} <= {PointerDown, PointerMove}


def test_a_finger_that_comes_down_twice_has_gone_up_in_between(reader):
    finger(pygame.FINGERDOWN, 0.1, 0.1)
    finger(pygame.FINGERDOWN, 0.5, 0.5)
    assert [type(event) for event in read(reader)] == [PointerDown, PointerUp, PointerDown]


def test_fingers_of_two_devices_are_two_whatever_their_numbers(reader):
    finger(pygame.FINGERDOWN, 0.1, 0.1)
    post(pygame.FINGERMOTION, touch_id=2, finger_id=7, x=0.9, y=0.9, dx=0.0, dy=0.0)
    post(pygame.FINGERUP, touch_id=2, finger_id=7, x=0.9, y=0.9, dx=0.0, dy=0.0)
    assert [type(event) for event in read(reader)] == [PointerDown]
    post(pygame.FINGERDOWN, touch_id=2, finger_id=7, x=0.9, y=0.9, dx=0.0, dy=0.0)
    finger(pygame.FINGERUP, 0.1, 0.1)
    assert [type(event) for event in read(reader)] == [PointerUp, PointerDown]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3)])
def test_a_touch_that_a_driver_tells_as_a_mouse_as_well_acts_once(reader, order):
    tell = [
        lambda: finger(pygame.FINGERDOWN, 0.5, 0.5),
        lambda: post(pygame.MOUSEBUTTONDOWN, pos=(400, 240), button=1, touch=False),
        lambda: finger(pygame.FINGERUP, 0.5, 0.5),
        lambda: post(pygame.MOUSEBUTTONUP, pos=(400, 240), button=1, touch=False),
    ]
    for number in order:
        tell[number]()
    types = [type(event) for event in read(reader)]
    if order == (0, 2, 1, 3):
        # One after the other nobody can tell them from two touches.
        assert types == [PointerDown, PointerUp] * 2
    else:
        assert types == [PointerDown, PointerUp]


def test_the_mouse_whose_button_went_up_elsewhere_has_let_go(reader):
    post(pygame.MOUSEBUTTONDOWN, pos=(30, 40), button=1, touch=False)
    post(pygame.MOUSEMOTION, pos=(31, 41), rel=(1, 1), buttons=(0, 0, 0), touch=False)
    post(pygame.MOUSEMOTION, pos=(32, 41), rel=(1, 1), buttons=(0, 0, 0), touch=False)
    down, up = read(reader)
    assert isinstance(down, PointerDown)
    assert isinstance(up, PointerUp)
    assert math.isnan(up.x)


@pytest.mark.parametrize("is_device_gone", [False, True])
def test_a_finger_that_sdl_does_not_list_any_more_has_let_go(reader, monkeypatch, is_device_gone):
    """What SDL lists needs a real touchscreen, which pygame has no way to make up."""
    fingers = {1: 1}

    def number_of(device):
        if device not in fingers:
            raise pygame.error(f"Unknown touch device id {device}, cannot reset")
        return fingers[device]

    monkeypatch.setattr(touch, "get_num_fingers", number_of)
    finger(pygame.FINGERDOWN, 0.5, 0.5)
    assert [type(event) for event in read(reader)] == [PointerDown]
    assert read(reader) == []
    fingers.clear() if is_device_gone else fingers.update({1: 0})
    assert [type(event) for event in read(reader)] == [PointerUp]
    assert read(reader) == []


@pytest.mark.parametrize("kind", ["finger", "mouse"])
def test_what_was_not_heard_of_for_long_has_let_go(reader, kind):
    if kind == "finger":
        finger(pygame.FINGERDOWN, 0.5, 0.5)
    else:
        post(pygame.MOUSEBUTTONDOWN, pos=(30, 40), button=1, touch=False)
    read(reader)
    assert read(reader, 5.0 + SILENT_S - 0.1) == []
    assert [type(event) for event in read(reader, 5.0 + SILENT_S)] == [PointerUp]
    assert read(reader, 9.0 + SILENT_S) == []


def test_a_key_that_was_not_heard_of_for_long_holds_nothing_and_presses_nothing(reader):
    key(pygame.KEYDOWN, pygame.K_h)
    read(reader)
    read(reader, 5.0 + SILENT_S - 0.1)
    assert reader.held() == {ButtonName.HINT: 5.0}
    read(reader, 5.0 + SILENT_S)
    assert reader.held() == {}
    key(pygame.KEYUP, pygame.K_h)
    assert read(reader, 6.0 + SILENT_S) == []
