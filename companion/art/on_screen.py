"""Antialiased drawing: shapes drawn big, then scaled down smoothly.

On a `Canvas` colors are premultiplied by their opacity, since only such pixels may be
averaged: blit what comes out with `pygame.BLEND_PREMULTIPLIED`.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from io import BytesIO
from typing import Final, NamedTuple, TypeAlias

import pygame

from companion.art.boards import (
    OUTLINE_RADIUS,
    SLIT_HALF_WIDTH,
    BoardFace,
    BoardPart,
    BoardShape,
    Grid,
    RoundedBox,
    Squares,
    Wood,
    edge_of,
    grain,
    slits,
)
from companion.art.dominoes import DominoState, domino_shapes
from companion.art.recent import RecentCache
from companion.art.shapes import (
    LEAST_LINE_PX,
    Area,
    Blend,
    Diamond,
    Disc,
    Fill,
    Ink,
    Patch,
    Point,
    Ring,
    Shape,
    Stroke,
    at_least_as_wide,
    casing_in,
    depths,
    reach,
    thick_line,
)
from companion.art.theme import Color, Theme
from companion.contract import Board

MOST_FINE_PX = 512
"""Pictures up to this size are drawn 4 times as big, larger ones 2 times, to keep it quick.

Only powers of two: by others smoothscale loses up to two steps of every channel.
"""

PxLine: TypeAlias = tuple[Point, Point]
"""A line from one pixel to another."""

Paint: TypeAlias = tuple[int, ...] | int
"""Red, green and blue, on a canvas with opacity and premultiplied by it; or a number."""


def fineness(size_px: float) -> int:
    """Return how many times as big a picture of *size_px* is drawn."""
    return 4 if size_px <= MOST_FINE_PX else 2


class Brush:
    """Draws shapes on a big picture.

    Args:
        big: what is drawn on.
        scale: how many of its pixels a cell has.
        at: gives where a point is on it.
    """

    def __init__(self, big: pygame.Surface, scale: float, at: Callable[[Point], Point]) -> None:
        self.big = big
        self.scale = scale
        self.at = at

    def draw_shape(self, shape: Shape, color: Paint, grow: float = 0.0) -> None:
        """Draw one shape over what is there, fatter by *grow* cells all around."""
        if isinstance(shape, Disc):
            radius = (shape.radius + grow) * self.scale
            pygame.draw.circle(self.big, color, self.at(shape.middle), radius)
        elif isinstance(shape, Ring):
            outer = (shape.radius + shape.width / 2 + grow) * self.scale
            width = (shape.width + 2 * grow) * self.scale
            pygame.draw.circle(self.big, color, self.at(shape.middle), outer, max(1, round(width)))
        elif isinstance(shape, Stroke):
            self._stroke(shape.points, shape.width / 2 + grow, color)
        elif isinstance(shape, Diamond):
            # Around its middle, which may be rounded.
            corners = Diamond(self.at(shape.middle), (shape.radius + grow) * self.scale).points
            pygame.draw.polygon(self.big, color, corners)
        elif isinstance(shape, Patch):
            pygame.draw.polygon(self.big, color, [self.at(point) for point in shape.points])
            if grow > 0:
                self._stroke((*shape.points, shape.points[0]), grow, color)
        else:
            self._area(shape, color)

    def _area(self, area: Area, color: Paint) -> None:
        layer = pygame.Surface(self.big.get_size(), pygame.SRCALPHA, 32)
        for depth, contour in sorted(zip(depths(area.contours), area.contours, strict=True)):
            filling = (0, 0, 0, 0) if depth % 2 else color
            pygame.draw.polygon(layer, filling, [self.at(point) for point in contour])
        self.big.blit(layer, (0, 0))

    def _stroke(self, points: tuple[Point, ...], half: float, color: Paint) -> None:
        places = [self.at(point) for point in points]
        self._capsules(list(itertools.pairwise(places)) or [(places[0], places[0])], half, color)

    def _capsules(
        self, lines: Sequence[PxLine], half: float, color: Paint, drop: float = 0.0
    ) -> None:
        """Draw lines between pixels with round ends, *half* a width and *drop* cells down.

        The end that several share is drawn once.
        """
        radius, down = half * self.scale, drop * self.scale
        for x, y in {end for line in lines for end in line}:
            pygame.draw.circle(self.big, color, (x, y + down), radius)
        for line in lines:
            corners = thick_line(*line, radius)
            pygame.draw.polygon(self.big, color, [(x, y + down) for x, y in corners])


class Canvas(Brush):
    """A ground for shapes around a middle, *reach_x* and *reach_y* pixels each way."""

    def __init__(self, reach_x: float, reach_y: float, cell: float) -> None:
        # Odd sizes: the middle of the canvas is the middle of a pixel.
        self.size = (2 * math.ceil(reach_x) + 3, 2 * math.ceil(reach_y) + 3)
        fine = fineness(max(self.size))
        scale, width, height = fine * cell, self.size[0] * fine, self.size[1] * fine

        def at(point: Point) -> Point:
            return width / 2 + point[0] * scale, height / 2 + point[1] * scale

        super().__init__(pygame.Surface((width, height), pygame.SRCALPHA, 32), scale, at)

    def draw(self, shapes: Iterable[Shape], color: Color, grow: float = 0.0) -> None:
        """Draw *shapes*, given in cells, each fatter by *grow* cells all around."""
        for shape in shapes:
            self.draw_shape(shape, (*color, 255), grow)

    def paint(self, fills: Iterable[Fill], theme: Theme) -> None:
        """Draw all *fills*, each over those before it."""
        colors: dict[Ink, Color] = {}
        for shape, ink in fills:
            if ink not in colors:
                colors[ink] = theme.rgb(ink)
            self.draw_shape(shape, (*colors[ink], 255))

    def finished(self) -> pygame.Surface:
        """Return the picture in its real size, premultiplied."""
        return pygame.transform.smoothscale(self.big, self.size)


def cased(
    shapes: tuple[Shape, ...], color: Color, edge: Color, cell: float
) -> tuple[Canvas, float]:
    """Return *shapes* in *color* with a casing in the color *edge* around, and its width."""
    casing = casing_in(cell)
    shapes = tuple(at_least_as_wide(shape, LEAST_LINE_PX / cell) for shape in shapes)
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


# The board without its pieces


class BoardCanvas(Brush):
    """A ground for a board, opaque.

    Args:
        size: its width and height in pixels.
        cell: the length of a cell in pixels.
        at: gives the pixel of a point of the board; that of a dot may be rounded.
    """

    def __init__(
        self, size: tuple[int, int], cell: float, at: Callable[[Point], Point], theme: Theme
    ) -> None:
        fine = fineness(max(size))

        def at_big(point: Point) -> Point:
            x, y = at(point)
            return x * fine, y * fine

        big = pygame.Surface((size[0] * fine, size[1] * fine), 0, 32)
        super().__init__(big, cell * fine, at_big)
        self.size = size
        self.theme = theme

    def paint(self, parts: Iterable[BoardPart | Wood]) -> pygame.Surface:
        """Return the picture of *parts* on the table, each over those before it."""
        self.big.fill(self.theme.table)
        for part in parts:
            if isinstance(part, BoardPart):
                self._draw(part.shape, self.theme.rgb(part.ink))
            elif isinstance(part.shape, Squares):
                self._stain(part.shape, part.ink)
            else:
                self._draw_wood(part, part.shape)
        return pygame.transform.smoothscale(self.big, self.size)

    def _draw_wood(self, wood: Wood, face: BoardFace) -> None:
        """Draw wood everywhere, then all under it around its *face*."""
        self.big.fill(self.theme.rgb(wood.ink))
        if wood.grain != wood.ink:
            for line in grain(*self.big.get_size(), self.scale):
                color = self.theme.rgb(Blend(wood.ink, wood.grain, line.depth))
                pygame.draw.lines(self.big, color, False, line.points, max(1, round(line.width)))
        self.axes = _Axes.of(face.board, self.at)
        inks = (*(part.ink for part in wood.under), wood.ink)
        colors = [self.theme.rgb(ink) for ink in inks]
        # One byte a pixel: so big, pictures in full color would be most of the program's memory.
        around = self._on(paletted(self.big.get_size(), [self.theme.table, *colors]))
        for number, (shape, _, clip) in enumerate(wood.under, start=1):
            around.big.set_clip(self._rect(clip) if clip else None)
            around._draw(shape, number, is_edge=True)
        around.big.set_clip(None)
        around._draw(face, len(colors))
        around.big.set_colorkey(len(colors))
        self.big.blit(around.big, (0, 0))

    def _stain(self, squares: Squares, ink: Ink) -> None:
        """Darken *squares* by what wood loses to become *ink*: its grain stays."""
        pairs = zip(self.theme.rgb(ink), self.theme.wood, strict=True)
        loss = [min(255, round(255 * dark / light)) for dark, light in pairs]
        for place in squares.places:
            self.big.fill(loss, self._square(place, 0.5), pygame.BLEND_RGB_MULT)

    def _on(self, surface: pygame.Surface) -> BoardCanvas:
        """Return what draws the same on *surface*."""
        other = copy(self)
        other.big = surface
        return other

    def _draw(self, shape: BoardShape, color: Paint, *, is_edge: bool = False) -> None:
        """Draw *shape*; with *is_edge* of a face only what is along its edge.

        The last face hides the rest, unless a cut shows it.
        """
        if isinstance(shape, BoardFace) and self.axes.slits:
            layer = self._on(self.big.copy())
            layer.big.fill(0)
            layer._draw_ground(shape, color, is_edge=False)
            layer._capsules(self.axes.slits, SLIT_HALF_WIDTH + shape.inset, 0, shape.drop)
            layer.big.set_colorkey(0)
            self.big.blit(layer.big, (0, 0))
        elif isinstance(shape, BoardFace):
            self._draw_ground(shape, color, is_edge=is_edge)
        elif isinstance(shape, RoundedBox):
            corner = round(shape.corner * self.scale)
            pygame.draw.rect(self.big, color, self._rect(shape), border_radius=corner)
        elif isinstance(shape, Squares):
            for place in shape.places:
                self.big.fill(color, self._square(place, 0.5))
        elif isinstance(shape, Grid):
            thick = max(1, round(shape.width * self.scale))
            for place in shape.places:
                edge = self._square(place, 0.5).inflate(thick, thick)
                pygame.draw.rect(self.big, color, edge, thick)
        else:
            self.draw_shape(shape, color)

    def _draw_ground(self, face: BoardFace, color: Paint, *, is_edge: bool) -> None:
        reach = OUTLINE_RADIUS - face.inset
        if face.board.drawing != "squares":
            lines = self.axes.edge if is_edge else self.axes.strips
            self._capsules(lines, reach, color, face.drop)
            return
        # Corners as round as neighbors hide: those between two squares never show.
        corner, down = round((reach - 0.5) * self.scale), round(face.drop * self.scale)
        for place in self.axes.squares if is_edge else face.board.places:
            square = self._square(place, reach).move(0, down)
            pygame.draw.rect(self.big, color, square, border_radius=corner)

    def _square(self, place: Point, half: float) -> pygame.Rect:
        (x, y), reach = self.at(place), half * self.scale
        left, top = round(x - reach), round(y - reach)
        return pygame.Rect(left, top, round(x + reach) - left, round(y + reach) - top)

    def _rect(self, box: RoundedBox) -> pygame.Rect:
        (x1, y1), (x2, y2) = self.at(box.one), self.at(box.other)
        left, top = round(min(x1, x2)), round(min(y1, y2))
        return pygame.Rect(left, top, round(abs(x2 - x1)), round(abs(y2 - y1)))


class _Axes(NamedTuple):
    """What the face of a board is made of, as lines between pixels.

    Attributes:
        edge: those of *strips*, and *squares* the places, beside which something is missing.
        slits: the gaps that cuts leave.
    """

    strips: list[PxLine]
    edge: list[PxLine]
    squares: list[Point]
    slits: list[PxLine]

    @staticmethod
    def of(board: Board, at: Callable[[Point], Point]) -> _Axes:
        strips = [(at(one), at(other)) for one, other in board.ground()]
        around = list(itertools.product((-1, 0, 1), repeat=2))
        squares: list[Point] = [
            (file, rank)
            for file, rank in board.places
            if any((file + x, rank + y) not in board.places for x, y in around)
        ]
        gaps = [(at(one), at(other)) for one, other in slits(board)]
        return _Axes(strips, list(itertools.compress(strips, edge_of(board))), squares, gaps)


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


MOST_DOMINO_PIXELS = 1_500_000
"""Kept dominoes may have this many pixels, 6 MB: a whole set of 55 on a small screen."""


class DominoPictures:
    """Draws dominoes in one theme; every picture is made once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._made = PictureCache(MOST_DOMINO_PIXELS)

    def draw_domino(
        self,
        surface: pygame.Surface,
        rect: tuple[int, int, int, int],
        low: int,
        high: int,
        state: DominoState = DominoState.OPEN,
    ) -> None:
        """Draw the domino of *low* and *high* so that it fills *rect*: left, top, width, height.

        A hidden one shows its back, whatever its numbers.
        """
        left, top, width, height = rect
        numbers = () if state is DominoState.HIDDEN else (low, high)
        self._made.blit(
            surface,
            (left + (width - 1) // 2, top + (height - 1) // 2),
            (width, height, numbers, state),
            lambda: self._picture(width, height, numbers, state),
        )

    def _picture(
        self, width: int, height: int, numbers: tuple[int, ...], state: DominoState
    ) -> pygame.Surface:
        # The canvas has a margin of its own; an even side gets a pixel less, at its end.
        half = ((width - 1) // 2, (height - 1) // 2)
        canvas = Canvas(*half, 1.0)
        is_upright, look = height >= width, self.theme.look
        canvas.paint(domino_shapes(half, is_upright, numbers, state, look), self.theme)
        return canvas.finished()
