"""The plies after which a game stood otherwise, told from what each of its positions is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from companion.contract import Move, Side
from companion.engine.limits import WON_FROM

MOST: Final = 1_000
"""What a sure win counts for here, and more than any lead: beyond it nothing turns."""

AHEAD: Final = 150
"""From here on a side stands better, as `companion.words.program` says it."""

SWING: Final = 150
"""What a ply must cost at least to be a turning point."""


class TurningPoint(NamedTuple):
    """A ply that cost its side something that it had.

    Attributes:
        ply: its number, from 1.
        side: who made it.
        code: ``win-missed``, ``loses`` (the other side wins for certain), ``lead-lost``
            or ``falls-behind``.
        instead: what the search would have played; None where that is not known.
    """

    ply: int
    side: Side
    code: str
    instead: Move | None = None


def turning_points(
    values: Sequence[int], sides: Sequence[Side], best: Sequence[Move | None] = ()
) -> tuple[TurningPoint, ...]:
    """Return the turning points of a game, in their order.

    Args:
        values: what each position is worth to side 0, the first one first, as the
            search scores it: one more than plies.
        sides: who made each ply.
        best: what the search would have played in each position, as far as that is known.
    """
    points = []
    for ply, (side, instead) in enumerate(zip_longest(sides, best[: len(sides)]), 1):
        before, after = values[ply - 1], values[ply]
        code = _code(-before, -after) if side else _code(before, after)
        if code:
            points.append(TurningPoint(ply, side, code, instead))
    return tuple(points)


def _code(before: int, after: int) -> str:
    """Return what a ply that leads from one standing of its side to another is, or nothing."""
    if _bounded(before) - _bounded(after) < SWING:
        return ""
    if after < AHEAD:
        if before >= WON_FROM:
            return "win-missed"
        if before >= AHEAD and after > -AHEAD:
            return "lead-lost"
    if before > -AHEAD:
        if after <= -WON_FROM:
            return "loses"
        if after <= -AHEAD:
            return "falls-behind"
    return ""


def _bounded(value: int) -> int:
    return max(-MOST, min(MOST, value))
