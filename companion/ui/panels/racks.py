"""What is counted beside the board: racks of numbered tiles, dominoes, sizes in mixed towers.

All of it is shown at all times and for both sides: the one decides the game, the
other is what a turn begins with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from companion.art.shapes import Point
from companion.contract import Countdown, HalfMove, Piece, Side
from companion.match.match import Match
from companion.storage.playback import Playback
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen, draw_name, swatch_w
from companion.words.game_words import FORMED, SET_UP_NUMBER, off_board_title, words_of
from companion.words.translate import Phrase
from companion.words.voice import Voice, tag_of

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

COUNTDOWN = Phrase("{passed} of {limit}")
NEARLY_OVER_PLIES = 5
"""So many plies before a countdown ends the game, the screen warns."""

Racked: TypeAlias = Match | Playback
"""A game as the ledge shows it: a match that is played, or a record looked through."""


def is_nearly_over(countdown: Countdown) -> bool:
    """Return whether the players should be warned."""
    return countdown.limit - countdown.passed <= NEARLY_OVER_PLIES


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
        title_of: tells what stands over a rack by the side, the game, how many are not off, and
            how the players are called.
        voice: how they are.
    """

    off: Collection[Piece]
    title_of: Callable[[Side, str, int, Voice], str]
    voice: Voice


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
        left = len(numbers) - len(own)
        title = beside.title_of(side, match.game.name, left, beside.voice)
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


NAME_DESIGN_PX = 50
NAME_TEXT, LEAST_NAME_TEXT = 16, 12
"""The size of the names of both sides where they have room, and where they have least."""

SIZES_TITLE_DESIGN_PX = 19
LEAST_ASPECT_OF_COLUMNS = 2.2
HAND_PART = 0.27
"""From which shape on the hands stand beside the sizes, and in how much of the width."""

LEAST_RADIUS_PART = 0.76
"""The smallest piece is not much smaller here than the largest: its number must be read."""

DISC_PART = 0.41
"""The radius of the largest size in the cell of a row."""

NAMED_CELL_PART, NAMED_NUMBER_PART = 0.64, 0.9
"""How wide the cell of a size is at least beside a name, in heights of its row, and in sizes of
the number in it."""

LEAST_NAMES_PART = 0.26
"""How much of the width names have at least."""

TOP_SIDE_FIRST = (1, 0)


