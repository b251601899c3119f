"""Draws the four buttons, and the one that opens the menu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pygame

from companion.ports import ButtonName
from companion.ui.widgets.fonts import ELLIPSIS
from companion.ui.widgets.icons import draw_icon
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import ButtonLabel, Pen
from companion.ui.widgets.signs import SIGN_ROLES
from companion.words.buttons import MENU, button_title

TITLE, PORTRAIT_TITLE = 17, 24
LINE, HELD, LEAST_LINE = 14, 13, 12
"""The sizes of a button's name, of what a press does and of what holding does.  Both lines get
smaller on all four buttons together, down to the least size; one that has no room then is
smaller alone."""

EDGES_DESIGN_PX, LEAST_EDGES_DESIGN_PX = 11, 5
"""What a button leaves free at the left and right of its texts together, its frame included; and
of a line that would be too small for that."""

SIGN_AT = 0.235
SIGN_PLACES = (0.50, 0.70, 0.875)
PLAIN_PLACES = (0.37, 0.67, 0.85)
LEAST_SIGN_PART = 0.3
"""Where the sign of a button is, the lines under it, and the lines of one that is too low for a
sign, in parts of its height; and how much of it a sign takes at least."""

LARGE_PLACES: Mapping[int, tuple[float, ...]] = {
    1: (0.5,), 2: (0.32, 0.71), 3: (0.17, 0.465, 0.765)
}  # fmt: skip
"""Where the lines of a button with large letters are: by how many there are."""

SIGN_DESIGN_PX, PORTRAIT_SIGN_DESIGN_PX = 25, 34
SIGN_EDGE_DESIGN_PX = 6


class Caption(NamedTuple):
    """A line under a button's name, with the size that it has where all four have room."""

    text: str
    size: int


def draw_buttons(pen: Pen, labels: Sequence[ButtonLabel], held: ButtonName | None = None) -> None:
    """Draw the four buttons, each with its sign, its name and what it does now."""
    boxes = pen.layout.buttons
    captions = [_captions(pen, box, label) for box, label in zip(boxes, labels, strict=True)]
    most = _common_size(pen, boxes[0], captions)
    for name, box, label, told in zip(ButtonName, boxes, labels, captions, strict=True):
        lines = [(text, min(size, most)) for text, size in told]
        _draw_button(pen, box, name, label, lines, is_held=name is held)


def draw_menu_button(pen: Pen, box: Box) -> None:
    """Draw the button that opens the menu: three bars and a word."""
    pen.panel(box, "button", "button_edge")
    x, y = box.center
    half, gap = pen.layout.px(11), pen.layout.px(6)
    top = y - pen.layout.px(18 if pen.layout.is_large else 14)
    for bar in range(3):
        rect = pygame.Rect(x - half, top + bar * gap, 2 * half, max(2, pen.layout.px(2.5)))
        pygame.draw.rect(pen.surface, pen.theme.text, rect, border_radius=1)
    bottom = y + pen.layout.px(12 if pen.layout.is_large else 16)
    pen.text(MENU(), (x, bottom), 14, "muted", box.w - 6, anchor="center")


# The lines under a name


def _room(pen: Pen, box: Box) -> int:
    return box.w - pen.layout.px(EDGES_DESIGN_PX)


def _captions(pen: Pen, box: Box, label: ButtonLabel) -> list[Caption]:
    """Return what stands under the name of a button; one thing alone may take two lines."""
    both = [Caption(label.line, LINE), Caption(label.held, HELD)]
    captions = [caption for caption in both if caption.text]
    if len(captions) == 2 or pen.layout.is_large or not _has_three_lines(pen, box):
        return captions
    return [part for caption in captions for part in _broken(pen, caption, _room(pen, box))]


def _broken(pen: Pen, caption: Caption, room: int) -> list[Caption]:
    """Return *caption* on two lines, if it has no room on one in the least size."""
    text, size = caption
    if _has_room(pen, text, LEAST_LINE, room):
        return [caption]
    lines = pen.fonts.lines(text, room, pen.layout.text_px(size))
    is_whole = len(lines) == 2 and not any(line.endswith(ELLIPSIS) for line in lines)
    return [Caption(line, size) for line in lines] if is_whole else [caption]


