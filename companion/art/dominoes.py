"""Dominoes as lists of shapes, with large digits to be read across a table.

A domino in an upright rectangle has its lower number above, in a lying one at the left.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import NamedTuple

from companion.art.digits import digits, number_shape
from companion.art.shapes import Blend, Disc, Fill, Ink, Patch, Point, Stroke, rounded_box
from companion.art.theme import BoardSet

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


class DominoInks(NamedTuple):
    """What a domino is drawn in."""

    face: Ink
    edge: Ink
    number: Ink
    ornament: Ink


def domino_inks(state: DominoState) -> DominoInks:
    """Return the colors of a domino in *state*, by role."""
    if state is DominoState.HIDDEN:
        return DominoInks("brass", "brass_dark", "brass_light", "brass_light")
    if state is DominoState.DEAD:
        face = Blend("ivory", "ink", DEAD_GRAY)
        edge = Blend(face, "ink", 0.5)
        return DominoInks(face, edge, "ink", edge)
    return DominoInks("ivory", "ivory_rim", "ink", "brass")


def domino_shapes(
    half: Point,
    is_upright: bool,
    numbers: tuple[int, ...],
    state: DominoState,
    look: BoardSet = BoardSet.CLASSIC,
) -> Iterator[Fill]:
    """Yield a domino around its middle, *half* as wide and as high as it is, in pixels.

    Without *numbers* it shows its back.
    """
    yield from _Domino(half, is_upright, state, look).shapes(numbers)


class _Domino:
    """One domino, in pixels around its middle."""

    def __init__(self, half: Point, is_upright: bool, state: DominoState, look: BoardSet) -> None:
        self.state = state
        self.look = look
        self.inks = domino_inks(state)
        self.half = half
        self.unit = 2.0 * min(self.half)
        self.outline = OUTLINE * self.unit * (1.5 if state is DominoState.CHOSEN else 1.0)
        self.is_upright = is_upright
        # The face with the widest outline: digits stay where they are in every state.
        side = SIDE * self.unit
        free = (OUTLINE * 1.5 + EDGE) * self.unit
        self.face = (self.half[0] - free, self.half[1] - free - side / 2)
        self.middle_y = -side / 2

    def shapes(self, numbers: tuple[int, ...]) -> Iterator[Fill]:
        if self.state is DominoState.CHOSEN:
            outline = OUTLINE * self.unit
            yield self._block(0.0, "casing_light")
            yield self._block(max(1.0, outline * 0.25), "red")
            yield self._block(outline * 1.3, "casing_light")
        yield self._block(self.outline, self.inks.edge)
        yield from self._edge()
        yield from self._front(numbers) if numbers else self._back()

    def _edge(self) -> Iterator[Fill]:
        """Yield the face, above it a side, light or nothing."""
        side = SIDE * self.unit
        if self.look is BoardSet.CONTRAST:
            light = self.inset + side * 0.8
            yield self._block(self.inset, "ivory_shade")
            yield self._block(light, self.inks.edge)
            yield self._block(light + max(1.0, side * 0.3), self.inks.face)
        elif self.look is BoardSet.MODERN:
            yield self._block(self.inset, self.inks.face)
        else:
            yield self._block(self.inset, Blend(self.inks.face, self.inks.edge, 0.4))
            yield self._block(self.inset, self.inks.face, side)

    @property
    def inset(self) -> float:
        """Return how far inside of the rectangle the face begins."""
        return self.outline + max(1.25, EDGE * self.unit)

    def _block(self, inset: float, ink: Ink, side: float = 0.0) -> Fill:
        """Return a rounded block in *ink*, higher by *side* at its lower edge."""
        across, down = self.half[0] + 0.25 - inset, self.half[1] + 0.25 - inset
        corner = max(0.0, CORNER * self.unit - inset * 0.6)
        edge = rounded_box((across, down - side / 2), corner, (0.0, -side / 2))
        return Fill(Patch(edge), ink)

    def _front(self, numbers: tuple[int, ...]) -> Iterator[Fill]:
        if self.state is DominoState.DEAD:
            yield self._strike()
        yield from self._groove()
        across, down = self.face
        for number, place in zip(numbers, (-1, 1), strict=True):
            x, y = (0.0, down / 2) if self.is_upright else (across / 2, 0.0)
            yield self._number(number, (place * x, self.middle_y + place * y))

    def _number(self, number: int, middle: Point) -> Fill:
        across, down = self.face
        width, height = (2 * across, down) if self.is_upright else (across, 2 * down)
        # All digits take the room of the widest, so that they stand in line.
        size = min(height * TALL, width * WIDE / digits()["0"].width)
        if self.is_upright:
            size = min(size, height - 2 * (STUD + CLEAR) * self.unit)
        return Fill(number_shape(number, middle, size), self.inks.number)

    def _groove(self) -> Iterator[Fill]:
        across, down = (part * 0.8 for part in self.face)
        x, y = (across, 0.0) if self.is_upright else (0.0, down)
        ends = ((-x, self.middle_y - y), (x, self.middle_y + y))
        yield Fill(Stroke(ends, max(1.0, GROOVE * self.unit)), self.inks.ornament)
        yield Fill(Disc((0.0, self.middle_y), STUD * self.unit), self.inks.ornament)

    def _strike(self) -> Fill:
        """Return a line from corner to corner below the digits: the domino is of no use."""
        across, down = (part * 0.92 for part in self.face)
        ends = ((-across, self.middle_y + down), (across, self.middle_y - down))
        strike = Stroke(ends, max(1.5, 0.05 * self.unit))
        return Fill(strike, Blend(self.inks.face, "ink", 0.3))

    def _back(self) -> Iterator[Fill]:
        """Yield a lozenge in a frame, as on the back of a card."""
        inset = self.inset + SIDE * self.unit * 1.4
        yield self._block(inset, self.inks.ornament)
        yield self._block(inset + max(1.0, 0.025 * self.unit), self.inks.face)
        across, down = (part * 0.5 for part in self.half)
        small = 0.16 * self.unit
        yield Fill(Patch(_lozenge(across, down)), self.inks.ornament)
        line = max(1.25, 0.05 * self.unit)
        yield Fill(Patch(_lozenge(across - line, down - line)), self.inks.edge)
        yield Fill(Patch(_lozenge(small * 0.7, small)), self.inks.ornament)


def _lozenge(across: float, down: float) -> tuple[Point, ...]:
    return ((across, 0.0), (0.0, down), (-across, 0.0), (0.0, -down))