def hands_of(half: HalfMove) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return what each side has in hand after the touches so far, side 0 first.

    What was knocked in this turn goes to the side that does not move.
    """
    mine = half.hand()
    rest = tuple((Counter(half.off_board()) - Counter(mine)).elements())
    return (mine, rest) if half.position.side == 0 else (rest, mine)


def draw_formation(pen: Pen, box: Box, match: Match, pieces: PiecePictures, voice: Voice) -> None:
    """Draw the sizes of each side in mixed towers, and both hands beside or under them."""
    pen.panel(box)
    inner = box.inset(pen.layout.px(8), pen.layout.px(5))
    title_h = pen.layout.row_px(SIZES_TITLE_DESIGN_PX, 14)
    if inner.h < 3 * title_h and pen.layout.is_large:
        title_h = 0
    panel = _FormationPanel(pen, match, pieces, voice)
    if inner.w < LEAST_ASPECT_OF_COLUMNS * inner.h:
        row_h = (inner.h - 2 * title_h) // 3
        panel.draw_sizes(inner._replace(h=title_h + 2 * row_h), title_h)
        y = inner.y + title_h + 2 * row_h
        panel.draw_hands_in_a_row(inner._replace(y=y, h=inner.bottom - y), title_h)
        return
    hands_w = round(inner.w * HAND_PART)
    sizes_w = inner.w - hands_w - pen.layout.px(8)
    if pen.layout.is_large and title_h:
        panel.draw_large_titles(inner._replace(h=title_h))
        inner, title_h = inner._replace(y=inner.y + title_h, h=inner.h - title_h), 0
    panel.draw_sizes(inner._replace(w=sizes_w), title_h)
    panel.draw_hands(inner._replace(x=inner.right - hands_w, w=hands_w), title_h)


class _FormationPanel:
    def __init__(self, pen: Pen, match: Match, pieces: PiecePictures, voice: Voice) -> None:
        self.pen = pen
        self.tags = [tag_of(voice, side, match.game.name) for side in (0, 1)]
        self.half = match.half
        self.game = match.game.name
        self.pieces = pieces
        self.values = numbers_of(match)[::-1]
        self.hands = hands_of(match.half)

    def draw_large_titles(self, box: Box) -> None:
        """Write over the hands what they are, and over the sizes where that leaves room."""
        at, role = (box.right, box.center[1]), "muted"
        hands = self.pen.text(off_board_title(self.game), at, 0, role, box.w, anchor="midright")
        title = FORMED(count=len(self.values))
        room = hands.left - box.x - self.pen.layout.px(8)
        if self.pen.fonts.width_px(title, self.pen.layout.text_px(0)) <= room:
            self.pen.text(title, (box.x, box.center[1]), 0, role, room)

    def draw_sizes(self, box: Box, title_h: int) -> None:
        self._title(FORMED(count=len(self.values)), box, title_h)
        for side, row in self._rows(box, title_h):
            self._draw_row_of_sizes(self._named(side, row), side)

    def _draw_row_of_sizes(self, box: Box, side: Side) -> None:
        formed = self.half.formed(side)
        cell = box.w / len(self.values)
        radius = min(cell * 0.47, box.h * DISC_PART)
        for number, value in enumerate(self.values):
            center = (box.x + cell * (number + 0.5), box.center[1])
            self._disc(center, radius, Piece(side, value), is_there=value in formed)

    def draw_hands(self, box: Box, title_h: int) -> None:
        self._title(off_board_title(self.game), box, title_h)
        for side, row in self._rows(box, title_h):
            self._draw_hand(row, self.hands[side])

    def draw_hands_in_a_row(self, box: Box, title_h: int) -> None:
        self._title(off_board_title(self.game), box, title_h)
        row = box._replace(y=box.y + title_h, h=box.h - title_h)
        holders = [side for side in TOP_SIDE_FIRST if self.hands[side]]
        if not holders:
            self._draw_hand(row, ())
            return
        w = row.w // len(holders)
        for column, side in enumerate(holders):
            place = row._replace(x=row.x + column * w, w=w - self.pen.layout.px(6))
            self._draw_hand(self._named(side, place), self.hands[side])

    def _draw_hand(self, box: Box, hand: Sequence[Piece]) -> None:
        if not hand:
            self.pen.text("–", (box.x, box.center[1]), 16, "muted")
            return
        counts = Counter(hand)
        cell = min(box.h, box.w / sum(1.6 if n > 1 else 1.0 for n in counts.values()))
        x = float(box.x)
        for piece, count in counts.items():
            self._disc((x + cell / 2, box.center[1]), cell * DISC_PART, piece, is_there=True)
            x += cell
            if count > 1:
                self._number(count, (x, box.center[1]), cell * 0.75)
                x += cell * 0.6

    def _number(self, count: int, at: tuple[float, float], width: float) -> None:
        """Write how many there are, without the sign where both have no room."""
        text, least = f"×{count}", self.pen.layout.text_px(10)
        has_room = self.pen.fonts.width_px(text, least) <= width
        self.pen.text(text if has_room else str(count), at, 14, "text", width)

    def _disc(self, center: Point, largest: float, piece: Piece, is_there: bool) -> None:
        part = LEAST_RADIUS_PART + (1 - LEAST_RADIUS_PART) * piece.value / max(self.values)
        radius = largest * part
        role = "muted"
        if is_there:
            role = self.pieces.number_role(piece.side)
            self.pieces.draw_piece(self.pen.surface, center, radius, piece)
        else:
            self.pieces.draw_missing(self.pen.surface, center, radius)
        self.pen.text(str(piece.value), center, 15, role, 2 * radius, is_there, "center")

    def _title(self, text: str, box: Box, title_h: int) -> None:
        if title_h:
            self.pen.text(text, (box.x, box.y + title_h // 2), 14, "muted", box.w)

    def _named(self, side: Side, box: Box) -> Box:
        """Write who plays *side* at the left of *box* and return what it leaves."""
        pen, tag, at = self.pen, self.tags[side], (box.x, box.center[1])
        if any(each.is_name for each in self.tags):
            width = self._names_w(box)
        else:
            width = min(pen.layout.text_px(NAME_DESIGN_PX), round(box.w * 0.45))
            width = self._names_px(NAME_TEXT) + pen.layout.px(6) if pen.layout.is_large else width
        if tag.is_name:
            color = pen.theme.side_color(self.half.position.board, side)
            draw_name(pen, tag.text, at, width - pen.layout.px(4), color)
        else:
            size = NAME_TEXT
            while size > LEAST_NAME_TEXT and self._names_px(size) > width:
                size -= 1
            pen.text(tag.text, at, size, "text", width, True)
        return box._replace(x=box.x + width, w=box.w - width)

    def _names_w(self, box: Box) -> int:
        """Return how wide names may be, with the discs before them: what the sizes can spare."""
        pen = self.pen
        cell = max(box.h * NAMED_CELL_PART, pen.layout.text_px(15) * NAMED_NUMBER_PART)
        spared = max(box.w * LEAST_NAMES_PART, box.w - len(self.values) * cell)
        needed = swatch_w(pen, NAME_TEXT) + self._names_px(NAME_TEXT) + pen.layout.px(6)
        return round(min(spared, needed))

    def _names_px(self, size: int) -> int:
        """Return how wide the longer name of both sides is in letters of *size*."""
        size_px = self.pen.layout.text_px(size)
        return max(self.pen.fonts.width_px(tag.text, size_px, True) for tag in self.tags)

    @staticmethod
    def _rows(box: Box, title_h: int) -> list[tuple[Side, Box]]:
        row_h = (box.h - title_h) // 2
        y = box.y + title_h
        return [
            (side, box._replace(y=y + row * row_h, h=row_h))
            for row, side in enumerate(TOP_SIDE_FIRST)
        ]
