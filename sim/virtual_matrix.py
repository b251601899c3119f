"""The sensors of the simulated table: whatever lies on it is put and lifted by name of place."""

from __future__ import annotations

from collections.abc import Callable

Place = tuple[int, int]
"""Column and row of the matrix, from 0 at the near left."""

MOST = 16
"""Columns, and rows, that a controller can have."""


class VirtualMatrix:
    """A matrix of sensors that lies under the panel, wired to the virtual controller.

    Args:
        panel_size: columns and rows of the panel; the matrix has at most `MOST` of each.

    Attributes:
        size: columns and rows of the matrix.
        is_on: whether it is wired to the controller.
        occupied: where something stands.
        count: how often something has changed.
        on_change: called after each change.
    """

    def __init__(self, panel_size: tuple[int, int]) -> None:
        self.size = (min(panel_size[0], MOST), min(panel_size[1], MOST))
        self.is_on = False
        self.occupied: frozenset[Place] = frozenset()
        self.count = 0
        self.on_change: Callable[[], None] = lambda: None

    def switch_on(self, occupied: frozenset[Place] = frozenset()) -> None:
        """Wire it, with something standing on each place of *occupied*."""
        self.is_on = True
        self._change(occupied)

    def has(self, place: Place) -> bool:
        """Return whether a sensor that is wired lies at *place*."""
        return self.is_on and all(at < most for at, most in zip(place, self.size, strict=True))

    def put(self, place: Place) -> None:
        """Put something on *place*."""
        self._change(self.occupied | {place})

    def lift(self, place: Place) -> None:
        """Remove what stands on *place*."""
        self._change(self.occupied - {place})

    def _change(self, occupied: frozenset[Place]) -> None:
        self.occupied = occupied
        self.count += 1
        self.on_change()
