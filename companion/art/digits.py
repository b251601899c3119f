"""Numbers and the signs of the four buttons as shapes, for the screen and for caps on paper."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from companion.art.shapes import Area, Patch, Point, Shape, Stroke, arc_points, enlarged
from companion.damage import note_damaged
from companion.ports import ButtonName

WIDEST: Final = 4
"""Heights: no digit is as wide."""

BARS: Final = {
    "a": (0.1, 0.88, 0.6, 1.0),
    "b": (0.48, 0.5, 0.6, 1.0),
    "c": (0.48, 0.0, 0.6, 0.5),
    "d": (0.1, 0.0, 0.6, 0.12),
    "e": (0.1, 0.0, 0.22, 0.5),
    "f": (0.1, 0.5, 0.22, 1.0),
    "g": (0.1, 0.44, 0.6, 0.56),
}
"""The bars of a digit of seven segments by their usual letters: left, bottom, right, top."""

SEGMENTS: Final = {
    "0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg",
    "5": "acdfg", "6": "acdefg", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip


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
    """Return the ten digits; where their file is damaged, as pocket calculators show them."""
    file = resources.files("companion.ui") / "fonts" / "digits.toml"
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return {name: _digit(data[name], data["height"]) for name in SEGMENTS}
    except (OSError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        note_damaged(file, error)
        return {name: Digit(0.7, tuple(map(_bar, bars))) for name, bars in SEGMENTS.items()}


def _digit(entry: Mapping[str, Any], height: float) -> Digit:
    """Return the digit of *entry*, whose numbers are in units of which it is *height* high.

    Raises:
        ValueError: a number cannot be, as errors of other kinds that no digit raises.
    """
    digit = Digit(
        entry["width"] / height,
        tuple(tuple((x / height, y / height) for x, y in one) for one in entry["contours"]),
    )
    numbers = [digit.width, *(number for one in digit.contours for at in one for number in at)]
    if digit.width <= 0 or not all(abs(number) < WIDEST for number in numbers):
        raise ValueError(f"expected a digit less than {WIDEST} times as wide as high")
    if min(map(len, digit.contours)) < 3:
        raise ValueError("expected contours of three points or more")
    return digit


def _bar(name: str) -> tuple[Point, ...]:
    """Return the contour of one of `BARS`."""
    left, bottom, right, top = BARS[name]
    return (left, bottom), (left, top), (right, top), (right, bottom)


def number_width(number: int) -> float:
    """Return the width of *number* in heights of its digits."""
    return sum(digits()[digit].width for digit in str(number))


def fitting_height(number: int, height: float, width: float) -> float:
    """Return the largest height up to *height* in which *number* is at most *width* wide."""
    return min(height, width / number_width(number))


def number_shape(number: int, middle: Point, height: float) -> Shape:
    """Return *number* around *middle*, *height* high, in the unit of both; y is down."""
    return enlarged(_number(number), height, middle=middle)


@lru_cache(maxsize=64)
def _number(number: int) -> Area:
    pen, contours = -number_width(number) / 2, list[tuple[Point, ...]]()
    for name in str(number):
        digit = digits()[name]
        for contour in digit.contours:
            contours.append(tuple((pen + across, 0.5 - up) for across, up in contour))
        pen += digit.width
    return Area(tuple(contours))


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
