"""How many turns a side of Querni needs to remove all its tiles, by an estimate.

Knows the tiles of one side alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from companion.contract import Site
from companion.games.querni.rules.kernel.chains import TILES

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

Gaps: TypeAlias = list[int]
"""For each number what it takes to bring the next one beside it, shifted by `COUNT_BITS`."""


def gaps_of(joining: list[list[int]], tiles: tuple[Site, ...], off: Site) -> Gaps:
    """Return the gaps between *tiles*; arguments as for `turns_left`."""
    gaps = [APART] * (TILES + 1)
    for number in range(1, TILES):
        if tiles[number] != off and tiles[number + 1] != off:
            gaps[number] = joining[tiles[number]][tiles[number + 1]] << COUNT_BITS
    return gaps


def lying_of(tiles: tuple[Site, ...], off: Site) -> i64:
    """Return the numbers on the board, one bit each."""
    lying: i64 = 0
    number: i64
    for number in range(1, TILES + 1):
        if tiles[number] != off:
            lying |= 1 << number
    return lying


def turns_over(gaps: Gaps, lying: i64) -> i64:
    """
    Return how many turns it takes to remove the numbers *lying*, in hundredths of a turn.

    The chains are chosen so that it takes fewest moves.  One move and one chain
    go into a turn, so that the greater number of both decides.

    Returns:
        0 and up; `NEVER` and above, the more the more tiles are left, where it cannot be done.
    """
    if not lying:
        return 0
    # What the numbers so far take: all in chains, or the last one, two, or more in one
    # that is not closed.  The lowest bits count the chains.
    apart: i64 = APART
    done: i64 = 0
    one: i64 = apart
    two: i64 = apart
    more: i64 = apart
    tiles: i64 = 0
    number: i64
    for number in range(1, TILES + 1):
        if not lying >> number & 1:
            one = two = more = apart
            continue
        tiles += 1
        gap: i64 = gaps[number - 1]
        more = (two if two < more else more) + gap
        two = one + gap
        one = done
        done = more + (CHAIN << COUNT_BITS) + 1
    if done >= apart:
        return NEVER + TURN * tiles
    chains: i64 = done & (1 << COUNT_BITS) - 1
    moves: i64 = (done >> COUNT_BITS) - CHAIN * chains
    needed: i64 = TURN * chains
    return (moves if moves > needed else needed) + CHAIN * (chains - 1)


def turns_left(joining: list[list[int]], tiles: tuple[Site, ...], off: Site) -> int:
    """
    Return how many turns it takes to remove *tiles*, as `turns_over` does.

    Args:
        joining: for any two sites what it takes to bring the tiles there together.
        tiles: the site of every number, as in a `State`.
        off: the site that stands for "off the board".
    """
    return int(turns_over(gaps_of(joining, tiles, off), lying_of(tiles, off)))
