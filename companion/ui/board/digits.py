"""Numbers drawn as shapes, in the digits of the bundled typeface.

Rendered text differs between builds of the font library and comes in whole
pixels; these polygons are alike everywhere and scale down with what they lie on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

import pygame

from companion.ui.board.shapes import Point
from companion.ui.widgets.canvas import Canvas
from companion.ui.widgets.theme import Color


class Digit(NamedTuple):
    """One digit, in heights of a digit to the right and up from where it begins.

    Attributes:
        width: how far it takes the pen.
        contours: filled polygons and the holes in them, a hole after what it is in.
    """

    width: float
    contours: tuple[tuple[Point, ...], ...]


@cache
def digits() -> Mapping[str, Digit]:
    """Return the ten digits."""
    file = resources.files("companion.ui") / "fonts" / "digits.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    height = data.pop("height")
    return {
        name: Digit(
            entry["width"] / height,
            tuple(tuple((x / height, y / height) for x, y in one) for one in entry["contours"]),
        )
        for name, entry in data.items()
    }


def number_width(number: int) -> float:
    """Return the width of *number* in heights of its digits."""
    return sum(digits()[digit].width for digit in str(number))


def fitting_height(number: int, height: float, width: float) -> float:
    """Return the largest height up to *height* in which *number* is at most *width* wide."""
    return min(height, width / number_width(number))


def draw_number(canvas: Canvas, number: int, middle: Point, height: float, color: Color) -> None:
    """Draw *number* around *middle*, *height* high, in the units of *canvas*."""
    scale = height * canvas.scale
    layer = pygame.Surface(canvas.big.get_size(), pygame.SRCALPHA, 32)
    x, y = canvas.at(middle)
    pen, base = x - number_width(number) * scale / 2, y + scale / 2
    for name in str(number):
        digit = digits()[name]
        for contour in digit.contours:
            points = [(pen + across * scale, base - up * scale) for across, up in contour]
            pygame.draw.polygon(layer, (0, 0, 0, 0) if _is_hole(contour) else color, points)
        pen += digit.width * scale
    canvas.big.blit(layer, (0, 0))


def _is_hole(contour: tuple[Point, ...]) -> bool:
    """Return whether *contour* runs counterclockwise, seen with up upward."""
    turned = zip(contour, (*contour[1:], contour[0]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in turned) > 0
