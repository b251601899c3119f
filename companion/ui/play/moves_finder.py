"""Works something out beside the main loop, such as all legal moves of a position."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

QUICK_S = 0.004
"""Most positions are done in this time, so that their moves show in the same frame."""

SWITCH_S = 0.0005
"""How long a thread of Python keeps the others waiting.

Python's own 5 ms, several times in one frame, would make the screen late.
"""

Found = TypeVar("Found")


class MovesFinder(Generic[Found]):
    """What *find* returns, worked out in a thread of its own."""

    def __init__(self, find: Callable[[], Found]) -> None:
        sys.setswitchinterval(SWITCH_S)
        self._find = find
        self._found: Found | None = None
        self._thread = threading.Thread(target=self._run, name="moves", daemon=True)
        self._thread.start()
        self._thread.join(QUICK_S)

    def _run(self) -> None:
        self._found = self._find()

    @property
    def found(self) -> Found | None:
        """Return what was found, or None while it is being worked out."""
        return self._found

    def wait(self) -> None:
        """Return when it is found; for tests and scripts."""
        self._thread.join()
