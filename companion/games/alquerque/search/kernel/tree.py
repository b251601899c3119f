"""The search of Alquerque on two sets of points, for the rules that `rules.kernel.loops` has.

Principal variation search with a transposition table, killers and a history of steps that
were too good; late steps are looked at less deep, and leaves once no capture pays any more.
A position is looked at from the side to move: its pieces *own* and those of the other side,
*enemy*.  *alpha* and *beta* bound what is asked, *ply* counts from the first position, and
*quiet* the plies since the last capture.

What the search has at hand are records of fixed numbers, made once and written over: in a list
of such records the numbers are plain where this is compiled, while each number in a list of
numbers would be an object of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol, final

from companion.engine.limits import DEEPEST, PIECE, WIN, WON_FROM
from companion.games.alquerque.rules.kernel.loops import (
    EVERYWHERE,
    POINTS,
    Kernel,
    Plies,
    PlyRecord,
    Ways,
    bytes_sum,
    bytewise,
    kernel_for,
    ply_of,
    popcount,
)
from companion.games.alquerque.rules.kernel.state import AlquerqueRules, AlquerqueState, Sites

if TYPE_CHECKING:
    from mypy_extensions import i64


ROOM: Final = 2
"""What an empty point beside a piece is worth."""

LEAD: Final = 4
"""What a piece more is worth beside that for each piece that is gone."""


def worth(rules: AlquerqueRules, state: AlquerqueState) -> int:
    """Return pieces and points to step to, White's less Black's, in hundredths of a piece."""
    white, black = state.white, state.black
    empty = ~(white | black)
    lead = white.bit_count() - black.bit_count()
    total = white.bit_count() + black.bit_count()
    room = _room(rules.steps[0], white, empty) - _room(rules.steps[1], black, empty)
    # The same lead decides more with fewer pieces left.
    return PIECE * lead + LEAD * lead * (24 - total) + ROOM * room


def _room(steps: tuple[Sites, ...], pieces: Sites, empty: Sites) -> int:
    room = 0
    while pieces:
        lowest = pieces & -pieces
        room += (steps[lowest.bit_length() - 1] & empty).bit_count()
        pieces ^= lowest
    return room


EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
"""What the worth that is kept of a position says of its real one."""

ENTRIES: Final = 1 << 18
"""Positions that are remembered: 25 MB, where a search goes on for so long."""

SLOTS: Final = 1 << 11
"""One for each side and each two of 32 points, some of which no step joins."""

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


@final
class TableEntry:
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


@final
class Memory:
    """The positions that were looked at: of those that fall together the deepest and the last."""

    def __init__(self) -> None:
        self.entries: list[TableEntry | None] = [None] * ENTRIES

    def find(self, key: i64, quiet: i64) -> TableEntry | None:
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
            entry = TableEntry()
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


def pick(plies: Plies, number: i64) -> PlyRecord:
    """Return the most promising of *plies* from *number* on, and put it there."""
    cells = plies.cells
    best: i64 = number
    most: i64 = cells[number].worth
    at: i64 = number + 1
    while at < plies.count:
        worth: i64 = cells[at].worth
        if worth > most:
            most = worth
            best = at
        at += 1
    return swapped(cells, number, best)


def swapped(cells: list[PlyRecord], number: i64, best: i64) -> PlyRecord:
    """Put *best* in the place of *number*, and return it."""
    picked = cells[best]
    if best != number:
        cells[best] = cells[number]
        cells[number] = picked
    return picked


@final
class Frame:
    """What is at hand at one ply of the search: the position's key, its plies, and its killers."""

    def __init__(self) -> None:
        self.key: i64 = 0
        self.plies = Plies()
        self.first_killer: i64 = 0
        self.second_killer: i64 = 0


@final
class Slot:
    """How well the steps of one slot have done."""

    def __init__(self) -> None:
        self.worth: i64 = 0


