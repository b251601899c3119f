"""Sets of points by number: the *n*-th of all sets with so many points, and back.

A set is an int with bit *n* set for site *n*.  Sets with equally many points are
numbered in the order of these ints, which is the order of the combinatorial number
system: a set's number is a sum of binomial coefficients, one a point.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

POINTS: Final = 25
LOW_BITS: Final = 13
"""Sets are looked up in two parts, so that the tables stay small."""

LOW: Final = (1 << LOW_BITS) - 1


class Ranks:
    """The tables by which sets of points are numbered.

    Attributes:
        low: for the low part of a set, its share of the number.
        counts: for the low part of a set, how many points it has.
        high: for a number of points in the low part and for the high part, its share.
    """

    def __init__(self) -> None:
        self.low = _shares(LOW_BITS, 0, 0)
        self.counts = [part.bit_count() for part in range(1 << LOW_BITS)]
        self.high = [
            _shares(POINTS - LOW_BITS, LOW_BITS, before) for before in range(LOW_BITS + 1)
        ]

    def rank(self, points: int) -> int:
        """Return the number of *points* among the sets of its size, from 0."""
        part = points & LOW
        return self.low[part] + self.high[self.counts[part]][points >> LOW_BITS]


def _shares(bits: int, first: int, before: int) -> list[int]:
    """Return the share of each part of *bits* points from *first* on, *before* points below it."""
    shares = [0]
    for part in range(1, 1 << bits):
        highest = part.bit_length() - 1
        shares.append(
            shares[part ^ 1 << highest] + comb(first + highest, before + part.bit_count())
        )
    return shares


@lru_cache(maxsize=1)
def ranks() -> Ranks:
    """Return the tables, made once."""
    return Ranks()


@lru_cache(maxsize=16)
def sets_of_size(size: int) -> list[int]:
    """Return all sets of *size* points by number; the list must not be changed."""
    if not size:
        return [0]
    found = []
    points, end = (1 << size) - 1, 1 << POINTS
    while points < end:
        found.append(points)
        # The next int with as many bits (Gosper, HAKMEM 175).
        lowest = points & -points
        ripple = points + lowest
        points = ripple | (points ^ ripple) // lowest >> 2
    return found
