"""The sign of each of the four buttons, for the screen and for caps on paper.

Pure: no pygame, no drawing.  All are in parts of the sign's height, around its middle.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from companion.art.shapes import Patch, Stroke, arc_points
from companion.ports import ButtonName

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


TURN = ((-0.3, -0.14), *arc_points(0.26, -0.25, 0.25, ARC_STEPS, (0.14, 0.12)), (-0.16, 0.38))
GLASS = arc_points(0.3, 0.34, 1.16, ARC_STEPS, (0.0, -0.14))
BULB = ((-0.13, 0.24), *GLASS, (0.13, 0.24), (-0.13, 0.24))

SIGNS: Mapping[ButtonName, Sign] = MappingProxyType(
    {
        ButtonName.BACK: (
            Stroke(TURN, LINE),
            Patch(((-0.5, -0.14), (-0.2, -0.42), (-0.2, 0.14))),
        ),
        ButtonName.NEXT: (Stroke(((-0.16, -0.38), (0.22, 0.0), (-0.16, 0.38)), LINE * 1.15),),
        ButtonName.HINT: (
            Stroke(BULB, LINE * 0.85),
            Stroke(((-0.08, 0.43), (0.08, 0.43)), LINE),
        ),
        ButtonName.CONFIRM: (Stroke(((-0.42, 0.04), (-0.13, 0.33), (0.42, -0.31)), LINE * 1.25),),
    }
)
"""The sign of each button: an arrow that turns round, one onward, a bulb, a tick."""
