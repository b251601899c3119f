"""Alquerque's base rules as the builder of endgame tables asks for them.

See `companion.engine.tables.table.SetGame`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from companion.games.alquerque.rules.kernel.loops import (
    EVERYWHERE,
    POINTS,
    Plies,
    Ways,
    kernel_for,
)

if TYPE_CHECKING:
    # The compiler's; nothing needs it when the program runs.
    from mypy_extensions import i64

SITES: Final = 25


@final
class TwoSets:
    """Steps and captures in all directions, optional, over the lines of one board."""

    def __init__(self, name: str, maps: Sequence[Sequence[int]], ways: Ways) -> None:
        self.name = name
        self.points = SITES
        self.maps = maps
        self.least = 1
        self._kernel = kernel_for(ways, False)
        self._plies = Plies()

    def __reduce__(self) -> tuple[object, ...]:
        """Return how another process makes the same: compiled classes cannot be taken apart."""
        return TwoSets, (self.name, self.maps, self._kernel.ways)

    def steps(self, own: i64, enemy: i64) -> i64:
        """Return how many steps *own* has."""
        self._plies.count = 0
        self._kernel.steps(own, enemy, self._plies)
        return self._plies.count

    def before(self, own: i64, enemy: i64) -> list[int]:
        """Return the sets that *enemy* may have been before its last step."""
        return [ply & EVERYWHERE for ply in self._listed(self.steps(enemy, own))]

    def captures(self, own: i64, enemy: i64) -> list[int]:
        """Return what captures lead to."""
        plies = self._plies
        plies.count = 0
        landings: i64 = self._kernel.landings(own, enemy)
        if landings:
            self._kernel.captures(own, enemy, landings, plies)
        return [ply & EVERYWHERE | ply >> POINTS << SITES for ply in self._listed(plies.count)]

    def _listed(self, count: i64) -> list[int]:
        return [cell.ply for cell in self._plies.cells[:count]]
