"""The board without its pieces as a list of shapes in its places, for screen and paper.

A place is (file, rank) from 0 at the near left, so ranks go up; a cell is the distance
of neighboring dots.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.art.shapes import Blend, Diamond, Disc, Ink, Patch, Point, Shape, Stroke
from companion.art.theme import BoardSet
from companion.contract import Board, Site

OUTLINE_RADIUS = 0.665
"""The ornamental line runs this far from the dots.

More than half a cell, so that the discs of neighbors join; less than one, so
that a missing dot leaves a notch.
"""

BARE_MARGIN = 0.55
"""From the outermost dots to the edge where no ornamental line is drawn, in cells."""

BASE_CORNER = 0.3
"""How round the corners of the board under curves are, in cells."""

SLIT_HALF_WIDTH = 0.06
"""Half the width of the gap that shows a cut."""

OUTLINE_BANDS = (
    (0.0, "brass_dark"),
    (0.022, "brass"),
    (0.062, "brass_light"),
    (0.080, "brass"),
    (0.102, "wood_dark"),
    (0.124, "brass"),
    (0.140, "wood"),
)
"""The nested lines from outside in: how far inside the edge each begins, and its color's role."""

ORNAMENT_CURVES = (
    (-0.335, "brass_light"),
    (-0.305, "walnut"),
    (-0.195, "brass_light"),
    (-0.145, "walnut"),
)
"""The curved lines around the outline, the outermost first, each as `OUTLINE_BANDS` has them.

Source: a published rule sheet, whose playing area is "enclosed by the curved lines on the board".
"""

FLAT_BANDS = ((0.0, "brass_dark"), (0.045, "wood"))
HEAVY_BANDS = (
    (0.0, "brass_dark"),
    (0.035, "brass_light"),
    (0.085, "brass"),
    (0.125, "ink"),
    (0.155, "wood"),
)
HEAVY_CURVES = ((-0.235, "brass_light"), (-0.165, "walnut"))
"""The same in looks without an ornament."""

BORDER_INSET = 0.455
BORDER_GAP = 0.25
LEAF = (0.075, 0.026)
BERRY = 0.02
"""How far outside of the outermost lines a border runs, about how far apart its leaves are,
half the length and width of a leaf, and half of what is between two: all in cells.
"""

DOT_HALF = 0.115
MARK_HALF = 0.19
MARK_RIM = 0.05
LINE_WIDTH = 0.045
POINT_RADIUS = 0.075
SHADOW_DROP = 0.05

GRAIN_SEED = 1912
GRAIN_GAP = (0.035, 0.13)
GRAIN_WIDTH = (0.012, 0.05)
GRAIN_DEPTH = (0.10, 0.55)
GRAIN_WAVE = 0.10
GRAIN_STEPS = 32
"""Spacing, width and waviness of the grain; its depth from wood to dark wood."""


class BoardFace(NamedTuple):
    """All that lies within the ornamental line of a board, or *inset* cells inside of it.

    *drop* is how far down it lies, as a shadow does.
    """

    board: Board
    inset: float = 0.0
    drop: float = 0.0


class RoundedBox(NamedTuple):
    """An upright rectangle between opposite corners, rounded by *corner* cells."""

    one: Point
    other: Point
    corner: float


class Squares(NamedTuple):
    """The squares around *places*."""

    places: tuple[Point, ...]


class Grid(NamedTuple):
    """The edges of the squares around *places*."""

    places: tuple[Point, ...]
    width: float


BoardShape: TypeAlias = Shape | BoardFace | RoundedBox | Squares | Grid


class BoardPart(NamedTuple):
    """One shape in its color, over all before it; only what lies inside of *clip* is seen."""

    shape: BoardShape
    ink: Ink
    clip: RoundedBox | None = None


class Wood(NamedTuple):
    """Wood with wavy lines toward the color *grain*: the face, then maybe squares on it.

    In its own color *grain* is none.  *under* is what the face lies on, and is drawn before it.
    """

    shape: BoardFace | Squares
    ink: Ink
    grain: Ink
    under: tuple[BoardPart, ...] = ()


