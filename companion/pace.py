"""How often the main loop turns."""

from __future__ import annotations

import time
from typing import Final

TURNS_PER_S: Final = 100
"""How often input is read: a touch waits 10 ms at most."""


class Pace:
    """Holds a loop to `TURNS_PER_S`; a turn that took too long is not made up for."""

    def __init__(self) -> None:
        self._due_s = time.monotonic()

    def wait(self) -> None:
        """Sleep until the next turn is due."""
        now_s = time.monotonic()
        self._due_s = max(self._due_s + 1 / TURNS_PER_S, now_s)
        # pygame's own clock does the same and takes a third more of a processor for it.
        time.sleep(self._due_s - now_s)
