"""The signs on the keys of the viewer, as every player of music or films has them."""

from __future__ import annotations

import enum

import pygame

from companion.ui.board.shapes import Patch, Shape
from companion.ui.widgets.canvas import Canvas, blit_centered, pixels
from companion.ui.widgets.recent import RecentCache
from companion.ui.widgets.theme import Color

MOST_PIXELS = 200_000


class Icon(enum.Enum):
    """What a key does."""

    FIRST = "first"
    BACK = "back"
    PLAY = "play"
    PAUSE = "pause"
    FORWARD = "forward"
    LAST = "last"


def _triangle(tip: float, base: float) -> Patch:
    return Patch(((base, -0.5), (tip, 0.0), (base, 0.5)))


def _bar(x: float, half: float = 0.08) -> Patch:
    return Patch(((x - half, -0.5), (x + half, -0.5), (x + half, 0.5), (x - half, 0.5)))


SHAPES: dict[Icon, tuple[Shape, ...]] = {
    Icon.FIRST: (_bar(-0.42), _triangle(-0.3, 0.45)),
    Icon.BACK: (_triangle(-0.4, 0.3), _bar(0.42, 0.06)),
    Icon.PLAY: (_triangle(0.5, -0.36),),
    Icon.PAUSE: (_bar(-0.22, 0.13), _bar(0.22, 0.13)),
    Icon.FORWARD: (_bar(-0.42, 0.06), _triangle(0.4, -0.3)),
    Icon.LAST: (_triangle(0.3, -0.45), _bar(0.42)),
}
"""In parts of the icon's height, around its middle."""


class IconPictures:
    """Draws icons; every picture is made once."""

    def __init__(self) -> None:
        self._made: RecentCache[tuple[Icon, int, Color], pygame.Surface] = RecentCache(
            MOST_PIXELS, pixels
        )

    def draw(
        self, surface: pygame.Surface, icon: Icon, center: tuple[int, int], size: int, color: Color
    ) -> None:
        """Draw *icon*, *size* pixels high, with its middle at *center*."""
        picture = self._made.get_or_make((icon, size, color), lambda: _picture(icon, size, color))
        blit_centered(surface, picture, *center)


def _picture(icon: Icon, size: int, color: Color) -> pygame.Surface:
    canvas = Canvas(size * 0.6, size * 0.6, size)
    canvas.draw(SHAPES[icon], color)
    return canvas.finished()
