"""The bundled typeface in any size, and rendered texts.

Atkinson Hyperlegible Next has Latin letters only: arrows and symbols are drawn
as shapes, never written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

import pygame

from companion.art.recent import RecentCache
from companion.art.theme import Color
from companion.ui.widgets.letters import LINE, Letters, whole_px

MOST_TEXTS = 400
"""Rendered texts kept; a full screen shows about 60."""

MOST_WIDTHS = 2000
"""Widths kept, each for all sizes of a text."""

MOST_PARAGRAPHS = 100
"""Texts kept as they are broken into lines."""

ELLIPSIS = "…"
BREAKS = "/_-."
"""After these a word that is wider than a line goes on in the next."""


class FittedText(NamedTuple):
    """A text as it fits: perhaps shortened, with its size."""

    text: str
    size_px: int


class Fonts:
    """The typeface, for as long as pygame's freetype module stays initialized."""

    def __init__(self) -> None:
        self._letters = (Letters("Regular"), Letters("Bold"))
        self._texts: RecentCache[tuple[str, int, Color, bool], pygame.Surface] = RecentCache(
            MOST_TEXTS
        )
        self._widths: RecentCache[tuple[str, bool], int] = RecentCache(MOST_WIDTHS)
        self._lines: RecentCache[tuple[str, float, int, bool], list[str]] = RecentCache(
            MOST_PARAGRAPHS
        )

    def render(
        self, text: str, size_px: int, color: Color, is_bold: bool = False
    ) -> pygame.Surface:
        """Return *text* drawn antialiased on nothing; the caller must not draw on it."""
        return self._texts.get_or_make(
            (text, size_px, color, is_bold),
            lambda: self._letters[is_bold].draw(text, size_px, color),
        )

    def width_px(self, text: str, size_px: int, is_bold: bool = False) -> int:
        """Return the width of *text*, as it is drawn."""
        letters = self._letters[is_bold]
        return whole_px(
            self._widths.get_or_make((text, is_bold), lambda: letters.width(text)), size_px
        )

    def line_px(self, size_px: int) -> int:
        """Return the height of a line of text."""
        return whole_px(LINE, size_px)

    def fit(
        self, text: str, width_px: float, sizes_px: Iterable[int], is_bold: bool = False
    ) -> FittedText:
        """Return *text* in the largest of *sizes_px* in which it is at most *width_px* wide.

        In the smallest size it is cut and ends in an ellipsis; where not even
        that fits the text is empty.
        """
        sizes = sorted(sizes_px, reverse=True)
        for size in sizes:
            if self.width_px(text, size, is_bold) <= width_px:
                return FittedText(text, size)
        return FittedText(self.shortened(text, width_px, sizes[-1], is_bold), sizes[-1])

    def lines(self, text: str, width_px: float, size_px: int, is_bold: bool = False) -> list[str]:
        """Return *text* broken at spaces into lines of at most *width_px* where possible.

        The caller must not change the list.
        """
        return self._lines.get_or_make(
            (text, width_px, size_px, is_bold),
            lambda: self._broken(text, width_px, size_px, is_bold),
        )

    def _broken(self, text: str, width_px: float, size_px: int, is_bold: bool) -> list[str]:
        lines: list[str] = []
        for part in text.split("\n"):
            line = ""
            for word in self._parts(part, width_px, size_px, is_bold):
                longer = f"{line} {word}" if line else word
                if line and self.width_px(longer, size_px, is_bold) > width_px:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return [self.shortened(line, width_px, size_px, is_bold) for line in lines]

    def _parts(self, text: str, width_px: float, size_px: int, is_bold: bool) -> list[str]:
        """Return the words of *text*; paths that are wider than a line in several parts."""
        parts: list[str] = []
        for word in filter(None, text.split(" ")):
            while self.width_px(word, size_px, is_bold) > width_px:
                ends = [at for at in range(1, len(word)) if word[at - 1] in BREAKS]
                fitting = [
                    at for at in ends if self.width_px(word[:at], size_px, is_bold) <= width_px
                ]
                if not fitting:
                    break
                parts.append(word[: fitting[-1]])
                word = word[fitting[-1] :]
            parts.append(word)
        return parts

    def shortened(self, text: str, width_px: float, size_px: int, is_bold: bool = False) -> str:
        """Return *text*, cut before an ellipsis where it is wider than *width_px*."""
        if self.width_px(text, size_px, is_bold) <= width_px:
            return text

        def cut(end: int) -> str:
            return text[:end].rstrip() + ELLIPSIS

        fitting = bisect_right(
            range(len(text)), width_px, key=lambda end: self.width_px(cut(end), size_px, is_bold)
        )
        return cut(fitting - 1) if fitting else ""
