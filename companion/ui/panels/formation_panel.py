"""The panel of games that are won by mixed towers: which sizes stand in some, and both hands.

Both are shown at all times and for both sides: the one decides the game, the
other is what a turn begins with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.art.shapes import Point
from companion.contract import HalfMove, Piece, Side
from companion.match.match import Match
from companion.ui.board.pieces import PiecePictures
from companion.ui.panels.racks import numbers_of
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words.games import FORMED, off_board_title, side_name

NAME_DESIGN_PX = 50
NAME_TEXT, LEAST_NAME_TEXT = 16, 12
"""The size of the names of both sides where they have room, and where they have least."""

TITLE_DESIGN_PX = 19
LEAST_ASPECT_OF_COLUMNS = 2.2
HAND_PART = 0.27
"""From which shape on the hands stand beside the sizes, and in how much of the width."""

LEAST_RADIUS_PART = 0.76
"""The smallest piece is not much smaller here than the largest: its number must be read."""

DISC_PART = 0.41
"""The radius of the largest size in the cell of a row."""

TOP_SIDE_FIRST = (1, 0)


def hands_of(half: HalfMove) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return what each side has in hand after the touches so far, side 0 first.

    What was knocked in this turn goes to the side that does not move.
    """
    mine = half.hand()
    rest = tuple((Counter(half.off_board()) - Counter(mine)).elements())
    return (mine, rest) if half.position.side == 0 else (rest, mine)


def draw_formation(pen: Pen, box: Box, match: Match, pieces: PiecePictures) -> None:
    """Draw the sizes of each side in mixed towers, and both hands beside or under them."""
    pen.panel(box)
    inner = box.inset(pen.layout.px(8), pen.layout.px(5))
    title_h = pen.layout.row_px(TITLE_DESIGN_PX, 14)
    if inner.h < 3 * title_h and pen.layout.is_large:
        title_h = 0
    panel = _FormationPanel(pen, match, pieces)
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
    def __init__(self, pen: Pen, match: Match, pieces: PiecePictures) -> None:
        self.pen = pen
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
        """Write the name of *side* at the left of *box* and return what it leaves."""
        layout = self.pen.layout
        width, size = min(layout.text_px(NAME_DESIGN_PX), round(box.w * 0.45)), NAME_TEXT
        if layout.is_large:
            width = self._names_px(size) + layout.px(6)
        while size > LEAST_NAME_TEXT and self._names_px(size) > width:
            size -= 1
        name, at = side_name(side, self.game), (box.x, box.center[1])
        self.pen.text(name, at, size, "text", width, True)
        return box._replace(x=box.x + width, w=box.w - width)

    def _names_px(self, size: int) -> int:
        """Return how wide the longer name of both sides is in letters of *size*."""
        names = (side_name(side, self.game) for side in TOP_SIDE_FIRST)
        size_px = self.pen.layout.text_px(size)
        return max(self.pen.fonts.width_px(name, size_px, True) for name in names)

    @staticmethod
    def _rows(box: Box, title_h: int) -> list[tuple[Side, Box]]:
        row_h = (box.h - title_h) // 2
        y = box.y + title_h
        return [
            (side, box._replace(y=y + row * row_h, h=row_h))
            for row, side in enumerate(TOP_SIDE_FIRST)
        ]
