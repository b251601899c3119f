"""The shapes of chains, lines and areas, in cells around a middle.  Pure: no pygame."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from companion.ui.board.shapes import Disc, Patch, Point, Shape, Stroke, rounded_square

CHAIN_CORNER = 0.16
CHAIN_SLANTED_NECK = 0.56
"""How round the corners of a chain's plates are, and how wide its slanted necks.

A straight neck is as wide as the pieces, so that neighbors lie in one frame.
"""

BAR_WIDTH = 0.1
BAR_END = 0.105
"""Width of the bar through a line, and how big the bolts at its ends are."""

AREA_RADIUS = 0.54
AREA_FADE = 0.16
AREA_STEPS = 6
"""How far an area's ground reaches around its dots, and over how much it fades."""


def chain(points: Sequence[Point], reach: float, is_square: bool) -> tuple[Shape, ...]:
    """Return the filled outline of a chain: a plate under each piece, a neck to the next one.

    A plate goes as far as *reach* from the middle of its piece.
    """
    plates: list[Shape] = [
        Patch(rounded_square(reach, CHAIN_CORNER, point)) if is_square else Disc(point, reach)
        for point in points
    ]
    necks = (_neck(one, other, 2 * reach) for one, other in itertools.pairwise(points))
    return (*plates, *necks)


def _neck(one: Point, other: Point, widest: float) -> Stroke:
    is_straight = min(abs(one[0] - other[0]), abs(one[1] - other[1])) < 0.5
    return Stroke((one, other), widest if is_straight else min(widest, CHAIN_SLANTED_NECK))


def inside(shapes: Iterable[Shape], width: float) -> tuple[Shape, ...]:
    """Return the plates and necks of a chain, smaller by *width* all around."""
    return tuple(_smaller(shape, width) for shape in shapes)


def _smaller(shape: Shape, width: float) -> Shape:
    if isinstance(shape, Stroke):
        return Stroke(shape.points, shape.width - 2 * width)
    if isinstance(shape, Disc):
        return Disc(shape.middle, shape.radius - width)
    assert isinstance(shape, Patch)
    left, right = (pick(x for x, _ in shape.points) for pick in (min, max))
    top, bottom = (pick(y for _, y in shape.points) for pick in (min, max))
    middle = ((left + right) / 2, (top + bottom) / 2)
    return Patch(rounded_square((right - left) / 2 - width, CHAIN_CORNER - width, middle))


def bar(points: Sequence[Point]) -> tuple[Shape, ...]:
    """Return a bar from the first to the last point with a square bolt at either end."""
    ends = (points[0], points[-1])
    bolts = (Patch(rounded_square(BAR_END, 0.0, end)) for end in ends)
    return (Stroke(ends, BAR_WIDTH), *bolts)


def ground(
    points: Sequence[Point],
    joined: Iterable[tuple[Point, Point]],
    radius: float,
    is_square: bool,
) -> tuple[Shape, ...]:
    """Return the ground under the squares of an area, or its dots and between those *joined*."""
    if is_square:
        return tuple(Patch(rounded_square(radius, 0.0, point)) for point in points)
    discs = (Disc(point, radius) for point in points)
    return (*discs, *(Stroke(pair, 2 * radius) for pair in joined))
