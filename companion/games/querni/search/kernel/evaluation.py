"""What the plies of Querni are worth, by states alone: hundreds at once, as integers.

A move changes the gaps of one number to its two neighbors and nothing else, so the
numbers are divided into chains once for each chain that may leave, not for each ply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.engine.kernel.best import Highest
from companion.engine.kernel.growth import Branch
from companion.engine.limits import WIN
from companion.games.querni.rules.kernel.chains import (
    TILES,
    Chain,
    chains_of,
    chains_with,
    is_chained,
)
from companion.games.querni.rules.kernel.moving import reach, reopen
from companion.games.querni.rules.kernel.state import (
    QuerniPly,
    QuerniRules,
    QuerniState,
    links_at,
    links_of,
    marks_of,
    numbers_in,
)
from companion.games.querni.search.kernel.turns import (
    COUNT_BITS,
    Division,
    Gaps,
    gaps_of,
    turns_at,
)

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64

VALUE_AT: Final = 33
NUMBER_AT, END_AT, FIRST_AT, LAST_AT = 25, 13, 7, 1
"""Where in a packed ply its parts begin; the lowest bit says whether the game ends with it."""


class Removal:
    """A chain that leaves, or none, and what is left of its side then.

    Attributes:
        first, last: its numbers; 0 where none leaves.
        division: what is left, divided into chains.
        is_draw: the game is drawn after it.
    """

    def __init__(self) -> None:
        self.first: i64 = 0
        self.last: i64 = 0
        self.division = Division()
        self.is_draw = False


class QuerniEvaluation:
    """What the plies of a position are worth; made once, and then told of one after the other.

    Args:
        rules: of the game.
        joining: for any two sites what it takes to bring the tiles there together, and
            last the same for a tile that has left.
    """

    def __init__(self, rules: QuerniRules, joining: list[list[int]]) -> None:
        self._rules = rules
        self._joining = joining
        self._known: list[Removal] = []
        self._with_moved = Removal()
        self._division = Division()
        self._gaps: Gaps = []
        self._lying: i64 = 0
        self._lying_other: i64 = 0
        self._needed: i64 = 0
        self._is_quiet_end = False
        self._highest = Highest(0)

    def branches(self, state: QuerniState, kept: int) -> tuple[list[Branch], int]:
        """Return the best *kept* plies of *state*, the best first, and how many there are.

        The game goes on.  Plies that remove the tile that moved lead to one position
        wherever it went, and are one.
        """
        self._look_at(state, kept)
        self._value(state)
        branches = [
            Branch((packed >> VALUE_AT) - WIN, packed, bool(packed & 1))
            for packed in self._highest.taken()
        ]
        return branches, int(self._highest.count)

    def _look_at(self, state: QuerniState, kept: int) -> None:
        off = self._rules.off
        own, other = state.tiles[state.side], state.tiles[1 - state.side]
        self._gaps = gaps_of(self._joining, own, off)
        self._lying = numbers_in(own, off)
        self._lying_other = numbers_in(other, off)
        gaps = gaps_of(self._joining, other, off)
        self._needed = self._division.turns_over(gaps, self._lying_other)
        self._is_quiet_end = state.quiet + 1 >= self._rules.draw_after
        self._highest = Highest(kept)

    def _value(self, state: QuerniState) -> None:
        """Note every ply of *state* with what it is worth."""
        rules, own = self._rules, state.tiles[state.side]
        marks = marks_of(rules, state.tiles)
        links = links_of(rules, own)
        at_once = chains_of(links)
        removals = self._removals(at_once)
        removable: set[Chain] = set(at_once)
        for number in range(1, TILES + 1):
            start = own[number]
            if start == rules.off:
                continue
            sites, _ = reach(rules.ways, marks, start)
            reopen(marks, sites)
            below, above = self._joining[own[number - 1]], self._joining[own[number + 1]]
            for removal in removals:
                if not removal.first <= number <= removal.last:
                    self._move(number, sites, below, above, removal)
            rest = links & ~(3 << number - 1)
            for end in sites[1:]:
                # Only what nothing has to be done for is linked.
                if below[end] and above[end]:
                    continue
                joined = rest | links_at(rules, own, number, end)
                if joined != rest and is_chained(joined, number):
                    for chain in chains_with(joined, number):
                        if chain not in removable:
                            removable.add(chain)
                            self._set(self._with_moved, chain[0], chain[1])
                            self._note(
                                number, end, self._with_moved.division.cost, self._with_moved
                            )
        if rules.passing or not self._highest.count:
            self._note(0, 0, removals[0].division.cost, removals[0])

    def _removals(self, chains: tuple[Chain, ...]) -> list[Removal]:
        """Return what no chain that leaves and each of *chains* are, those noted as plies."""
        while len(self._known) <= len(chains):
            self._known.append(Removal())
        self._set(self._known[0], 0, 0)
        for at, (first, last) in enumerate(chains):
            removal = self._known[at + 1]
            self._set(removal, first, last)
            self._note(0, 0, removal.division.cost, removal)
        return self._known[: len(chains) + 1]

    def _set(self, removal: Removal, first: i64, last: i64) -> None:
        """Have *removal* be that of the numbers *first* to *last*."""
        removal.first, removal.last = first, last
        lying: i64 = self._lying
        if first:
            lying &= ~((1 << last + 1) - (1 << first))
        removal.division.divide(self._gaps, lying)
        other: i64 = self._lying_other
        removal.is_draw = (not first and self._is_quiet_end) or not (
            lying & lying >> 1 & lying >> 2 or other & other >> 1 & other >> 2
        )

    def _move(
        self, number: i64, sites: list[int], below: list[int], above: list[int], removal: Removal
    ) -> None:
        """Note the moves of *number* to all but the first of *sites*, and *removal* after them."""
        part = removal.division.parts[number]
        inside: i64 = part.inside
        opening: i64 = part.opening
        closing: i64 = part.closing
        at: i64
        for at in range(1, len(sites)):
            end: i64 = sites[at]
            under: i64 = below[end]
            over: i64 = above[end]
            under <<= COUNT_BITS
            over <<= COUNT_BITS
            cost: i64 = inside + under + over
            if opening + over < cost:
                cost = opening + over
            if closing + under < cost:
                cost = closing + under
            self._note(number, end, cost, removal)

    def _note(self, number: i64, end: i64, cost: i64, removal: Removal) -> None:
        """Note *number* moved to *end*, then *removal*, and what is left divided at *cost*."""
        tiles: i64 = removal.division.tiles
        value: i64 = 0
        if not tiles:
            value = WIN - 1
        elif not removal.is_draw:
            value = self._needed - turns_at(cost, tiles)
        packed: i64 = value + WIN << VALUE_AT | number << NUMBER_AT | end << END_AT
        packed |= removal.first << FIRST_AT | removal.last << LAST_AT
        self._highest.note(packed | (1 if removal.is_draw or not tiles else 0))


def ply_of(packed: int) -> QuerniPly:
    """Return the ply of one of the `branches`."""
    number, end = packed >> NUMBER_AT & 0xFF, packed >> END_AT & 0xFFF
    return QuerniPly(number, end, packed >> FIRST_AT & 0x3F, packed >> LAST_AT & 0x3F)
