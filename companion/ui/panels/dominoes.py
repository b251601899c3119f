"""Dominoes drawn in any rectangle, with large digits to be read across a table.

A domino in an upright rectangle has its lower number above, in a lying one at
the left.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

import pygame

from companion.art.on_screen import Canvas, PictureCache
from companion.art.shapes import Disc, Patch, Point, Stroke, rounded_box
from companion.art.theme import Color, Theme, mixed
from companion.ui.board.digits import digits, draw_number

MOST_PIXELS = 1_500_000
"""Kept dominoes may have this many pixels, 6 MB: a whole set of 55 on a small screen."""

OUTLINE = 0.075
EDGE = 0.03
SIDE = 0.05
CORNER = 0.14
GROOVE = 0.03
STUD = 0.07
"""Parts of the shorter side of a domino."""

TALL, WIDE = 0.8, 0.8
"""The most that a digit takes of the height and the width of its half."""

CLEAR = 0.035
"""What digits over each other leave free around the stud, a part of the shorter side."""

DEAD_GRAY = 0.36
"""How much ink is in the face of a dead domino: its digits still read."""


class DominoState(enum.Enum):
    """How a domino is shown; each has a shape of its own."""

    OPEN = "open"
    CHOSEN = "chosen"
    DEAD = "dead"
    HIDDEN = "hidden"


class DominoColors(NamedTuple):
    """What a domino is drawn in."""

    face: Color
    edge: Color
    ink: Color
    ornament: Color


def domino_colors(theme: Theme, state: DominoState) -> DominoColors:
    """Return the colors of a domino in *state*."""
    if state is DominoState.HIDDEN:
        return DominoColors(theme.brass, theme.brass_dark, theme.brass_light, theme.brass_light)
    if state is DominoState.DEAD:
        face = mixed(theme.ivory, theme.ink, DEAD_GRAY)
        edge = mixed(face, theme.ink, 0.5)
        return DominoColors(face, edge, theme.ink, edge)
    return DominoColors(theme.ivory, theme.ivory_rim, theme.ink, theme.brass)


class DominoPictures:
    """Draws dominoes in one theme; every picture is made once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._made = PictureCache(MOST_PIXELS)

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
            lambda: _Domino(self.theme, width, height, state).picture(numbers),
        )


class _Domino:
    """One domino being drawn, in pixels around its middle."""

    def __init__(self, theme: Theme, width: int, height: int, state: DominoState) -> None:
        self.theme = theme
        self.state = state
        self.colors = domino_colors(theme, state)
        # The canvas has a margin of its own; an even side gets a pixel less, at its end.
        self.half = ((width - 1) // 2, (height - 1) // 2)
        self.unit = 2.0 * min(self.half)
        self.outline = OUTLINE * self.unit * (1.5 if state is DominoState.CHOSEN else 1.0)
        self.is_upright = height >= width
        self.canvas = Canvas(*self.half, 1.0)
        # The face with the widest outline: digits stay where they are in every state.
        side = SIDE * self.unit
        free = (OUTLINE * 1.5 + EDGE) * self.unit
        self.face = (self.half[0] - free, self.half[1] - free - side / 2)
        self.middle_y = -side / 2

    def picture(self, numbers: tuple[int, ...]) -> pygame.Surface:
        if self.state is DominoState.CHOSEN:
            outline = OUTLINE * self.unit
            self._block(0.0, self.theme.casing_light)
            self._block(max(1.0, outline * 0.25), self.theme.red)
            self._block(outline * 1.3, self.theme.casing_light)
        self._block(self.outline, self.colors.edge)
        side = SIDE * self.unit
        self._block(self.inset, mixed(self.colors.face, self.colors.edge, 0.4))
        self._block(self.inset, self.colors.face, side)
        if numbers:
            self._draw_front(numbers)
        else:
            self._draw_back()
        return self.canvas.finished()

    @property
    def inset(self) -> float:
        """Return how far inside of the rectangle the face begins."""
        return self.outline + max(1.25, EDGE * self.unit)

    def _block(self, inset: float, color: Color, side: float = 0.0) -> None:
        """Draw a rounded block in *color*, higher by *side* at its lower edge."""
        across, down = self.half[0] + 0.25 - inset, self.half[1] + 0.25 - inset
        corner = max(0.0, CORNER * self.unit - inset * 0.6)
        edge = rounded_box((across, down - side / 2), corner, (0.0, -side / 2))
        self.canvas.draw([Patch(edge)], color)

    def _draw_front(self, numbers: tuple[int, ...]) -> None:
        if self.state is DominoState.DEAD:
            self._draw_strike()
        self._draw_groove()
        across, down = self.face
        for number, place in zip(numbers, (-1, 1), strict=True):
            x, y = (0.0, down / 2) if self.is_upright else (across / 2, 0.0)
            self._draw_half(number, (place * x, self.middle_y + place * y))

    def _draw_half(self, number: int, middle: Point) -> None:
        across, down = self.face
        width, height = (2 * across, down) if self.is_upright else (across, 2 * down)
        # All digits take the room of the widest, so that they stand in line.
        size = min(height * TALL, width * WIDE / digits()["0"].width)
        if self.is_upright:
            size = min(size, height - 2 * (STUD + CLEAR) * self.unit)
        draw_number(self.canvas, number, middle, size, self.colors.ink)

    def _draw_groove(self) -> None:
        across, down = (part * 0.8 for part in self.face)
        x, y = (across, 0.0) if self.is_upright else (0.0, down)
        ends = ((-x, self.middle_y - y), (x, self.middle_y + y))
        self.canvas.draw([Stroke(ends, max(1.0, GROOVE * self.unit))], self.colors.ornament)
        self.canvas.draw([Disc((0.0, self.middle_y), STUD * self.unit)], self.colors.ornament)

    def _draw_strike(self) -> None:
        """Draw a line from corner to corner below the digits: the domino is of no use."""
        across, down = (part * 0.92 for part in self.face)
        ends = ((-across, self.middle_y + down), (across, self.middle_y - down))
        strike = Stroke(ends, max(1.5, 0.05 * self.unit))
        self.canvas.draw([strike], mixed(self.colors.face, self.theme.ink, 0.3))

    def _draw_back(self) -> None:
        """Draw a lozenge in a frame, as on the back of a card."""
        inset = self.inset + SIDE * self.unit * 1.4
        self._block(inset, self.colors.ornament)
        self._block(inset + max(1.0, 0.025 * self.unit), self.colors.face)
        across, down = (part * 0.5 for part in self.half)
        small = 0.16 * self.unit
        self.canvas.draw([Patch(_lozenge(across, down))], self.colors.ornament)
        line = max(1.25, 0.05 * self.unit)
        self.canvas.draw([Patch(_lozenge(across - line, down - line))], self.colors.edge)
        self.canvas.draw([Patch(_lozenge(small * 0.7, small))], self.colors.ornament)


def _lozenge(across: float, down: float) -> tuple[Point, ...]:
    return ((across, 0.0), (0.0, down), (-across, 0.0), (0.0, -down))
