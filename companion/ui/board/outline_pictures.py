"""Draws the outlines of a `BoardPicture`: chains, lines and areas, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pygame

from companion.ui.board import outline_shapes
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.marks import Outline, OutlineKind
from companion.ui.board.shapes import Point, Shape, reach
from companion.ui.widgets.canvas import Canvas, PictureCache, cased, premultiplied
from companion.ui.widgets.theme import Theme

MOST_PIXELS = 4_000_000
"""Kept outlines may have this many pixels, 16 MB; a busy board needs a third."""

OUTLINE_ROLES: Mapping[OutlineKind, tuple[str, str]] = MappingProxyType(
    {
        OutlineKind.CHAIN: ("teal", "casing_light"),
        OutlineKind.CHOSEN: ("red", "casing_light"),
        OutlineKind.LINE: ("casing_light", "casing_dark"),
        OutlineKind.AREA: ("blue", "blue"),
    }
)
"""The roles of color and casing of each kind."""


class ChainLook(NamedTuple):
    """How far a chain's line runs outside of its pieces, how wide it is, and its tray."""

    beyond: float
    width: float
    tray: str
    opacity: float


CHAIN_LOOKS: Mapping[OutlineKind, ChainLook] = MappingProxyType(
    {
        OutlineKind.CHAIN: ChainLook(0.07, 0.075, "ivory", 0.6),
        OutlineKind.CHOSEN: ChainLook(0.11, 0.1, "red", 0.55),
    }
)
"""The look of each kind of chain, in cells.

It lies on a tray, a light one: no ring around each of its pieces looks like it.  The
chosen one is filled, so that nobody takes it for one that is merely there.
"""

AREA_OPACITY = 0.52
"""How strongly the blue of an area hides the wood."""


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
            return self._cased(outline, outline_shapes.bar(points))[0].finished()
        return self._ground(outline, points)

    def _chain(self, outline: Outline, points: list[Point]) -> pygame.Surface:
        half = self.geometry.piece_radius(1) / self.geometry.cell
        look = CHAIN_LOOKS[outline.kind]
        is_square = self.geometry.kind.is_square
        shapes = outline_shapes.chain(points, half + look.beyond, is_square)
        canvas, casing = self._cased(outline, shapes)
        edge = self.theme.color(OUTLINE_ROLES[outline.kind][1])
        tray = premultiplied(self.theme.color(look.tray), look.opacity)
        canvas.draw(outline_shapes.inside(shapes, look.width - casing), edge)
        for shape in outline_shapes.inside(shapes, look.width):
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
        radius = outline_shapes.AREA_RADIUS
        is_square = self.geometry.board.drawing == "squares"
        across, down = reach(outline_shapes.ground(points, (), radius, is_square))
        cell = self.geometry.cell
        canvas = Canvas(across * cell, down * cell, cell)
        for step in range(1, outline_shapes.AREA_STEPS + 1):
            part = step / outline_shapes.AREA_STEPS
            inner = radius - outline_shapes.AREA_FADE * part
            for shape in outline_shapes.ground(points, joined, inner, is_square):
                canvas.draw_shape(shape, premultiplied(color, AREA_OPACITY * part), 0.0)
        return canvas.finished()
