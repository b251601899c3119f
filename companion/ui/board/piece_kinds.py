"""The kinds of real pieces seen from above: turned discs, numbered tiles, glass stones.

Whatever differs from kind to kind is asked of a `PieceKind`, and nobody else tells
them apart.  Everything is drawn around the middle of a canvas, in pixels.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.art.on_screen import Canvas
from companion.art.shapes import (
    Disc,
    Patch,
    Point,
    Ring,
    Shape,
    Stroke,
    arc,
    on_circle,
    rounded_box,
    rounded_square,
)
from companion.art.theme import PieceColors, mixed
from companion.contract import Piece, Side
from companion.contract.board_face import UNDERLINED
from companion.ui.board.digits import draw_number, fitting_height

RIM_PX = 1.25
RIM = 0.055
LINE = 0.045
GROOVES = (0.62, 0.44)
"""Widths of a disc's edge and of the rings turned into it; where its grooves are, in radii."""

TILE_CORNER = 0.24
TILE_CUT = 0.34
TILE_BEVEL = 0.11
BEVEL_LIGHT = 0.5
BEVEL_DARK = 0.45
NUMBER_HEIGHT = 1.12
NUMBER_WIDTH = 1.5
TILE_HALF = 0.41
"""A tile's corners, bevel and number in halves of its side, of which a cell has so many."""

STONE_STEPS = 24
GLOW: Point = (0.16, 0.22)
GLOW_DEPTH = 0.34
EYE_RADIUS = 0.5
EYE_WIDTH = 0.13
STONE_RADIUS = 0.385
"""Where light gathers in a stone, how bright; the ring in the second side's stones; in radii.

Of a stone a cell has so many: marks fit around it as around a tile.
"""

MISSING_DASHES = 8

WHITE = (255, 255, 255)


class PieceKind(ABC):
    """One kind of pieces: round and without numbers, where a kind says nothing else.

    Attributes:
        is_square: marks and frames around a piece are square.
        has_number: its value stands on it; elsewhere the value is a size, or nothing.
        has_racks: pieces off the board lie in racks beside it, each at its number.
        radius: half of its width in cells; None where it follows from its value.
    """

    is_square: bool = False
    has_number: bool = False
    has_racks: bool = False
    radius: float | None = None

    @abstractmethod
    def draw(self, canvas: Canvas, radius: float, piece: Piece, colors: PieceColors) -> None:
        """Draw the face of *piece*."""

    def body(self, radius: float, side: Side) -> Shape:
        """Return the outline of a piece of *side*, filled."""
        return Disc((0, 0), radius)

    def grown(self, radius: float, width: float) -> Shape:
        """Return what shadow and glow of a piece begin with: its outline, larger by *width*."""
        return Disc((0, 0), radius + width)

    def empty_place(self, radius: float) -> tuple[Shape, ...]:
        """Return the outline of a missing piece; broken, so that no piece looks like it."""
        dashes = MISSING_DASHES
        return tuple(
            arc(radius - RIM_PX / 2, n / dashes, (n + 0.5) / dashes, RIM_PX) for n in range(dashes)
        )


class Discs(PieceKind):
    """Turned discs: the value is the size, and small ones stand on large ones.

    With grooves they have rings turned into them, as checkers have; not where pieces nest, or
    grooves would look like pieces.
    """

    def __init__(self, *, has_grooves: bool = False) -> None:
        self._has_grooves = has_grooves

    def draw(self, canvas: Canvas, radius: float, piece: Piece, colors: PieceColors) -> None:
        rim_px = max(RIM_PX, radius * RIM)
        canvas.draw([Disc((0, 0), radius)], colors.rim)
        canvas.draw([Disc((0, 0), radius - rim_px)], colors.face)
        width = max(0.9, radius * LINE)
        canvas.draw([Ring((0, 0), radius - rim_px - width * 1.5, width)], colors.shade)
        if self._has_grooves:
            canvas.draw((Ring((0, 0), radius * part, width) for part in GROOVES), colors.shade)


