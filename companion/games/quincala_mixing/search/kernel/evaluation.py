"""What placements of Quincala Mixing are worth, tens of thousands at once.

Knows placements alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

from typing import Final

from companion.contract import Side
from companion.engine.limits import WIN
from companion.games.quincala.rules.kernel.core import Placed, Tower
from companion.games.quincala_mixing.rules.kernel.state import MixingRules

FORMED: Final = 200
"""What a size in a mixed tower is worth."""

TOGETHER: Final = 20
"""What the square of the number of such sizes is worth: the last ones decide."""

AGAIN: Final = 30
"""What a size is worth in a second mixed tower: one knock does not undo it."""

NEARER: Final = (3, 5, 4)
"""What a piece is worth beyond a quarter, a half and three quarters of the way across."""


class MixingEvaluation:
    """The tables of one board and set-up by which its placements are valued."""

    def __init__(self, rules: MixingRules) -> None:
        self._rules = rules
        dots = sum(rules.units)
        span = rules.span
        self._span = span
        self._beam = rules.width
        self._tower = (1 << 2 * span) - 1
        self._low = (1 << span) - 1
        self._every_size = dots * self._low
        self._every_mark = dots << span
        self._white_bands = _bands(rules, 0)
        self._black_bands = _bands(rules, 1)
        most = rules.span
        self._full = (rules.full[0], rules.full[1])
        self._worth = [FORMED * sizes + TOGETHER * sizes * sizes for sizes in range(most + 1)]

    def value(self, placement: Placed, after: Side) -> int:
        """Return White's standing less Black's, a won game included, with *after* to move."""
        value = 0
        for weight, mask in self._white_bands:
            value += weight * (placement & mask).bit_count()
        for weight, mask in self._black_bands:
            value -= weight * (placement & mask).bit_count()
        every, span = self._every_size, self._span
        white = (placement & every) + every
        black = (placement >> span & every) + every
        # A dot's sum carries into its bit `span` just when a piece of that side stands there.
        mixed = white & black & self._every_mark
        return value + self._in_towers(placement, mixed, after) if mixed else value

    def _in_towers(self, placement: Placed, mixed: Placed, after: Side) -> int:
        formed = again = 0
        while mixed:
            at = mixed.bit_length() - 1
            tower = placement >> at - self._span & self._tower
            mixed ^= 1 << at
            again |= formed & tower
            formed |= tower
        return self._formed(formed, again, after)

    def _formed(self, formed: Tower, again: Tower, after: Side) -> int:
        """Return what it is worth that sizes *formed* are in mixed towers, *again* in two."""
        white, black = self._full
        if formed & white == white or formed & black == black:
            if formed & black != black:
                return WIN - 1
            # Both have all: it is lost for the side that did not move.
            return WIN - 1 if formed & white == white and after == 0 else 1 - WIN
        low, span = self._low, self._span
        return (
            self._worth[(formed & low).bit_count()]
            - self._worth[(formed >> span).bit_count()]
            + AGAIN * ((again & low).bit_count() - (again >> span).bit_count())
        )

    def values(self, placements: list[Placed], side: Side, after: Side) -> list[int]:
        """Return what each of *placements*, with *after* to move, is worth to *side*."""
        if side:
            return [-self.value(placement, after) for placement in placements]
        return [self.value(placement, after) for placement in placements]

    def has_won(self, placement: Placed, side: Side) -> bool:
        """Return whether *side*, which led to *placement* and ended its turn, has won by it."""
        every, span = self._every_size, self._span
        white = (placement & every) + every
        black = (placement >> span & every) + every
        if not white & black & self._every_mark:
            return False
        won = self._rules.winner(placement, 1 - side)
        return won is not None and won[0] == side


def _bands(rules: MixingRules, side: Side) -> list[tuple[int, Placed]]:
    """Return weights and the bits of *side*'s pieces beyond each quarter of the way across."""
    last = rules.board.ranks - 1
    bands = []
    for quarter, weight in enumerate(NEARER, 1):
        mask = 0
        for site, (_, rank) in enumerate(rules.board.places):
            way = rank if side == 0 else last - rank
            if 4 * way > quarter * last:
                mask |= rules.own[side] * rules.units[site]
        bands.append((weight, mask))
    return bands
