"""What positions and plies of Querni are worth, by states alone: hundreds at once, as integers.

A side is worth the turns that it needs to remove its tiles, estimated by these alone.  A move
changes the gaps of one number to its two neighbors and nothing else, so the
numbers are divided into chains once for each chain that may leave, not for each ply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from companion.contract import Site
from companion.engine.kernel.best import Highest
from companion.engine.kernel.growth import Branch
from companion.engine.limits import WIN
from companion.games.querni.kernel.rules import (
    TILES,
    Chain,
    QuerniPly,
    QuerniRules,
    QuerniState,
    Tiles,
    chains_of,
    chains_with,
    is_chained,
    links_at,
    links_of,
    marks_of,
    numbers_in,
    reach,
    reopen,
)

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64


# The turns that a side needs

TURN: Final = 100
NEVER: Final = 5_000
"""What it is worth at the least that some tiles can be in no chain any more: they never leave."""

CHAIN: Final = 20
"""What a chain more costs beside its moves: it has to leave in a turn of its own."""

COUNT_BITS: Final = 10
APART: Final = 1 << 40
"""The gap between numbers of which one has left: more than all others together."""

ONE_MORE: Final = (CHAIN << COUNT_BITS) + 1
"""What a chain adds to what a division costs, whose lowest bits count the chains."""

Gaps: TypeAlias = list[int]
"""For each number what it takes to bring the next one beside it, shifted by `COUNT_BITS`."""


def gaps_of(joining: list[list[int]], tiles: Tiles, off: Site) -> Gaps:
    """Return the gaps between *tiles*; arguments as for `turns_left`."""
    gaps = [APART] * (TILES + 1)
    for number in range(1, TILES):
        if tiles[number] != off and tiles[number + 1] != off:
            gaps[number] = joining[tiles[number]][tiles[number + 1]] << COUNT_BITS
    return gaps


def tiles_in(lying: i64) -> i64:
    """Return how many numbers *lying* are."""
    tiles: i64 = 0
    while lying:
        lying &= lying - 1
        tiles += 1
    return tiles


class Part:
    """What the best division into chains costs around one number, wherever that lies.

    That is the least of three, where the gaps to its neighbors are added to as they are:

    Attributes:
        inside: with the gaps to both neighbors, which are in its chain.
        opening: with the gap to the next number; its chain begins with it.
        closing: with the gap to the number before; its chain ends with it.
    """

    def __init__(self) -> None:
        self.inside: i64 = 0
        self.opening: i64 = 0
        self.closing: i64 = 0


class Division:
    """The numbers of one side divided into chains so that it takes fewest moves."""

    def __init__(self) -> None:
        self.tiles: i64 = 0
        self.cost: i64 = 0
        self.parts = [Part() for _ in range(TILES + 1)]

    def divide(self, gaps: Gaps, lying: i64) -> None:
        """Divide the numbers *lying*, and find out what each of them has to do with the cost."""
        self.tiles = tiles_in(lying)
        self._forward(gaps, lying)
        self._backward(gaps, lying)

    def turns_over(self, gaps: Gaps, lying: i64) -> i64:
        """Return how many turns it takes to remove the numbers *lying*, in hundredths of a turn.

        The chains are chosen so that it takes fewest moves.  One move and one chain
        go into a turn, so that the greater number of both decides.

        Returns:
            0 and up; `NEVER` and above, the more the more tiles are left, where it cannot
            be done.
        """
        self._forward(gaps, lying)
        return turns_at(self.cost, tiles_in(lying))

    def _forward(self, gaps: Gaps, lying: i64) -> None:
        """Begin each part with what the numbers before it take."""
        # What the numbers so far take: all in chains, or the last one, two, or more in one
        # that is not closed.
        apart: i64 = APART
        done: i64 = 0
        one: i64 = apart
        two: i64 = apart
        more: i64 = apart
        number: i64
        for number in range(1, TILES + 1):
            part = self.parts[number]
            least = two if two < more else more
            part.inside = one if one < least else least
            part.opening = done
            part.closing = least + ONE_MORE
            if not lying >> number & 1:
                one = two = more = apart
                continue
            gap: i64 = gaps[number - 1]
            more = least + gap
            two = one + gap
            one = done
            done = more + ONE_MORE
        self.cost = done

    def _backward(self, gaps: Gaps, lying: i64) -> None:
        """Add to each part what the numbers after it take."""
        apart: i64 = APART
        # From here to the end: all in chains; the last one; or two and more in a chain to close.
        done: i64 = 0
        one: i64 = apart
        two: i64 = apart
        # The same after the next number: the second of a chain, or one that may close it.
        second: i64 = apart
        third: i64 = apart
        number: i64 = TILES
        while number:
            part = self.parts[number]
            part.inside += third
            part.opening += second
            part.closing += done
            if lying >> number & 1:
                gap: i64 = gaps[number - 1]
                second = two
                third = two if two < done + ONE_MORE else done + ONE_MORE
                done = one
                one = second + gap
                two = third + gap
            else:
                one = two = second = third = apart
            number -= 1


def turns_at(cost: i64, tiles: i64) -> i64:
    """Return how many turns it takes to remove *tiles* in a division that costs *cost*."""
    if not tiles:
        return 0
    if cost >= APART:
        return NEVER + TURN * tiles
    chains: i64 = cost & (1 << COUNT_BITS) - 1
    moves: i64 = (cost >> COUNT_BITS) - CHAIN * chains
    needed: i64 = TURN * chains
    return (moves if moves > needed else needed) + CHAIN * (chains - 1)


def turns_left(joining: list[list[int]], tiles: Tiles, off: Site) -> int:
    """Return how many turns it takes to remove *tiles*, as `Division.turns_over` does.

    Args:
        joining: for any two sites what it takes to bring the tiles there together.
        tiles: those of one side.
        off: the site that stands for "off the board".
    """
    return int(Division().turns_over(gaps_of(joining, tiles, off), numbers_in(tiles, off)))


# The plies of a position

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
        """Set *removal* to that of the numbers *first* to *last*."""
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
