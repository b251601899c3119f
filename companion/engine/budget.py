"""Counts what a search costs and says when it has to end.

Knows limits and a clock that is passed in, no positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from companion.engine.limits import Limits

KEPT_SHARE: Final = 0.1
MOST_KEPT_S: Final = 0.2
"""What is kept of the time for what follows the search: the look at the next turn, the texts."""


class StoppedError(Exception):
    """A limit is met; what was found so far stands."""


class Budget:
    """Counts nodes and watches limits; *is_cancelled* is asked now and then."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float], is_cancelled: Callable[[], bool]
    ) -> None:
        self.nodes = 0
        self._most = limits.nodes
        self._clock = clock
        self._is_cancelled = is_cancelled
        self._until: float | None = None
        self._end: float | None = None
        if limits.time_s is not None:
            self._end = clock() + limits.time_s
            self._until = self._end - min(MOST_KEPT_S, KEPT_SHARE * limits.time_s)

    def check(self) -> None:
        """Raise StoppedError when a limit is met."""
        if (self._most is not None and self.nodes >= self._most) or self.is_late():
            raise StoppedError

    def next_look(self, most: int) -> int:
        """Return at how many nodes to check again: *most* from now, or where the limit is."""
        step = most if self._most is None else max(1, min(most, self._most - self.nodes))
        return self.nodes + step

    def has_nodes(self, number: int) -> bool:
        """Return whether so many positions may still be valued."""
        return self._most is None or self._most - self.nodes >= number

    @contextmanager
    def holding_back(self, share: float) -> Iterator[None]:
        """End what is done within so early that *share* of the time left remains."""
        most, until = self._most, self._until
        if most is not None:
            self._most = most - int(share * (most - self.nodes))
        if until is not None:
            self._until = until - share * (until - self._clock())
        try:
            yield
        finally:
            self._most, self._until = most, until

    def is_late(self) -> bool:
        """Return whether the time of the search is over, or nobody waits for it."""
        return (self._until is not None and self._clock() >= self._until) or self._is_cancelled()

    def is_over(self) -> bool:
        """Return whether all the time is used, also what was kept for after the search."""
        return (self._end is not None and self._clock() >= self._end) or self._is_cancelled()
