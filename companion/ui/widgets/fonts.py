"""The bundled typeface in any size, and rendered texts.

Atkinson Hyperlegible Next has Latin letters only: arrows and symbols are drawn
as shapes, never written.

SDL sets letters at whole pixels and with hinted widths, which tears words apart: "Conf irm".
Here they stand where the typeface wants them, to a quarter of a pixel: each is drawn eight
times as wide but no taller, so that hinting keeps its horizontal strokes sharp and leaves its
width alone, and averaged down to the place it has.  Drawn large and scaled in both directions,
horizontal strokes would lose an eighth of their contrast at 14 px.

Advances and kerning come from spacing.json (docs/bake_typeface.py), since no library in use has
them; a test compares every pair with HarfBuzz.  Pillow sets text with HarfBuzz, but takes 0.55 ms
for a text of 44 letters, and 5 MB.

Measured with pygame 2.6.1 on the machine of docs/benchmarks.md, in brackets with pygame.font: the
end of "Confirmation of fillings" is 0.2 px from its place at most (18.5); a new text of 44 letters
at 17 px takes 52 µs (8), 2 ms if none was drawn before (0.7); fitting 60 texts into a width 1.4 ms
(12); 60 texts of 50 letters in eight sizes 35 ms (11) and 3.1 MB (4.6).  A play scene takes no
longer to draw, since texts are kept.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import pygame

from companion.art.recent import RecentCache
from companion.art.theme import Color
from companion.damage import note_damaged, read_typeface

if TYPE_CHECKING:
    from pygame.freetype import Font


MOST_SIZES = 24
"""Sizes whose letters are kept: a letter in one of its places takes some 600 bytes."""

PLACES = 4
"""Places in a pixel where a letter can stand."""

FINE = 2 * PLACES
"""How many times as wide a letter is drawn: hinting moves a stem by half of one at most."""

LIFT = 51
"""Of 255, what is added to each pixel: a stem over two pixels looks paler than one on one."""

EM = 1000
"""Units of the typeface."""

WIDEST = 4 * EM
"""No letter is as wide, and no two are kerned as far."""

ASCENT, LINE = 984, 1300
"""From the line up to the highest letters, and of a whole line, in units."""

WEIGHTS = ("Regular", "Bold")
NOTHING = (0, 0, 0, 0)
MISSING = "\ufffd"
"""A letter that the typeface has not, for all of them: drawn as a box."""

MEASURED: Final = "".join(map(chr, (*range(0x20, 0x250), *range(0x2010, 0x2040), ord(MISSING))))
"""The letters of a font that stands in for a damaged one: Latin ones and their punctuation."""


def whole_px(units: int, size_px: int) -> int:
    """Return the pixels that hold so many *units* of letters of *size_px*."""
    return -(-units * size_px // EM)


class Letter(NamedTuple):
    """How far a letter takes the pen, and from where to where its ink is, in units.

    Attributes:
        before: the row of the kerning between it and the next one.
        behind: the column of the kerning between the last one and it.
        shape: what it is drawn as; empty where it has no ink.
    """

    advance: int
    left: int
    right: int
    before: int
    behind: int
    shape: str


class _Spacing(NamedTuple):
    letters: Mapping[str, Letter]
    kerning: Sequence[Sequence[int]]


class Picture(NamedTuple):
    """A letter as opacity alone, from where on beside the pen and how far above the line."""

    surface: pygame.Surface
    area: pygame.Rect
    left: int
    up: int


_Blit: TypeAlias = "tuple[pygame.Surface, tuple[int, int], pygame.Rect, int]"


@cache
def _spacings() -> Mapping[str, _Spacing]:
    """Return how the letters of each weight stand; nothing where the file is damaged."""
    file = resources.files("companion.ui") / "fonts" / "spacing.json"
    try:
        weights = json.loads(file.read_text(encoding="utf-8"))
        return {weight: _spacing(weights[weight]) for weight in WEIGHTS}
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        note_damaged(file, error)
        return {}


def _spacing(of: Mapping[str, Any]) -> _Spacing:
    """Return how the letters *of* a weight stand.

    Raises:
        ValueError: a number cannot be, as errors of other kinds that no weight raises.
    """
    letters = {name: _letter(name, *numbers) for name, numbers in of["letters"].items()}
    kerning = of["kerning"]
    rows, columns = range(len(kerning)), range(len(kerning[0]))
    for row in (*kerning, *(letter[:3] for letter in letters.values())):
        if {*map(type, row)} != {int} or not -WIDEST < min(row) <= max(row) < WIDEST:
            raise ValueError(f"expected numbers below {WIDEST}, got {row!r:.60}")
    fits = all(each.before in rows and each.behind in columns for each in letters.values())
    if not fits or {*map(len, kerning)} != {len(columns)} or MISSING not in letters:
        raise ValueError("expected a table of kerning that has each letter, got another")
    return _Spacing(letters, kerning)


def _measured(font: Font) -> _Spacing:
    """Return how the letters of *font* stand by its own measures, without kerning."""
    letters = {MISSING: Letter(EM // 2, 0, EM // 2, 0, 0, MISSING)}
    for name, measures in zip(MEASURED, font.get_metrics(MEASURED, EM), strict=True):
        if measures is not None:
            left, right, _, _, advance, _ = measures
            letters[name] = _letter(name, round(advance), left, right, 0, 0)
    return _Spacing(letters, [[0]])


class Letters:
    """The letters of a weight in a font's name, while pygame's freetype stays initialized."""

    def __init__(self, weight: str) -> None:
        # Not before: the doctor tells of a pygame that cannot be loaded.
        import pygame.freetype

        pygame.freetype.init()
        spacing = _spacings().get(weight)
        file = resources.files("companion.ui") / "fonts" / f"AtkinsonHyperlegibleNext-{weight}.ttf"
        try:
            # From memory: pygame would keep a file open for as long as the font lives.
            self._font = pygame.freetype.Font(BytesIO(read_typeface(file)))
        except (OSError, ValueError) as error:
            note_damaged(file, error)
            # The one that comes with pygame.
            self._font, spacing = pygame.freetype.Font(None), None
        self._letters, self._kerning = spacing or _measured(self._font)
        self._missing = self._letters[MISSING]
        self._sizes: RecentCache[int, dict[tuple[str, int], Picture]] = RecentCache(MOST_SIZES)

    def width(self, text: str) -> int:
        """Return how wide *text* is in units: its pen and its ink."""
        return _width(self._placed(text))

    def draw(self, text: str, size_px: int, color: Color) -> pygame.Surface:
        """Return *text* on nothing, a line high and as wide as it is."""
        placed = self._placed(text)
        size = (whole_px(_width(placed), size_px), whole_px(LINE, size_px))
        surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        surface.fill((*color, 0))
        # Opacity alone is added: to color what is drawn takes as long as all else.
        surface.blits(self._blits(placed, size_px), False)
        return surface

    def _placed(self, text: str) -> list[tuple[int, Letter]]:
        """Return the letters of *text*, each with where its pen is in units."""
        placed: list[tuple[int, Letter]] = []
        pen, kerning = 0, self._kerning[0]
        for name in text:
            letter = self._letters.get(name, self._missing)
            pen += kerning[letter.behind] if placed else -min(0, letter.left)
            placed.append((pen, letter))
            pen += letter.advance
            kerning = self._kerning[letter.before]
        return placed

    def _blits(self, placed: list[tuple[int, Letter]], size_px: int) -> list[_Blit]:
        pictures = self._sizes.get_or_make(size_px, dict)
        base, scale = whole_px(ASCENT, size_px), size_px * PLACES / EM
        blits: list[_Blit] = []
        for pen, letter in placed:
            if letter.shape:
                whole, part = divmod(round(pen * scale), PLACES)
                picture = pictures.get((letter.shape, part))
                if picture is None:
                    picture = self._picture(letter.shape, size_px, part)
                    pictures[letter.shape, part] = picture
                at = (whole + picture.left, base - picture.up)
                blits.append((picture.surface, at, picture.area, pygame.BLEND_RGBA_ADD))
        return blits

    def _picture(self, shape: str, size_px: int, part: int) -> Picture:
        self._font.size = (size_px * FINE, size_px)
        big, rect = self._font.render(shape, NOTHING[:3], NOTHING)
        left, into = divmod(rect.x + part * FINE // PLACES, FINE)
        size = (-(-(into + rect.w) // FINE), rect.h)
        wide = pygame.Surface((size[0] * FINE, rect.h), pygame.SRCALPHA, 32)
        wide.blit(big, (into, 0), None, pygame.BLEND_RGBA_MAX)
        drawn = pygame.transform.smoothscale(wide, size)
        lift = drawn.copy()
        lift.fill((0, 0, 0, LIFT), special_flags=pygame.BLEND_RGBA_MULT)
        drawn.blit(lift, (0, 0), None, pygame.BLEND_RGBA_ADD)
        return Picture(drawn, drawn.get_rect(), left, rect.y)


def _letter(name: str, advance: int, left: int, right: int, before: int, behind: int) -> Letter:
    return Letter(advance, left, right, before, behind, name if left < right else "")


def _width(placed: list[tuple[int, Letter]]) -> int:
    """Return from where to where the letters reach, in units."""
    if not placed:
        return 0
    pen, last = placed[-1]
    return pen + max(last.advance, last.right)


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