def slot_of(step: i64, own: i64, side: i64) -> i64:
    """Return the slot of a step between both points of *step*; from which, *own* tells.

    *side* is 0 or 1.
    """
    start: i64 = step & own
    number: i64 = (start * 0x077CB531 & 0xFFFFFFFF) >> 27
    return side << 10 | number << 5 | ((step ^ start) * 0x077CB531 & 0xFFFFFFFF) >> 27


@final
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


NEAR_LIMIT: Final = 20
"""Quiet plies before the limit from which the count makes another position of it."""

REDUCED_FROM: Final = 3
"""The least depth, and the number in the order, from which steps are looked at less deep."""

FAR: Final = 10
"""The number in the order from which they are less deep by one more."""

FRAMES: Final = DEEPEST + POINTS
"""As deep as is searched, and captures after that."""


def standing(own: i64, enemy: i64, room: i64) -> i64:
    """Return what a position is worth to *own*, as `worth` has it; *room* as `Kernel.room` has."""
    tally: i64 = bytewise(own | enemy << 32)
    mine: i64 = bytes_sum(tally)
    theirs: i64 = bytes_sum(tally >> 32)
    lead: i64 = mine - theirs
    return lead * (PIECE + LEAD * (24 - mine - theirs)) + ROOM * (
        (room & EVERYWHERE) - (room >> POINTS)
    )


