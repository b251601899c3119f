"""What can be reckoned with colors: contrast and mixtures.  Pure: knows no role."""

from __future__ import annotations

from typing import TypeAlias

Color: TypeAlias = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""


def _luminance(color: Color) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in color)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast_ratio(one: Color, other: Color) -> float:
    """
    Return how much two colors differ in lightness, 1.0 (not at all) to 21.0.

    Source: WCAG 2.2, definitions of contrast ratio and relative luminance.
    """
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(one: Color, other: Color, part: float) -> Color:
    """Return *one* with *part* (0.0 to 1.0) of *other* in it."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def hex_color(text: str) -> Color:
    """Return the color written as six hexadecimal digits."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue
