"""Alquerque's base rules as the builder of endgame tables asks for them.

See `companion.engine.tables.table.SetGame`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    # The compiler's; nothing needs it when the program runs.
    from mypy_extensions import i64

POINTS: Final = 25


@final
class TwoSets:
    """Steps and captures in all directions, optional, over the lines of one board."""

    def __init__(
        self,
        name: str,
        maps: Sequence[Sequence[int]],
        steps: Sequence[int],
        hops: Sequence[Sequence[tuple[int, int, int]]],
    ) -> None:
        self.name = name
        self.points = POINTS
        self.maps = maps
        self.least = 1
        self._hops = hops
        self._steps: list[int] = list(steps)
        self._jumped: list[int] = [hop[0] for at in hops for hop in at]
        self._landing: list[int] = [hop[1] for at in hops for hop in at]
        self._ends: list[int] = [hop[2] for at in hops for hop in at]
        self._first: list[int] = [0]
        for at in hops:
            self._first.append(self._first[-1] + len(at))

    def __reduce__(self) -> tuple[object, ...]:
        """Return how another process makes the same: compiled classes cannot be taken apart."""
        return TwoSets, (self.name, self.maps, self._steps, self._hops)

    def steps(self, own: i64, enemy: i64) -> i64:
        """Return how many steps *own* has."""
        closed: i64 = own | enemy
        count: i64 = 0
        while own:
            start: i64 = own & -own
            own ^= start
            ends: i64 = self._steps[_site(start)] & ~closed
            while ends:
                ends &= ends - 1
                count += 1
        return count

    def before(self, own: i64, enemy: i64) -> list[int]:
        """Return the sets that *enemy* may have been before its last step."""
        closed: i64 = own | enemy
        sets: list[int] = []
        rest: i64 = enemy
        while rest:
            end: i64 = rest & -rest
            rest ^= end
            starts: i64 = self._steps[_site(end)] & ~closed
            while starts:
                start: i64 = starts & -starts
                starts ^= start
                sets.append(enemy ^ end ^ start)
        return sets

    def captures(self, own: i64, enemy: i64) -> list[int]:
        """Return what captures lead to; several routes to the same may be told apart."""
        sets: list[int] = []
        rest: i64 = own
        while rest:
            start: i64 = rest & -rest
            rest ^= start
            self._follow(own ^ start, enemy, _site(start), sets)
        return sets

    def _follow(self, friends: i64, enemy: i64, site: i64, sets: list[int]) -> None:
        closed: i64 = friends | enemy
        number: i64 = self._first[site]
        end: i64 = self._first[site + 1]
        while number < end:
            jumped: i64 = self._jumped[number]
            landing: i64 = self._landing[number]
            if jumped & enemy and not landing & closed:
                left: i64 = enemy ^ jumped
                sets.append(friends | landing | left << POINTS)
                self._follow(friends, left, self._ends[number], sets)
            number += 1


def _site(point: i64) -> i64:
    """Return the number of the only member of *point*."""
    # 37 has no power of two twice among its remainders.
    return SITES[point % 37]


SITES: Final = [
    next((site for site in range(36) if (1 << site) % 37 == rest), 0) for rest in range(37)
]