class BoardLook(NamedTuple):
    """What screen and paper, and each look on screen, draw in its own way.

    Attributes:
        mark: the color of dots, lines and the edges of marked intersections.
        mark_face: the color inside of these.
        leaf: the color of an ornament along the edges; None leaves it out.
        line, grid, stroke: widths in cells.
        checker: the color of dark squares.
        is_wooden: whether these have a grain.
        has_strokes_on_top: whether strokes lie over the squares and their edges, not below.
        dot: what a dot is where no lines are, and how far it reaches in cells.
        bands: the nested lines along the edge, as `OUTLINE_BANDS` has them.
        curves: those around them where a board has such, as `ORNAMENT_CURVES` has them.
        grain: the color of the grain of the face, whose own is "wood".
        has_shadow: whether the board throws one on the table.
        checkered_grid: *grid* and *grid_ink* of a checkered board.
    """

    mark: Ink
    mark_face: Ink
    leaf: Ink | None
    line: float
    grid: float
    grid_ink: Ink
    stroke: float
    stroke_ink: Ink
    checker: Ink
    is_wooden: bool = True
    has_strokes_on_top: bool = True
    dot: tuple[type[Diamond | Disc], float] = (Diamond, DOT_HALF)
    bands: tuple[tuple[float, Ink], ...] = OUTLINE_BANDS
    curves: tuple[tuple[float, Ink], ...] = ORNAMENT_CURVES
    grain: Ink = "wood_dark"
    has_shadow: bool = True
    checkered_grid: tuple[float, Ink] = (0.018, Blend("dot", "square_dark", 0.5))


SCREEN = BoardLook(
    "dot", "brass_light", "brass", LINE_WIDTH, 0.03, "dot", 0.11, Blend("wood", "brass", 0.5),
    "square_dark", has_strokes_on_top=False,
)  # fmt: skip
ON_SCREEN: Mapping[BoardSet, BoardLook] = MappingProxyType(
    {
        BoardSet.CLASSIC: SCREEN,
        BoardSet.MODERN: SCREEN._replace(
            leaf=None, stroke_ink=Blend("wood", "brass", 0.3), is_wooden=False, dot=(Disc, 0.085),
            bands=FLAT_BANDS, curves=(), grain="wood", has_shadow=False,
        ),
        BoardSet.CONTRAST: SCREEN._replace(
            mark_face="wood", leaf=None, line=0.07, grid=0.05, checkered_grid=(0.05, "dot"),
            stroke=0.14, stroke_ink=Blend("wood", "brass", 0.7), is_wooden=False,
            dot=(Diamond, 0.14), bands=HEAVY_BANDS, curves=HEAVY_CURVES, grain="wood",
        ),
    }
)  # fmt: skip
"""How boards of each look are drawn."""


def screen_board(board: Board, look: BoardSet) -> Iterator[BoardPart | Wood]:
    """Yield all of *board* as it is on screen, on the table."""
    style = ON_SCREEN[look]
    if board.outline:
        shadow = BoardPart(BoardFace(board, drop=SHADOW_DROP), "table_shadow")
        around = curves(board, style)
        yield wooden_face(board, [*around, shadow] if style.has_shadow else around, style)
    if board.checkered:
        width, ink = style.checkered_grid
        style = style._replace(grid=width, grid_ink=ink)
    yield from marks_on(board, style)


def base(board: Board) -> RoundedBox:
    """Return the whole of a board under curves, to the outermost points of its outline."""
    out = OUTLINE_RADIUS
    return RoundedBox((-out, -out), (board.files - 1 + out, board.ranks - 1 + out), BASE_CORNER)


def curves(board: Board, look: BoardLook = SCREEN) -> Iterator[BoardPart]:
    """Yield the curved lines around the outline, as far as the whole board goes, if any."""
    if board.ornament == "curves":
        ground = base(board)
        yield BoardPart(ground, "walnut")
        yield from (BoardPart(BoardFace(board, inset), ink, ground) for inset, ink in look.curves)


def wooden_face(board: Board, under: Iterable[BoardPart], look: BoardLook = SCREEN) -> Wood:
    """Return the face inside of the ornamental line, over *under*."""
    *bands, (inset, ink) = look.bands
    lines = (BoardPart(BoardFace(board, band), color) for band, color in bands)
    return Wood(BoardFace(board, inset), ink, look.grain, (*under, *lines))


