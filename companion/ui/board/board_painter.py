"""Draws a `BoardPicture`: board, pieces with their shadows, marks, arrows, what is in flight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pygame

from companion.art.boards import screen_board
from companion.art.marks import MARK_ROLES, Mark, area, bar, chain
from companion.art.on_screen import BoardCanvas, Canvas, PictureCache, cased, premultiplied
from companion.art.shapes import (
    Disc,
    Patch,
    Point,
    Ring,
    Shape,
    casing_in,
    reach,
    rounded_square,
)
from companion.art.theme import Color, MarkStyle, Theme
from companion.contract import Piece, Site
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.marks import BoardPicture, Outline, OutlineKind
from companion.ui.board.painting import (
    AREA_FADE,
    AREA_OPACITY,
    AREA_RADIUS,
    AREA_STEPS,
    CHAIN_LOOKS,
    OUTLINE_ROLES,
    TINT_OPACITY,
    TINTED_SQUARE,
    Ground,
    Painting,
    kind_on,
)
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.widgets.fonts import Fonts


def render_background(geometry: BoardGeometry, theme: Theme, fonts: Fonts) -> pygame.Surface:
    """Return the whole rectangle of *geometry* without pieces, opaque."""
    left, top, width, height = geometry.rect
    size = (max(1, width), max(1, height))
    canvas = BoardCanvas(size, geometry.cell, geometry.drawn_at, theme)
    background = canvas.paint(screen_board(geometry.board, theme.look))
    for label in geometry.labels:
        text = fonts.render(label.text, geometry.label_px, theme.muted)
        middle = (round(label.x - left), round(label.y - top))
        background.blit(text, text.get_rect(center=middle))
    return background


MOST_PIXELS = 4_000_000
"""Kept marks and arrows may have this many pixels, 16 MB, and kept outlines as many; the busiest
board needs a fifth of the one and a third of the other."""

LAMP_RADIUS, LAMP_GLOW = 0.15, 0.3
GLOW_STEPS = 10
"""The radius of a lamp that shines through the board and how far around it glows, in cells; how
many steps of brightness are told apart."""


class BoardPainter:
    """Paints one board in one rectangle, one way round, in one theme.

    The background and every shape are drawn once and kept; when rectangle,
    theme or turn change, make a new painter.

    Args:
        shines: gives the colors of the lamps that shine through it under a picture, by site.

    Attributes:
        made: the pictures of shapes and still parts.
    """

    def __init__(
        self,
        geometry: BoardGeometry,
        theme: Theme,
        fonts: Fonts,
        shines: Callable[[BoardPicture], Sequence[Color]] = lambda _: (),
    ) -> None:
        self.shines = shines
        self.geometry = geometry
        self.theme = theme
        self.fonts = fonts
        self.pieces = PiecePictures(theme, kind_on(geometry), geometry.board.colors)
        self.outlines = OutlinePictures(geometry, theme)
        self._background: pygame.Surface | None = None
        self.made = PictureCache(MOST_PIXELS)

    def paint(self, surface: pygame.Surface, picture: BoardPicture) -> None:
        """Paint *picture* into the rectangle on *surface*, over whatever was there."""
        if self._background is None:
            self._background = render_background(self.geometry, self.theme, self.fonts)
        before = surface.get_clip()
        surface.set_clip(pygame.Rect(self.geometry.rect).clip(before))
        surface.blit(self._background, self.geometry.rect[:2])
        Painting(_SurfaceGround(self, surface), picture).paint()
        surface.set_clip(before)

    def draw_lamps(
        self, surface: pygame.Surface, lamps: Iterable[tuple[Point, float, Color]]
    ) -> None:
        """Let *lamps* shine through the board: a dot where it is free, a glow around a piece.

        Each is a place, the radius of what stands there, and how the lamp is lit.
        """
        cell = self.geometry.cell
        for center, radius, rgb in lamps:
            color, opacity = glow_of(rgb)
            if opacity:
                least, width = LAMP_RADIUS * cell, LAMP_GLOW * cell
                self.pieces.draw_halo(surface, center, max(radius, least), width, color, opacity)

    def paint_still(
        self,
        surface: pygame.Surface,
        box: tuple[int, int, int, int],
        key: tuple[object, ...],
        draw: Callable[[], None],
    ) -> None:
        """Paint what seldom changes in *box*, beside the board on *surface*.

        *draw* draws it there once for each *key*; later the same pixels come back.
        """
        area = pygame.Rect(box).clip(surface.get_rect())
        if not area:
            return

        def made() -> pygame.Surface:
            before = surface.get_clip()
            surface.set_clip(area)
            surface.fill(self.theme.table)
            if self._background is not None:
                surface.blit(self._background, self.geometry.rect[:2])
            draw()
            surface.set_clip(before)
            return surface.subsurface(area).copy()

        surface.blit(self.made.get_or_make(("still", *area, *key), made), area)


class _SurfaceGround(Ground):
    """A surface on which *painter* draws."""

    def __init__(self, painter: BoardPainter, surface: pygame.Surface) -> None:
        self.geometry = painter.geometry
        self.theme = painter.theme
        self._painter = painter
        self._pieces = painter.pieces
        self._surface = surface

    def draw_outline(self, outline: Outline) -> None:
        self._painter.outlines.draw(self._surface, outline)

    def draw_tint(self, center: Point, radius: float | None) -> None:
        cell, style = self.geometry.cell, self.theme.style(*MARK_ROLES[Mark.LAST_MOVE])
        if radius is None:
            made = partial(tinted_square, cell, style)
        else:
            made = partial(tinted_dot, radius, cell, style)
        self._painter.made.blit(self._surface, center, ("tint", radius), made)

    def draw_halo(self, center: Point, radius: float, width: float, color: Color) -> None:
        self._pieces.draw_halo(self._surface, center, radius, width, color)

    def draw_lamps(
        self, picture: BoardPicture, places: Callable[[Site], tuple[Point, float]]
    ) -> None:
        lamps = enumerate(self._painter.shines(picture))
        self._painter.draw_lamps(self._surface, ((*places(site), rgb) for site, rgb in lamps))

    def draw_shadows(
        self, centers: Iterable[Point], radius: float, height: float, is_on_piece: bool = False
    ) -> None:
        self._pieces.draw_shadows(self._surface, centers, radius, height, is_on_piece)

    def draw_piece(self, center: Point, radius: float, piece: Piece) -> None:
        self._pieces.draw_piece(self._surface, center, radius, piece, edge=0.0)

    def draw_ghost(self, center: Point, radius: float, piece: Piece) -> None:
        self._pieces.draw_ghost(self._surface, center, radius, piece)

    def draw_plate(self, center: Point, radius: float, piece: Piece) -> None:
        self._pieces.draw_plate(self._surface, center, radius, piece)

    def draw_shapes(
        self,
        center: Point,
        key: tuple[object, ...],
        shapes: Callable[[], tuple[Shape, ...]],
        style: MarkStyle,
    ) -> None:
        def made() -> pygame.Surface:
            return cased(shapes(), style.color, style.casing, self.geometry.cell)[0].finished()

        self._painter.made.blit(self._surface, center, (key, style), made)


def glow_of(rgb: Color) -> tuple[Color, float]:
    """Return the color and the opacity by which a lamp shows on wood, 0.0 for a dark one.

    Both in a few steps, so that one that pulses does not fill the kept pictures.
    """
    brightest = max(rgb)
    if not brightest:
        return rgb, 0.0
    red, green, blue = (min(255, round(16 * part / brightest) * 16) for part in rgb)
    # Eyes see a lamp at a tenth of its current as about a third as bright.
    steps = max(1, round(GLOW_STEPS * (brightest / 255) ** 0.45))
    return (red, green, blue), steps / GLOW_STEPS


def tinted_square(cell: float, style: MarkStyle) -> pygame.Surface:
    """Return the tint of a square."""
    canvas = Canvas(TINTED_SQUARE * cell, TINTED_SQUARE * cell, cell)
    square = Patch(rounded_square(TINTED_SQUARE, 0.0))
    canvas.draw_shape(square, premultiplied(style.color, TINT_OPACITY))
    return canvas.finished()


def tinted_dot(reach: float, cell: float, style: MarkStyle) -> pygame.Surface:
    """Return the tint around a dot, with an edge: in an area, no tint alone would show."""
    casing = casing_in(cell)
    canvas = Canvas((reach + casing) * cell, (reach + casing) * cell, cell)
    canvas.draw_shape(Disc((0, 0), reach), premultiplied(style.color, TINT_OPACITY))
    canvas.draw([Ring((0, 0), reach, casing)], style.casing)
    return canvas.finished()


# Outlines, each made once


class OutlinePictures:
    """Draws outlines on one board in one theme."""

    def __init__(self, geometry: BoardGeometry, theme: Theme) -> None:
        self.geometry = geometry
        self.theme = theme
        self._made = PictureCache(MOST_PIXELS)

    def draw(self, surface: pygame.Surface, outline: Outline) -> None:
        """Draw *outline*, which has sites, where it belongs on the board on *surface*."""
        if outline.sites:
            center = self.geometry.middle_of(outline.sites)
            self._made.blit(surface, center, outline, lambda: self._picture(outline))

    def _picture(self, outline: Outline) -> pygame.Surface:
        points = self.geometry.in_cells(outline.sites)
        if outline.kind in CHAIN_LOOKS:
            return self._chain(outline, points)
        if outline.kind is OutlineKind.LINE:
            return self._cased(outline, bar(points))[0].finished()
        return self._ground(outline, points)

    def _chain(self, outline: Outline, points: list[Point]) -> pygame.Surface:
        look, is_square = CHAIN_LOOKS[outline.kind], self.geometry.kind.is_square
        reach = self.geometry.piece_radius(1) / self.geometry.cell + look.beyond
        canvas, casing = self._cased(outline, chain(points, reach, is_square))
        edge = self.theme.color(OUTLINE_ROLES[outline.kind][1])
        tray = premultiplied(self.theme.color(look.tray), look.opacity)
        canvas.draw(chain(points, reach, is_square, look.width), edge)
        for shape in chain(points, reach, is_square, look.width + casing):
            canvas.draw_shape(shape, tray, 0.0)
        return canvas.finished()

    def _cased(self, outline: Outline, shapes: tuple[Shape, ...]) -> tuple[Canvas, float]:
        """Return *shapes* drawn in their color with a casing around, and its width."""
        color, edge = map(self.theme.color, OUTLINE_ROLES[outline.kind])
        return cased(shapes, color, edge, self.geometry.cell)

    def _ground(self, outline: Outline, points: list[Point]) -> pygame.Surface:
        at = dict(zip(outline.sites, points, strict=True))
        joined = [
            (at[one], at[other])
            for one, other in self.geometry.board.segments()
            if one in at and other in at
        ]
        color = self.theme.color(OUTLINE_ROLES[outline.kind][0])
        is_square = self.geometry.board.drawing == "squares"
        across, down = reach(area(points, (), AREA_RADIUS, is_square))
        cell = self.geometry.cell
        canvas = Canvas(across * cell, down * cell, cell)
        for step in range(1, AREA_STEPS + 1):
            part = step / AREA_STEPS
            inner = AREA_RADIUS - AREA_FADE * part
            for shape in area(points, joined, inner, is_square):
                canvas.draw_shape(shape, premultiplied(color, AREA_OPACITY * part), 0.0)
        return canvas.finished()
