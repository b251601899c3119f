"""Draws the outlines of a `BoardPicture`: chains, lines and areas, each made once."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import pygame

from companion.art.on_screen import Canvas, PictureCache, cased, premultiplied
from companion.art.shapes import Disc, Patch, Point, Shape, Stroke, reach, rounded_square
from companion.art.theme import Theme
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.marks import Outline, OutlineKind

MOST_PIXELS = 4_000_000
"""Kept outlines may have this many pixels, 16 MB; a busy board needs a third."""

CHAIN_CORNER = 0.16
CHAIN_SLANTED_NECK = 0.56
"""How round the corners of a chain's plates are, and how wide its slanted necks.

A straight neck is as wide as the pieces, so that neighbors lie in one frame.
"""

BAR_WIDTH = 0.1
BAR_END = 0.105
"""Width of the bar through a line, and how big the bolts at its ends are."""

AREA_RADIUS = 0.54
AREA_FADE = 0.16
AREA_STEPS = 6
"""How far an area's ground reaches around its dots, and over how much it fades."""

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
            return self._cased(outline, _bar_shapes(points))[0].finished()
        return self._ground(outline, points)

    def _chain(self, outline: Outline, points: list[Point]) -> pygame.Surface:
        look, is_square = CHAIN_LOOKS[outline.kind], self.geometry.kind.is_square
        reach = self.geometry.piece_radius(1) / self.geometry.cell + look.beyond
        canvas, casing = self._cased(outline, _chain_shapes(points, reach, is_square))
        edge = self.theme.color(OUTLINE_ROLES[outline.kind][1])
        tray = premultiplied(self.theme.color(look.tray), look.opacity)
        canvas.draw(_chain_shapes(points, reach, is_square, look.width - casing), edge)
        for shape in _chain_shapes(points, reach, is_square, look.width):
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
        across, down = reach(_ground_shapes(points, (), AREA_RADIUS, is_square))
        cell = self.geometry.cell
        canvas = Canvas(across * cell, down * cell, cell)
        for step in range(1, AREA_STEPS + 1):
            part = step / AREA_STEPS
            inner = AREA_RADIUS - AREA_FADE * part
            for shape in _ground_shapes(points, joined, inner, is_square):
                canvas.draw_shape(shape, premultiplied(color, AREA_OPACITY * part), 0.0)
        return canvas.finished()


def _chain_shapes(
    points: Sequence[Point], reach: float, is_square: bool, inset: float = 0.0
) -> tuple[Shape, ...]:
    """Return the filled outline of a chain: a plate under each piece, a neck to the next one.

    A plate goes as far as *reach* from the middle of its piece; all is smaller by *inset*.
    """
    half, corner = reach - inset, CHAIN_CORNER - inset
    plates: list[Shape] = [
        Patch(rounded_square(half, corner, point)) if is_square else Disc(point, half)
        for point in points
    ]
    necks = (
        Stroke((one, other), _neck_width(one, other, 2 * reach) - 2 * inset)
        for one, other in itertools.pairwise(points)
    )
    return (*plates, *necks)


def _neck_width(one: Point, other: Point, widest: float) -> float:
    is_straight = min(abs(one[0] - other[0]), abs(one[1] - other[1])) < 0.5
    return widest if is_straight else min(widest, CHAIN_SLANTED_NECK)


def _bar_shapes(points: Sequence[Point]) -> tuple[Shape, ...]:
    """Return a bar from the first to the last point with a square bolt at either end."""
    ends = (points[0], points[-1])
    bolts = (Patch(rounded_square(BAR_END, 0.0, end)) for end in ends)
    return (Stroke(ends, BAR_WIDTH), *bolts)


def _ground_shapes(
    points: Sequence[Point],
    joined: Iterable[tuple[Point, Point]],
    radius: float,
    is_square: bool,
) -> tuple[Shape, ...]:
    """Return the ground under the squares of an area, or its dots and between those *joined*."""
    if is_square:
        return tuple(Patch(rounded_square(radius, 0.0, point)) for point in points)
    discs = (Disc(point, radius) for point in points)
    return (*discs, *(Stroke(pair, 2 * radius) for pair in joined))
