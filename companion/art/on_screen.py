"""Antialiased drawing: shapes drawn big, then scaled down smoothly.

Colors are premultiplied by their opacity, since only such pixels may be
averaged: blit what comes out with `pygame.BLEND_PREMULTIPLIED`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterable

import pygame

from companion.art.recent import RecentCache
from companion.art.shapes import (
    Area,
    Diamond,
    Disc,
    Fill,
    Ink,
    Patch,
    Point,
    Ring,
    Shape,
    Stroke,
    depths,
    reach,
    thick_line,
)
from companion.art.theme import Color, Theme

MOST_FINE_PX = 512
"""Pictures up to this size are drawn 4 times as big, larger ones 2 times, to keep it quick.

Only powers of two: by others smoothscale loses up to two steps of every channel.
"""

CASING, LEAST_CASING_PX = 0.024, 1.0
"""How wide the casing around a mark is: in cells, and at least in pixels."""


def fineness(size_px: float) -> int:
    """Return how many times as big a picture of *size_px* is drawn."""
    return 4 if size_px <= MOST_FINE_PX else 2


class Canvas:
    """A ground for shapes around a middle, *reach_x* and *reach_y* pixels each way."""

    def __init__(self, reach_x: float, reach_y: float, cell: float) -> None:
        # Odd sizes: the middle of the canvas is the middle of a pixel.
        self.size = (2 * math.ceil(reach_x) + 3, 2 * math.ceil(reach_y) + 3)
        self.fine = fineness(max(self.size))
        self.scale = self.fine * cell
        big = (self.size[0] * self.fine, self.size[1] * self.fine)
        self.middle = (big[0] / 2, big[1] / 2)
        self.big = pygame.Surface(big, pygame.SRCALPHA, 32)

    def draw(self, shapes: Iterable[Shape], color: Color, grow: float = 0.0) -> None:
        """Draw *shapes*, given in cells, each fatter by *grow* cells all around."""
        for shape in shapes:
            self.draw_shape(shape, (*color, 255), grow)

    def draw_shape(self, shape: Shape, rgba: tuple[int, int, int, int], grow: float) -> None:
        """Draw one shape over what is there; *rgba* is premultiplied."""
        if isinstance(shape, Disc):
            self._disc(shape.middle, shape.radius + grow, rgba)
        elif isinstance(shape, Ring):
            outer = (shape.radius + shape.width / 2 + grow) * self.scale
            width = (shape.width + 2 * grow) * self.scale
            pygame.draw.circle(self.big, rgba, self.at(shape.middle), outer, max(1, round(width)))
        elif isinstance(shape, Stroke):
            self._stroke(shape.points, shape.width / 2 + grow, rgba)
        elif isinstance(shape, Patch | Diamond):
            self._patch(shape, rgba, grow)
        else:
            self._area(shape, rgba)

    def paint(self, fills: Iterable[Fill], theme: Theme) -> None:
        """Draw all *fills*, each over those before it."""
        colors: dict[Ink, Color] = {}
        for shape, ink in fills:
            if ink not in colors:
                colors[ink] = theme.rgb(ink)
            self.draw_shape(shape, (*colors[ink], 255), 0.0)

    def at(self, point: Point) -> Point:
        """Return where *point* is on the big picture."""
        return self.middle[0] + point[0] * self.scale, self.middle[1] + point[1] * self.scale

    def finished(self) -> pygame.Surface:
        """Return the picture in its real size, premultiplied."""
        return pygame.transform.smoothscale(self.big, self.size)

    def _disc(self, middle: Point, radius: float, rgba: tuple[int, int, int, int]) -> None:
        pygame.draw.circle(self.big, rgba, self.at(middle), radius * self.scale)

    def _area(self, area: Area, rgba: tuple[int, int, int, int]) -> None:
        layer = pygame.Surface(self.big.get_size(), pygame.SRCALPHA, 32)
        for depth, contour in sorted(zip(depths(area.contours), area.contours, strict=True)):
            color = (0, 0, 0, 0) if depth % 2 else rgba
            pygame.draw.polygon(layer, color, [self.at(point) for point in contour])
        self.big.blit(layer, (0, 0))

    def _stroke(
        self, points: tuple[Point, ...], half: float, rgba: tuple[int, int, int, int]
    ) -> None:
        for point in points:
            self._disc(point, half, rgba)
        for one, other in itertools.pairwise(points):
            quad = [self.at(corner) for corner in thick_line(one, other, half)]
            pygame.draw.polygon(self.big, rgba, quad)

    def _patch(self, patch: Patch | Diamond, rgba: tuple[int, int, int, int], grow: float) -> None:
        pygame.draw.polygon(self.big, rgba, [self.at(point) for point in patch.points])
        if grow > 0:
            self._stroke((*patch.points, patch.points[0]), grow, rgba)


def casing_in(cell: float) -> float:
    """Return how wide the casing around a mark is, in cells of *cell* pixels."""
    return max(CASING, LEAST_CASING_PX / cell)


def cased(
    shapes: tuple[Shape, ...], color: Color, edge: Color, cell: float
) -> tuple[Canvas, float]:
    """Return *shapes* in *color* with a casing in the color *edge* around, and its width."""
    casing = casing_in(cell)
    across, down = reach(shapes)
    canvas = Canvas((across + casing) * cell, (down + casing) * cell, cell)
    canvas.draw(shapes, edge, grow=casing)
    canvas.draw(shapes, color)
    return canvas, casing


def premultiplied(color: Color, opacity: float) -> tuple[int, int, int, int]:
    """Return *color* at an *opacity* of 0.0 to 1.0 as a canvas takes it."""
    red, green, blue = (round(part * opacity) for part in color)
    return red, green, blue, round(255 * opacity)


def blit_centered(surface: pygame.Surface, picture: pygame.Surface, x: float, y: float) -> None:
    """Blit a finished canvas with its middle at the whole pixel nearest to the point."""
    width, height = picture.get_size()
    place = (round(x) - width // 2, round(y) - height // 2)
    surface.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


class PictureCache(RecentCache[Hashable, pygame.Surface]):
    """Finished canvases of up to *most_pixels* together, four bytes each."""

    def __init__(self, most_pixels: int) -> None:
        super().__init__(most_pixels, lambda picture: picture.get_width() * picture.get_height())

    def blit(
        self,
        surface: pygame.Surface,
        center: Point,
        key: Hashable,
        make: Callable[[], pygame.Surface],
    ) -> None:
        """Blit the picture of *key*, made now when it is not there, around *center*."""
        blit_centered(surface, self.get_or_make(key, make), *center)
