"""Draws the four buttons, the one that opens the menu, and the signs on them and on keys."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from companion.art.digits import SIGN_ROLES, SIGNS
from companion.art.on_screen import Canvas, blit_centered
from companion.art.shapes import Disc, Patch, Ring, Shape
from companion.art.theme import Color
from companion.ports import ButtonName
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.pen import ButtonLabel, Pen
from companion.words.buttons import MENU, button_title


class Icon(enum.Enum):
    """What a key does, or the sign before what holding a button does."""

    FIRST = "first"
    BACK = "back"
    PLAY = "play"
    PAUSE = "pause"
    FORWARD = "forward"
    LAST = "last"
    HOLD = "hold"


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
    # A finger that stays.
    Icon.HOLD: (Ring((0.0, 0.0), 0.44, 0.12), Disc((0.0, 0.0), 0.22)),
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


TITLE, PORTRAIT_TITLE = 17, 24
LINE = 14
"""The sizes of a button's name, and of what a press does and what holding does: each on one line,
and in the same size whatever stands there, so that nothing moves from turn to turn."""

HOLD_SIGN_PART, HOLD_GAP_PART = 0.72, 0.28
"""The sign before what holding does, and the gap behind it, in parts of the letters' size."""

EDGES_DESIGN_PX = 8
"""What a button leaves free at the left and right of its texts together, its frame included."""

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


class ButtonLine(NamedTuple):
    """A line on a button: what it says, its size, and how far down it is.

    Attributes:
        width: how wide it may be, where that is less than it is.
        is_held: it is what holding does, and has a sign before it.
    """

    text: str
    size: int
    y: int
    width: int | None
    is_held: bool


class ButtonTexts(NamedTuple):
    """What stands on a button: its name first, then what it does.

    Attributes:
        sign: where the middle of its sign is, right of its own middle and down from its upper
            edge; None where there is no room for one.
    """

    sign: tuple[int, int] | None
    lines: tuple[ButtonLine, ...]


def draw_buttons(pen: Pen, labels: Sequence[ButtonLabel], held: ButtonName | None = None) -> None:
    """Draw the four buttons, each with its sign, its name and what it does now."""
    titles = tuple(button_title(name) for name in ButtonName)
    texts = _texts(ButtonRoom(pen.fonts, pen.layout), titles, tuple(labels))
    for name, box, label, captions in zip(
        ButtonName, pen.layout.buttons, labels, texts, strict=True
    ):
        _draw_button(pen, box, name, label, captions, is_held=name is held)


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


