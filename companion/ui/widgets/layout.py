"""Where everything is on a screen of any size.  Pure geometry: no pygame, no drawing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

LANDSCAPE_BASE = (800, 480)
PORTRAIT_BASE = (720, 1280)
LEAST_ASPECT_OF_LANDSCAPE = 1.12
LEAST_SIDES = (240, 320)
"""The short and the long side of a screen on which every text has its place."""

SMALLEST_TEXT_PX = 10
PORTRAIT_TEXT = 1.18
"""Portrait screens are read from as far away, but have more pixels for the same text."""

Px = int


class Box(NamedTuple):
    """An upright rectangle in screen pixels, from its top left corner."""

    x: Px
    y: Px
    w: Px
    h: Px

    @property
    def right(self) -> Px:
        """Return the first column to the right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> Px:
        """Return the first row under the box."""
        return self.y + self.h

    @property
    def center(self) -> tuple[Px, Px]:
        """Return the middle of the box."""
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, x: float, y: float) -> bool:
        """Return whether the point lies in the box."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, across: Px, down: Px | None = None) -> Box:
        """Return the box made smaller by *across* at both sides, *down* at top and bottom."""
        down = across if down is None else down
        return Box(
            self.x + across, self.y + down, max(0, self.w - 2 * across), max(0, self.h - 2 * down)
        )


@dataclass(frozen=True)
class ScreenLayout:
    """The places of the parts of every scene on one screen.

    Attributes:
        unit: the size of one pixel of the design (800 by 480, or 720 by 1280) on this screen.
        board: the square of the board, or of the list in a menu.
        buttons: Back, Next, Hint, Confirm, in this order.
        info: the whole of what lies between board and buttons; menus explain there.
    """

    width: Px
    height: Px
    unit: float
    is_portrait: bool
    banner: Box
    board: Box
    off_board: Box
    menu: Box
    moves: Box
    note: Box
    info: Box
    buttons: tuple[Box, Box, Box, Box]

    def with_head(self, design_px: float) -> ScreenLayout:
        """Return the layout with a panel of pieces that is higher by *design_px*.

        The moves beside the board pay for it, or the note on a portrait screen.
        """
        by = round(design_px * self.unit)
        off_board = self.off_board._replace(h=self.off_board.h + by)
        if self.is_portrait:
            note = self.note._replace(y=self.note.y + by, h=max(0, self.note.h - by))
            return replace(self, off_board=off_board, note=note)
        moves = self.moves._replace(y=self.moves.y + by, h=max(0, self.moves.h - by))
        return replace(self, off_board=off_board, moves=moves)

    @property
    def is_too_small(self) -> bool:
        """Return whether texts would lie over each other on this screen."""
        short, long = sorted((self.width, self.height))
        return short < LEAST_SIDES[0] or long < LEAST_SIDES[1]

    def px(self, design_px: float) -> Px:
        """Return a length of the design on this screen, at least one pixel."""
        return max(1, round(design_px * self.unit))

    def text_px(self, design_px: float) -> Px:
        """Return a text size of the design on this screen, never too small to be drawn."""
        factor = PORTRAIT_TEXT if self.is_portrait else 1.0
        return max(SMALLEST_TEXT_PX, round(design_px * self.unit * factor))


def lay_out(width: Px, height: Px) -> ScreenLayout:
    """Return the layout for a screen of *width* by *height* pixels, at least 1 by 1."""
    width, height = max(width, 1), max(height, 1)
    if width >= height * LEAST_ASPECT_OF_LANDSCAPE:
        return _landscape(width, height)
    return _portrait(width, height)


def _landscape(width: Px, height: Px) -> ScreenLayout:
    unit = min(width / LANDSCAPE_BASE[0], height / LANDSCAPE_BASE[1])
    pad = round(8 * unit)
    banner = Box(0, 0, width, round(36 * unit))
    side = min(height - banner.h, width - round(364 * unit))
    column_w = min(width - side - 2 * pad, round(480 * unit))
    left = max(0, (width - side - column_w - 2 * pad) // 2)
    board = Box(left, banner.h + (height - banner.h - side) // 2, side, side)
    column = Box(
        board.right + pad, banner.bottom + pad, column_w, height - banner.bottom - 2 * pad
    )
    menu_w, head_h = round(78 * unit), round(64 * unit)
    note_h, buttons_h = round(80 * unit), round(108 * unit)
    off_board = Box(column.x, column.y, column.w - menu_w - pad, head_h)
    menu = Box(off_board.right + pad, column.y, menu_w, head_h)
    button_row = Box(column.x, column.bottom - buttons_h, column.w, buttons_h)
    note = Box(column.x, button_row.y - pad - note_h, column.w, note_h)
    moves_y = off_board.bottom + pad
    moves = Box(column.x, moves_y, column.w, note.y - pad - moves_y)
    info = Box(column.x, column.y, column.w, note.bottom - column.y)
    return ScreenLayout(
        width, height, unit, False, banner, board, off_board, menu, moves, note, info,
        _four(button_row, pad),
    )  # fmt: skip


def _portrait(width: Px, height: Px) -> ScreenLayout:
    unit = min(width / PORTRAIT_BASE[0], height / PORTRAIT_BASE[1])
    pad = round(16 * unit)
    banner = Box(0, 0, width, round(64 * unit))
    buttons_h, panels_h = round(168 * unit), round(262 * unit)
    below = buttons_h + panels_h + 3 * pad
    side = min(width, height - banner.h - below)
    free = height - banner.h - below - side
    board = Box((width - side) // 2, banner.h + free // 2, side, side)
    inner = Box(pad, height - below + pad, width - 2 * pad, panels_h)
    half = (inner.w - pad) // 2
    head_h = round(116 * unit)
    menu_w = round(96 * unit)
    off_board = Box(inner.x, inner.y, half - menu_w - pad // 2, head_h)
    menu = Box(off_board.right + pad // 2, inner.y, menu_w, head_h)
    note_y = off_board.bottom + pad // 2
    note = Box(inner.x, note_y, half, inner.bottom - note_y)
    moves = Box(inner.x + half + pad, inner.y, inner.w - half - pad, inner.h)
    button_row = Box(pad, inner.bottom + pad, width - 2 * pad, buttons_h)
    return ScreenLayout(
        width, height, unit, True, banner, board, off_board, menu, moves, note, inner,
        _four(button_row, max(1, pad * 3 // 4)),
    )  # fmt: skip


def _four(row: Box, gap: Px) -> tuple[Box, Box, Box, Box]:
    w = (row.w - 3 * gap) // 4
    last_x = row.x + 3 * (w + gap)
    return (
        Box(row.x, row.y, w, row.h),
        Box(row.x + w + gap, row.y, w, row.h),
        Box(row.x + 2 * (w + gap), row.y, w, row.h),
        Box(last_x, row.y, row.right - last_x, row.h),
    )
