"""How many turns a side of Querni needs to remove its tiles, estimated by these alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from companion.contract import Site
from companion.games.querni.rules.kernel.chains import TILES
from companion.games.querni.rules.kernel.state import Tiles, numbers_in

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64

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
