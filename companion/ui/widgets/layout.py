"""Where everything is on a screen of any size.  Pure geometry: no pygame, no drawing."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

LANDSCAPE_BASE = (800, 480)
PORTRAIT_BASE = (720, 1280)
LEAST_ASPECT_OF_LANDSCAPE = 1.12
LEAST_SIDES = (240, 320)
"""The short and the long side of a screen on which every text has its place."""

SMALLEST_TEXT_PX = 10
LINE = 1.3
"""The distance of two lines of text, in sizes of its letters."""

PORTRAIT_TEXT = 1.18
"""Portrait screens are read from as far away, but have more pixels for the same text."""

LARGE_TEXT = 1.2
PORTRAIT_LARGE_TEXT = 1.65
LEAST_LARGE_TEXT = 20
PORTRAIT_LEAST_LARGE_TEXT = 29
"""Large letters: how many times as large as the design's, and the least size of any.

Reading: *3 mm* is the height of a text from the top of its tall letters to the bottom of its
hanging ones, as printers measure type; that is 0.88 of the typeface's size.  The pixels of the
seven-inch screens that the designs are for are 0.179 mm high (800 by 480 on 86 mm) and 0.121 mm
(720 by 1280 on 155 mm), so the least sizes are 3.1 mm, their capital letters 2.4 mm.
"""

LARGE_ROW, LARGE_LINE = 1.1, 1.15
"""The least height of a row of large text, and of a line of many, in sizes of its letters."""

LARGE_ROW_PORTRAIT_DESIGN_PX = 72
LEAST_NOTE_PORTRAIT_DESIGN_PX = 77
LARGE_CELL_H_DESIGN_PX, TRAY_EDGES_DESIGN_PX = 52, 12
LEAST_NOTE_DESIGN_PX, MOST_NOTE_DESIGN_PX = 78, 130
"""Beside large letters: what a row of a tray needs on a tall screen, and the least height of the
note under it, for two lines; the same on a wide screen, with what is free around all rows, and
the height of notes of three lines and of five."""

BAR_ROOM_PORTRAIT = 20
"""What a bar under the board needs, with what is free around it."""

CLOCK_H_DESIGN_PX, CLOCK_H_PORTRAIT = 64, 56
LARGE_CLOCK_H_DESIGN_PX = 58
CLOCKS_GAP_DESIGN_PX = 8
LARGE_STRIP_OF_NOTE_DESIGN_PX = 30

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
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

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
        clocks: of the first and the second side, or None where there is no room kept for them.
        is_large: whether all letters are large.
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
    clocks: tuple[Box, Box] | None = None
    is_large: bool = False

    def with_head(self, design_px: float) -> ScreenLayout:
        """Return the layout with a panel of pieces that is higher by *design_px*.

        The moves under it pay for it.
        """
        by = round(design_px * self.unit)
        by = min(by, self.moves.h) if self.is_large else by
        off_board = self.off_board._replace(h=self.off_board.h + by)
        moves = self.moves._replace(y=self.moves.y + by, h=max(0, self.moves.h - by))
        return replace(self, off_board=off_board, moves=moves)

    def with_tray(self, rows: int) -> ScreenLayout:
        """Return the layout with room for so many *rows* of a tray at the place of the moves.

        A large note gets what they leave, as little as its least height.
        """
        if not self.is_large:
            return self
        if self.is_portrait:
            most = max(0, self.note.h - self.px(LEAST_NOTE_PORTRAIT_DESIGN_PX))
            by = max(0, self.px(LARGE_ROW_PORTRAIT_DESIGN_PX * rows) - self.moves.h)
            return self._with_note_lower(min(by, most))
        both = self.moves.h + self.note.h
        needed = self.px(LARGE_CELL_H_DESIGN_PX) * rows + self.px(TRAY_EDGES_DESIGN_PX)
        most, least = self.px(MOST_NOTE_DESIGN_PX), self.px(LEAST_NOTE_DESIGN_PX)
        h = max(0, min(max(needed, both - most), both - least))
        return self._with_note_lower(h - self.moves.h)

    def with_note(self, needed: Px, *, may_shrink: bool = False) -> ScreenLayout:
        """Return the layout with a note that is *needed* pixels high, if its letters are large.

        The moves over it pay for it, and gain where it *may_shrink*.
        """
        by = min(needed - self.note.h, self.moves.h) if self.is_large else 0
        return self._with_note_lower(-by if may_shrink else -max(0, by))

    def _with_note_lower(self, by: Px) -> ScreenLayout:
        """Return the layout with a note that begins lower, or higher, and moves down to it."""
        moves = self.moves._replace(h=self.moves.h + by)
        note = self.note._replace(y=self.note.y + by, h=self.note.h - by)
        return replace(self, moves=moves, note=note)

    def with_clocks(self, *, is_turned: bool) -> ScreenLayout:
        """Return the layout with room for two clocks: over the buttons, in portrait one at each
        side of the board, that of the second player at the far one unless it is turned.

        With large letters a smaller board would have no room for fingers: both are over the
        buttons, and the note pays, too, on a tall screen.
        """
        if self.is_portrait and not self.is_large:
            return self._with_strips(is_turned)
        is_wide_large = self.is_large and not self.is_portrait
        h = self.px(LARGE_CLOCK_H_DESIGN_PX if is_wide_large else CLOCK_H_DESIGN_PX)
        gap = self.px(CLOCKS_GAP_DESIGN_PX)
        by = h + gap
        of_note = self.px(LARGE_STRIP_OF_NOTE_DESIGN_PX) if self.is_portrait else 0
        moves = self.moves._replace(h=max(0, self.moves.h - by + of_note))
        note = self.note._replace(y=self.note.y - by + of_note, h=self.note.h - of_note)
        info = self.info._replace(h=max(0, self.info.h - by))
        w = (note.w - gap) // 2
        left = Box(note.x, note.bottom + gap, w, h)
        both = (left, left._replace(x=note.right - w))
        return replace(self, moves=moves, note=note, info=info, clocks=both)

    def _with_strips(self, is_turned: bool) -> ScreenLayout:
        gap, h = self.px(CLOCKS_GAP_DESIGN_PX), self.px(CLOCK_H_PORTRAIT)
        top, bottom = self.banner.bottom + gap, self.off_board.y - 2 * gap
        side = max(1, min(self.board.w, bottom - top - 2 * (h + gap)))
        board_y = top + h + gap + (bottom - top - 2 * (h + gap) - side) // 2
        board = Box((self.width - side) // 2, board_y, side, side)
        x, w = self.off_board.x, self.moves.right - self.off_board.x
        far, near = Box(x, top, w, h), Box(x, bottom - h, w, h)
        return replace(self, board=board, clocks=(far, near) if is_turned else (near, far))

    def with_bar(self) -> ScreenLayout:
        """Return the layout with room for a bar under the board, which pays for it.

        Beside it, on a wide screen, there is room, and under a clock as well.
        """
        if not self.is_portrait or self.clocks_by_board:
            return self
        bottom = self.off_board.y - self.px(BAR_ROOM_PORTRAIT)
        by = max(0, self.board.bottom - bottom)
        side = self.board.w - by
        return replace(self, board=Box(self.board.x + by // 2, self.board.y, side, side))

    @property
    def clocks_by_board(self) -> tuple[Box, ...]:
        """Return the clocks at the sides of the board, and none that are under the moves."""
        return tuple(box for box in self.clocks or () if box.bottom <= self.off_board.y)

    @property
    def is_too_small(self) -> bool:
        """Return whether texts would lie over each other on this screen."""
        short, long = sorted((self.width, self.height))
        return short < LEAST_SIDES[0] or long < LEAST_SIDES[1]

    @property
    def is_tall_large(self) -> bool:
        """Return whether letters are large on a tall screen."""
        return self.is_large and self.is_portrait

    @property
    def panel_is_left(self) -> bool:
        """Return whether the buttons are at the left of the board."""
        return not self.is_portrait and self.info.x < self.board.x

    @property
    def list_span(self) -> tuple[Px, Px]:
        """Return left and right of what takes the board's place, clear of the screen's edge."""
        edge = self.px(8)
        if self.panel_is_left:
            return self.board.x, self.board.right - edge
        return self.board.x + edge, self.board.right

    def px(self, design_px: float) -> Px:
        """Return a length of the design on this screen, at least one pixel."""
        return max(1, round(design_px * self.unit))

    def text_px(self, design_px: float) -> Px:
        """Return a text size of the design on this screen, never too small to be drawn."""
        if self.is_large:
            factor = PORTRAIT_LARGE_TEXT if self.is_portrait else LARGE_TEXT
            least = PORTRAIT_LEAST_LARGE_TEXT if self.is_portrait else LEAST_LARGE_TEXT
            large = max(least * self.unit, design_px * self.unit * factor)
            return max(SMALLEST_TEXT_PX, round(large))
        factor = PORTRAIT_TEXT if self.is_portrait else 1.0
        return max(SMALLEST_TEXT_PX, round(design_px * self.unit * factor))

    def row_px(self, design_px: float, text: float) -> Px:
        """Return the height of a row for a *text* of that size: large letters may need more."""
        row = self.px(design_px)
        return max(row, round(self.text_px(text) * LARGE_ROW)) if self.is_large else row

    def line_px(self, size_px: Px) -> Px:
        """Return the distance of two lines of text: large letters need less of a gap."""
        return math.ceil((LARGE_LINE if self.is_large else LINE) * size_px)


class _Heights(NamedTuple):
    """How high the parts of a layout are, in pixels of its design."""

    banner: int
    head: int
    moves: int
    note: int
    buttons: int


LANDSCAPE = _Heights(36, 64, 0, 80, 108)
LARGE_LANDSCAPE = _Heights(40, 54, 0, 108, 150)
PORTRAIT = _Heights(64, 84, 144, 84, 136)
LARGE_PORTRAIT = _Heights(72, 84, 122, 118, 196)
"""The moves of a wide screen take what is left, as a tall board does.  With large letters the
buttons are two rows of two: four in a row have no room for words."""


def lay_out(
    width: Px, height: Px, *, panel_is_left: bool = False, is_large: bool = False
) -> ScreenLayout:
    """Return the layout for a screen of *width* by *height* pixels, at least 1 by 1.

    With *panel_is_left* the buttons are at the left of the board, where the screen is wide.
    With *is_large* all letters are large.
    """
    width, height = max(width, 1), max(height, 1)
    if width >= height * LEAST_ASPECT_OF_LANDSCAPE:
        return _landscape(width, height, panel_is_left, is_large)
    return _portrait(width, height, is_large)


def _landscape(width: Px, height: Px, panel_is_left: bool, is_large: bool) -> ScreenLayout:
    heights = LARGE_LANDSCAPE if is_large else LANDSCAPE
    unit = min(width / LANDSCAPE_BASE[0], height / LANDSCAPE_BASE[1])
    pad = round((6 if is_large else 8) * unit)
    banner = Box(0, 0, width, round(heights.banner * unit))
    side = min(height - banner.h, width - round(364 * unit))
    column_w = min(width - side - 2 * pad, round(480 * unit))
    left = max(0, (width - side - column_w - 2 * pad) // 2)
    board_x = width - left - side if panel_is_left else left
    board = Box(board_x, banner.h + (height - banner.h - side) // 2, side, side)
    column_x = board.x - pad - column_w if panel_is_left else board.right + pad
    column = Box(column_x, banner.bottom + pad, column_w, height - banner.bottom - 2 * pad)
    menu_w, head_h = round((66 if is_large else 78) * unit), round(heights.head * unit)
    note_h, buttons_h = round(heights.note * unit), round(heights.buttons * unit)
    off_board = Box(column.x, column.y, column.w - menu_w - pad, head_h)
    menu = Box(off_board.right + pad, column.y, menu_w, head_h)
    button_row = Box(column.x, column.bottom - buttons_h, column.w, buttons_h)
    note = Box(column.x, button_row.y - pad - note_h, column.w, note_h)
    moves_y = off_board.bottom + pad
    moves = Box(column.x, moves_y, column.w, note.y - pad - moves_y)
    info = Box(column.x, column.y, column.w, note.bottom - column.y)
    return ScreenLayout(
        width, height, unit, False, banner, board, off_board, menu, moves, note, info,
        _two_by_two(button_row, pad) if is_large else _four(button_row, pad), is_large=is_large,
    )  # fmt: skip


def _portrait(width: Px, height: Px, is_large: bool) -> ScreenLayout:
    """Return rows over the whole width: what lies beside the board, moves, note, buttons."""
    heights = LARGE_PORTRAIT if is_large else PORTRAIT
    unit = min(width / PORTRAIT_BASE[0], height / PORTRAIT_BASE[1])
    pad, gap, edge = round(16 * unit), round(8 * unit), round(12 * unit)
    banner = Box(0, 0, width, round(heights.banner * unit))
    head_h, moves_h, note_h = (round(h * unit) for h in heights[1:4])
    buttons_h, panels_h = round(heights.buttons * unit), head_h + moves_h + note_h + 2 * gap
    below = gap + panels_h + edge + buttons_h + edge
    # Its names of rows stand in the margin; its edge is in line with that of the panels.
    side = min(width - pad, height - banner.h - below)
    free = height - banner.h - below - side
    board_x = min((width - side) // 2, width - pad - side)
    board = Box(board_x, banner.h + free // 2, side, side)
    inner = Box(pad, height - below + gap, width - 2 * pad, panels_h)
    menu_w = round(96 * unit)
    off_board = Box(inner.x, inner.y, inner.w - menu_w - gap, head_h)
    menu = Box(off_board.right + gap, inner.y, menu_w, head_h)
    moves = Box(inner.x, off_board.bottom + gap, inner.w, moves_h)
    note = Box(inner.x, moves.bottom + gap, inner.w, inner.bottom - moves.bottom - gap)
    button_row = Box(pad, inner.bottom + edge, width - 2 * pad, buttons_h)
    return ScreenLayout(
        width, height, unit, True, banner, board, off_board, menu, moves, note, inner,
        _two_by_two(button_row, edge) if is_large else _four(button_row, max(1, edge)),
        is_large=is_large,
    )  # fmt: skip


def _four(row: Box, gap: Px) -> tuple[Box, Box, Box, Box]:
    w = (row.w - 3 * gap) // 4
    one, two, three, last = (row._replace(x=row.x + n * (w + gap), w=w) for n in range(4))
    return one, two, three, last._replace(w=row.right - last.x)


def _two_by_two(area: Box, gap: Px) -> tuple[Box, Box, Box, Box]:
    w, h = (area.w - gap) // 2, (area.h - gap) // 2
    first = Box(area.x, area.y, w, h)
    right, low = area.right - w, area.bottom - h
    return first, first._replace(x=right), first._replace(y=low), Box(right, low, w, h)
