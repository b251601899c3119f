"""Strokes, rings and patches as plain values, in cells around a middle.  Pure: no pygame.

Everything on the board is a list of these, so a shape is described once and
drawn twice: first a little fatter as its casing, then in its color.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
"""Right and down from the middle, in cells."""


class Disc(NamedTuple):
    """A filled circle."""

    middle: Point
    radius: float


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


Shape: TypeAlias = Disc | Ring | Stroke | Patch


def on_circle(radius: float, turn: float) -> Point:
    """Return the point on the circle around the middle; *turn* 0.0 is right, 0.25 is down."""
    return radius * math.cos(turn * math.tau), radius * math.sin(turn * math.tau)


def arc(radius: float, start: float, end: float, width: float) -> Stroke:
    """Return the part of a circle line from turn *start* to turn *end*."""
    steps = max(2, math.ceil(abs(end - start) * 48))
    turns = (start + (end - start) * step / steps for step in range(steps + 1))
    return Stroke(tuple(on_circle(radius, turn) for turn in turns), width)


def reach(shapes: tuple[Shape, ...]) -> Point:
    """Return how far the shapes go from the middle, to the sides and up or down."""
    across, down = (max(_reach(shape, axis) for shape in shapes) for axis in (0, 1))
    return across, down


def _reach(shape: Shape, axis: int) -> float:
    if isinstance(shape, Disc):
        return abs(shape.middle[axis]) + shape.radius
    if isinstance(shape, Ring):
        return abs(shape.middle[axis]) + shape.radius + shape.width / 2
    edge = shape.width / 2 if isinstance(shape, Stroke) else 0.0
    return max(abs(point[axis]) for point in shape.points) + edge
