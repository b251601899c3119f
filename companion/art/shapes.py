"""Strokes, rings and patches as plain values, in cells around a middle.  Pure: no pygame.

Everything on the board is a list of these, so a shape is described once and
drawn twice: first a little fatter as its casing, then in its color.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
"""Right and down from the middle, in cells."""


class Disc(NamedTuple):
    """A filled circle."""

    middle: Point
    radius: float


class Diamond(NamedTuple):
    """A filled square on its tip that reaches *radius* to each side."""

    middle: Point
    radius: float

    @property
    def points(self) -> tuple[Point, ...]:
        """Return its corners."""
        (x, y), half = self.middle, self.radius
        return (x - half, y), (x, y - half), (x + half, y), (x, y + half)


class Ring(NamedTuple):
    """A circle line; *radius* is to the middle of the line."""

    middle: Point
    radius: float
    width: float


class Stroke(NamedTuple):
    """A line through *points* with round ends and corners."""

    points: tuple[Point, ...]
    width: float


class Patch(NamedTuple):
    """A filled polygon."""

    points: tuple[Point, ...]


class Area(NamedTuple):
    """Polygons filled by the even-odd rule: one inside of another is a hole in it."""

    contours: tuple[tuple[Point, ...], ...]


CORNER_STEPS = 8
"""A rounded corner is drawn with this many straight lines."""

Shape: TypeAlias = Disc | Diamond | Ring | Stroke | Patch | Area


class Blend(NamedTuple):
    """A color with *part* (0.0 to 1.0) of another one in it."""

    one: Ink
    other: Ink
    part: float


Ink: TypeAlias = str | Blend
"""A role of color, or how it is mixed of such."""


class Fill(NamedTuple):
    """One shape in its color, over all that come before it in a list."""

    shape: Shape
    ink: Ink


def on_circle(radius: float, turn: float) -> Point:
    """Return the point on the circle around the middle; *turn* 0.0 is right, 0.25 is down."""
    return radius * math.cos(turn * math.tau), radius * math.sin(turn * math.tau)


def arc(radius: float, start: float, end: float, width: float) -> Stroke:
    """Return the part of a circle line from turn *start* to turn *end*."""
    steps = max(2, math.ceil(abs(end - start) * 48))
    return Stroke(arc_points(radius, start, end, steps), width)


def arc_points(
    radius: float, start: float, end: float, steps: int, middle: Point = (0.0, 0.0)
) -> tuple[Point, ...]:
    """Return points on a circle around *middle*, from turn *start* in *steps* to turn *end*."""
    turns = (start + (end - start) * step / steps for step in range(steps + 1))
    around = (on_circle(radius, turn) for turn in turns)
    return tuple((middle[0] + across, middle[1] + down) for across, down in around)


def thick_line(one: Point, other: Point, half: float) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a line that is twice *half* wide: one of its sides, then the other."""
    (x1, y1), (x2, y2) = one, other
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = -(y2 - y1) / length * half, (x2 - x1) / length * half
    return (x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy)


def rounded_square(half: float, corner: float, middle: Point = (0.0, 0.0)) -> tuple[Point, ...]:
    """Return the edge of a square of twice *half*, its corners rounded by radius *corner*."""
    return rounded_box((half, half), corner, middle)


def rounded_box(
    halves: Point, corner: float, middle: Point = (0.0, 0.0), steps: int = CORNER_STEPS
) -> tuple[Point, ...]:
    """Return the edge of an upright rectangle, rounded by radius *corner*.

    So many straight *steps* make a corner; a single one cuts it off.
    """
    x, y = middle
    radius = min(max(corner, 0.0), *halves)
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(steps + 1):
            dx, dy = on_circle(radius, (quarter + step / steps) / 4)
            across, down = sx * (halves[0] - radius), sy * (halves[1] - radius)
            points.append((x + across + dx, y + down + dy))
    return tuple(points)


def enlarged(
    shape: Shape, by: float, flips: tuple[int, int] = (1, 1), middle: Point = (0.0, 0.0)
) -> Shape:
    """Return *shape* made *by* times as large around the middle, which comes to *middle*.

    A flip of -1 turns it the other way: the first one sideways, the second one upside down.
    """
    across, down = by * flips[0], by * flips[1]

    def moved(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple((middle[0] + x * across, middle[1] + y * down) for x, y in points)

    if isinstance(shape, Disc | Diamond | Ring):
        grown = shape._replace(middle=moved([shape.middle])[0], radius=shape.radius * by)
        return grown._replace(width=grown.width * by) if isinstance(grown, Ring) else grown
    if isinstance(shape, Area):
        return Area(tuple(map(moved, shape.contours)))
    points = moved(shape.points)
    return Stroke(points, shape.width * by) if isinstance(shape, Stroke) else Patch(points)


def at_least_as_wide(shape: Shape, width: float) -> Shape:
    """Return *shape*, as wide as *width* if it is a thinner line."""
    if isinstance(shape, Ring | Stroke) and shape.width < width:
        return shape._replace(width=width)
    return shape


def edges(shape: Shape, width: float) -> tuple[Ring | Stroke, ...]:
    """Return the lines along the edge of *shape*."""
    if isinstance(shape, Disc | Ring):
        return (Ring(shape.middle, shape.radius, width),)
    contours = shape.contours if isinstance(shape, Area) else (shape.points,)
    return tuple(Stroke((*points, points[0]), width) for points in contours)


def depths(contours: Sequence[tuple[Point, ...]]) -> list[int]:
    """Return for each of *contours*, which never cross, inside of how many others it is."""
    return [
        sum(_is_inside(one[0], other) for other in contours if other is not one)
        for one in contours
    ]


def _is_inside(point: Point, contour: tuple[Point, ...]) -> bool:
    x, y = point
    crossed = [
        x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
        for (x1, y1), (x2, y2) in zip(contour, (*contour[1:], contour[0]), strict=True)
        if (y1 > y) != (y2 > y)
    ]
    return sum(crossed) % 2 == 1


def reach(shapes: tuple[Shape, ...]) -> Point:
    """Return how far the shapes go from the middle, to the sides and up or down."""
    across, down = (max(_reach(shape, axis) for shape in shapes) for axis in (0, 1))
    return across, down


def _reach(shape: Shape, axis: int) -> float:
    if isinstance(shape, Disc | Diamond):
        return abs(shape.middle[axis]) + shape.radius
    if isinstance(shape, Ring):
        return abs(shape.middle[axis]) + shape.radius + shape.width / 2
    contours = shape.contours if isinstance(shape, Area) else (shape.points,)
    edge = shape.width / 2 if isinstance(shape, Stroke) else 0.0
    return max(abs(point[axis]) for points in contours for point in points) + edge


CASING = 0.036
LEAST_CASING_PX = LEAST_LINE_PX = 2.0
"""How wide the casing around a mark is, in cells, and at least; and the lines of a mark.

A thinner line of pixels is gray: neither its own color nor that of its casing.
"""


def casing_in(cell: float) -> float:
    """Return how wide the casing around a mark is, in cells of *cell* pixels."""
    return max(CASING, LEAST_CASING_PX / cell)
