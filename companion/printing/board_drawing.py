"""A board as it is drawn on paper, plain or ornamental; a1's place is the origin.

Its face is all that lies within `OUTLINE_RADIUS` of a dot or of a line between dots, without the
slits of its cuts: the line around it is found as arcs and straight lines.
"""

from __future__ import annotations

import cmath
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from companion.art.boards import (
    BARE_MARGIN,
    OUTLINE_RADIUS,
    SCREEN,
    SLIT_HALF_WIDTH,
    BoardFace,
    BoardLook,
    BoardPart,
    BoardShape,
    Grid,
    RoundedBox,
    Squares,
    Strip,
    Wood,
    curves,
    grain,
    labels,
    marks_on,
    slits,
    wooden_face,
)
from companion.art.shapes import (
    Area,
    Blend,
    Fill,
    Patch,
    Shape,
    Stroke,
    edges,
    enlarged,
    rounded_box,
    thick_line,
)
from companion.contract import Board
from companion.printing.drawing import Drawing, Group, Item, PaperBox, centered_text

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
    """A part of a circle from angle *start* to *end*, in radians."""

    center: complex
    radius: float
    start: float = 0.0
    end: float = math.tau

    @property
    def steps(self) -> int:
        """Return with how many straight lines it is drawn."""
        return math.ceil(abs(self.end - self.start) / math.tau * ARC_STEPS)

    def at(self, part: float) -> complex:
        """Return the point *part* of the way, 0 to 1."""
        return self.center + cmath.rect(self.radius, self.start + (self.end - self.start) * part)

    def part_at(self, point: complex) -> float:
        """Return how far along a whole circle the point is."""
        return cmath.phase(point - self.center) % math.tau / math.tau

    def between(self, one: float, other: float) -> Arc:
        """Return the piece from one part of the way to another, which may be back."""
        length = self.end - self.start
        return self._replace(start=self.start + length * one, end=self.start + length * other)


class Side(NamedTuple):
    """A straight part of an edge."""

    start: complex
    end: complex

    @property
    def steps(self) -> int:
        """Return with how many straight lines it is drawn."""
        return 1

    def at(self, part: float) -> complex:
        """Return the point *part* of the way, 0 to 1."""
        return self.start + (self.end - self.start) * part

    def part_at(self, point: complex) -> float:
        """Return how far along the way the point is."""
        return ((point - self.start) / (self.end - self.start)).real

    def between(self, one: float, other: float) -> Side:
        """Return the piece from one part of the way to another, which may be back."""
        return Side(self.at(one), self.at(other))


Edge: TypeAlias = Arc | Side


@lru_cache(maxsize=32)
def outline(board: Board, inset: float = 0.0) -> Area:
    """Return the edges of the face of *board*, *inset* cells inside of the ornamental line.

    They are in cells, (0, 0) at the near left place.
    """
    face = _Face(board, OUTLINE_RADIUS - inset, SLIT_HALF_WIDTH + inset)
    return Area(
        tuple(
            tuple(
                (point.real, point.imag)
                for edge in loop
                for point in (edge.at(step / edge.steps) for step in range(edge.steps))
            )
            for loop in _loops(list(face.edges()))
        )
    )


class _Face:
    """All within *radius* of a dot or line and not within *gap* of a slit."""

    def __init__(self, board: Board, radius: float, gap: float) -> None:
        self.board, self.radius, self.gap = board, radius, gap
        self.strips = [Strip(one, other) for one, other in board.ground()]
        self.slits = slits(board)
        self.strips_at: dict[tuple[int, int], list[Strip]] = defaultdict(list)
        for strip in self.strips:
            for x, y in {strip.start, strip.end}:
                self.strips_at[int(x), int(y)].append(strip)

    def has_on_edge(self, point: complex) -> bool:
        """Return whether the point is neither inside nor outside of the face."""
        x, y = point.real, point.imag
        file, rank = math.floor(x), math.floor(y)
        in_slit = max((self.gap - slit.distance_to(x, y) for slit in self.slits), default=-1.0)
        outside = 1.0
        # All strips that are less than a cell away are among these.
        near = (self.strips_at.get((file + df, rank + dr), ()) for df, dr in AROUND)
        for strip in itertools.chain.from_iterable(near):
            outside = min(outside, strip.distance_to(x, y) - self.radius)
            # Inside is inside, however deep: most points are, and this is what takes the time.
            if outside < -ON_THE_EDGE:
                break
        return abs(max(outside, in_slit)) < ON_THE_EDGE

    def edges(self) -> Iterator[Edge]:
        """Yield the pieces of the edge, in no order."""
        lines = list(self._lines())
        by_place: dict[tuple[int, int], list[Edge]] = defaultdict(list)
        for line in lines:
            by_place[_place_of(line)].append(line)
        for line in lines:
            file, rank = _place_of(line)
            near = (by_place.get((file + df, rank + dr), ()) for df, dr in MEETING)
            parts = {
                line.part_at(point)
                for other in itertools.chain.from_iterable(near)
                for point in _meet(line, other)
                if isinstance(other, Arc) or -ON_THE_EDGE < other.part_at(point) < 1 + ON_THE_EDGE
            }
            cuts = sorted({0.0, 1.0, *(part for part in parts if 0 < part < 1)})
            for one, two in itertools.pairwise(cuts):
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
        # Around dots that have all neighbors everything is covered.
        strips = [strip for strip in self.strips if not {strip.start, strip.end} <= inner]
        dots = [strip.start for strip in strips if strip.start == strip.end]
        yield from (Arc(complex(*dot), self.radius) for dot in dots)
        yield from _sides((strip for strip in strips if strip.start != strip.end), self.radius)
        ends = {end for slit in self.slits for end in slit}
        yield from (Arc(complex(*end), self.gap) for end in sorted(ends))
        yield from _sides(self.slits, self.gap)