@final
class Tree:
    """One search; what it remembers is kept from depth to depth.

    Args:
        limit: quiet plies that end the game; 0 for none.
        draw: what repeating is worth to the side to move in the first position.
        few: a table may know positions with up to so many pieces.
        stood: the positions that stood before: `ply_of` own and enemy, with bit 62 where
            the other side than in the first position is to move.
    """

    def __init__(
        self,
        kernel: Kernel,
        limit: i64,
        draw: i64,
        few: i64,
        stood: list[int],
        outside: Outside,
    ) -> None:
        self.kernel = kernel
        self.must = kernel.must
        self.limit: i64 = limit
        self.draw: i64 = draw
        self.few: i64 = few
        self.stood = Stood(stood)
        self.outside = outside
        self.nodes: i64 = 0
        self.pause: i64 = 0
        self.memory = Memory()
        self.frames: list[Frame] = [Frame() for _ in range(FRAMES)]
        self.history: list[Slot] = [Slot() for _ in range(SLOTS)]

    def begin(self, own: i64, enemy: i64, nodes: i64) -> None:
        """Take the position as the first one; so many *nodes* are counted already."""
        self.frames[0].key = ply_of(own, enemy)
        self.nodes = nodes
        self.pause = nodes

    def best(self, own: i64, enemy: i64, quiet: i64) -> i64:
        """Return the ply that is expected, or -1 where none is known any more."""
        entry = self.memory.find(ply_of(own, enemy), self._near(quiet))
        return -1 if entry is None else entry.best

    def value(
        self, own: i64, enemy: i64, quiet: i64, depth: i64, alpha: i64, beta: i64, ply: i64
    ) -> i64:
        """Return what a position is worth to its side to move, exactly between the bounds."""
        worth: i64 = self._settled(own, enemy, quiet, ply)
        if worth != OPEN:
            return worth
        if depth <= 0:
            return self.rested(own, enemy, alpha, beta, ply)
        key: i64 = ply_of(own, enemy)
        near: i64 = self._near(quiet)
        best: i64 = -1
        entry = self.memory.find(key, near)
        if entry is not None:
            best = entry.best
            if entry.depth >= depth and not self._may_be_counted(entry.worth, quiet, near):
                worth = later(entry.worth, ply)
                if (
                    entry.bound == EXACT
                    or (entry.bound == AT_LEAST and worth >= beta)
                    or (entry.bound == AT_MOST and worth <= alpha)
                ):
                    return worth
        self._count()
        self.frames[ply].key = key
        return self._followed(own, enemy, quiet, depth, alpha, beta, ply, best)

    def _followed(
        self, own: i64, enemy: i64, quiet: i64, depth: i64, alpha: i64, beta: i64, ply: i64,
        first: i64,
    ) -> i64:  # fmt: skip
        """Return the best of what the plies of a position come to; *first* is looked at first."""
        frame = self.frames[ply]
        self._list(frame, own, enemy, ply & 1, first)
        highest: i64 = -WIN
        lowest: i64 = alpha
        best: i64 = -1
        number: i64 = 0
        worth: i64 = 0
        plies = frame.plies
        while number < plies.count:
            cell = pick(plies, number) if number else plies.cells[0]
            made: i64 = cell.ply
            step: i64 = cell.step
            mine: i64 = made & EVERYWHERE
            theirs: i64 = made >> POINTS
            after: i64 = quiet + 1 if step else 0
            less: i64 = 1
            if step and cell.worth < KILLER and depth >= REDUCED_FROM <= number:
                less = 3 if number >= FAR else 2
            if number:
                worth = -self.value(theirs, mine, after, depth - less, -alpha - 1, -alpha, ply + 1)
                if worth > alpha and (less > 1 or worth < beta):
                    worth = -self.value(theirs, mine, after, depth - 1, -beta, -alpha, ply + 1)
            else:
                worth = -self.value(theirs, mine, after, depth - 1, -beta, -alpha, ply + 1)
            number += 1
            if worth > highest:
                highest = worth
                best = made
                if worth > alpha:
                    alpha = worth
                    if worth >= beta:
                        if step:
                            self._praise(frame, own, ply & 1, number, depth)
                        break
        if not number:
            return ply - WIN
        bound: i64 = AT_LEAST if highest >= beta else EXACT if highest > lowest else AT_MOST
        near: i64 = self._near(quiet)
        worth = later(highest, -ply)
        if not self._may_be_counted(worth, quiet, near):
            self.memory.keep(ply_of(own, enemy), near, best, worth, depth, bound)
        return highest

    def rested(self, own: i64, enemy: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """Return what a position is worth once captures that pay are made."""
        self._count()
        kernel = self.kernel
        landings: i64 = kernel.landings(own, enemy)
        best: i64 = -WIN
        if not (self.must and landings):
            room: i64 = kernel.room(own, enemy)
            if not landings and not room & EVERYWHERE:
                return ply - WIN
            best = standing(own, enemy, room)
            if not landings or best >= beta:
                return best
            if best > alpha:
                alpha = best
        plies = self.frames[ply].plies
        plies.count = 0
        kernel.captures(own, enemy, landings, plies)
        number: i64 = 0
        while number < plies.count:
            made: i64 = plies.cells[number].ply
            number += 1
            worth: i64 = self._taken(made & EVERYWHERE, made >> POINTS, alpha, beta, ply)
            if worth > best:
                best = worth
                if worth >= beta:
                    return best
                if worth > alpha:
                    alpha = worth
        return best

    def _taken(self, own: i64, enemy: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """Return what a capture is worth that leaves *own* and *enemy* to its side."""
        if popcount(own | enemy) <= self.few:
            worth: i64 = self._known(enemy, own, 0, ply + 1)
            if worth != OPEN:
                return -worth
        return -self.rested(enemy, own, -beta, -alpha, ply + 1)

    # What a position is worth without a search

    def _settled(self, own: i64, enemy: i64, quiet: i64, ply: i64) -> i64:
        """Return what a position is worth that is repeated, counted or known, or `OPEN`."""
        key: i64 = ply_of(own, enemy)
        back: i64 = 4
        while back <= quiet and back <= ply:
            if self.frames[ply - back].key == key:
                return -self.draw if ply & 1 else self.draw
            back += 2
        # After a capture nothing comes again; the first ply is told by whoever asks.
        if (quiet >= ply or ply == 1) and self.stood.has(key | (ply & 1) << 62):
            return -self.draw if ply & 1 else self.draw
        if self.limit and quiet >= self.limit:
            return self._counted(own, enemy, ply)
        if popcount(own | enemy) <= self.few:
            return self._known(own, enemy, quiet, ply)
        return OPEN

    def _counted(self, own: i64, enemy: i64, ply: i64) -> i64:
        lead: i64 = popcount(own) - popcount(enemy)
        if lead < 0 or not self.kernel.has_ply(own, enemy):
            return ply - WIN
        return WIN - ply if lead else 0

    def _known(self, own: i64, enemy: i64, quiet: i64, ply: i64) -> i64:
        """Return what a table says, where it holds in spite of the limit, or `OPEN`."""
        if not self.kernel.has_ply(own, enemy):
            return ply - WIN
        value: i64 = self.outside.known(own, enemy)
        if value < 0 or (self.limit and (not value or quiet + value - 1 > self.limit)):
            return OPEN
        if not value:
            return 0
        value += ply - 1
        return value - WIN if value - ply & 1 == 0 else WIN - value

    def _may_be_counted(self, worth: i64, quiet: i64, near: i64) -> bool:
        """Return whether a win of *worth*, from here, may be one by a count that *near* lacks."""
        plies: i64 = WIN - (worth if worth > 0 else -worth)
        return not near and plies <= WIN - WON_FROM and 0 < self.limit <= quiet + plies

    def _near(self, quiet: i64) -> i64:
        return quiet if self.limit and quiet + NEAR_LIMIT >= self.limit else 0

    def _count(self) -> None:
        if self.nodes >= self.pause:
            self.pause = self.outside.look(self.nodes)
        self.nodes += 1

    # The order of plies

    def _list(self, frame: Frame, own: i64, enemy: i64, side: i64, first: i64) -> None:
        """Put all plies on the list of *frame*."""
        plies = frame.plies
        plies.count = 0
        if not enemy:
            return
        kernel = self.kernel
        landings: i64 = kernel.landings(own, enemy)
        if landings:
            kernel.captures(own, enemy, landings, plies)
        captures: i64 = plies.count
        if not (landings and self.must):
            kernel.steps(own, enemy, plies)
        number: i64 = 0
        best: i64 = 0
        most: i64 = -1 << KEPT_BITS
        worth: i64 = 0
        for cell in plies.cells:
            if number == plies.count:
                break
            made: i64 = cell.ply
            if made == first:
                worth = 2 * CAPTURE
            elif number < captures:
                worth = CAPTURE - popcount(made >> POINTS)
            else:
                slot: i64 = slot_of(cell.step, own, side)
                if slot == frame.first_killer:
                    worth = KILLER + 1
                elif slot == frame.second_killer:
                    worth = KILLER
                else:
                    worth = self.history[slot].worth
            cell.worth = worth
            if worth > most:
                most = worth
                best = number
            number += 1
        if number:
            swapped(plies.cells, 0, best)

    def _praise(self, frame: Frame, own: i64, side: i64, tried: i64, depth: i64) -> None:
        """Note that the last of the steps *tried* was too good, and those before it were not."""
        bonus: i64 = depth * depth
        number: i64 = 0
        while number < tried:
            step: i64 = frame.plies.cells[number].step
            number += 1
            if not step:
                continue
            slot: i64 = slot_of(step, own, side)
            kept = self.history[slot]
            if number < tried:
                kept.worth -= bonus + (kept.worth * bonus >> KEPT_BITS)
                continue
            kept.worth += bonus - (kept.worth * bonus >> KEPT_BITS)
            if frame.first_killer != slot:
                frame.second_killer = frame.first_killer
                frame.first_killer = slot


SITES: Final = 25


@final
class TwoSets:
    """The base rules as the builder of endgame tables asks for them.

    Steps and captures are in all directions, captures optional, over the lines of one board.
    See `companion.engine.tables.table.SetGame`.
    """

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
