"""The line around a board, found as arcs and straight lines, at any distance from the dots.

The board's face is all that lies within `OUTLINE_RADIUS` of a dot or of a line
between dots, without the slits of its cuts.  Its edge is made of parts of
circles around dots and of straight lines beside strips: each is cut where it
meets another, and what is left is exactly the parts whose middle lies on the edge.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from companion.art.shapes import Area, Point, thick_line
from companion.contract import Board
from companion.contract.board_face import OUTLINE_RADIUS, SLIT_HALF_WIDTH, Strip, slits

ON_THE_EDGE = 1e-7
"""Points this near, in cells, are taken for the same."""

AROUND = ((0, 0), (1, 0), (0, 1), (1, 1), *sorted(
    {*itertools.product(range(-1, 3), repeat=2)} - {*itertools.product(range(2), repeat=2)}
))  # fmt: skip
"""The places around a point, as (files, ranks) from the one at its near left; nearest first."""

MEETING = tuple(itertools.product(range(-2, 3), repeat=2))
STRAIGHT_AND_DIAGONAL = 8
ARC_STEPS = 120
"""An arc is drawn with so many straight lines a whole turn: off by 0.04 % of its radius."""


class Arc(NamedTuple):
    """A part of a circle, turning left from angle *start* to *end*, in radians."""

    center: Point
    radius: float
    start: float = 0.0
    end: float = math.tau

    def at(self, part: float) -> Point:
        """Return the point *part* of the way, 0 to 1."""
        angle = self.start + (self.end - self.start) * part
        return (
            self.center[0] + self.radius * math.cos(angle),
            self.center[1] + self.radius * math.sin(angle),
        )

    def between(self, one: float, other: float) -> Arc:
        """Return the piece between two parts of the way."""
        length = self.end - self.start
        return self._replace(start=self.start + length * one, end=self.start + length * other)

    def part_at(self, point: Point) -> float:
        """Return how far along a whole circle the point is."""
        x, y = point[0] - self.center[0], point[1] - self.center[1]
        return math.atan2(y, x) % math.tau / math.tau


class Side(NamedTuple):
    """A straight part of an edge."""

    start: Point
    end: Point

    def at(self, part: float) -> Point:
        """Return the point *part* of the way, 0 to 1."""
        (x1, y1), (x2, y2) = self
        return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part

    def between(self, one: float, other: float) -> Side:
        """Return the piece between two parts of the way."""
        return Side(self.at(one), self.at(other))


Edge: TypeAlias = Arc | Side


@lru_cache(maxsize=32)
def outline(board: Board, inset: float = 0.0) -> Area:
    """Return the edges of the face of *board*, *inset* cells inside of the ornamental line.

    They are in cells, (0, 0) at the near left place.
    """
    face = _Face(board, OUTLINE_RADIUS - inset, SLIT_HALF_WIDTH + inset)
    return Area(tuple(_contour(loop) for loop in _loops(list(face.edges()))))


@dataclass(frozen=True)
class _Face:
    """All within *radius* of a dot or line and not within *gap* of a slit."""

    board: Board
    radius: float
    gap: float

    @cached_property
    def strips(self) -> list[Strip]:
        return [Strip(one, other) for one, other in self.board.ground()]

    @cached_property
    def slits(self) -> list[Strip]:
        return slits(self.board)

    @cached_property
    def strips_at(self) -> dict[tuple[int, int], list[Strip]]:
        """Return the strips by their ends."""
        table: dict[tuple[int, int], list[Strip]] = defaultdict(list)
        for strip in self.strips:
            for x, y in {strip.start, strip.end}:
                table[int(x), int(y)].append(strip)
        return table

    def has_on_edge(self, point: Point) -> bool:
        """Return whether the point is neither inside nor outside of the face."""
        in_slit = max((self.gap - slit.distance_to(*point) for slit in self.slits), default=-1.0)
        outside = 1.0
        for strip in self._strips_near(point):
            outside = min(outside, strip.distance_to(*point) - self.radius)
            # Inside is inside, however deep: most points are, and this is what takes the time.
            if outside < -ON_THE_EDGE:
                break
        return abs(max(outside, in_slit)) < ON_THE_EDGE

    def _strips_near(self, point: Point) -> Iterator[Strip]:
        """Yield the strips near the point, all that are less than a cell away among them."""
        file, rank = math.floor(point[0]), math.floor(point[1])
        for df, dr in AROUND:
            yield from self.strips_at.get((file + df, rank + dr), ())

    def edges(self) -> Iterator[Edge]:
        """Yield the pieces of the edge, in no order."""
        lines = list(self._lines())
        by_place: dict[tuple[int, int], list[Edge]] = defaultdict(list)
        for line in lines:
            by_place[_place_of(line)].append(line)
        for line in lines:
            cuts = {0.0, 1.0}
            file, rank = _place_of(line)
            for df, dr in MEETING:
                for other in by_place.get((file + df, rank + dr), ()):
                    cuts.update(_crossings(line, other))
            for one, two in itertools.pairwise(sorted(cuts)):
                middle = line.at((one + two) / 2)
                if two - one > ON_THE_EDGE and self.has_on_edge(middle):
                    yield line.between(one, two)

    def _lines(self) -> Iterator[Edge]:
        """Yield all whole circles and sides of which the edge can consist."""
        inner = {
            place
            for place, around in zip(self.board.places, self.board.neighbors, strict=True)
            if sum(site >= 0 for site in around) == STRAIGHT_AND_DIAGONAL
        }
        for strip in self.strips:
            # Around dots that have all neighbors everything is covered.
            if {strip.start, strip.end} <= inner:
                continue
            if strip.start == strip.end:
                yield Arc(strip.start, self.radius)
            else:
                yield from _sides(strip, self.radius)
        ends = {end for slit in self.slits for end in slit}
        yield from (Arc(end, self.gap) for end in sorted(ends))
        for slit in self.slits:
            yield from _sides(slit, self.gap)


def _place_of(line: Edge) -> tuple[int, int]:
    """Return the cell of its middle; lines meet at most two cells apart."""
    x, y = line.center if isinstance(line, Arc) else line.at(0.5)
    return math.floor(x), math.floor(y)


def _sides(strip: Strip, distance: float) -> Iterator[Side]:
    left_start, left_end, right_end, right_start = thick_line(*strip, distance)
    yield Side(left_start, left_end)
    yield Side(right_start, right_end)


def _crossings(line: Edge, other: Edge) -> list[float]:
    """Return how far along *line* it meets *other*."""
    if isinstance(line, Side):
        if isinstance(other, Side):
            return _side_meets_side(line, other)
        return _side_meets_circle(line, other)
    if isinstance(other, Side):
        meetings = _side_meets_circle(other, line)
        return [line.part_at(other.at(part)) for part in meetings]
    return [line.part_at(point) for point in _circle_meets_circle(line, other)]


def _side_meets_side(line: Side, other: Side) -> list[float]:
    (x1, y1), (x2, y2) = line
    (x3, y3), (x4, y4) = other
    across = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if abs(across) < ON_THE_EDGE:
        return []
    part = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / across
    part_of_other = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / across
    is_met = -ON_THE_EDGE < part_of_other < 1 + ON_THE_EDGE
    return [part] if is_met and 0 < part < 1 else []


def _side_meets_circle(line: Side, circle: Arc) -> list[float]:
    (x1, y1), (x2, y2) = line
    dx, dy = x2 - x1, y2 - y1
    fx, fy = x1 - circle.center[0], y1 - circle.center[1]
    square, half = dx * dx + dy * dy, fx * dx + fy * dy
    root = half * half - square * (fx * fx + fy * fy - circle.radius**2)
    # A side only touches the circles at its own ends: a root that is nought but for rounding.
    root = 0.0 if abs(root) < ON_THE_EDGE**2 * 100 else root
    if root < 0:
        return []
    parts = ((-half + sign * math.sqrt(root)) / square for sign in (-1, 1))
    return [part for part in parts if -ON_THE_EDGE < part < 1 + ON_THE_EDGE]


def _circle_meets_circle(one: Arc, other: Arc) -> list[Point]:
    (x1, y1), (x2, y2) = one.center, other.center
    apart = math.hypot(x2 - x1, y2 - y1)
    if apart < ON_THE_EDGE or not abs(one.radius - other.radius) < apart < (
        one.radius + other.radius
    ):
        return []
    along = (apart**2 + one.radius**2 - other.radius**2) / (2 * apart)
    up = math.sqrt(max(0.0, one.radius**2 - along**2))
    ux, uy = (x2 - x1) / apart, (y2 - y1) / apart
    x, y = x1 + ux * along, y1 + uy * along
    return [(x - uy * up, y + ux * up), (x + uy * up, y - ux * up)]


def _loops(edges: list[Edge]) -> Iterator[list[tuple[Edge, bool]]]:
    """Yield the edges in closed loops, each with whether it is gone along from its end."""
    while edges:
        first = edges.pop()
        loop = [(first, False)]
        start, end = first.at(0.0), first.at(1.0)
        while math.dist(start, end) > ON_THE_EDGE * 10 and edges:
            number, is_reversed, gap = _nearest(edges, end)
            assert gap < ON_THE_EDGE * 100, f"the outline is open by {gap} cells at {end}"
            edge = edges.pop(number)
            loop.append((edge, is_reversed))
            end = edge.at(0.0 if is_reversed else 1.0)
        yield loop


def _nearest(edges: list[Edge], point: Point) -> tuple[int, bool, float]:
    """Return the edge that begins or ends nearest the point, and how near."""
    gap, number, is_reversed = min(
        (math.dist(edge.at(1.0 if is_reversed else 0.0), point), number, is_reversed)
        for number, edge in enumerate(edges)
        for is_reversed in (False, True)
    )
    return number, is_reversed, gap


def _contour(loop: list[tuple[Edge, bool]]) -> tuple[Point, ...]:
    points: list[Point] = []
    for edge, is_reversed in loop:
        steps = 1
        if isinstance(edge, Arc):
            steps = math.ceil(abs(edge.end - edge.start) / math.tau * ARC_STEPS)
        parts = range(steps, 0, -1) if is_reversed else range(steps)
        points += (edge.at(part / steps) for part in parts)
    return tuple(points)