def _place_of(line: Edge) -> tuple[int, int]:
    """Return the cell of its middle; lines meet at most two cells apart."""
    middle = line.center if isinstance(line, Arc) else line.at(0.5)
    return math.floor(middle.real), math.floor(middle.imag)


def _sides(strips: Iterable[Strip], distance: float) -> Iterator[Side]:
    for strip in strips:
        corners = (complex(*corner) for corner in thick_line(*strip, distance))
        left_start, left_end, right_end, right_start = corners
        yield Side(left_start, left_end)
        yield Side(right_start, right_end)


def _meet(one: Edge, other: Edge) -> list[complex]:
    """Return where two whole circles, a circle and a side, or two sides meet."""
    if isinstance(one, Arc) and isinstance(other, Arc):
        way = other.center - one.center
        apart = abs(way)
        if apart < ON_THE_EDGE or not abs(one.radius - other.radius) < apart < (
            one.radius + other.radius
        ):
            return []
        along = (apart**2 + one.radius**2 - other.radius**2) / (2 * apart)
        up = math.sqrt(max(0.0, one.radius**2 - along**2))
        return [one.center + way / apart * complex(along, side) for side in (up, -up)]
    if isinstance(one, Arc):
        return _meet(other, one)
    way = one.end - one.start
    if isinstance(other, Side):
        its = other.end - other.start
        across = _cross(way, its)
        if abs(across) < ON_THE_EDGE:
            return []
        return [one.at(_cross(other.start - one.start, its) / across)]
    foot = (other.center - one.start) / way
    square = (other.radius / abs(way)) ** 2 - foot.imag**2
    # A side only touches the circles at its own ends: a root that is nought but for rounding.
    square = 0.0 if abs(square) < ON_THE_EDGE**2 * 100 else square
    if square < 0:
        return []
    return [one.at(foot.real + part) for part in (-math.sqrt(square), math.sqrt(square))]


def _cross(one: complex, other: complex) -> float:
    return (one.conjugate() * other).imag


def _loops(edges: list[Edge]) -> Iterator[list[Edge]]:
    """Yield the edges in closed loops, each turned so that it goes on from the one before."""
    while edges:
        loop = [edges.pop()]
        while abs(loop[-1].at(1.0) - loop[0].at(0.0)) > ON_THE_EDGE * 10 and edges:
            end = loop[-1].at(1.0)
            gap, number, start = min(
                (abs(edge.at(start) - end), number, start)
                for number, edge in enumerate(edges)
                for start in (0.0, 1.0)
            )
            assert gap < ON_THE_EDGE * 100, f"the outline is open by {gap} cells at {end}"
            loop.append(edges.pop(number).between(start, 1.0 - start))
        yield loop


STYLES = ("plain", "ornamental")

OUTLINE = 0.5
PLAIN_LINE = 0.35
PLAIN_CURVE = 0.2
GRID_LINE = 0.3
STROKE = 0.09
FRAME = 0.16
"""Line widths in mm, but of strokes and the frame around squares in cells."""

CORNER_STEPS = 30

LABEL_SIZE = 0.3
SMALLEST_LABEL = 2.2
LARGEST_LABEL = 8.0
LABEL_BAND = 1.5
"""Size of coordinates in cells, its limits in mm; the band they stand in, in their sizes."""


def look_of(style: str, pitch: float) -> BoardLook:
    """Return how what is drawn on a board looks in *style* with dots *pitch* mm apart."""
    grid = GRID_LINE / pitch
    if style == "ornamental":
        faint = Blend("white", "dot", 0.45)
        return SCREEN._replace(grid=grid, stroke=STROKE, stroke_ink=faint, has_strokes_on_top=True)
    return BoardLook(
        "ink", "white", "ink", PLAIN_LINE / pitch, grid, "ink", STROKE,
        Blend("white", "ink", 0.45), Blend("white", "ink", 0.128), is_wooden=False,
    )  # fmt: skip


