"""What the search of Alquerque has at hand: records of fixed numbers, made once and written over.

A list of such records stands in the place of an array: the numbers in them are plain where
this is compiled, while each number in a list of numbers would be an object of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from companion.engine.limits import WIN, WON_FROM

if TYPE_CHECKING:
    # The compiler's; nothing needs it when the program runs.
    from mypy_extensions import i64

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
"""What the worth that is kept of a position says of its real one."""

ENTRIES: Final = 1 << 18
"""Positions that are remembered: 25 MB, where a search goes on for so long."""

SLOTS: Final = 1 + (1 << 10)
"""One for each step on a board of 31 points, for both sides, and 0 for all captures."""

MIXED: Final = 0x1E3779B97F4A7C15
"""An odd number that brings sets that are alike far from each other."""

OPEN: Final = WIN + 1
"""In place of a worth: it is not known yet."""

CAPTURE: Final = 1 << 20
KILLER: Final = 1 << 16
"""How promising captures and killers are; the history of a step stays below."""

KEPT_BITS: Final = 14
"""The history of a step never exceeds 2 to this power."""


class Outside(Protocol):
    """What the search asks of the program."""

    def look(self, nodes: int) -> int:
        """Return at how many nodes to look again; StoppedError where a limit is met."""

    def known(self, own: int, enemy: int) -> int:
        """Return what a table knows: 0 is a draw, else a ply more than to the end; -1 nothing."""


def later(worth: i64, plies: i64) -> i64:
    """Return *worth* with a win or loss farther away by *plies*."""
    if worth >= WON_FROM:
        return worth - plies
    return worth + plies if worth <= -WON_FROM else worth


class Remembered:
    """What is known of the position *key*, with its quiet plies where they matter.

    Attributes:
        best: the ply that was best, as `ply_of` has it.
        worth: to the side to move; wins are counted from this position.
        depth: plies that were looked ahead.
    """

    def __init__(self) -> None:
        self.key: i64 = 0
        self.quiet: i64 = 0
        self.best: i64 = 0
        self.worth: i64 = 0
        self.depth: i64 = 0
        self.bound: i64 = 0


class Memory:
    """The positions that were looked at: of those that fall together the deepest and the last."""

    def __init__(self) -> None:
        self.entries: list[Remembered | None] = [None] * ENTRIES

    def find(self, key: i64, quiet: i64) -> Remembered | None:
        """Return what is known of a position, or None."""
        at: i64 = place_of(key)
        entry = self.entries[at]
        if entry is not None and entry.key == key and entry.quiet == quiet:
            return entry
        entry = self.entries[at ^ 1]
        if entry is not None and entry.key == key and entry.quiet == quiet:
            return entry
        return None

    def keep(self, key: i64, quiet: i64, best: i64, worth: i64, depth: i64, bound: i64) -> None:
        """Remember what was found of a position."""
        at: i64 = place_of(key)
        entry = self.entries[at]
        if entry is not None and entry.depth > depth and entry.key != key:
            at ^= 1
            entry = self.entries[at]
        if entry is None:
            entry = Remembered()
            self.entries[at] = entry
        entry.key = key
        entry.quiet = quiet
        entry.best = best
        entry.worth = worth
        entry.depth = depth
        entry.bound = bound


def place_of(key: i64) -> i64:
    """Return where *key* is remembered, or one beside it."""
    return ((key ^ key >> 29) * MIXED >> 30) & (ENTRIES - 1)


class Cell:
    """A ply in a list: what it comes to, how promising it is, and its slot; 0 is a capture's."""

    def __init__(self) -> None:
        self.ply: i64 = 0
        self.worth: i64 = 0
        self.slot: i64 = 0


class Frame:
    """What is at hand at one ply of the search: the position's key, its plies, and its killers."""

    def __init__(self) -> None:
        self.key: i64 = 0
        self.first_killer: i64 = 0
        self.second_killer: i64 = 0
        self.count: i64 = 0
        self.cells: list[Cell] = []

    def add(self, ply: i64, worth: i64, slot: i64) -> None:
        """Put a ply on the list."""
        if self.count == len(self.cells):
            self.cells.append(Cell())
        cell = self.cells[self.count]
        cell.ply = ply
        cell.worth = worth
        cell.slot = slot
        self.count += 1

    def pick(self, number: i64) -> Cell:
        """Return the most promising ply from *number* on, and put it there."""
        cells = self.cells
        best: i64 = number
        most: i64 = cells[number].worth
        at: i64 = number + 1
        while at < self.count:
            if cells[at].worth > most:
                most = cells[at].worth
                best = at
            at += 1
        picked = cells[best]
        if best != number:
            cells[best] = cells[number]
            cells[number] = picked
        return picked


class Slot:
    """How well the steps of one slot have done."""

    def __init__(self) -> None:
        self.worth: i64 = 0


def slot_of(up: i64, at: i64, own: i64, side: i64) -> i64:
    """Return the slot of the step along *up* between *at*, its lower point, and the next one.

    *side* is 0 or 1; that a piece of *own* stands on *at* tells the step from its way back.
    """
    number: i64 = (at * 0x077CB531 & 0xFFFFFFFF) >> 27
    forth: i64 = 1 if at & own else 0
    return 1 + (side << 9 | (up & 7) << 6 | number << 1 | forth)


class Stood:
    """The positions that stood in the game before, which are not to come again."""

    def __init__(self, keys: list[int]) -> None:
        size = 64
        while size < 4 * len(keys):
            size *= 2
        self.mask: i64 = size - 1
        self.slots: list[Slot] = [Slot() for _ in range(size)]
        for key in keys:
            self._put(key)

    def _put(self, key: i64) -> None:
        at: i64 = self._first(key)
        while self.slots[at].worth and self.slots[at].worth != key:
            at = (at + 1) & self.mask
        self.slots[at].worth = key

    def has(self, key: i64) -> bool:
        """Return whether *key* is one of them."""
        at: i64 = self._first(key)
        while self.slots[at].worth:
            if self.slots[at].worth == key:
                return True
            at = (at + 1) & self.mask
        return False

    def _first(self, key: i64) -> i64:
        return ((key ^ key >> 29) * MIXED >> 30) & self.mask
