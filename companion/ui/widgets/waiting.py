"""Where the main loop sleeps: until input, until its next deadline, or until a thread wakes it.

A desktop's driver waits for its own connection.  Without a desktop SDL looks for input once
a millisecond, so there the input devices themselves are waited for.
"""

from __future__ import annotations

import ctypes
import os
import select
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

DEVICES: Final = Path("/dev/input")
LOOK_S: Final = 3.0
"""How often input devices that were plugged in are looked for."""

POLL_S: Final = 0.014
"""How long to sleep where nothing tells of input: a touch is still shown within 20 ms."""

WAITING_DRIVERS: Final = ("x11", "wayland", "windows", "cocoa")
"""SDL's drivers that sleep in `SDL_WaitEventTimeout`; the others look every millisecond."""

FIRST_WAITING_SDL: Final = (2, 0, 16)

_MOST_READ = 4096


class Waiter:
    """Holds the main loop until something happens; this one for a moment, told of nothing."""

    def wait(self, limit_s: float) -> None:
        """Return on input, when `wake` is called, or after *limit_s* seconds; may be early."""
        time.sleep(max(0.0, min(limit_s, POLL_S)))

    def wake(self) -> None:
        """End the current or the next `wait`; may be called by any thread."""

    def close(self) -> None:
        """Release what is waited for; may be called twice."""


class SdlWaiter(Waiter):
    """Sleeps in SDL itself, which a desktop's driver wakes.

    Args:
        sleep: `SDL_WaitEventTimeout`, which leaves the event in the queue where it is given
            no place for it.
    """

    def __init__(self, sleep: Callable[[None, int], int]) -> None:
        self._sleep = sleep
        self._word = pygame.event.custom_type()
        self._is_called = False

    def wait(self, limit_s: float) -> None:
        if limit_s > 0:
            self._sleep(None, max(1, round(1000 * limit_s)))
        self._is_called = False
        pygame.event.clear(self._word)

    def wake(self) -> None:
        if not self._is_called and pygame.display.get_init():
            self._is_called = True
            pygame.event.post(pygame.event.Event(self._word))


class InputWaiter(Waiter):
    """Sleeps until one of the input devices has something to tell, as SDL will find when it looks.

    Args:
        folder: the devices, or None where nobody touches anything.
        clock: seconds that never go back.
    """

    def __init__(
        self, folder: Path | None = DEVICES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._looked_at_s = float("-inf")
        self._devices: dict[str, int] = {}
        self._word_read, self._word_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def wait(self, limit_s: float) -> None:
        self._look()
        if self._folder is not None and not self._devices:
            limit_s = min(limit_s, POLL_S)
        sources = [self._word_read, *self._devices.values()]
        ready, _, _ = select.select(sources, [], [], max(0.0, limit_s))
        for descriptor in ready:
            self._empty(descriptor)

    def wake(self) -> None:
        try:
            os.write(self._word_write, b"!")
        except (BlockingIOError, OSError):
            # Full of wake-ups that nobody has read yet, or closed: one more adds nothing.
            return

    def close(self) -> None:
        held = [*self._devices.values(), self._word_read, self._word_write]
        self._devices, self._folder, self._word_read, self._word_write = {}, None, -1, -1
        for descriptor in held:
            if descriptor >= 0:
                os.close(descriptor)

    def _look(self) -> None:
        """Open the devices that came since the last look; some belong to others."""
        now_s = self._clock()
        if self._folder is None or 0 <= now_s - self._looked_at_s < LOOK_S:
            return
        self._looked_at_s = now_s
        for path in self._folder.glob("event*"):
            if path.name not in self._devices:
                try:
                    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
                    self._devices[path.name] = os.open(path, flags)
                except OSError:
                    continue

    def _empty(self, descriptor: int) -> None:
        """Read what there is, so that it wakes nobody again; SDL reads its own copy."""
        try:
            while read := os.read(descriptor, _MOST_READ):
                if len(read) < _MOST_READ:
                    return
        except BlockingIOError:
            return
        except OSError:
            pass
        # It was unplugged.
        self._devices = {name: fd for name, fd in self._devices.items() if fd != descriptor}
        os.close(descriptor)


def open_waiter() -> Waiter:
    """Return what waits for the input of the display that is open."""
    driver = pygame.display.get_driver().lower()
    sleep = _sdl_sleep()
    if driver in WAITING_DRIVERS and sleep is not None:
        return SdlWaiter(sleep)
    if not hasattr(os, "pipe2"):
        return Waiter()
    return InputWaiter(None if driver in ("dummy", "offscreen") else DEVICES)


def _sdl_sleep() -> Callable[[None, int], int] | None:
    """Return SDL's own waiting, which pygame does not offer: its own looks every millisecond."""
    if pygame.get_sdl_version() < FIRST_WAITING_SDL:
        return None
    try:
        sleep = ctypes.CDLL(pygame.display.__file__).SDL_WaitEventTimeout
    except (OSError, AttributeError):
        return None
    sleep.argtypes = (ctypes.c_void_p, ctypes.c_int)
    sleep.restype = ctypes.c_int
    return sleep
