"""What the plies of Querni are worth: hundreds at once, as integers.

Knows states alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
)
from companion.games.querni.search.kernel.turns import (
    APART,
    COUNT_BITS,
    Gaps,
    gaps_of,
    lying_of,
    turns_over,
)

if TYPE_CHECKING:
    # An int of the machine in compiled code; to sources it is a note like any other.
    from mypy_extensions import i64

VALUE_AT: Final = 32
NUMBER_AT, END_AT, FIRST_AT = 24, 12, 6
"""Where in a packed ply its parts begin; its last number is in the lowest bits."""


def evaluations(rules: QuerniRules, joining: list[list[int]], state: QuerniState) -> list[int]:
    """
    Return every ply with what it is worth, to be taken apart by `unpacked`, the best last.

    The game goes on.  Plies that remove the tile that moved lead to one position
    wherever it went, and are one.

    Args:
        rules: of the game.
        joining: for any two sites what it takes to bring the tiles there together.
        state: what is looked at.
    """
    own = state.tiles[state.side]
    marks = marks_of(rules, state.tiles)
    links = links_of(rules, own)
    evaluation = _Evaluation(rules, joining, state)
    gaps = evaluation.gaps
    at_once = chains_of(links)
    removable: set[Chain] = set(at_once)
    for first, last in at_once:
        evaluation.add(0, 0, first, last)
    number: i64
    for number in range(1, TILES + 1):
        start = own[number]
        if start == rules.off:
            continue
        rest = links & ~(3 << number - 1)
        beside_it = chains_of(rest)
        sites, _ = reach(rules.ways, marks, start)
        reopen(marks, sites)
        below, above = gaps[number - 1], gaps[number]
        for end in sites[1:]:
            if below != APART:
                gaps[number - 1] = joining[own[number - 1]][end] << COUNT_BITS
            if above != APART:
                gaps[number] = joining[own[number + 1]][end] << COUNT_BITS
            evaluation.add(number, end, 0, 0)
            for first, last in beside_it:
                evaluation.add(number, end, first, last)
            joined = rest | links_at(rules, own, number, end)
            if joined != rest and is_chained(joined, number):
                for chain in chains_with(joined, number):
                    if chain not in removable:
                        removable.add(chain)
                        evaluation.add(number, end, chain[0], chain[1])
        gaps[number - 1], gaps[number] = below, above
    found = evaluation.found
    if rules.passing or not found:
        evaluation.add(0, 0, 0, 0)
    found.sort()
    return found


def unpacked(packed: int) -> tuple[int, QuerniPly]:
    """Return what a ply of `evaluations` is worth to the side that makes it, and the ply."""
    number, end = packed >> NUMBER_AT & 0xFF, packed >> END_AT & 0xFFF
    return (packed >> VALUE_AT) - WIN, QuerniPly(
        number, end, packed >> FIRST_AT & 0x3F, packed & 0x3F
    )


class _Evaluation:
    """The plies found so far; *gaps* are those of the side to move after the move at hand."""

    def __init__(self, rules: QuerniRules, joining: list[list[int]], state: QuerniState) -> None:
        own, other = state.tiles[state.side], state.tiles[1 - state.side]
        self.gaps: Gaps = gaps_of(joining, own, rules.off)
        self.found: list[int] = []
        self.lying: i64 = lying_of(own, rules.off)
        self.other: i64 = lying_of(other, rules.off)
        self.needed: i64 = turns_over(gaps_of(joining, other, rules.off), self.other)
        self.is_quiet_end = state.quiet + 1 >= rules.draw_after

    def add(self, number: i64, end: i64, first: i64, last: i64) -> None:
        """Add the ply that moves *number* to *end* and removes *first* to *last*."""
        lying: i64 = self.lying
        if first:
            lying &= ~((1 << last + 1) - (1 << first))
        other: i64 = self.other
        value: i64 = 0
        if not lying:
            value = WIN - 1
        elif (first or not self.is_quiet_end) and (
            lying & lying >> 1 & lying >> 2 or other & other >> 1 & other >> 2
        ):
            value = self.needed - turns_over(self.gaps, lying)
        packed = value + WIN << VALUE_AT | number << NUMBER_AT | end << END_AT
        self.found.append(int(packed | first << FIRST_AT | last))
