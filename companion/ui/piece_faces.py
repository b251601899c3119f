"""The faces of the real pieces from above: turned discs, numbered tiles, glass stones.

Everything is drawn around the middle of a canvas, in pixels.
"""

from __future__ import annotations

from typing import Final

from companion.contract import Piece, Side
from companion.ui.canvas import Canvas
from companion.ui.digits import draw_number, fitting_height
from companion.ui.shapes import (
    Disc,
    Patch,
    Point,
    Ring,
    Shape,
    Stroke,
    arc,
    cut_square,
    on_circle,
    rounded_square,
)
from companion.ui.theme import PieceColors, mixed

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
UNDERLINED: Final = (6, 9)
"""A tile's corners, bevel and number in halves of its side.

A 6 and a 9 are told apart by a line below, since players sit around the table.
"""

STONE_STEPS = 24
GLOW: Point = (0.16, 0.22)
GLOW_DEPTH = 0.34
EYE_RADIUS = 0.5
EYE_WIDTH = 0.13
"""Where light gathers in a stone, how bright; the ring in the second side's stones; in radii."""

WHITE = (255, 255, 255)


def body(kind: str, radius: float, side: Side) -> Shape:
    """
    Return the outline of a piece, filled.

    Args:
        kind: ``discs``, ``tiles`` or ``stones``.
        radius: half the side of a tile.
        side: the second side's tiles have cut corners.
    """
    return _tile(radius, side) if kind == "tiles" else Disc((0, 0), radius)


def draw_face(
    canvas: Canvas, kind: str, radius: float, piece: Piece, colors: PieceColors, has_grooves: bool
) -> None:
    """Draw the face of *piece* in *colors*; only discs have grooves."""
    if kind == "tiles":
        _draw_tile(canvas, radius, piece, colors)
    elif kind == "stones":
        _draw_stone(canvas, radius, piece.side, colors)
    else:
        _draw_disc(canvas, radius, colors, has_grooves)


def _draw_disc(canvas: Canvas, radius: float, colors: PieceColors, has_grooves: bool) -> None:
    rim_px = max(RIM_PX, radius * RIM)
    canvas.draw([Disc((0, 0), radius)], colors.rim)
    canvas.draw([Disc((0, 0), radius - rim_px)], colors.face)
    width = max(0.9, radius * LINE)
    canvas.draw([Ring((0, 0), radius - rim_px - width * 1.5, width)], colors.shade)
    if has_grooves:
        canvas.draw((Ring((0, 0), radius * part, width) for part in GROOVES), colors.shade)


def _tile(half: float, side: Side, middle: Point = (0.0, 0.0), inset: float = 0.0) -> Patch:
    if side == 1:
        # Cut less the smaller it is, so that the edge is equally wide along the cut.
        return Patch(cut_square(half - inset, half * TILE_CUT - inset * 0.586, middle))
    return Patch(rounded_square(half - inset, half * TILE_CORNER - inset, middle))


def _draw_tile(canvas: Canvas, half: float, piece: Piece, colors: PieceColors) -> None:
    rim, bevel = max(RIM_PX, half * RIM), max(1.0, half * TILE_BEVEL)
    side = piece.side
    canvas.draw([_tile(half, side)], colors.rim)
    canvas.draw([_tile(half, side, inset=rim)], mixed(colors.face, colors.rim, BEVEL_DARK))
    lit = _tile(half, side, (-bevel / 2, -bevel / 2), rim + bevel / 2)
    canvas.draw([lit], mixed(colors.face, WHITE, BEVEL_LIGHT))
    canvas.draw([_tile(half, side, inset=rim + bevel)], colors.face)
    _draw_value(canvas, half, piece.value, colors)


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


def _draw_stone(canvas: Canvas, radius: float, side: Side, colors: PieceColors) -> None:
    rim_px = max(RIM_PX, radius * RIM)
    canvas.draw([Disc((0, 0), radius)], colors.rim)
    inner = radius - rim_px
    bright = mixed(colors.face, WHITE, GLOW_DEPTH)
    for step in range(STONE_STEPS):
        part = step / (STONE_STEPS - 1)
        middle = (GLOW[0] * inner * part, GLOW[1] * inner * part)
        color = _between(colors, bright, part)
        canvas.draw([Disc(middle, inner * (1 - 0.72 * part))], color)
    if side == 1:
        canvas.draw([Ring((0, 0), radius * EYE_RADIUS, radius * EYE_WIDTH)], colors.rim)
    _draw_shine(canvas, radius, colors)


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
