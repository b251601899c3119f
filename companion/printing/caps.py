"""Caps for the four buttons beside the table, with the signs that the screen shows on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.art.shapes import Stroke
from companion.art.signs import SIGN_ROLES, SIGNS
from companion.art.theme import LIGHT
from companion.ports import ButtonName
from companion.printing.drawing import (
    WHITE,
    Color,
    Drawing,
    Item,
    PaperPen,
    Sheet,
    Text,
    circle,
    line,
    polygon,
)
from companion.printing.page import Paper, sheets
from companion.printing.piece_shapes import AT_MIDDLE, BLEED, CUT_DASH, CUT_WIDTH, piece_pages
from companion.words import sheets as words
from companion.words.buttons import button_title

USUAL_SIZES_MM: Final = (30.0, 24.0, 12.0)
"""The usual buttons: two of arcades, and the caps of small push buttons."""

LEAST_SIZE_MM, LARGEST_SIZE_MM = 8.0, 100.0

TINTS: Mapping[ButtonName, tuple[Color, Color]] = MappingProxyType(
    {ButtonName.NEXT: (LIGHT.yellow, LIGHT.ink)}
)
"""Ground and ink where white on the color of the sign would be no bright cap."""

SIGN_PART, SIGN_UP = 0.42, 0.10
"""How high the sign is and how far over the middle of the cap, in parts of the cap's width."""

NAME_PART, NAME_DOWN, NAME_WIDTH = 0.15, 0.31, 0.72
"""The same of the name; and the most that it takes of the width."""


def cap_sheets(sizes: Sequence[float], paper: Paper) -> list[Sheet]:
    """Return the pages with a cap for each of the four buttons in each of *sizes*, in mm."""
    caps = [_cap(name, size) for size in sizes for name in ButtonName]
    notes = (words.caps_note(sizes), words.cut_note(0))
    return sheets(paper, words.CAPS_TITLE(), notes, piece_pages(caps, paper.window))


def _cap(name: ButtonName, size: float) -> Drawing:
    """Return the cap of one button, *size* mm wide, in the color of the real one."""
    ground, ink = TINTS.get(name, (LIGHT.color(SIGN_ROLES[name]), WHITE))
    items = (
        circle((0, 0), size / 2 + BLEED, ground),
        *_sign(name, size, ink),
        Text(
            (0, -size * NAME_DOWN), button_title(name), size * NAME_PART, ink, "middle",
            is_bold=True, most_width=size * NAME_WIDTH,
        ),
        circle((0, 0), size / 2, pen=PaperPen(ink, CUT_WIDTH, CUT_DASH)),
    )  # fmt: skip
    return Drawing(items, AT_MIDDLE.grown(size / 2 + BLEED))


def _sign(name: ButtonName, size: float, ink: Color) -> Iterator[Item]:
    """Yield the shapes that stand on the button of the screen, turned from down to up."""
    scale = size * SIGN_PART
    for shape in SIGNS[name]:
        points = [(x * scale, size * SIGN_UP - y * scale) for x, y in shape.points]
        if isinstance(shape, Stroke):
            yield line(points, PaperPen(ink, shape.width * scale))
        else:
            yield polygon(points, ink)
