"""A page: paper sizes, what stands on each page, and where the rest goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.art.shapes import Fill, Point, Stroke
from companion.printing.drawing import Item, PaperBox, Sheet, Text
from companion.words import command_line as words

MARGIN = 10.0
"""No printer in use leaves more than this unprinted."""

HEADER = 17.0
FOOTER = 17.0
"""Room for title and notes at the top, for ruler and page map at the bottom."""

TITLE_SIZE = 5.0
NOTE_SIZE = 3.1
FOOTER_SIZE = 2.8
SMALL_SIZE = 2.5
NOTE_LINE = 4.3
TITLE_BASE = 3.6
NUMBER_WIDTH = 34.0

MAP_WIDTH = 46.0
MAP_HEIGHT = 15.0
"""Room for the page map, at the lower right."""

RULER_LENGTH = 100
RULER_LINE = 0.2
RULER_TICKS = {10: 3.4, 5: 2.4, 1: 1.5}

INK = "ink"
GRAY = "muted"


class Paper(NamedTuple):
    """A sheet of paper, upright."""

    width: float
    height: float

    def turned(self) -> Paper:
        """Return the sheet lying on its side."""
        return Paper(self.height, self.width)

    @property
    def printable(self) -> PaperBox:
        """Return what a printer can print on."""
        return PaperBox(0, 0, self.width, self.height).grown(-MARGIN)

    @property
    def window(self) -> PaperBox:
        """Return what is left between header and footer."""
        left, bottom, right, top = self.printable
        return PaperBox(left, bottom + FOOTER, right, top - HEADER)


PAPERS: Final = MappingProxyType(
    {"A4": Paper(210.0, 297.0), "A3": Paper(297.0, 420.0), "Letter": Paper(215.9, 279.4)}
)
"""The papers by their names."""


def sheets(
    paper: Paper,
    title: str,
    notes: Sequence[str],
    pages: Sequence[Sequence[Item]],
    is_glued: bool = False,
) -> list[Sheet]:
    """Return the sheets of *pages*, each with what stands beside its contents.

    Args:
        paper: the way up that the pages have it.
        title: game and what is printed.
        notes: at most two lines under it.
        pages: what each shows.
        is_glued: whether the pages become one sheet.
    """
    footer = words.footer_lines(len(pages) if is_glued else 1)
    beside = [*_ruler(paper), *_footer(paper, footer)]
    sheets = []
    for number, items in enumerate(pages, 1):
        place = words.PAGE().format(number, len(pages))
        header = _header(paper, title, notes, place)
        sheets.append(Sheet(paper.width, paper.height, (*items, *header, *beside)))
    return sheets


def _header(paper: Paper, title: str, notes: Sequence[str], place: str) -> Iterator[Item]:
    left, _, right, top = paper.printable
    base, room = top - TITLE_BASE, right - left
    # The first line of notes is as far from the title as its type is larger.
    y = base - NOTE_LINE - (TITLE_SIZE - NOTE_SIZE) / 2
    yield Text((left, base), title, TITLE_SIZE, INK, "start", True, room - NUMBER_WIDTH)
    yield Text((right, base), place, NOTE_SIZE, INK, "end")
    yield Text((right, y), words.SCALE(), NOTE_SIZE, INK, "end", True)
    most = room - NUMBER_WIDTH
    for note in notes:
        yield Text((left, y), note, NOTE_SIZE, GRAY, most_width=most)
        y, most = y - NOTE_LINE, room


def _ruler(paper: Paper) -> list[Item]:
    left, base = _ruler_start(paper)
    lines = [((left, base), (left + RULER_LENGTH, base))]
    for mm in range(RULER_LENGTH + 1):
        height = next(RULER_TICKS[step] for step in RULER_TICKS if mm % step == 0)
        lines.append(((left + mm, base), (left + mm, base + height)))
    numbers = (
        Text((left + mm, base - 2.8), str(mm), SMALL_SIZE, INK, "middle")
        for mm in range(0, RULER_LENGTH + 1, 10)
    )
    return [*(Fill(Stroke(line, RULER_LINE), INK) for line in lines), *numbers]


def _ruler_start(paper: Paper) -> Point:
    # So far inside that the digits of the first tick are printed whole.
    return paper.printable.left + 1.0, paper.printable.bottom + 4.0


def _footer(paper: Paper, lines: tuple[str, ...]) -> list[Item]:
    left, base = _ruler_start(paper)
    most = paper.printable.width - MAP_WIDTH - 4
    return [
        Text((left, base + 4.6 + row * 3.6), text, FOOTER_SIZE, GRAY, most_width=most)
        for row, text in enumerate(reversed(lines))
    ]
