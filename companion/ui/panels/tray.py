"""The tray: what can be touched this turn that is no place of the board.

A piece in hand, a domino, a pass.  It stands where the moves are otherwise, as
long as the turn has such a thing, so that a choice made can still be seen and changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

import pygame

from companion.art.dominoes import DominoState
from companion.contract import HalfMove, Refusal, Token, Touch, removed_sites
from companion.contract.codes import Does
from companion.ui.board.pictures import sizes_in_play
from companion.ui.board.pieces import PiecePictures
from companion.ui.panels.dominoes import DominoPictures
from companion.ui.panels.token_kinds import Tools, TrayItem, count_of, draw_token
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ListView
from companion.ui.widgets.pen import Pen
from companion.words.game_words import words_of

PASS: Final = "pass"
"""The kind of token that takes little room."""

COLUMNS = 5
"""Items beside one another where there are several rows."""

MOST_IN_A_ROW = 5
CELL_H_DESIGN_PX = 76
"""No finger misses a cell of this height, and a domino in it can be read."""

WORDS_H_DESIGN_PX, PORTRAIT_WORDS_H_DESIGN_PX = 66, 76
WORDS_GAP_DESIGN_PX = 6
"""Height of a row of mere words, and what is free above it: the moves stay in sight."""


def tray_items(half: HalfMove) -> tuple[TrayItem, ...]:
    """Return what this turn has offered beside the board, in the order of the rules.

    First what it offered when it began, then what it offers or has taken since.
    """
    hand = Counter(half.position.hand())
    begun, now = half.position.begin().next_touches(), half.next_touches()
    return tuple(
        TrayItem(
            token,
            count_of(token, hand),
            any(fact.code == Does.SWAP for fact in begun.get(token, now.get(token, ()))),
        )
        for token in tokens_among(begun, half)
    )


def tokens_among(touches: Iterable[Touch], half: HalfMove) -> tuple[Token, ...]:
    """Return the tokens among *touches*, then those that *half* has touched or may touch next."""
    every = (*touches, *half.touches, *half.next_touches())
    return tuple(dict.fromkeys(touch for touch in every if isinstance(touch, Token)))


def walk_order(half: HalfMove) -> list[Touch]:
    """Return what may be touched next, first of all what removes most, then what is in a chain.

    With one button to walk with, a board full of tiles is a long way; what the
    players wait for comes first.  All else stays in board order.
    """
    ahead = half.next_touches()
    in_chains = {site for chain in half.chains() for site in chain}

    def rank(touch: Touch) -> tuple[int, bool]:
        return -len(removed_sites(ahead[touch])), touch not in in_chains

    return sorted(ahead, key=rank)


class TrayResult(NamedTuple):
    """What came of a touch that is the tray's own."""

    refusal: Refusal | None = None


class Tray:
    """The items of one position, laid out in a box; scrolls where there are many.

    Attributes:
        rows: how many of them are in sight at once where there is room.
        hinted: what a hint points at, or None.
    """

    rows = 1

    def __init__(self, half: HalfMove) -> None:
        self.hinted: Touch | None = None
        self.position = half.position
        self.items = tray_items(half)
        self._begun = tokens_among((), half.position.begin())
        self._offered = tuple(item.token for item in self.items)
        self.view = ListView(Box(0, 0, 1, 1), 1, len(self.items))
        self._sizes = sizes_in_play(half.position)

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
        words_h = PORTRAIT_WORDS_H_DESIGN_PX if layout.is_portrait else WORDS_H_DESIGN_PX
        bar_h = layout.px(words_h + WORDS_GAP_DESIGN_PX)
        return layout.moves._replace(h=layout.moves.h - bar_h)

    def fits(self, half: HalfMove) -> bool:
        """Return whether what *half*, of the same turn, offers beside the board is all here."""
        return tokens_among(self._begun, half) == self._offered

    def titles(self) -> tuple[str, ...]:
        """Return what the items are called, in their order."""
        name = self.position.game.name
        return tuple(words_of(name).names.token(item.token) for item in self.items)

    def stops(self, half: HalfMove) -> list[Touch | None]:
        """Return what the cursor of the buttons walks over in *half*, beginning with nothing."""
        return [None, *walk_order(half)]

    def way_to(self, touch: Touch) -> tuple[Touch, ...]:
        """Return what to touch one after the other for *touch*."""
        return (touch,)

    def pick(self, touch: Touch) -> TrayResult | None:
        """Take a touch that the rules know nothing of, or return None."""
        return None

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
        tools = Tools(pen, pieces, dominoes, self._sizes, self.position.game.name)
        if not self.rest(layout).h:
            pen.panel(layout.moves)
        clip = pen.surface.get_clip()
        pen.surface.set_clip(pygame.Rect(self.view.box).clip(clip))
        for index in self.view.visible():
            item = self.items[index]
            cell = self.view.entry_box(index).inset(pen.layout.px(3))
            is_chosen = item.token in half.touches
            is_focus = self.is_pointed(item, focus)
            ground = "choice" if is_chosen or is_focus else "button"
            pen.panel(cell, ground, "text" if is_focus else "button_edge")
            if item.token == self.shown_hint():
                pen.frame(cell, "commit_edge")
            self.draw_item(tools, cell, item, is_chosen)
        pen.surface.set_clip(clip)

    def is_pointed(self, item: TrayItem, focus: Touch | None) -> bool:
        """Return whether *item* is what the cursor, which is on *focus*, points at."""
        return item.token == focus

    def shown_hint(self) -> Touch | None:
        """Return what a hint points at, where that may be seen."""
        return self.hinted

    def state_of(self, item: TrayItem, is_chosen: bool) -> DominoState:
        """Return how *item* is shown."""
        if is_chosen:
            return DominoState.CHOSEN
        return DominoState.DEAD if item.is_dead else DominoState.OPEN

    def draw_item(self, tools: Tools, cell: Box, item: TrayItem, is_chosen: bool) -> None:
        draw_token(tools, cell, item, self.state_of(item, is_chosen))
