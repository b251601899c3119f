"""The highest of many numbers, as the plies of a position are that were valued.

Knows numbers alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64

MOST: Final = 1 << 40
"""As good as no bound."""

ROOM: Final = 64
"""How many more than wanted are noted before the lowest of them are left out."""


class Highest:
    """The highest of the numbers noted so far, each from 0 to 2 to the power of 61.

    Attributes:
        count: how many were noted.
    """

    def __init__(self, kept: int) -> None:
        self.count: i64 = 0
        self._kept: i64 = min(kept, MOST)
        self._full: i64 = self._kept + ROOM
        self._floor: i64 = -1
        self._noted: list[int] = []

    def note(self, number: i64) -> None:
        """Note *number*; it may be left out where it is not among the highest."""
        self.count += 1
        if number > self._floor:
            self._noted.append(int(number))
            if len(self._noted) >= self._full:
                self._cut()

    def taken(self) -> list[int]:
        """Return the highest numbers, at most as many as are kept, the highest first."""
        self._cut()
        return self._noted

    def _cut(self) -> None:
        self._noted.sort(reverse=True)
        if len(self._noted) >= self._kept:
            del self._noted[self._kept :]
            self._floor = self._noted[-1] if self._noted else 0