class Tiles(PieceKind):
    """Square tiles with numbers; those of the second side have cut corners."""

    is_square = True
    has_number = True
    has_racks = True
    radius = TILE_HALF

    def draw(self, canvas: Canvas, radius: float, piece: Piece, colors: PieceColors) -> None:
        rim, bevel = max(RIM_PX, radius * RIM), max(1.0, radius * TILE_BEVEL)
        side = piece.side
        canvas.draw([_tile(radius, side)], colors.rim)
        canvas.draw([_tile(radius, side, inset=rim)], mixed(colors.face, colors.rim, BEVEL_DARK))
        lit = _tile(radius, side, (-bevel / 2, -bevel / 2), rim + bevel / 2)
        canvas.draw([lit], mixed(colors.face, WHITE, BEVEL_LIGHT))
        canvas.draw([_tile(radius, side, inset=rim + bevel)], colors.face)
        _draw_value(canvas, radius, piece.value, colors)

    def body(self, radius: float, side: Side) -> Shape:
        return _tile(radius, side)

    def grown(self, radius: float, width: float) -> Shape:
        """Return a rounded square, whichever side's tile it is."""
        return Patch(rounded_square(radius + width, radius * TILE_CORNER + width))

    def empty_place(self, radius: float) -> tuple[Shape, ...]:
        edge = rounded_square(radius - RIM_PX / 2, radius * TILE_CORNER)
        return (Stroke((*edge, edge[0]), RIM_PX),)


class Stones(PieceKind):
    """Glass stones; those of the second side have a ring inside."""

    radius = STONE_RADIUS

    def draw(self, canvas: Canvas, radius: float, piece: Piece, colors: PieceColors) -> None:
        rim_px = max(RIM_PX, radius * RIM)
        canvas.draw([Disc((0, 0), radius)], colors.rim)
        inner = radius - rim_px
        bright = mixed(colors.face, WHITE, GLOW_DEPTH)
        for step in range(STONE_STEPS):
            part = step / (STONE_STEPS - 1)
            middle = (GLOW[0] * inner * part, GLOW[1] * inner * part)
            color = _between(colors, bright, part)
            canvas.draw([Disc(middle, inner * (1 - 0.72 * part))], color)
        if piece.side == 1:
            canvas.draw([Ring((0, 0), radius * EYE_RADIUS, radius * EYE_WIDTH)], colors.rim)
        _draw_shine(canvas, radius, colors)


DISCS: Final = Discs()
CHECKERS: Final = Discs(has_grooves=True)
KINDS: Final[Mapping[str, PieceKind]] = MappingProxyType(
    {"discs": DISCS, "tiles": Tiles(), "stones": Stones()}
)
"""The kinds by what a board file calls them."""


def kind_of(name: str) -> PieceKind:
    """Return the kind that a board file calls *name*; discs where it has no look of its own."""
    return KINDS.get(name, DISCS)


def _tile(half: float, side: Side, middle: Point = (0.0, 0.0), inset: float = 0.0) -> Patch:
    if side == 1:
        # Cut less the smaller it is, so that the edge is equally wide along the cut.
        cut = half * TILE_CUT - inset * 0.586
        return Patch(rounded_box((half - inset, half - inset), cut, middle, steps=1))
    return Patch(rounded_square(half - inset, half * TILE_CORNER - inset, middle))


def _draw_value(canvas: Canvas, half: float, value: int, colors: PieceColors) -> None:
    height = fitting_height(value, half * NUMBER_HEIGHT, half * NUMBER_WIDTH)
    if value not in UNDERLINED:
        draw_number(canvas, value, (0, 0), height, colors.number)
        return
    width, gap = height * 0.13, height * 0.17
    rise = (gap + width) / 2
    draw_number(canvas, value, (0, -rise), height, colors.number)
    y, across = height / 2 - rise + gap + width / 2, height * 0.34
    canvas.draw([Stroke(((-across, y), (across, y)), width)], colors.number)


def _between(
    colors: PieceColors, bright: tuple[int, int, int], part: float
) -> tuple[int, int, int]:
    if part < 0.5:
        return mixed(colors.shade, colors.face, part * 2)
    return mixed(colors.face, bright, part * 2 - 1)


def _draw_shine(canvas: Canvas, radius: float, colors: PieceColors) -> None:
    """Draw the window that a glossy pebble mirrors, and its faint counterpart."""
    canvas.draw([arc(radius * 0.82, 0.06, 0.19, radius * 0.06)], mixed(colors.face, WHITE, 0.45))
    canvas.draw([arc(radius * 0.66, 0.555, 0.685, radius * 0.2)], mixed(colors.face, WHITE, 0.9))
    spot = on_circle(radius * 0.68, 0.75)
    canvas.draw([Disc(spot, radius * 0.075)], mixed(colors.face, WHITE, 0.9))
