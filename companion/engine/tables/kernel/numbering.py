"""Numbers of positions: of each two disjoint sets of points, of which symmetry leaves one of many.

A set is an int with bit *n* set for point *n*.  Sets with equally many points are ranked
in the order of these ints, which is the order of the combinatorial number system: a
rank is a sum of binomial coefficients, one a point.

A position is the set of the side to move and that of the other side.  It is brought by a
symmetry of the board to one whose first set is the lowest that any symmetry brings it to:
the *row*.  The *column* is the rank of the other set among the points that the row leaves
free.  Where several symmetries bring a set to its row, always the same one is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    # The compiler's; nothing needs it when the program runs.
    from mypy_extensions import i64

MOST_POINTS: Final = 28
"""Two sets of so many points fit an int that is always fast; see `packed`."""

PARTS: Final = 3

ENTRY: Final = 4
"""Bytes for each set in `Numbering.chosen`: three of its row, one of the map that leads there."""

NO_MAP: Final = 255
UNKNOWN: Final = bytes((0, 0, 0, NO_MAP))
"""Stands for a set that no row has been found for yet."""


@final
class Numbering:
    """The tables by which sets of *points* points are ranked, mapped and looked up.

    Args:
        points: of the board, at most `MOST_POINTS`.
        maps: the symmetries of the game, the identity first: for each the point to which
            it brings each point.  They are closed: one after another is again one of them.

    Attributes:
        everywhere: the set of all points.
        inverses: for each map the number of the one that undoes it.
        together: for each map and a second one the number of both, one after the other.
    """

    def __init__(self, points: int, maps: Sequence[Sequence[int]]) -> None:
        # Sets are looked up in three parts, so that the tables stay in the processor's cache.
        bits = -(-points // PARTS)
        self.points: i64 = points
        self.everywhere: i64 = (1 << points) - 1
        self.map_count: i64 = len(maps)
        self._bits: i64 = bits
        self._part: i64 = (1 << bits) - 1
        self._counts: list[int] = [part.bit_count() for part in range(1 << bits)]
        self._shares: list[int] = [
            share
            for number in range(PARTS)
            for before in range(number * bits + 1)
            for share in _shares(bits, number * bits, before)
        ]
        wide = [(*each, *range(points, PARTS * bits)) for each in maps]
        self._brought: list[int] = [
            sites
            for each in wide
            for number in range(PARTS)
            for sites in _brought(each[number * bits : (number + 1) * bits])
        ]
        self._binomials: list[int] = [
            comb(point, count) for count in range(points + 2) for point in range(points + 1)
        ]
        self.inverses: list[int] = [wide.index(_undone(each)) for each in wide]
        self.together: list[int] = [
            wide.index(tuple(second[point] for point in first))
            for first in wide
            for second in wide
        ]
        self._rows: dict[int, list[int]] = {}
        self._chosen: dict[int, bytes] = {}
        self._combinations: dict[tuple[int, int], bytes] = {}

    def count(self, sites: i64) -> i64:
        """Return how many members *sites* has."""
        counts = self._counts
        part: i64 = self._part
        bits: i64 = self._bits
        return counts[sites & part] + counts[sites >> bits & part] + counts[sites >> 2 * bits]

    def rank(self, sites: i64) -> i64:
        """Return the number of *sites* among the sets of its size, from 0."""
        shares = self._shares
        bits: i64 = self._bits
        low: i64 = sites & self._part
        middle: i64 = sites >> bits & self._part
        before: i64 = self._counts[low]
        total: i64 = shares[low] + shares[before + 1 << bits | middle]
        before += self._counts[middle] + bits + 2
        return total + shares[before << bits | sites >> 2 * bits]

    def moved(self, number: i64, sites: i64) -> i64:
        """Return the set to which the map of this *number* brings *sites*."""
        brought = self._brought
        bits: i64 = self._bits
        part: i64 = self._part
        base: i64 = PARTS * number << bits
        low: i64 = brought[base | sites & part]
        middle: i64 = brought[base + part + 1 + (sites >> bits & part)]
        high: i64 = brought[base + 2 * (part + 1) + (sites >> 2 * bits)]
        return low | middle | high

    def column(self, own: i64, enemy: i64) -> i64:
        """Return the rank of *enemy* among the points that *own* leaves free."""
        counts = self._counts
        binomials = self._binomials
        bits: i64 = self._bits
        part: i64 = self._part
        step: i64 = self.points + 1
        free: i64 = self.everywhere ^ own
        base: i64 = 0
        total: i64 = 0
        lowest: i64 = 0
        below: i64 = 0
        while enemy:
            lowest = enemy & -enemy
            enemy ^= lowest
            base += step
            below = free & lowest - 1
            total += binomials[
                base
                + counts[below & part]
                + counts[below >> bits & part]
                + counts[below >> 2 * bits]
            ]
        return total

    def rows(self, size: int) -> list[int]:
        """Return the sets of *size* points that no map brings to a lower one, in order."""
        if size not in self._rows:
            self._choose(size)
        return self._rows[size]

    def chosen(self, size: int) -> bytes:
        """Return for each set of *size* points its row and the map to it; see `ENTRY`."""
        if size not in self._chosen:
            self._choose(size)
        return self._chosen[size]

    def _choose(self, size: int) -> None:
        rows: list[int] = []
        entries = bytearray(UNKNOWN * comb(int(self.points), size))
        sites: i64 = (1 << size) - 1
        at: i64 = 0
        while sites <= self.everywhere:
            if entries[at + 3] == NO_MAP:
                self._enter(entries, sites, len(rows))
                rows.append(sites)
            at += ENTRY
            # The next int with as many bits (Gosper, HAKMEM 175).
            lowest: i64 = sites & -sites
            ripple: i64 = sites + lowest
            sites = ripple | (sites ^ ripple) // lowest >> 2
        self._rows[size] = rows
        self._chosen[size] = bytes(entries)

    def _enter(self, entries: bytearray, sites: i64, row: i64) -> None:
        """Enter the *row* of *sites* for all sets that a map brings to it."""
        number: i64 = 0
        while number < self.map_count:
            at: i64 = self.rank(self.moved(self.inverses[number], sites)) * ENTRY
            if entries[at + 3] == NO_MAP:
                entries[at] = row & 255
                entries[at + 1] = row >> 8 & 255
                entries[at + 2] = row >> 16
                entries[at + 3] = number
            number += 1

    def combinations(self, free: int, size: int) -> bytes:
        """Return the sets of *size* of so many *free* points by rank, a byte for each member."""
        combinations = self._combinations.get((free, size))
        if combinations is None:
            combinations = _combinations(free, size)
            self._combinations[free, size] = combinations
        return combinations


def _combinations(free: int, size: int) -> bytes:
    members = list(range(size))
    combinations = bytearray()
    while True:
        combinations += bytes(members)
        # The lowest member that can rise does so, and those below it start anew.
        place = 0
        while place + 1 < size and members[place] + 1 == members[place + 1]:
            members[place] = place
            place += 1
        members[place] += 1
        if members[place] == free:
            return bytes(combinations)


def _shares(bits: int, first: int, before: int) -> list[int]:
    """Return the share of each part of *bits* points from *first* on, *before* points below it."""
    shares = [0]
    for part in range(1, 1 << bits):
        highest = part.bit_length() - 1
        shares.append(
            shares[part ^ 1 << highest] + comb(first + highest, before + part.bit_count())
        )
    return shares


def _undone(sites: Sequence[int]) -> tuple[int, ...]:
    """Return the map that brings each point back from where *sites* brings it."""
    return tuple(sorted(range(len(sites)), key=sites.__getitem__))


def _brought(sites: Sequence[int]) -> list[int]:
    """Return for each set of the points that *sites* brings somewhere where they come to."""
    sums = [0]
    for part in range(1, 1 << len(sites)):
        highest = part.bit_length() - 1
        sums.append(sums[part ^ 1 << highest] | 1 << sites[highest])
    return sums


@final
class Places:
    """The places of all positions with *count* pieces of the side to move, *others* of the other.

    Attributes:
        rows: the sets of the side to move, one of many that are symmetric to each other.
        width: sets of the other side beside each of them.
        size: of all places.
    """

    def __init__(self, numbering: Numbering, count: int, others: int) -> None:
        self.numbering = numbering
        self.count: i64 = count
        self.others: i64 = others
        self.rows: list[int] = numbering.rows(count)
        self.chosen: bytes = numbering.chosen(count)
        self.width: i64 = comb(int(numbering.points) - count, others)
        self.size: i64 = len(self.rows) * self.width
        self._members: bytes = b""

    def index(self, own: i64, enemy: i64) -> i64:
        """Return the place of the position with these two sets."""
        numbers = self.numbering
        chosen = self.chosen
        entry: i64 = numbers.rank(own) * ENTRY
        row: i64 = chosen[entry] | chosen[entry + 1] << 8 | chosen[entry + 2] << 16
        number: i64 = chosen[entry + 3]
        own = numbers.moved(number, own)
        return row * self.width + numbers.column(own, numbers.moved(number, enemy))

    def open(self) -> None:
        """Make ready for `enemy_at`, which looking positions up does without."""
        free = int(self.numbering.points - self.count)
        self._members = self.numbering.combinations(free, int(self.others))

    def free_points(self, own: i64) -> list[int]:
        """Return the points outside *own*, each as a set of one, in order."""
        points: list[int] = []
        rest: i64 = self.numbering.everywhere ^ own
        while rest:
            lowest: i64 = rest & -rest
            points.append(lowest)
            rest ^= lowest
        return points

    def enemy_at(self, free: list[int], column: i64) -> i64:
        """Return the set in *column* of a row that leaves the points *free*."""
        members = self._members
        at: i64 = column * self.others
        end: i64 = at + self.others
        enemy: i64 = 0
        while at < end:
            enemy |= free[members[at]]
            at += 1
        return enemy

    def keepers(self) -> list[list[int]]:
        """Return for each row the maps that keep its set, the identity first."""
        numbers = self.numbering
        alone = [0]
        keepers = []
        for row in range(len(self.rows)):
            sites: i64 = self.rows[row]
            maps = [
                each for each in range(numbers.map_count) if numbers.moved(each, sites) == sites
            ]
            keepers.append(maps if len(maps) > 1 else alone)
        return keepers


@final
class ShapeValues:
    """The *values* of all positions of one *shape*; see `solving`."""

    def __init__(self, shape: Places, values: bytes) -> None:
        self._shape = shape
        self._values = values

    def value(self, own: i64, enemy: i64) -> i64:
        """Return the value of the position with these two sets."""
        return self._values[self._shape.index(own, enemy)]
