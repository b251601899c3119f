"""Arrows for the legs of moves, in cells around the middle of the leg.  Pure: no pygame.

Many are shown at once, so they are thin, start beside the middle of a dot and
keep to the right of the way, where the arrow back does not run.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from companion.ui.board.shapes import Patch, Point, Shape, Stroke

ASIDE = 0.075
HEAD_SPACING = 1.15
LONGEST_GAPS_PART = 0.5
"""At least half of an arrow is drawn, even between two large pieces."""


class Weight(NamedTuple):
    """How heavy an arrow is drawn, in cells."""

    line: float
    head_length: float
    head_half: float


THIN = Weight(0.045, 0.17, 0.085)
STRONG = Weight(0.12, 0.32, 0.185)


def arrow(
    across: float,
    down: float,
    start_gap: float,
    end_gap: float,
    is_harmful: bool,
    is_strong: bool,
) -> tuple[Shape, ...]:
    """Return an arrow along a leg that leads *across* to the right and *down*, in cells.

    The gaps leave room for the pieces at its ends.  A leg that takes a piece off the board
    has two heads.
    """
    length = math.hypot(across, down)
    weight = STRONG if is_strong else THIN
    shrink = min(1.0, length * LONGEST_GAPS_PART / (start_gap + end_gap))
    leg = _Leg(across / length, down / length)
    tail = -length / 2 + start_gap * shrink
    tip = length / 2 - end_gap * shrink
    neck = tip - weight.head_length
    heads: list[Shape] = [leg.head(tip, weight)]
    if is_harmful:
        neck -= weight.head_length * HEAD_SPACING
        heads.append(leg.head(tip - weight.head_length * HEAD_SPACING, weight))
    tail = min(tail, neck)
    line = Stroke((leg.at(tail), leg.at(neck + weight.head_length * 0.3)), weight.line)
    return (line, *heads)


class _Leg(NamedTuple):
    """The direction of a leg; positions count along it from its middle."""

    dx: float
    dy: float

    def at(self, along: float, aside: float = 0.0) -> Point:
        aside += ASIDE
        return self.dx * along - self.dy * aside, self.dy * along + self.dx * aside

    def head(self, tip: float, weight: Weight) -> Patch:
        neck = tip - weight.head_length
        return Patch(
            (self.at(tip), self.at(neck, weight.head_half), self.at(neck, -weight.head_half))
        )
