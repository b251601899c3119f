"""The board without its pieces as a list of shapes in its places, for screen and paper.

A place is (file, rank) from 0 at the near left, so ranks go up; a cell is the distance
of neighboring dots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from companion.art.shapes import Diamond, Disc, Ink, Mixed, Patch, Point, Shape, Stroke
from companion.contract import Board, Site
from companion.contract.board_face import (
    BASE_CORNER,
    DOT_HALF,
    LINE_WIDTH,
    MARK_HALF,
    MARK_RIM,
    ORNAMENT_CURVES,
    OUTLINE_BANDS,
    OUTLINE_RADIUS,
    POINT_RADIUS,
    border,
    crossings,
    dark_squares,
)

SHADOW_DROP = 0.05


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

    *under* is what the face lies on, and is drawn before it.
    """

    shape: BoardFace | Squares
    ink: Ink
    grain: Ink
    under: tuple[BoardPart, ...] = ()


class BoardLook(NamedTuple):
    """What screen and paper draw each in its own way.

    Attributes:
        mark: the color of dots, lines and the edges of marked intersections.
        mark_face: the color inside of these.
        leaf: the color of an ornament along the edges.
        line, grid, stroke: widths in cells.
        checker: the color of dark squares.
        is_wooden: whether these have a grain.
        has_strokes_on_top: whether strokes lie over the squares and their edges, not below.
    """

    mark: Ink
    mark_face: Ink
    leaf: Ink
    line: float
    grid: float
    grid_ink: Ink
    stroke: float
    stroke_ink: Ink
    checker: Ink
    is_wooden: bool = True
    has_strokes_on_top: bool = True


SCREEN = BoardLook(
    "dot", "brass_light", "brass", LINE_WIDTH, 0.03, "dot", 0.11, Mixed("wood", "brass", 0.5),
    "square_dark", has_strokes_on_top=False,
)  # fmt: skip
SCREEN_CHECKERED = SCREEN._replace(grid=0.018, grid_ink=Mixed("dot", "square_dark", 0.5))


def screen_board(board: Board) -> Iterator[BoardPart | Wood]:
    """Yield all of *board* as it is on screen, on the table."""
    if board.outline:
        shadow = BoardPart(BoardFace(board, drop=SHADOW_DROP), "table_shadow")
        yield wooden_face(board, [*curves(board), shadow])
    yield from marks_on(board, SCREEN_CHECKERED if board.checkered else SCREEN)


def base(board: Board) -> RoundedBox:
    """Return the whole of a board under curves, to the outermost points of its outline."""
    out = OUTLINE_RADIUS
    return RoundedBox((-out, -out), (board.files - 1 + out, board.ranks - 1 + out), BASE_CORNER)


def curves(board: Board) -> Iterator[BoardPart]:
    """Yield the curved lines around the outline, as far as the whole board goes, if any."""
    if board.ornament == "curves":
        ground = base(board)
        yield BoardPart(ground, "walnut")
        yield from (
            BoardPart(BoardFace(board, inset), ink, ground) for inset, ink in ORNAMENT_CURVES
        )


def wooden_face(board: Board, under: Iterable[BoardPart]) -> Wood:
    """Return the face inside of the ornamental line, over *under*."""
    *bands, (inset, ink) = OUTLINE_BANDS
    lines = (BoardPart(BoardFace(board, band), color) for band, color in bands)
    return Wood(BoardFace(board, inset), ink, "wood_dark", (*under, *lines))


def marks_on(board: Board, look: BoardLook) -> Iterator[BoardPart | Wood]:
    """Yield what is drawn on the face."""
    if board.ornament == "border":
        yield from (BoardPart(Patch(leaf), look.leaf) for leaf in border(board))
    if board.drawing == "squares":
        yield from _squares(board, look)
    elif board.drawing == "lines":
        yield from _strokes(board, board.drawn(), look.line, look.mark)
        yield from (BoardPart(Disc(place, POINT_RADIUS), look.mark) for place in board.places)
    else:
        yield from (BoardPart(Diamond(place, DOT_HALF), look.mark) for place in board.places)


def _squares(board: Board, look: BoardLook) -> Iterator[BoardPart | Wood]:
    strokes = _strokes(board, board.strokes, look.stroke, look.stroke_ink)
    if not look.has_strokes_on_top:
        # All of them: none are left for later.
        yield from strokes
    if board.checkered:
        dark = Squares(tuple(dark_squares(board)))
        grain = Mixed("wood", "brass", 0.52)
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
