"""Pieces side by side on as many pages as they take."""

from __future__ import annotations

from collections.abc import Sequence

from companion.printing.drawing import Copy, Drawing, Item, PaperBox

GAP = 2.5
"""Between pieces, in mm: room for scissors."""


def piece_pages(pieces: Sequence[Drawing], window: PaperBox) -> list[list[Item]]:
    """Return the pieces of each page: in rows from the top left, a row for each height."""
    pages: list[list[Item]] = []
    top, x, row_height = window.top, window.left, 0.0
    for piece in pieces:
        width, height = piece.box.width, piece.box.height
        is_row_full = x + width > window.right + 1e-9
        if is_row_full or row_height not in (0.0, height):
            top, x = top - row_height - GAP, window.left
        if not pages or top - height < window.bottom - 1e-9:
            pages.append([])
            top, x = window.top, window.left
        row_height = height
        shift = (x - piece.box.left, top - piece.box.top)
        pages[-1].append(Copy(piece, shift, piece.box.moved(shift)))
        x += width + GAP
    return pages
