"""The sensors of the simulated table: whatever lies on it is put and lifted by name of place."""

from __future__ import annotations

from companion.ports import Matrix, Sensors

Place = tuple[int, int]
"""Column and row of the matrix, from 0 at the near left."""


class VirtualMatrix(Sensors):
    """The `Sensors` of a matrix that lies under the whole panel.

    It tells nothing before it is switched on.

    Args:
        size: columns and rows.

    Attributes:
        is_on: whether it tells anything.
        occupied: where something stands.
        count: how often something has changed.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.is_on = False
        self.occupied: frozenset[Place] = frozenset()
        self.count = 0

    def switch_on(self, occupied: frozenset[Place] = frozenset()) -> None:
        """Begin to tell, with something standing on each place of *occupied*."""
        self.is_on, self.occupied = True, occupied
        self.count += 1

    def put(self, place: Place) -> None:
        """Put something on *place*."""
        self.occupied |= {place}
        self.count += 1

    def lift(self, place: Place) -> None:
        """Take off what stands on *place*."""
        self.occupied -= {place}
        self.count += 1

    def matrix(self) -> Matrix | None:
        return Matrix(self.size, self.occupied) if self.is_on else None
