"""The shape of each mark on a square tile, in cells around its middle.  Pure: no pygame.

An empty square has the marks of an empty dot, but where a piece is to come; no
mark hides the number in the middle of a tile but the X that crosses it out.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from companion.ui.board import mark_shapes
from companion.ui.board.marks import Mark
from companion.ui.board.shapes import Disc, Point, Ring, Shape, Stroke, rounded_square

CORNER = 0.1
DASHES = 16
LEAVES = 14
SQUARENESS = 4.0


def frame(beyond: float, width: float, half: float) -> tuple[Shape, ...]:
    """Return a rounded square around the tile, *beyond* its edge."""
    edge = _rounded(half, beyond)
    return (Stroke((*edge, edge[0]), width),)


def capture(half: float) -> tuple[Shape, ...]:
    """Return a rounded square with four ticks that point at the tile from its corners."""
    inner, outer = half - 0.1, half + 0.12
    ticks = (
        Stroke(((sx * inner, sy * inner), (sx * outer, sy * outer)), 0.08)
        for sx, sy in mark_shapes.CORNERS
    )
    return (*frame(0.02, 0.06, half), *ticks)


def immune(half: float) -> tuple[Shape, ...]:
    """Return a dashed outline."""
    edge = _rounded(half, 0.02)
    return tuple(
        Stroke(_part(edge, (dash - 0.27) / DASHES, (dash + 0.27) / DASHES), 0.055)
        for dash in range(DASHES)
    )


def last_move(half: float) -> tuple[Shape, ...]:
    """Return the small ring at the start of the last move, at a corner of a tile there."""
    beside = (-half - 0.05, half + 0.05)
    return (Disc(beside, 0.06), Ring(beside, 0.09, 0.055))


def hint(half: float) -> tuple[Shape, ...]:
    """Return an arrow that comes from the upper right and points at the number."""
    return mark_shapes.hint(half * 1.5)


def place(half: float) -> tuple[Shape, ...]:
    """Return four filled squares at the corners of the cell, over those of a tile."""
    del half  # corners are free of numbers
    return mark_shapes.corner_squares(0.385)


def remove(half: float) -> tuple[Shape, ...]:
    """Return corner brackets around the tile, and a minus on its lower edge."""
    y = half - 0.04
    return (
        Stroke(((-0.2, y), (0.2, y)), 0.12),
        *(mark_shapes.bracket(sx, sy, half + 0.04, 0.15, 0.07) for sx, sy in mark_shapes.CORNERS),
    )


def win(half: float) -> tuple[Shape, ...]:
    """Return a laurel: leaves around the tile, in two branches that rise from below."""
    turns = [0.035 + leaf * 0.062 for leaf in range(LEAVES // 2)]
    reaches = (half, half + 0.085, half + 0.145, half + 0.02)
    return mark_shapes.laurel(_on_squircle, reaches, turns, 0.042)


def _rounded(half: float, beyond: float) -> tuple[Point, ...]:
    return rounded_square(half + beyond, CORNER + beyond)


def _part(edge: tuple[Point, ...], start: float, end: float) -> tuple[Point, ...]:
    """Return the part of a closed *edge* from one share of its length to another."""
    closed = (*edge, edge[0])
    lengths = [0.0]
    for one, other in itertools.pairwise(closed):
        lengths.append(lengths[-1] + math.dist(one, other))
    whole = lengths[-1]
    steps = 6
    shares = (start + (end - start) * step / steps for step in range(steps + 1))
    return tuple(_along(closed, lengths, share % 1.0 * whole) for share in shares)


def _along(closed: tuple[Point, ...], lengths: list[float], distance: float) -> Point:
    for number in range(1, len(lengths)):
        if distance <= lengths[number]:
            break
    (x1, y1), (x2, y2) = closed[number - 1], closed[number]
    part = (distance - lengths[number - 1]) / ((lengths[number] - lengths[number - 1]) or 1.0)
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part


def _on_squircle(radius: float, turn: float) -> Point:
    """Return the point in direction *turn* on a square with very round corners."""
    x, y = math.cos(turn * math.tau), math.sin(turn * math.tau)
    stretch = (abs(x) ** SQUARENESS + abs(y) ** SQUARENESS) ** (-1 / SQUARENESS)
    return radius * stretch * x, radius * stretch * y


SHAPES: Mapping[Mark, mark_shapes.ShapesOf] = MappingProxyType(
    {
        **mark_shapes.SHAPES,
        Mark.SELECTED: partial(frame, 0.015, 0.13),
        Mark.TARGET: partial(frame, 0.045, 0.065),
        Mark.CAPTURE: capture,
        Mark.LAST_MOVE: last_move,
        Mark.HINT: hint,
        Mark.PLACE: place,
        Mark.REMOVE: remove,
        Mark.WIN: win,
    }
)
"""The shape of each mark around a tile."""

SQUARE = mark_shapes.MarkShapes(
    SHAPES, {**mark_shapes.SHAPES, Mark.PLACE: place}, partial(frame, 0.015, 0.095), immune
)
