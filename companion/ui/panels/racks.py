"""Which numbered tiles are on the board: a rack for each side; and what their game counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from companion.contract import Piece, Side
from companion.match.match import Match
from companion.storage.playback import Playback
from companion.ui.board.board_painter import BoardPainter
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words.game_words import words_of
from companion.words.table import COUNTDOWN, SET_UP_NUMBER, is_nearly_over

SLOT_DESIGN_PX = 34
"""A slot is no wider than this, in pixels of the design, however much room there is."""

NUMBER_GAP_DESIGN_PX, LARGE_NUMBER_GAP_DESIGN_PX = 4, 1
"""What is free between two numbers at least; where there is no room for that, there is no rack."""

FIRST_COUNT_PART = 0.55
"""How much of the panel's width the first of two counts takes."""

TILE_PART = 0.45
TITLE_DESIGN_PX = 20
NUMBER_SIZE = 13
EDGE_DESIGN_PX = 4
"""Half a tile in slots; the heights of a rack's title, of a number, and of what stays free."""

Racked: TypeAlias = Match | Playback
"""A game as the ledge shows it: a match that is played, or a record looked through."""


def numbers_of(match: Racked) -> tuple[int, ...]:
    """Return the numbers, or sizes, of the pieces that the match began with, rising."""
    first = match.positions[0]
    on_board = [piece for pieces in first.pieces().values() for piece in pieces]
    return tuple(sorted({piece.value for piece in (*on_board, *first.off_board())}))


def rack_boxes(pen: Pen, painter: BoardPainter, place: Box) -> tuple[Box, Box]:
    """Return the free strips that the board leaves in its *place*, above it and below.

    Their height may be 0 or less where the board is as high as its place.
    """
    geometry = painter.geometry
    board = geometry.board
    reach = geometry.margin * geometry.cell
    (x1, y1), (x2, y2) = (
        geometry.place_to_px(0, 0),
        geometry.place_to_px(board.files - 1, board.ranks - 1),
    )
    edge = pen.layout.px(EDGE_DESIGN_PX)
    left, width = round(min(x1, x2) - reach), round(abs(x2 - x1) + 2 * reach)
    top = round(min(y1, y2) - reach) - edge
    bottom = round(max(y1, y2) + reach + geometry.label_band) + edge
    above = Box(left, place.y + edge, width, top - place.y - edge)
    below = Box(left, bottom, width, place.bottom - edge - bottom)
    return above, below


class SideRacks(NamedTuple):
    """What lies beside the board.

    Attributes:
        off: the tiles.
        title_of: tells what stands over a rack by the side, the game, and how many are not off.
    """

    off: Collection[Piece]
    title_of: Callable[[Side, str, int], str]


def draw_racks(
    pen: Pen, painter: BoardPainter, place: Box, match: Racked, beside: SideRacks
) -> None:
    """Draw a rack on each side of the board in *place*: a tile for each number not *beside* it."""
    numbers = numbers_of(match)
    far: Side = 0 if painter.geometry.is_turned else 1
    for box, side in zip(rack_boxes(pen, painter, place), (far, 1 - far), strict=True):
        if box.h <= 0:
            continue
        own = frozenset(piece.value for piece in beside.off if piece.side == side)
        title = beside.title_of(side, match.game.name, len(numbers) - len(own))
        # Some thirty pieces and numbers, at every picture as they were.
        rack = partial(_draw_rack, pen, box, painter, numbers, side, own, title)
        painter.paint_still(pen.surface, box, ("rack", numbers, side, own, title), rack)


def _draw_rack(
    pen: Pen,
    box: Box,
    painter: BoardPainter,
    numbers: Sequence[int],
    side: Side,
    off: Collection[int],
    title: str,
) -> None:
    title_h = pen.layout.row_px(TITLE_DESIGN_PX, 14)
    slot = min(box.w // max(1, len(numbers)), box.h - title_h, 2 * pen.layout.px(SLOT_DESIGN_PX))
    widest = pen.fonts.width_px(str(max(numbers)), pen.layout.text_px(NUMBER_SIZE))
    gap = LARGE_NUMBER_GAP_DESIGN_PX if pen.layout.is_large else NUMBER_GAP_DESIGN_PX
    if slot < widest + pen.layout.px(gap):
        return
    left = box.x + (box.w - slot * len(numbers)) // 2
    top = box.y + (box.h - title_h - slot) // 2
    pen.text(title, (left, top + title_h // 2), 14, "muted", slot * len(numbers))
    y = top + title_h + slot / 2
    for place, number in enumerate(numbers):
        center, half = (left + slot * (place + 0.5), y), slot * TILE_PART
        if number not in off:
            painter.pieces.draw_piece(pen.surface, center, half, Piece(side, number))
            continue
        painter.pieces.draw_missing(pen.surface, center, half)
        at = (round(center[0]), round(center[1]))
        pen.text(str(number), at, NUMBER_SIZE, "muted", anchor="center")


def draw_counts(pen: Pen, box: Box, match: Racked) -> None:
    """Draw how near the game is to a draw, and the number that names its set-up."""
    pad = pen.layout.px(8)
    rows = []
    countdown = match.half.position.countdown()
    if countdown is not None:
        role = "trouble" if is_nearly_over(countdown) else "text"
        title = words_of(match.game.name).panel.countdown_title()
        text = COUNTDOWN(passed=countdown.passed, limit=countdown.limit)
        rows.append((title, text, role))
    if match.set_up_number is not None:
        rows.append((SET_UP_NUMBER(), str(match.set_up_number), "text"))
    if pen.layout.is_large:
        _draw_rows_of_counts(pen, box.inset(pad, pen.layout.px(5)), rows)
        return
    for place, (title, value, role) in zip(_count_boxes(pen, box.inset(pad)), rows, strict=False):
        line_h = max(pen.layout.px(26), pen.fonts.line_px(pen.layout.text_px(14)))
        aside = (min(place.h // 2, line_h) + 1) // 2
        y = place.center[1]
        pen.text(title, (place.x, y - aside), 14, "muted", place.w)
        pen.text(value, (place.x, y + aside), 18, role, place.w, True)


def _draw_rows_of_counts(pen: Pen, box: Box, counts: Sequence[tuple[str, str, str]]) -> None:
    """Draw each count in large letters: its value beside its title, or under it.

    What has no room is left out.
    """
    size_px = pen.layout.text_px(0)
    row_h, y = pen.layout.line_px(size_px), box.y
    for title, value, role in counts:
        value_w = pen.fonts.width_px(value, size_px, True)
        room = box.w - value_w - pen.layout.px(8)
        is_beside = pen.fonts.width_px(title, size_px) <= room
        rows = 1 if is_beside else 2
        if y + rows * row_h > box.bottom + pen.layout.px(4):
            return
        pen.text(title, (box.x, y + row_h // 2), 0, "muted", room if is_beside else box.w)
        y += rows * row_h
        pen.text(value, (box.right, y - row_h // 2), 0, role, value_w, True, "midright")


def _count_boxes(pen: Pen, box: Box) -> tuple[Box, Box]:
    """Return two places in *box*, side by side."""
    first, gap = round(box.w * FIRST_COUNT_PART), pen.layout.px(14)
    second = box._replace(x=box.x + first + gap, w=box.w - first - gap)
    return box._replace(w=first), second