class ButtonRoom(NamedTuple):
    """Tells what has room on the buttons of one screen."""

    fonts: Fonts
    layout: ScreenLayout

    @property
    def button(self) -> Box:
        """Return one of the four buttons: the last may be a few pixels wider."""
        return self.layout.buttons[0]

    @property
    def title_size(self) -> int:
        """Return the size of a button's name."""
        # With large letters three lines have no room to spare.
        is_high = self.layout.is_portrait and not self.layout.is_large
        return PORTRAIT_TITLE if is_high else TITLE

    @property
    def has_sign_over(self) -> bool:
        """Return whether there is room for a sign over all lines that a button may have."""
        sizes = (self.title_size, LINE, LINE)
        lines = sum(self.fonts.line_px(self.layout.text_px(size)) for size in sizes)
        return self.button.h * (1 - LEAST_SIGN_PART) >= lines

    @property
    def has_three_lines(self) -> bool:
        """Return whether there is room for two lines under the name."""
        room = (PLAIN_PLACES[2] - PLAIN_PLACES[1]) * self.button.h
        return self.has_sign_over or room >= self.fonts.line_px(self.layout.text_px(LINE))

    def placed(self, title: str, label: ButtonLabel) -> ButtonTexts:
        """Return where the name of a button, its sign and what *label* says under it are."""
        texts = [title, *filter(None, (label.line, label.held))]
        if self.layout.is_large:
            places = LARGE_PLACES[len(texts)]
        elif self.has_sign_over:
            places = SIGN_PLACES
        else:
            texts = texts[: 3 if self.has_three_lines else 2]
            places = PLAIN_PLACES if len(texts) > 1 else (0.5,)
        # Under a sign, and where it is low, a button has places for more lines than there are.
        lines = tuple(
            self._line(
                text,
                round(self.button.h * place),
                is_title=number == 0,
                is_held=number > 0 and number == len(texts) - 1 and text is label.held,
            )
            for number, (text, place) in enumerate(zip(texts, places, strict=False))
        )
        return ButtonTexts(self._sign_place(lines[0]), lines)

    def _line(self, text: str, y: int, *, is_title: bool, is_held: bool) -> ButtonLine:
        size = self.title_size if is_title else LINE
        width = self.button.w - self.layout.px(EDGES_DESIGN_PX)
        if is_held:
            width -= self.layout.text_px(size)
        is_fitting = self.fonts.width_px(text, self.layout.text_px(size), is_title) <= width
        return ButtonLine(text, size, y, None if is_fitting else width, is_held)

    def _sign_place(self, title: ButtonLine) -> tuple[int, int] | None:
        """Return where the sign is: over the *title*, or at the left of a large one."""
        middle = self.button.w // 2
        if not self.layout.is_large:
            return (0, round(self.button.h * SIGN_AT)) if self.has_sign_over else None
        side, edge = sign_px(self.layout), self.layout.px(SIGN_EDGE_DESIGN_PX)
        title_w = self.fonts.width_px(title.text, self.layout.text_px(title.size), True)
        if edge + side + self.layout.px(4) > middle - title_w // 2:
            return None
        return edge + side // 2 - middle, max(title.y, edge + side // 2)


@lru_cache(maxsize=64)
def _texts(
    room: ButtonRoom, titles: tuple[str, ...], labels: tuple[ButtonLabel, ...]
) -> tuple[ButtonTexts, ...]:
    """Return what stands on each button: nearly every frame has the same as the one before it."""
    return tuple(room.placed(*each) for each in zip(titles, labels, strict=True))


def sign_px(layout: ScreenLayout) -> int:
    """Return how large the sign of a button is."""
    return layout.px(PORTRAIT_SIGN_DESIGN_PX if layout.is_portrait else SIGN_DESIGN_PX)


# One button


def _draw_button(
    pen: Pen,
    box: Box,
    name: ButtonName,
    label: ButtonLabel,
    captions: ButtonTexts,
    *,
    is_held: bool,
) -> None:
    """Draw one button; grayed when its label has no line, filled when it commits."""
    if label.is_filled:
        pen.panel(box, "commit", "commit_edge")
        title_role = line_role = sign_role = "commit_text"
    else:
        pen.panel(box, "choice" if is_held else "button", "button_edge")
        does = bool(label.line or label.held)
        title_role, line_role = ("text" if does else "muted"), "muted"
        sign_role = SIGN_ROLES[name] if does else "muted"
    if captions.sign is not None:
        at = (box.center[0] + captions.sign[0], box.y + captions.sign[1])
        draw_icon(pen.surface, name, at, sign_px(pen.layout), pen.theme.color(sign_role))
    role, is_title = title_role, True
    for text, size, y, width, holds in captions.lines:
        at = (box.center[0], box.y + y)
        if holds:
            letter_px = pen.layout.text_px(size)
            side, gap = round(letter_px * HOLD_SIGN_PART), round(letter_px * HOLD_GAP_PART)
            at = (at[0] + (side + gap) // 2, at[1])
        drawn = pen.text(text, at, size, role, width, is_title, "center")
        if holds:
            middle = (drawn.x - gap - side // 2, at[1])
            draw_icon(pen.surface, Icon.HOLD, middle, side, pen.theme.color(role))
        role, is_title = line_role, False
