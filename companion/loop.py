"""How the main loop turns by hand, as fast as it can, for scripts and tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

TURN_S: Final = 0.010
"""How long a turn takes while something goes on; input ends it sooner."""


class ManualClock:
    """A clock that is only moved by hand."""

    def __init__(self) -> None:
        self.now_s = 1.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now_s


class ManualLoop:
    """A loop whose time passes only when it is asked to, for scripts and tests.

    Args:
        tick: one turn of the loop.
        clock: the loop's own.
    """

    def __init__(self, tick: Callable[[], None], clock: ManualClock) -> None:
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
