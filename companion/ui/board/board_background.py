"""The board without its pieces: table, ornamental line, wood, what is drawn on it, coordinates."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from io import BytesIO
from itertools import compress
from typing import Final

import pygame

from companion.art.on_screen import fineness
from companion.art.shapes import Diamond, thick_line
from companion.art.theme import Color, Theme, mixed
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
    SLIT_HALF_WIDTH,
    Strip,
    border,
    crossings,
    dark_squares,
    edge_of,
    grain,
)
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.widgets.fonts import Fonts

SHADOW_DROP = 0.05


def render_background(geometry: BoardGeometry, theme: Theme, fonts: Fonts) -> pygame.Surface:
    """Return the whole rectangle of *geometry*, opaque; drawn big and scaled down."""
    _, _, width, height = geometry.rect
    size = (max(1, width), max(1, height))
    big = _BigBoard(geometry, theme, fineness(max(size)), size)
    big.draw()
    background = pygame.transform.smoothscale(big.surface, size)
    _draw_labels(background, geometry, theme, fonts)
    return background


def _draw_labels(
    surface: pygame.Surface, geometry: BoardGeometry, theme: Theme, fonts: Fonts
) -> None:
    for label in geometry.labels:
        text = fonts.render(label.text, geometry.label_px, theme.muted)
        x, y = label.x - geometry.rect[0], label.y - geometry.rect[1]
        surface.blit(text, text.get_rect(center=(round(x), round(y))))


class _BigBoard:
    """The background, *fine* times as big as it will be."""

    def __init__(
        self, geometry: BoardGeometry, theme: Theme, fine: int, size: tuple[int, int]
    ) -> None:
        self.geometry = geometry
        self.theme = theme
        self.fine = fine
        self.cell = geometry.cell * fine
        self.surface = pygame.Surface((size[0] * fine, size[1] * fine), 0, 32)
        has_squares = geometry.board.drawing == "squares"
        self.squares = BoardSquares(geometry, fine) if has_squares else None
        self.edge = tuple(compress(geometry.strips, edge_of(geometry.board)))

    def draw(self) -> None:
        self.surface.fill(self.theme.table)
        if self.geometry.board.outline:
            self._draw_wood()
            self._draw_outline()
        if self.geometry.board.ornament == "border":
            self._draw_border()
        if self.squares is not None:
            self.squares.draw(self.surface, self.theme)
        elif self.geometry.board.drawing == "lines":
            self._draw_lines()
        else:
            self._draw_dots()

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        x, y = point
        left, top, _, _ = self.geometry.rect
        return (x - left + 0.5) * self.fine, (y - top + 0.5) * self.fine

    def _draw_outline(self) -> None:
        """Draw the table, ornament, shadow and bands around the board over the wood."""
        layers = [(OUTLINE_BANDS[0][0], self.theme.table_shadow, SHADOW_DROP)]
        layers += [(inset, self.theme.color(role), 0.0) for inset, role in OUTLINE_BANDS[:-1]]
        has_curves = self.geometry.board.ornament == "curves"
        if has_curves:
            curves = [(inset, self.theme.color(role), 0.0) for inset, role in ORNAMENT_CURVES]
            layers = [*curves, *layers]
        colors = [self.theme.table, self.theme.walnut, *(color for _, color, _ in layers)]
        # One byte a pixel: so big, pictures in full color would be most of the program's memory.
        around = paletted(self.surface.get_size(), [*colors, self.theme.wood])
        if has_curves:
            corner = round(BASE_CORNER * self.cell)
            pygame.draw.rect(around, 1, self._base(), border_radius=corner)
        for number, (inset, _, drop) in enumerate(layers, start=2):
            around.set_clip(self._base() if inset < 0 else None)
            self._draw_face(around, number, inset, drop, is_edge=True)
        around.set_clip(None)
        self._draw_face(around, len(colors), OUTLINE_BANDS[-1][0])
        around.set_colorkey(len(colors))
        self.surface.blit(around, (0, 0))

    def _base(self) -> pygame.Rect:
        """Return the whole board, to the outermost points of its outline."""
        board, out = self.geometry.board, OUTLINE_RADIUS
        ends = [(-out, -out), (board.files - 1 + out, board.ranks - 1 + out)]
        (x1, y1), (x2, y2) = (self._at(self.geometry.place_to_px(*end)) for end in ends)
        left, top = round(min(x1, x2)), round(min(y1, y2))
        return pygame.Rect(left, top, round(abs(x2 - x1)), round(abs(y2 - y1)))

    def _draw_border(self) -> None:
        """Draw the leaves along the edges."""
        for corners in border(self.geometry.board):
            points = [self._at(self.geometry.place_to_px(*corner)) for corner in corners]
            pygame.draw.polygon(self.surface, self.theme.brass, points)

    def _draw_face(
        self,
        surface: pygame.Surface,
        number: int,
        inset: float,
        drop: float = 0.0,
        *,
        is_edge: bool = False,
    ) -> None:
        """Draw the face in color *number*, smaller by *inset* all around, cuts left out.

        With *is_edge* only the strips along its edge are drawn, where the last face hides the
        rest; a cut shows more.
        """
        if not self.geometry.slits:
            self._draw_strips(surface, number, inset, drop, is_edge=is_edge)
            return
        layer = surface.copy()
        layer.fill(0)
        self._draw_strips(layer, number, inset, drop, is_edge=False)
        around = (SLIT_HALF_WIDTH + inset) * self.cell
        self._capsules(layer, self.geometry.slits, around, 0, drop)
        layer.set_colorkey(0)
        surface.blit(layer, (0, 0))

    def _draw_strips(
        self, surface: pygame.Surface, number: int, inset: float, drop: float, *, is_edge: bool
    ) -> None:
        if self.squares is not None:
            self.squares.draw_face(surface, number, OUTLINE_RADIUS - inset, drop, is_edge=is_edge)
            return
        radius = (OUTLINE_RADIUS - inset) * self.cell
        strips = self.edge if is_edge else self.geometry.strips
        self._capsules(surface, strips, radius, number, drop)

    def _capsules(
        self,
        surface: pygame.Surface,
        strips: Sequence[Strip],
        radius: float,
        color: Color | int,
        drop: float = 0.0,
    ) -> None:
        """Draw *strips* with round ends; the end that several share is drawn once."""
        down = drop * self.cell
        lines = [(self._at(strip.start), self._at(strip.end)) for strip in strips]
        for x, y in {end for line in lines for end in line}:
            pygame.draw.circle(surface, color, (x, y + down), radius)
        for line in lines:
            corners = thick_line(*line, radius)
            pygame.draw.polygon(surface, color, [(x, y + down) for x, y in corners])

    def _draw_wood(self) -> None:
        """Draw wood with wavy lines along the board, everywhere."""
        self.surface.fill(self.theme.wood)
        for line in grain(*self.surface.get_size(), self.cell):
            color = mixed(self.theme.wood, self.theme.wood_dark, line.depth)
            pygame.draw.lines(self.surface, color, False, line.points, max(1, round(line.width)))

    def _draw_lines(self) -> None:
        half = LINE_WIDTH / 2 * self.cell
        self._capsules(self.surface, self.geometry.lines, half, self.theme.dot)
        for site in range(len(self.geometry.board)):
            center = self._at(self.geometry.site_to_px(site))
            pygame.draw.circle(self.surface, self.theme.dot, center, POINT_RADIUS * self.cell)

    def _draw_dots(self) -> None:
        half = DOT_HALF * self.cell
        for site in range(len(self.geometry.board)):
            corners = Diamond(self._at(self.geometry.site_to_px(site)), half).points
            pygame.draw.polygon(self.surface, self.theme.dot, corners)


# The face of a board of squares

GRID_WIDTH = 0.03
CHECKER_EDGE_WIDTH = 0.018
STROKE_WIDTH = 0.11
STROKE_DEPTH = 0.5
"""Widths and sizes in cells; how much brass is in the wood of a stroke."""


class BoardSquares:
    """Draws what belongs to squares on a surface *fine* times as big as the board will be."""

    def __init__(self, geometry: BoardGeometry, fine: int) -> None:
        self.geometry = geometry
        self.fine = fine
        self.cell = geometry.cell * fine
        places = geometry.board.places
        around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        self.edge = [
            (f, r) for f, r in places if any((f + x, r + y) not in places for x, y in around)
        ]

    def draw_face(
        self, surface: pygame.Surface, color: int, half: float, drop: float, *, is_edge: bool
    ) -> None:
        """Draw all squares in *color*, a number in the palette of *surface*, so that they join.

        A square reaches *half*, more than 0.5 cells, each way; all are *drop* cells down.
        With *is_edge* only those squares are drawn around which others are missing.
        """
        # Corners as round as neighbors hide: those between two squares never show.
        radius = round((half - 0.5) * self.cell)
        for place in self.edge if is_edge else self.geometry.board.places:
            rect = self._square(place, half).move(0, round(drop * self.cell))
            pygame.draw.rect(surface, color, rect, border_radius=radius)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw checkers or a grid, the strokes below it and the marks above."""
        board = self.geometry.board
        self._draw_strokes(surface, theme)
        if board.checkered:
            self._draw_checkers(surface, theme)
        line = mixed(theme.dot, theme.square_dark, 0.5) if board.checkered else theme.dot
        self._draw_edges(surface, line, CHECKER_EDGE_WIDTH if board.checkered else GRID_WIDTH)
        self._draw_marks(surface, theme)

    def _at(self, place: tuple[float, float]) -> tuple[float, float]:
        x, y = self.geometry.place_to_px(*place)
        left, top, _, _ = self.geometry.rect
        return (x - left) * self.fine, (y - top) * self.fine

    def _square(self, place: tuple[float, float], half: float) -> pygame.Rect:
        x, y = self._at(place)
        left, top = round(x - half * self.cell), round(y - half * self.cell)
        right, bottom = round(x + half * self.cell), round(y + half * self.cell)
        return pygame.Rect(left, top, right - left, bottom - top)

    def _draw_checkers(self, surface: pygame.Surface, theme: Theme) -> None:
        # What the wood loses to become the dark wood: its grain stays.
        loss = [
            min(255, round(255 * dark / light))
            for dark, light in zip(theme.square_dark, theme.wood, strict=True)
        ]
        for place in dark_squares(self.geometry.board):
            surface.fill(loss, self._square(place, 0.5), pygame.BLEND_RGB_MULT)

    def _draw_edges(self, surface: pygame.Surface, color: Color, width: float) -> None:
        thick = max(1, round(width * self.cell))
        for place in self.geometry.board.places:
            edge = self._square(place, 0.5).inflate(thick, thick)
            pygame.draw.rect(surface, color, edge, thick)

    def _draw_strokes(self, surface: pygame.Surface, theme: Theme) -> None:
        color = mixed(theme.wood, theme.brass, STROKE_DEPTH)
        half = STROKE_WIDTH / 2 * self.cell
        places = self.geometry.board.places
        for one, other in self.geometry.board.strokes:
            start, end = self._at(places[one]), self._at(places[other])
            pygame.draw.polygon(surface, color, thick_line(start, end, half))
            pygame.draw.circle(surface, color, start, half)
            pygame.draw.circle(surface, color, end, half)

    def _draw_marks(self, surface: pygame.Surface, theme: Theme) -> None:
        for place in crossings(self.geometry.board):
            middle = self._at(place)
            pygame.draw.polygon(surface, theme.dot, Diamond(middle, MARK_HALF * self.cell).points)
            face = Diamond(middle, (MARK_HALF - MARK_RIM) * self.cell).points
            pygame.draw.polygon(surface, theme.brass_light, face)


