"""How often the main loop turns."""

from __future__ import annotations

import time
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
