"""How the main loop turns: at its pace for players, as fast as it can for scripts and tests."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

TURN_S: Final = 0.010
"""How often input is read: a touch waits this long at most."""

RESTING_TURN_S: Final = 0.014
"""The same where nothing has happened for a moment: a touch is still shown within 20 ms."""


class Pace:
    """Holds a loop to its turns; one that took too long is not made up for."""

    def __init__(self) -> None:
        self._due_s = time.monotonic()

    def wait(self, turn_s: float) -> None:
        """Sleep until *turn_s* after the turn before was due."""
        now_s = time.monotonic()
        self._due_s = max(self._due_s + turn_s, now_s)
        # pygame's own clock does the same and takes a third more of a processor for it.
        time.sleep(self._due_s - now_s)


class HandClock:
    """A clock that is only moved by hand."""

    def __init__(self) -> None:
        self.now_s = 1.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now_s


class HandTurned:
    """
    A loop whose time passes only when it is asked to, for scripts and tests.

    Args:
        tick: one turn of the loop.
        clock: the loop's own.
    """

    def __init__(self, tick: Callable[[], None], clock: HandClock) -> None:
        self._tick = tick
        self._clock = clock

    def ticks(self, count: int) -> None:
        """Let the loop turn *count* times."""
        for _ in range(count):
            self._clock.now_s += TURN_S
            self._tick()

    def wait(self, seconds: float) -> None:
        """Let so much time pass, one turn at least."""
        self.ticks(max(1, round(seconds / TURN_S)))