# One byte a pixel

MOST_COLORS: Final = 256
_FILE_HEAD: Final = struct.Struct("<2sIHHI")
_PICTURE_HEAD: Final = struct.Struct("<IiiHHIIiiII")


def paletted(size: tuple[int, int], colors: Sequence[Color]) -> pygame.Surface:
    """Return a surface of *size* for numbers of *colors*, at most `MOST_COLORS`, all of them 0.

    pygame 2.1 sets a palette only while a display is open, and pictures are drawn without one
    for a file.  A palette that comes with a picture it takes at any time.
    """
    dot = pygame.image.load(BytesIO(_dot_of(colors)), "dot.bmp")
    return pygame.transform.scale(dot, size)


def _dot_of(colors: Sequence[Color]) -> bytes:
    """Return a BMP file of one pixel, the first of *colors*; what is left over is the last.

    Source: Microsoft, "Bitmap Storage": file header, BITMAPINFOHEADER, colors, rows.
    """
    full = [*colors, *[colors[-1]] * (MOST_COLORS - len(colors))]
    palette = b"".join(bytes((blue, green, red, 0)) for red, green, blue in full)
    row = bytes(4)
    start = _FILE_HEAD.size + _PICTURE_HEAD.size + len(palette)
    file_head = _FILE_HEAD.pack(b"BM", start + len(row), 0, 0, start)
    picture_head = _PICTURE_HEAD.pack(
        _PICTURE_HEAD.size, 1, 1, 1, 8, 0, len(row), 0, 0, MOST_COLORS, 0
    )
    return file_head + picture_head + palette + row
