"""A card for each game: a picture of its board, its name, how many play it and how long."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.contract import Game
from companion.ui.desk import Desk
from companion.ui.panels.panels import paint_small
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ENTRY_GAP, ListView
from companion.ui.widgets.pen import Pen
from companion.words.games import card_text, game_line, game_title

COLUMNS = 2
ROWS = 3
PORTRAIT_ROWS = 5
LARGE_ROWS, LARGE_PORTRAIT_ROWS = 4, 3
"""So many rows fill the place of the list; more are scrolled to.  In portrait a card has one."""

TITLE_SIZE, TEXT_SIZE = 17, 14
TITLE_H, TEXT_H = 24, 20


class GameCards:
    """The cards of *games* in the places of a list; each board is painted once for its size."""

    def __init__(self, stage: Desk, games: Sequence[Game]) -> None:
        self._stage = stage
        self._games = games
        self._pictures: dict[tuple[str, int, int], pygame.Surface] = {}

    def place(self, view: ListView, box: Box) -> None:
        """Lay *view* out in *box*, its entries as high as cards are."""
        layout = self._stage.layout
        columns, most = (1, PORTRAIT_ROWS) if layout.is_portrait else (COLUMNS, ROWS)
        if layout.is_large:
            columns, most = 1, LARGE_PORTRAIT_ROWS if layout.is_portrait else LARGE_ROWS
        # One left over in the last row has all of it.
        view.is_filled = True
        view.place(box, box.h // min(most, -(-len(self._games) // columns)), columns)

    def draw(self, pen: Pen, view: ListView) -> None:
        """Draw the cards in sight, the one under the cursor marked."""
        with pen.scrolled(view):
            for index in view.visible():
                box = view.entry_box(index, pen.layout.px(ENTRY_GAP))
                is_wide = view.columns == 1 or box.w > view.box.w // view.columns
                edge = "text" if index == view.selected else None
                pen.panel(box, "choice" if index == view.selected else "panel", edge)
                draw = self._draw_wide if is_wide else self._draw_card
                draw(pen, box, self._games[index])

    def _draw_card(self, pen: Pen, box: Box, game: Game) -> None:
        """Draw a card of two in a row: the board over its name."""
        layout, line_px = pen.layout, pen.fonts.line_px
        title_h = max(layout.px(TITLE_H), line_px(layout.text_px(TITLE_SIZE)))
        text_h = max(layout.px(TEXT_H), line_px(layout.text_px(TEXT_SIZE)))
        inner = box.inset(pen.layout.px(10), pen.layout.px(8))
        board = inner._replace(h=max(1, inner.h - title_h - text_h - pen.layout.px(4)))
        # A painted board brings the table that it lies on.
        pen.fill(board, pen.theme.table)
        pen.surface.blit(self._picture(game, board.w, board.h), (board.x, board.y))
        middle = inner.center[0]
        text_y = inner.bottom - text_h // 2
        title_y = inner.bottom - text_h - title_h // 2
        title = game_title(game.name)
        pen.text(title, (middle, title_y), TITLE_SIZE, "text", inner.w, True, "center")
        pen.text(card_text(game), (middle, text_y), TEXT_SIZE, "muted", inner.w, False, "center")

    def _draw_wide(self, pen: Pen, box: Box, game: Game) -> None:
        """Draw a card over the whole width: the board, beside it all that is to be said."""
        layout = pen.layout
        pad = layout.px(12)
        inner = box.inset(pad)
        board = inner._replace(w=min(inner.h, inner.w // 4) if layout.is_large else inner.h)
        pen.fill(board, pen.theme.table)
        pen.surface.blit(self._picture(game, board.w, board.h), (board.x, board.y))
        x, w = board.right + 2 * pad, inner.right - board.right - 2 * pad
        is_high = layout.is_portrait or layout.is_large
        title_h, text_h = layout.px(44 if is_high else 28), layout.px(32 if is_high else 22)
        title_size, size = (24, 16) if is_high else (TITLE_SIZE, TEXT_SIZE)
        if layout.is_large:
            title_h, text_h = layout.row_px(24, 24), layout.row_px(24, 16)
        top = inner.y if is_high else inner.center[1] - (title_h + text_h) // 2
        pen.text(game_title(game.name), (x, top + title_h // 2), title_size, "text", w, True)
        y = top + title_h
        pen.text(card_text(game), (x, y + text_h // 2), size, "muted", w)
        if not layout.is_portrait:
            return
        rest = Box(x, y + text_h + pad // 2, w, inner.h - title_h - text_h - pad // 2)
        pen.paragraph(game_line(game.name), rest, 17, "text", is_centered=False)

    def _picture(self, game: Game, width: int, height: int) -> pygame.Surface:
        """Return the first position of *game* on a picture of this size."""
        key = (game.name, width, height)
        if key not in self._pictures:
            first = self._stage.services.library.first_position(game)
            picture = pygame.Surface((width, height), pygame.SRCALPHA)
            side = min(width, height * first.board.files // first.board.ranks)
            paint_small(picture, self._stage, Box((width - side) // 2, 0, side, height), first)
            self._pictures[key] = picture
        return self._pictures[key]
