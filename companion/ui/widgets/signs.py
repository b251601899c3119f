"""The sign of each of the four buttons, for the screen and for caps on paper.

Pure: no pygame, no drawing.  All are in parts of the sign's height, around its middle.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from companion.ports import ButtonName
from companion.ui.board.shapes import Patch, Point, Stroke

Sign: TypeAlias = tuple[Stroke | Patch, ...]
"""The shapes of one sign: strokes and patches alone, which paper draws as well."""

LINE = 0.13
"""How thick the lines of a sign are."""

ARC_STEPS = 24

SIGN_ROLES: Mapping[ButtonName, str] = MappingProxyType(
    {
        ButtonName.BACK: "sign_back",
        ButtonName.NEXT: "sign_next",
        ButtonName.HINT: "sign_hint",
        ButtonName.CONFIRM: "sign_confirm",
    }
)
"""The role of each button's color in a theme; it is that of the real button, too."""


def _arc(middle: Point, radius: float, start: float, end: float) -> tuple[Point, ...]:
    """Return points on a circle from turn *start* to turn *end*; 0.0 is right, 0.25 is down."""
    turns = (start + (end - start) * step / ARC_STEPS for step in range(ARC_STEPS + 1))
    x, y = middle
    return tuple(
        (x + radius * math.cos(turn * math.tau), y + radius * math.sin(turn * math.tau))
        for turn in turns
    )


def _back() -> Sign:
    """Return an arrow that turns round, its point to the left."""
    shaft = ((-0.3, -0.14), *_arc((0.14, 0.12), 0.26, -0.25, 0.25), (-0.16, 0.38))
    return Stroke(shaft, LINE), Patch(((-0.5, -0.14), (-0.2, -0.42), (-0.2, 0.14)))


def _next() -> Sign:
    return (Stroke(((-0.16, -0.38), (0.22, 0.0), (-0.16, 0.38)), LINE * 1.15),)


def _hint() -> Sign:
    """Return a bulb on its socket."""
    bulb = _arc((0.0, -0.14), 0.3, 0.34, 1.16)
    glass = ((-0.13, 0.24), *bulb, (0.13, 0.24), (-0.13, 0.24))
    return Stroke(glass, LINE * 0.85), Stroke(((-0.08, 0.43), (0.08, 0.43)), LINE)


def _confirm() -> Sign:
    return (Stroke(((-0.42, 0.04), (-0.13, 0.33), (0.42, -0.31)), LINE * 1.25),)


SIGNS: Mapping[ButtonName, Sign] = MappingProxyType(
    {
        ButtonName.BACK: _back(),
        ButtonName.NEXT: _next(),
        ButtonName.HINT: _hint(),
        ButtonName.CONFIRM: _confirm(),
    }
)
"""The sign of each button."""
