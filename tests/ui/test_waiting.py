"""Where the main loop sleeps: what wakes it, and that nothing else does."""

import os
import threading
import time
from pathlib import Path

import pygame
import pytest

from companion.ui.widgets.waiting import (
    LOOK_S,
    POLL_S,
    InputWaiter,
    SdlWaiter,
    Waiter,
    open_waiter,
)
from companion.ui.widgets.window import open_display

LONG_S = 20.0
"""Longer than any of these tests may take."""


@pytest.fixture
def devices(tmp_path):
    """A folder of input devices; a pipe stands for each, as it can be opened and goes away."""
    return tmp_path


@pytest.fixture
def waiter(devices):
    opened = InputWaiter(devices)
    yield opened
    opened.close()


@pytest.fixture
def display():
    open_display()
    pygame.display.set_mode((64, 48))
    pygame.event.get()
    yield
    pygame.display.quit()


def plugged_in(folder, name="event0"):
    """A device in *folder*, to be written to as a kernel would."""
    os.mkfifo(folder / name)
    return os.open(folder / name, os.O_RDWR)


def slept_s(waiter, limit_s):
    started = time.monotonic()
    waiter.wait(limit_s)
    return time.monotonic() - started


def held():
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def later(deed):
    threading.Timer(0.05, deed).start()


def test_a_touch_wakes_it(devices):
    device = plugged_in(devices)
    waiter = InputWaiter(devices)
    later(lambda: os.write(device, b"touched"))
    assert slept_s(waiter, LONG_S) < LONG_S / 2
    # What was told has been read: it does not wake again.
    assert slept_s(waiter, 0.1) >= 0.09
    waiter.close()
    os.close(device)


def test_a_word_from_a_thread_wakes_it(devices):
    plugged = plugged_in(devices)
    waiter = InputWaiter(devices)
    later(waiter.wake)
    assert slept_s(waiter, LONG_S) < LONG_S / 2
    assert slept_s(waiter, 0.1) >= 0.09
    waiter.close()
    os.close(plugged)


def test_a_word_before_it_sleeps_is_not_lost(devices):
    waiter = InputWaiter(None)
    waiter.wake()
    assert slept_s(waiter, LONG_S) < LONG_S / 2
    waiter.close()


def test_a_thousand_words_wake_once(devices):
    waiter = InputWaiter(None)
    for _ in range(100_000):
        waiter.wake()
    for _ in range(20):
        waiter.wait(0.0)
    assert slept_s(waiter, 0.1) >= 0.09
    waiter.close()


def test_without_devices_it_looks_for_input_itself(waiter):
    assert slept_s(waiter, LONG_S) < LONG_S / 2


def test_a_device_that_is_plugged_in_is_found_and_one_that_goes_is_let_go(devices):
    now_s = 0.0
    waiter = InputWaiter(devices, lambda: now_s)
    waiter.wait(0.0)
    device = plugged_in(devices)
    now_s += LOOK_S
    later(lambda: os.write(device, b"touched"))
    assert slept_s(waiter, LONG_S) > POLL_S
    (devices / "event0").unlink()
    os.close(device)
    waiter.wait(0.0)
    before = held()
    waiter.wait(0.0)
    assert held() == before
    # None is left: it looks for input itself again.
    assert slept_s(waiter, LONG_S) < LONG_S / 2
    waiter.close()


def test_what_may_not_be_read_is_no_device(devices):
    (devices / "event0").symlink_to("/nowhere")
    waiter = InputWaiter(devices)
    assert slept_s(waiter, LONG_S) < LONG_S / 2
    waiter.close()


def test_closed_it_holds_nothing_and_may_be_woken(devices):
    before = held()
    device = plugged_in(devices)
    waiter = InputWaiter(devices)
    waiter.wait(0.0)
    waiter.close()
    waiter.close()
    waiter.wake()
    os.close(device)
    assert held() == before


def test_polling_waits_for_no_longer_than_a_finger_bears():
    waiter = Waiter()
    waiter.wake()
    assert 0.01 < slept_s(waiter, LONG_S) < LONG_S / 2
    assert slept_s(waiter, -1.0) < LONG_S / 2
    waiter.close()


def test_sdl_is_asked_for_whole_milliseconds_and_never_for_ever(display):
    asked = []
    waiter = SdlWaiter(lambda place, limit_ms: asked.append((place, limit_ms)) or 0)
    for limit_s in (0.0, 0.0001, 0.5):
        waiter.wait(limit_s)
    assert asked == [(None, 1), (None, 500)]


def test_words_do_not_pile_up_in_the_queue_of_sdl_and_nothing_else_is_lost(display):
    waiter = SdlWaiter(lambda place, limit_ms: 1)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode=""))
    for _ in range(100_000):
        waiter.wake()
    waiter.wait(1.0)
    assert [event.type for event in pygame.event.get()] == [pygame.KEYDOWN]
    waiter.wake()
    assert len(pygame.event.get()) == 1
    waiter.close()


def test_without_a_screen_nobody_touches_anything(display):
    waiter = open_waiter()
    later(waiter.wake)
    assert POLL_S < slept_s(waiter, LONG_S) < LONG_S / 2
    waiter.close()


def test_a_word_after_the_display_was_closed_wakes_nobody(display):
    waiter = SdlWaiter(lambda place, limit_ms: 0)
    pygame.display.quit()
    waiter.wake()
