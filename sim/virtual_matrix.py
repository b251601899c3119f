"""The sensors of the simulated table: whatever lies on it is put and lifted by name of place."""

from __future__ import annotations

from companion.ports import Matrix

Place = tuple[int, int]
"""Column and row of the matrix, from 0 at the near left."""


class VirtualMatrix:
    """The `Sensors` of a matrix that lies under the whole panel.

    It tells nothing before it is switched on.

    Args:
        size: columns and rows.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.count = 0
        self._is_on = False
        self._occupied: frozenset[Place] = frozenset()

    @property
    def is_on(self) -> bool:
        """Return whether it tells anything."""
        return self._is_on

    @property
    def occupied(self) -> frozenset[Place]:
        """Return where something stands."""
        return self._occupied

    def switch_on(self, occupied: frozenset[Place] = frozenset()) -> None:
        """Begin to tell, with something standing on each place of *occupied*."""
        self._is_on, self._occupied = True, occupied
        self.count += 1

    def put(self, place: Place) -> None:
        """Put something on *place*."""
        self._occupied |= {place}
        self.count += 1

    def lift(self, place: Place) -> None:
        """Take off what stands on *place*."""
        self._occupied -= {place}
        self.count += 1

    def matrix(self) -> Matrix | None:
        """Return what is occupied, or None before it is switched on."""
        return Matrix(self.size, self._occupied) if self._is_on else None