def marks_on(board: Board, look: BoardLook) -> Iterator[BoardPart | Wood]:
    """Yield what is drawn on the face."""
    if board.ornament == "border" and look.leaf is not None:
        yield from (BoardPart(Patch(leaf), look.leaf) for leaf in border(board))
    if board.drawing == "squares":
        yield from _squares(board, look)
    elif board.drawing == "lines":
        yield from _strokes(board, board.drawn(), look.line, look.mark)
        yield from (BoardPart(Disc(place, POINT_RADIUS), look.mark) for place in board.places)
    else:
        shape, half = look.dot
        yield from (BoardPart(shape(place, half), look.mark) for place in board.places)


def _squares(board: Board, look: BoardLook) -> Iterator[BoardPart | Wood]:
    strokes = _strokes(board, board.strokes, look.stroke, look.stroke_ink)
    if not look.has_strokes_on_top:
        # All of them: none are left for later.
        yield from strokes
    if board.checkered:
        dark = Squares(tuple(dark_squares(board)))
        grain = Blend("wood", "brass", 0.52)
        yield Wood(dark, look.checker, grain) if look.is_wooden else BoardPart(dark, look.checker)
    yield BoardPart(Grid(board.places, look.grid), look.grid_ink)
    yield from strokes
    for half, ink in ((MARK_HALF, look.mark), (MARK_HALF - MARK_RIM, look.mark_face)):
        yield from (BoardPart(Diamond(place, half), ink) for place in crossings(board))


def _strokes(
    board: Board, pairs: Iterable[tuple[Site, Site]], width: float, ink: Ink
) -> Iterator[BoardPart]:
    for one, other in pairs:
        yield BoardPart(Stroke((board.places[one], board.places[other]), width), ink)


def labels(board: Board, reach: float, is_turned: bool = False) -> Iterator[tuple[str, Point]]:
    """Yield the coordinates as the notation has them: at the left, and below or on top.

    Their middles are *reach* cells outside of the outermost dots.  When the board is turned,
    they stay there and run the other way.
    """
    right, top = board.files - 1 + reach, board.ranks - 1 + reach
    x = right if is_turned else -reach
    y = top if board.is_named_by_rows != is_turned else -reach
    yield from ((board.file_name(file), (file, y)) for file in range(board.files))
    yield from ((board.rank_name(rank), (x, rank)) for rank in range(board.ranks))


# What the face is made of


class Strip(NamedTuple):
    """A straight line between two points, which may be the same."""

    start: Point
    end: Point

    def distance_to(self, x: float, y: float) -> float:
        """Return how far the point is from the line."""
        (x1, y1), (x2, y2) = self.start, self.end
        along_x, along_y = x2 - x1, y2 - y1
        square = along_x * along_x + along_y * along_y
        part = ((x - x1) * along_x + (y - y1) * along_y) / square if square else 0.0
        part = min(1.0, max(0.0, part))
        return math.hypot(x - x1 - part * along_x, y - y1 - part * along_y)


class Grain(NamedTuple):
    """One wavy line of the wood: its points, its width, how dark it is from 0 to 1."""

    points: list[Point]
    width: float
    depth: float


def border(board: Board) -> Iterator[tuple[Point, ...]]:
    """Yield the leaves of a border along the edges of *board*, polygons in its places.

    It goes round the corners as the outline does: there a leaf lies across.
    """
    right, top = board.files - 1, board.ranks - 1
    corners = ((0, 0), (right, 0), (right, top), (0, top))
    for number, start in enumerate(corners):
        end = corners[(number + 1) % len(corners)]
        length = abs(end[0] - start[0]) + abs(end[1] - start[1])
        if length == 0:
            continue
        dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        # To the right of the way lies the edge: the corners are passed turning left.
        x, y = start[0] + dy * BORDER_INSET, start[1] - dx * BORDER_INSET
        count = 2 * max(1, round(length / BORDER_GAP / 2))
        for step in range(count + 1):
            at = length * step / count
            halves = (BERRY, BERRY) if step % 2 else LEAF
            yield _lozenge((x + dx * at, y + dy * at), (dx, dy), halves)
        out, turn = BORDER_INSET * math.sqrt(0.5), math.sqrt(0.5)
        across = ((dx - dy) * turn, (dy + dx) * turn)
        middle = (end[0] + (dx + dy) * out, end[1] + (dy - dx) * out)
        yield _lozenge(middle, across, LEAF)