@dataclass(frozen=True)
class BoardOnPaper:
    """One board at one size.

    Attributes:
        pitch: the distance of neighboring dots in mm.
        style: one of `STYLES`.
    """

    board: Board
    pitch: float
    style: str = "plain"

    @property
    def has_frame(self) -> bool:
        """Return whether its face is a rectangle: squares have no ornamental line on paper."""
        return self.board.drawing == "squares"

    @property
    def label_size(self) -> float:
        """Return the size of the coordinates in mm."""
        return min(LARGEST_LABEL, max(SMALLEST_LABEL, LABEL_SIZE * self.pitch))

    @cached_property
    def field(self) -> PaperBox:
        """Return the board with its edge, without coordinates."""
        cells = OUTLINE_RADIUS if self.board.outline else BARE_MARGIN
        if self.has_frame:
            cells = 0.5 + FRAME
        right, top = (self.board.files - 1) * self.pitch, (self.board.ranks - 1) * self.pitch
        # Half of the outermost line.
        return PaperBox(0, 0, right, top).grown(cells * self.pitch + OUTLINE / 2)

    @cached_property
    def box(self) -> PaperBox:
        """Return all that is drawn, coordinates included."""
        left, bottom, right, top = self.field
        band = self.label_size * LABEL_BAND
        if self.board.is_named_by_rows:
            return PaperBox(left - band, bottom, right, top + band)
        return PaperBox(left - band, bottom - band, right, top)

    def drawing(self) -> Drawing:
        """Return the board, its seams best between the dots, or for squares beside them."""
        marks = marks_on(self.board, look_of(self.style, self.pitch))
        return Drawing(
            (*self._ground(), *self._painted(marks), *self.labels()),
            self.box,
            tuple((file + 0.5) * self.pitch for file in range(self.board.files - 1)),
            tuple((rank + 0.5) * self.pitch for rank in range(self.board.ranks - 1)),
            self.face(),
        )

    def face(self, inset: float = 0.0) -> Shape:
        """Return the face, or what is *inset* cells inside of its edge."""
        if self.has_frame or not self.board.outline:
            return self.field.grown(-OUTLINE / 2 - inset * self.pitch).patch
        return enlarged(outline(self.board, inset), self.pitch)

    def labels(self) -> Iterator[Item]:
        """Yield the coordinates."""
        reach = (self.label_size * LABEL_BAND / 2 - self.field.left) / self.pitch
        for text, (x, y) in labels(self.board, reach):
            at = (x * self.pitch, y * self.pitch)
            yield centered_text(at, text, self.label_size, "ink")

    def _ground(self) -> Iterator[Item]:
        if not (self.board.outline or self.has_frame):
            return
        under = [] if self.has_frame else list(curves(self.board))
        if self.style == "ornamental":
            yield from self._painted([wooden_face(self.board, under)])
            return
        for part in under:
            # The base, and of each curve its outer edge.
            if part.clip is None or part.ink == "brass_light":
                yield from self._outlined(part.shape, PLAIN_CURVE, part.clip)
        yield from self._outlined(BoardFace(self.board), OUTLINE)

    def _outlined(
        self, shape: BoardShape, width: float, clip: RoundedBox | None = None
    ) -> Iterator[Item]:
        (face,) = self._shapes(shape)
        # A curve filled would hide half of the line around the base.
        yield from () if clip else [Fill(face, "white")]
        yield from self._clipped([Fill(line, "ink") for line in edges(face, width)], clip)

    def _painted(self, parts: Iterable[BoardPart | Wood]) -> Iterator[Item]:
        for part in parts:
            shapes = self._shapes(part.shape)
            if isinstance(part, BoardPart):
                yield from self._clipped([Fill(shape, part.ink) for shape in shapes], part.clip)
            else:
                yield from self._painted(part.under)
                yield Fill(shapes[0], part.ink)
                yield Group(tuple(self._grain(part)), shapes[0])

    def _clipped(self, fills: Sequence[Fill], clip: RoundedBox | None) -> Sequence[Item]:
        return [Group(tuple(fills), *self._shapes(clip))] if clip else fills

    def _grain(self, wood: Wood) -> Iterator[Item]:
        left, bottom, right, top = self.field
        for wave in grain(right - left, top - bottom, self.pitch):
            points = tuple((left + x, bottom + y) for x, y in wave.points)
            yield Fill(Stroke(points, wave.width), Blend(wood.ink, wood.grain, wave.depth))

    def _shapes(self, shape: BoardShape) -> list[Shape]:
        """Return what *shape* is made of, in mm."""
        made: list[Shape] = []
        if isinstance(shape, BoardFace):
            return [self.face(shape.inset)]
        if isinstance(shape, RoundedBox):
            box = PaperBox(*shape.one, *shape.other)
            halves = box.width / 2, box.height / 2
            made = [Patch(rounded_box(halves, shape.corner, box.center, CORNER_STEPS))]
        elif isinstance(shape, Squares | Grid):
            squares = [PaperBox(x, y, x, y).grown(0.5).patch for x, y in shape.places]
            if isinstance(shape, Squares):
                made = [Area(tuple(square.points for square in squares))]
            else:
                made += (line for square in squares for line in edges(square, shape.width))
        else:
            made = [shape]
        return [enlarged(one, self.pitch) for one in made]
