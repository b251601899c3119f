"""The tray: what can be touched this turn that is no place of the board.

A piece in hand, a domino, a pass.  It stands where the moves are otherwise, as
long as the turn has such a thing, so that a choice made can still be seen and changed.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

import pygame

from companion.contract import HalfMove, Piece, Token, Touch
from companion.ui.dominoes import DominoPictures, DominoState
from companion.ui.layout import Box, ScreenLayout
from companion.ui.list_view import ListView
from companion.ui.pen import Pen
from companion.ui.pieces import PiecePictures
from companion.ui.theme import PIECE_ROLES
from companion.ui.walk import walk_order
from companion.words.table import token_title

DOMINO: Final = "domino"
IN_HAND: Final = "hand"
PASS: Final = "pass"
"""The kinds of tokens that are told apart here: two have pictures, one takes little room."""

COLUMNS = 5
"""Items beside one another where there are several rows."""

MOST_IN_A_ROW = 5
CELL_H_DESIGN_PX = 76
"""No finger misses a cell of this height, and a domino in it can be read."""

WORDS_H_DESIGN_PX = 66
WORDS_GAP_DESIGN_PX = 6
"""Height of a row of mere words, and what is free above it: the moves stay in sight."""


LABEL_DESIGN_PX = 16
"""How large it says how many of a piece there are."""


class TrayItem(NamedTuple):
    """One thing in the tray.

    Attributes:
        number: how many of it there are, alike.
        is_dead: it can be chosen, but is of no use on the board.
    """

    token: Token
    number: int = 1
    is_dead: bool = False


def tray_items(half: HalfMove) -> tuple[TrayItem, ...]:
    """Return what this turn offered beside the board when it began, in the order of the rules."""
    hand = Counter(half.position.hand())
    return tuple(
        TrayItem(
            touch,
            hand[Piece(*touch.values)] if touch.kind == IN_HAND else 1,
            any(fact.code == "swap" for fact in facts),
        )
        for touch, facts in half.position.begin().next_touches().items()
        if isinstance(touch, Token)
    )


class Tray:
    """
    The items of one position, laid out in a box; scrolls where there are many.

    Attributes:
        hinted: what a hint points at, or None.
    """

    def __init__(self, half: HalfMove) -> None:
        self.hinted: Touch | None = None
        self.position = half.position
        self.items = tray_items(half)
        self.view = ListView(Box(0, 0, 1, 1), 1, len(self.items))
        self._values = sorted({p.value for p in half.position.hand()} | {1})

    def place(self, layout: ScreenLayout) -> None:
        """Lay the items out where the moves are otherwise: one row, or rows that scroll."""
        rest = self.rest(layout)
        inner = layout.moves.inset(layout.px(6))
        if rest.h:
            top = rest.bottom + layout.px(WORDS_GAP_DESIGN_PX)
            bar = layout.moves._replace(y=top, h=layout.moves.bottom - top)
            self.view.place(bar, bar.h, len(self.items))
        elif len(self.items) <= MOST_IN_A_ROW:
            self.view.place(inner, inner.h, max(1, len(self.items)))
        else:
            self.view.place(inner, layout.px(CELL_H_DESIGN_PX), COLUMNS)

    def rest(self, layout: ScreenLayout) -> Box:
        """Return what the tray leaves to the moves: much, where it has nothing but words."""
        if not self.items or any(item.token.kind != PASS for item in self.items):
            return layout.moves._replace(h=0)
        bar_h = layout.px(WORDS_H_DESIGN_PX + WORDS_GAP_DESIGN_PX)
        return layout.moves._replace(h=layout.moves.h - bar_h)

    def titles(self) -> tuple[str, ...]:
        """Return what the items are called, in their order."""
        name = self.position.game.name
        return tuple(token_title(item.token, name) for item in self.items)

    def stops(self, half: HalfMove) -> list[Touch | None]:
        """Return what the cursor of the buttons walks over in *half*, beginning with nothing."""
        return [None, *walk_order(half)]

    def way_to(self, touch: Touch) -> tuple[Touch, ...]:
        """Return what to touch one after the other for *touch*."""
        return (touch,)

    def token_at(self, x: float, y: float) -> Token | None:
        """Return what is at a place, or None."""
        index = self.view.index_at(x, y)
        return None if index is None else self.items[index].token

    def token_place(self, token: Token) -> tuple[int, int] | None:
        """Return the middle of *token*, brought into view, or None when it is not here."""
        for index, item in enumerate(self.items):
            if item.token == token:
                self.view.show(index)
                return self.view.entry_box(index).center
        return None

    def show(self, focus: Touch | None) -> None:
        """Bring what the cursor is on into view."""
        if isinstance(focus, Token):
            self.token_place(focus)

    def draw(
        self,
        pen: Pen,
        layout: ScreenLayout,
        half: HalfMove,
        focus: Touch | None,
        pieces: PiecePictures,
        dominoes: DominoPictures,
    ) -> None:
        """Draw the items in view; the chosen, the cursor's and the hinted one have frames."""
        if not self.rest(layout).h:
            pen.panel(layout.moves)
        clip = pen.surface.get_clip()
        pen.surface.set_clip(pygame.Rect(self.view.box).clip(clip))
        for index in self.view.visible():
            item = self.items[index]
            cell = self.view.entry_box(index).inset(pen.layout.px(3))
            is_chosen = item.token in half.touches
            is_focus = item.token == focus
            ground = "choice" if is_chosen or is_focus else "button"
            pen.panel(cell, ground, "text" if is_focus else "button_edge")
            if item.token == self.shown_hint():
                pen.frame(cell, "amber")
            self._draw_item(pen, cell, item, is_chosen, pieces, dominoes)
        pen.surface.set_clip(clip)

    def shown_hint(self) -> Touch | None:
        """Return what a hint points at, where that may be seen."""
        return self.hinted

    def state_of(self, item: TrayItem, is_chosen: bool) -> DominoState:
        """Return how *item* is shown."""
        if is_chosen:
            return DominoState.CHOSEN
        return DominoState.DEAD if item.is_dead else DominoState.OPEN

    def _draw_item(
        self,
        pen: Pen,
        cell: Box,
        item: TrayItem,
        is_chosen: bool,
        pieces: PiecePictures,
        dominoes: DominoPictures,
    ) -> None:
        state = self.state_of(item, is_chosen)
        if item.token.kind == DOMINO:
            low, high = item.token.values
            dominoes.draw_domino(pen.surface, cell.inset(pen.layout.px(4)), low, high, state)
        elif state is DominoState.HIDDEN:
            # Only dominoes have backs.
            pen.text("?", cell.center, 34, "muted", cell.w, True, "center")
        elif item.token.kind == IN_HAND:
            self._draw_piece(pen, cell, item, pieces)
        else:
            title = token_title(item.token, self.position.game.name)
            pen.text(title, cell.center, 19, "text", cell.w, True, "center")

    def _draw_piece(self, pen: Pen, cell: Box, item: TrayItem, pieces: PiecePictures) -> None:
        piece = Piece(*item.token.values)
        label_h = pen.layout.text_px(LABEL_DESIGN_PX) if item.number > 1 else 0
        room = min(cell.w, cell.h - label_h)
        radius = room * 0.42 * (0.45 + 0.55 * piece.value / max(self._values))
        x, y = cell.center[0], cell.y + (cell.h - label_h) // 2
        pieces.draw_piece(pen.surface, (x, y), radius, piece)
        role = PIECE_ROLES[pieces.colors[piece.side]].number
        pen.text(str(piece.value), (x, y), 20, role, 2 * radius, True, "center")
        if label_h:
            at = (x, cell.bottom - pen.layout.px(3))
            pen.text(f"× {item.number}", at, LABEL_DESIGN_PX, "text", cell.w, anchor="midbottom")