def _lozenge(middle: Point, along: Point, halves: Point) -> tuple[Point, ...]:
    """Return the corners of a lozenge around *middle*, half its length *along*."""
    (x, y), (dx, dy), (half, aside) = middle, along, halves
    return (
        (x + dx * half, y + dy * half),
        (x - dy * aside, y + dx * aside),
        (x - dx * half, y - dy * half),
        (x + dy * aside, y - dx * aside),
    )


def edge_of(board: Board) -> list[bool]:
    """Return for each pair of the ground of *board* whether a cell beside it is not whole.

    Up to a cell around any other pair there is nothing but the face.
    """
    ground = board.ground()
    joined = {frozenset(pair) for pair in ground}

    def is_whole(file: int, rank: int) -> bool:
        corners = [(file, rank), (file + 1, rank), (file + 1, rank + 1), (file, rank + 1)]
        return all(frozenset((corners[at - 1], corners[at])) in joined for at in range(4))

    def is_inside(one: tuple[int, int], other: tuple[int, int]) -> bool:
        files, ranks = (
            range(max(ends) - 1, min(ends) + 1) for ends in zip(one, other, strict=True)
        )
        return whole.issuperset(product(files, ranks))

    whole = {
        place for place in product(range(board.files), range(board.ranks)) if is_whole(*place)
    }
    return [not is_inside(*pair) for pair in ground]


def dark_squares(board: Board) -> list[tuple[int, int]]:
    """Return the places of the squares that are dark where *board* is checkered, a1 among them."""
    return [(file, rank) for file, rank in board.places if (file + rank) % 2 == 0]


def crossings(board: Board) -> list[Point]:
    """Return the middles of the marked intersections of *board*, in its places."""
    marked = (board.places[site] for site in board.marks)
    return [(file + 0.5, rank + 0.5) for file, rank in marked]


def grain(width: float, height: float, cell: float) -> Iterator[Grain]:
    """Yield wavy lines along a ground of *width* by *height*; every board has the same.

    Args:
        width: in the unit of the caller, as are the results.
        height: likewise; lines begin and end up to a cell outside of it.
        cell: the length of a cell in that unit.
    """
    draw = random.Random(GRAIN_SEED)
    y = -cell
    while y < height + cell:
        y += draw.uniform(*GRAIN_GAP) * cell
        thickness = draw.uniform(*GRAIN_WIDTH) * cell
        depth = draw.uniform(*GRAIN_DEPTH)
        swing = GRAIN_WAVE * cell * draw.uniform(0.4, 1.0)
        phase = y / (cell * 1.7)
        points = [
            (width * step / GRAIN_STEPS, y + swing * math.sin(phase + step * 0.21))
            for step in range(GRAIN_STEPS + 1)
        ]
        yield Grain(points, thickness, depth)


def slits(board: Board) -> list[Strip]:
    """Return the axes of the gaps that the cuts leave in the board's face.

    A gap across an upright or level cut is a cell long, so that gaps in a row
    join to a wall, and so reaches into the open where the board ends.  A diagonal
    cut needs a gap of its own only where no such wall passes its middle.
    """
    walls: list[Strip] = []
    short: list[tuple[Point, Strip]] = []
    for cut in sorted(map(sorted, board.cuts)):
        (x1, y1), (x2, y2) = (board.places[site] for site in cut)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        if y1 == y2:
            walls.append(Strip((x, y - 0.5), (x, y + 0.5)))
        elif x1 == x2:
            walls.append(Strip((x - 0.5, y), (x + 0.5, y)))
        else:
            # A quarter turn of half the cut: short of the dots at both sides of it.
            dx, dy = (y2 - y1) * 0.25, (x1 - x2) * 0.25
            short.append(((x, y), Strip((x - dx, y - dy), (x + dx, y + dy))))
    return walls + [
        gap for middle, gap in short if not any(wall.distance_to(*middle) < 0.01 for wall in walls)
    ]
