"""Pictures of signs: of the four buttons, and of the keys that players of films have, too."""

from __future__ import annotations

import enum
from functools import lru_cache

import pygame

from companion.art.on_screen import Canvas, blit_centered
from companion.art.shapes import Patch, Shape
from companion.art.signs import SIGNS
from companion.art.theme import Color
from companion.ports import ButtonName


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


def draw_icon(
    surface: pygame.Surface,
    icon: Icon | ButtonName,
    center: tuple[int, int],
    size: int,
    color: Color,
) -> None:
    """Draw *icon* or the sign of a button, *size* pixels high, with its middle at *center*."""
    blit_centered(surface, _picture(icon, size, color), *center)


@lru_cache(maxsize=64)
def _picture(icon: Icon | ButtonName, size: int, color: Color) -> pygame.Surface:
    canvas = Canvas(size * 0.6, size * 0.6, size)
    canvas.draw(SIGNS[icon] if isinstance(icon, ButtonName) else SHAPES[icon], color)
    return canvas.finished()
