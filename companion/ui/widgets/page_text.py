"""A page of paragraphs broken into lines, and how far they are scrolled.  No drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.ui.widgets.fonts import Fonts
from companion.words.rules.page import Paragraph

HALF_LINES = 2
"""Places are counted in half lines, so that the gap between paragraphs can be one of them."""


class Row(NamedTuple):
    """One line of text; *at* is its top in half lines."""

    text: str
    at: int
    is_bold: bool
    is_aside: bool


def page_rows(
    fonts: Fonts, paragraphs: Sequence[Paragraph], width: float, size_px: int
) -> list[Row]:
    """Return *paragraphs* as lines of at most *width* pixels, half a line between two of them."""
    rows: list[Row] = []
    at = 0
    for number, (text, heading, is_aside) in enumerate(paragraphs):
        at += 1 if number and not is_aside else 0
        lines = [(heading, True)] if heading else []
        lines += [(line, False) for line in fonts.lines(text, width, size_px) if text]
        for line, is_bold in lines:
            rows.append(Row(line, at, is_bold, is_aside))
            at += HALF_LINES
    return rows


def height_of(rows: Sequence[Row]) -> int:
    """Return the height of all *rows* in half lines."""
    return rows[-1].at + HALF_LINES if rows else 0
