"""Pieces side by side on as many pages as they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.printing.drawing import Copy, Drawing, Item, PaperBox, Point
from companion.printing.piece_shapes import Shape

GAP = 2.5
"""Between pieces, in mm: room for scissors."""


class Placed(NamedTuple):
    """A piece and where its middle is on its page."""

    page: int
    shape: Shape
    at: Point


def placed(shapes: Sequence[Shape], window: PaperBox) -> Iterator[Placed]:
    """Yield the place of each piece: in rows from the top left, a row for each height."""
    page, top, x, row_height = 0, window.top, window.left, 0.0
    for shape in shapes:
        is_row_full = x + shape.width > window.right + 1e-9
        if is_row_full or row_height not in (0.0, shape.height):
            top, x = top - row_height - GAP, window.left
        if top - shape.height < window.bottom - 1e-9:
            page, top, x = page + 1, window.top, window.left
        row_height = shape.height
        yield Placed(page, shape, (x + shape.width / 2, top - shape.height / 2))
        x += shape.width + GAP


def piece_pages(shapes: Sequence[Shape], window: PaperBox) -> list[list[Item]]:
    """Return the pieces of each page; equal ones are drawn once and shown many times."""
    drawings: dict[int, Drawing] = {}
    pages: list[list[Item]] = []
    for _, on_page in groupby(placed(shapes, window), key=lambda place: place.page):
        pages.append([_shown(place, drawings) for place in on_page])
    return pages


def _shown(place: Placed, drawings: dict[int, Drawing]) -> Copy:
    shape = place.shape
    across, up = shape.width / 2, shape.height / 2
    drawing = drawings.setdefault(
        id(shape), Drawing(shape.items, PaperBox(-across, -up, across, up))
    )
    return Copy(drawing, place.at, drawing.box.moved(place.at))
