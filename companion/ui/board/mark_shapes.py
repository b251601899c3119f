"""The shape of each mark, in cells around the dot, by which alone it is told.  Pure: no pygame."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.ui.board.marks import Mark
from companion.ui.board.shapes import Disc, Patch, Point, Ring, Shape, Stroke, arc, on_circle

DASHES = 9
LEAVES = 12
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def ring(least: float, beyond: float, width: float, piece_radius: float) -> tuple[Shape, ...]:
    """Return a ring *beyond* the edge of a piece, of radius *least* around a dot."""
    return (Ring((0, 0), max(least, piece_radius + beyond), width),)


def capture(piece_radius: float) -> tuple[Shape, ...]:
    """Return a ring with four ticks that point at the piece."""
    radius = max(0.34, piece_radius + 0.06)
    # Around a large piece the ring is long: longer ticks keep it unlike other outlines.
    inward = 0.07 + max(0.0, piece_radius - 0.33) * 2
    ticks = (
        Stroke((on_circle(radius - inward, turn), on_circle(radius + 0.14, turn)), 0.08)
        for turn in (0.125, 0.375, 0.625, 0.875)
    )
    return (Ring((0, 0), radius, 0.06), *ticks)


def immune(piece_radius: float) -> tuple[Shape, ...]:
    """Return a dashed outline."""
    radius = piece_radius + 0.03
    return tuple(
        arc(radius, (dash - 0.27) / DASHES, (dash + 0.27) / DASHES, 0.055)
        for dash in range(DASHES)
    )


def last_move(piece_radius: float) -> tuple[Shape, ...]:
    """Return the small ring at the start of the last move, beside a piece that stands there."""
    if piece_radius == 0:
        return (Ring((0, 0), 0.125, 0.065),)
    beside = on_circle(piece_radius + 0.03, 0.375)
    return (Disc(beside, 0.06), Ring(beside, 0.09, 0.055))


def hint(piece_radius: float) -> tuple[Shape, ...]:
    """Return an arrow that comes from the upper right and points at the dot or piece."""
    gap = max(0.12, piece_radius * 0.55)
    start, neck, tip = (_diagonal(d) for d in (min(gap + 0.62, 0.76), gap + 0.26, gap))
    left, right = _beside(gap + 0.32, -0.21), _beside(gap + 0.32, 0.21)
    return (Stroke((start, neck), 0.16), Patch((tip, left, right)))


def place(piece_radius: float) -> tuple[Shape, ...]:
    """Return four filled squares at the corners of the cell."""
    del piece_radius  # the cell's corners lie outside of every piece
    return corner_squares(0.355)


def corner_squares(at: float) -> tuple[Shape, ...]:
    """Return four filled squares, each *at* from the middle to the side and up or down."""
    return tuple(Patch(_square((sx * at, sy * at), 0.085)) for sx, sy in CORNERS)


def free(piece_radius: float) -> tuple[Shape, ...]:
    """Return the filled square of a free dot of an area: corners of all would be a thicket."""
    del piece_radius  # none stands there
    return (Patch(_square((0, 0), 0.13)),)


def remove(piece_radius: float) -> tuple[Shape, ...]:
    """Return corner brackets that open outward, and a minus across the piece."""
    del piece_radius  # the minus lies on the piece, the brackets outside of it
    return (
        Stroke(((-0.2, 0), (0.2, 0)), 0.12),
        *(bracket(sx, sy, 0.30, 0.15, 0.07) for sx, sy in CORNERS),
    )


def error(piece_radius: float) -> tuple[Shape, ...]:
    """Return a large X."""
    del piece_radius  # it crosses the piece out
    arm = 0.27
    return (
        Stroke(((-arm, -arm), (arm, arm)), 0.13),
        Stroke(((-arm, arm), (arm, -arm)), 0.13),
    )


def win(piece_radius: float) -> tuple[Shape, ...]:
    """Return a laurel: leaves around the piece, in two branches that rise from below."""
    radius = max(0.36, piece_radius + 0.085)
    reaches = (radius - 0.03, radius + 0.06, radius + 0.13, radius - 0.01)
    turns = [0.04 + leaf * 0.072 for leaf in range(LEAVES // 2)]
    return laurel(on_circle, reaches, turns, 0.05)


def laurel(
    at: Callable[[float, float], Point],
    reaches: tuple[float, ...],
    turns: Sequence[float],
    onward: float,
) -> tuple[Shape, ...]:
    """Return the leaves of two branches that rise from below.

    Args:
        at: gives the point at a distance and in a direction.
        reaches: how far the base, the outer side, the tip and the inner side of a leaf are.
        turns: how far along its branch each leaf begins.
        onward: how far along its branch a leaf is turned.
    """
    leaves = []
    for side, begins in itertools.product((-1, 1), turns):
        turn, along = 0.25 + side * begins, side * onward
        places = (turn - along * 0.6, turn - along * 0.15, turn + along, turn + along * 0.55)
        leaves.append(Patch(tuple(map(at, reaches, places))))
    return tuple(leaves)


def focus(piece_radius: float) -> tuple[Shape, ...]:
    """Return double corner brackets around the whole cell."""
    del piece_radius  # they stand outside of every piece and mark
    return tuple(
        bracket(sx, sy, at, arm, width)
        for sx, sy in CORNERS
        for at, arm, width in ((0.52, 0.24, 0.075), (0.40, 0.12, 0.055))
    )


def bracket(sx: int, sy: int, at: float, arm: float, width: float) -> Stroke:
    """Return a bracket at a corner *at* from the middle, its arms along the sides."""
    x, y = sx * at, sy * at
    return Stroke(((x - sx * arm, y), (x, y), (x, y - sy * arm)), width)


ShapesOf: TypeAlias = Callable[[float], tuple[Shape, ...]]


class MarkShapes(NamedTuple):
    """The shapes around one kind of piece, each given its radius.

    Attributes:
        around: those of all marks but movable, a soft halo that no stroke can draw.
        empty: the same where no piece stands; their radius is 0.
        lifted: a thick outline whose inner half lies on the piece's rim.
    """

    around: Mapping[Mark, ShapesOf]
    empty: Mapping[Mark, ShapesOf]
    lifted: ShapesOf
    immune: ShapesOf

    def of(self, mark: Mark, radius: float) -> ShapesOf:
        """Return the shapes of *mark* around a piece of *radius*, 0 where there is none."""
        return (self.around if radius else self.empty)[mark]


SHAPES: Mapping[Mark, ShapesOf] = MappingProxyType(
    {
        # Thick: it covers the rim of the piece.
        Mark.SELECTED: partial(ring, 0.2, 0.02, 0.13),
        Mark.TARGET: partial(ring, 0.275, 0.095, 0.065),
        Mark.CAPTURE: capture,
        Mark.LAST_MOVE: last_move,
        Mark.HINT: hint,
        Mark.PLACE: place,
        Mark.REMOVE: remove,
        Mark.ERROR: error,
        Mark.WIN: win,
        Mark.FOCUS: focus,
    }
)
"""The shape of each mark around a dot or a round piece."""

ROUND = MarkShapes(SHAPES, SHAPES, partial(ring, 0.0, 0.025, 0.095), immune)


def _diagonal(distance: float) -> Point:
    return distance * 0.7071, -distance * 0.7071


def _beside(distance: float, aside: float) -> Point:
    x, y = _diagonal(distance)
    return x + aside * 0.7071, y + aside * 0.7071


def _square(middle: Point, half: float) -> tuple[Point, ...]:
    x, y = middle
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