def _common_size(pen: Pen, box: Box, captions: Sequence[Sequence[Caption]]) -> int:
    """Return the largest size in which all *captions* have room, or the least."""
    room = _room(pen, box)
    for most in range(LINE, LEAST_LINE, -1):
        sizes = [(text, min(size, most)) for told in captions for text, size in told]
        if all(_has_room(pen, text, size, room) for text, size in sizes):
            return most
    return LEAST_LINE


def _has_room(pen: Pen, text: str, size: int, room: int) -> bool:
    return pen.fonts.width_px(text, pen.layout.text_px(size)) <= room


# One button


def _draw_button(
    pen: Pen,
    box: Box,
    name: ButtonName,
    label: ButtonLabel,
    lines: Sequence[tuple[str, int]],
    *,
    is_held: bool,
) -> None:
    """Draw one button; grayed when its label has no line, filled when it commits."""
    if label.is_filled:
        pen.panel(box, "commit", "commit_edge")
        title_role = line_role = sign_role = "commit_text"
    else:
        pen.panel(box, "choice" if is_held else "button", "button_edge")
        title_role, line_role = ("text" if label.line else "muted"), "muted"
        sign_role = SIGN_ROLES[name] if label.line else "muted"
    title = (button_title(name), _title_size(pen))
    texts = [title, *lines]
    if pen.layout.is_large:
        places = LARGE_PLACES[len(texts)]
        _draw_sign_beside(pen, box, title, name, places[0], sign_role)
    elif _has_sign_over(pen, box):
        places = SIGN_PLACES
        at = (box.center[0], box.y + round(box.h * SIGN_AT))
        draw_icon(pen.surface, name, at, _sign_px(pen), pen.theme.color(sign_role))
    else:
        texts = texts[: 3 if _has_three_lines(pen, box) else 2]
        places = PLAIN_PLACES if len(texts) > 1 else (0.5,)
    # Under a sign, and where it is low, a button has places for more lines than there are.
    for number, ((text, size), place) in enumerate(zip(texts, places, strict=False)):
        at = (box.center[0], box.y + round(box.h * place))
        is_title = number == 0
        role = title_role if is_title else line_role
        room = _room(pen, box)
        if not is_title and not _has_room(pen, text, size, room):
            room = box.w - pen.layout.px(LEAST_EDGES_DESIGN_PX)
        pen.text(text, at, size, role, room, is_title, "center")


def _title_size(pen: Pen) -> int:
    if pen.layout.is_large:
        # Three lines of it have no room to spare.
        return TITLE
    return PORTRAIT_TITLE if pen.layout.is_portrait else TITLE


def _sign_px(pen: Pen) -> int:
    return pen.layout.px(PORTRAIT_SIGN_DESIGN_PX if pen.layout.is_portrait else SIGN_DESIGN_PX)


def _has_sign_over(pen: Pen, box: Box) -> bool:
    """Return whether a button has room for a sign over all lines that it may have."""
    sizes = (_title_size(pen), LINE, HELD)
    lines = sum(pen.fonts.line_px(pen.layout.text_px(size)) for size in sizes)
    return box.h * (1 - LEAST_SIGN_PART) >= lines


def _has_three_lines(pen: Pen, box: Box) -> bool:
    """Return whether a button has room for two lines under its name."""
    room = (PLAIN_PLACES[2] - PLAIN_PLACES[1]) * box.h
    return _has_sign_over(pen, box) or room >= pen.fonts.line_px(pen.layout.text_px(HELD))


def _draw_sign_beside(
    pen: Pen, box: Box, title: tuple[str, int], name: ButtonName, place: float, role: str
) -> None:
    """Draw the sign at the left of a button's *title*, where that leaves room for it."""
    text, size = title
    side, edge = _sign_px(pen), pen.layout.px(SIGN_EDGE_DESIGN_PX)
    y = box.y + max(round(box.h * place), edge + side // 2)
    title_w = pen.fonts.width_px(text, pen.layout.text_px(size), True)
    if box.x + edge + side + pen.layout.px(4) <= box.center[0] - title_w // 2:
        at = (box.x + edge + side // 2, y)
        draw_icon(pen.surface, name, at, side, pen.theme.color(role))
