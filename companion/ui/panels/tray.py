"""The tray: what can be touched this turn that is no place of the board, and when it is hidden.

A piece in hand, a domino, a pass.  It stands where the moves are otherwise, as
long as the turn has such a thing, so that a choice made can still be seen and changed.
A hidden hand shows only while its seat holds it.

Knows neither pieces nor fingers; the scene tells it what happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import pygame

from companion.art.dominoes import DominoState
from companion.art.on_screen import DominoPictures
from companion.art.pieces import piece_radius
from companion.contract import HalfMove, Piece, Refusal, Token, Touch, removed_sites
from companion.contract.codes import Does
from companion.ui.board.pictures import sizes_in_play
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ListView
from companion.ui.widgets.pen import Pen
from companion.words.game_words import words_of

MOST_SQUARE = 1.3
LEAST_SLIM, MOST_SLIM = 1.45, 2.2
"""A box that is no higher than this many times its width holds a lying domino; and how many
times as long as wide a domino is at least, and at most."""

DOMINO: Final = "domino"
"""The kind of a domino; its values are the two numbers, the lower one first."""

IN_HAND: Final = "hand"
"""The kind of a piece in hand; its values are side and value.  All other kinds are words."""

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


class Tools(NamedTuple):
    """What draws tokens.

    Attributes:
        sizes: how many sizes of pieces are in play.
        game: the name of the game, which has names of its own for things.
    """

    pen: Pen
    pieces: PiecePictures
    dominoes: DominoPictures
    sizes: int
    game: str


def is_domino(token: Token) -> bool:
    """Return whether *token* is drawn as a domino."""
    return token.kind == DOMINO


def count_of(token: Token, hand: Mapping[Piece, int]) -> int:
    """Return how many *token* stands for, where *hand* has so many of each piece."""
    return hand.get(Piece(*token.values), 0) if token.kind == IN_HAND else 1


def draw_token(tools: Tools, cell: Box, item: TrayItem, state: DominoState) -> None:
    """Draw *item* in *cell*; of one that is covered nothing that tells what it is."""
    if is_domino(item.token):
        low, high = item.token.values
        inner = domino_box(cell.inset(tools.pen.layout.px(4)))
        tools.dominoes.draw_domino(tools.pen.surface, inner, low, high, state)
    elif state is DominoState.HIDDEN:
        tools.pen.text("?", cell.center, 34, "muted", cell.w, True, "center")
    elif item.token.kind == IN_HAND:
        _draw_piece(tools, cell, item)
    else:
        title = words_of(tools.game).names.token(item.token)
        tools.pen.text(title, cell.center, 19, "text", cell.w, True, "center")


def domino_box(box: Box) -> Box:
    """Return the largest place of a domino in *box*: upright where that is higher than wide."""
    if box.h >= box.w * MOST_SQUARE:
        w, h = min(box.w, round(box.h / LEAST_SLIM)), min(box.h, round(box.w * MOST_SLIM))
    else:
        w, h = min(box.w, round(box.h * MOST_SLIM)), min(box.h, round(box.w / LEAST_SLIM))
    return Box(box.x + (box.w - w) // 2, box.y + (box.h - h) // 2, w, h)


def _draw_piece(tools: Tools, cell: Box, item: TrayItem) -> None:
    """Draw the piece as on the board, with its value on it, and how many there are."""
    pen, piece = tools.pen, Piece(*item.token.values)
    label_h = pen.layout.text_px(LABEL_DESIGN_PX) if item.number > 1 else 0
    room = min(cell.w, cell.h - label_h)
    # As on the board: a small piece must not look like a large one on its card.
    scale = piece_radius(piece.value, tools.sizes) / piece_radius(tools.sizes, tools.sizes)
    radius = room * 0.45 * scale
    x, y = cell.center[0], cell.y + (cell.h - label_h) // 2
    tools.pieces.draw_piece(pen.surface, (x, y), radius, piece)
    role = tools.pieces.number_role(piece.side)
    pen.text(str(piece.value), (x, y), 20, role, 2 * radius, True, "center")
    if label_h:
        at = (x, cell.bottom - pen.layout.px(3))
        label = f"× {item.number}"
        pen.text(label, at, LABEL_DESIGN_PX, "text", cell.w, anchor="midbottom")


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


LOOK_S = 0.4
"""A hand held this long was looked at; a shorter touch is a tap."""

MOST_LOOK_S = 30.0
"""Then the hand closes by itself: a screen that lost the end of a touch must not leave it open."""


class HandVeil:
    """The veil over the hand of the seat to move.

    A seat takes the screen; then its hand is open only while it is held.  Where one
    person plays, from whom nobody's eyes have to be kept, that hand is always open.

    Attributes:
        is_lonely: the seat to move is the only person's.
        is_taken: the seat to move has said that it holds the screen, and may look at its hand.
        is_open: the hand shows at this moment.
        is_seen: its owner has looked at it as it is now.
    """

    def __init__(self) -> None:
        self._turn = (-1, -1)
        self._held_since_s: float | None = None
        self._is_spent = False
        self.is_lonely = self.is_taken = self.is_open = self.is_seen = False

    def follow(self, seat: int, plies: int, is_lonely: bool = False) -> None:
        """Cover the hand where another seat has the turn, or where a ply was taken back."""
        self.is_lonely = is_lonely
        if is_lonely:
            self._turn = (seat, plies)
            self.is_taken = self.is_open = self.is_seen = True
            return
        if (seat, plies) == self._turn:
            return
        if seat != self._turn[0] or plies < self._turn[1]:
            self.is_taken = False
        # A piece was drawn: what was seen is not the hand any more.
        self.is_open = self.is_seen = False
        self._is_spent = True
        self._turn = (seat, plies)

    def hold(self, is_held: bool, now_s: float) -> bool:
        """Uncover the hand while it *is_held*; return whether what shows has changed."""
        if self.is_lonely:
            return False
        before = self.is_open, self.is_seen
        # A finger from before the hand changed opens nothing: it may be the last player's.
        self._is_spent = self._is_spent and is_held
        if self._is_spent or not (is_held and self.is_taken):
            self._held_since_s = None
        elif self._held_since_s is None:
            self._held_since_s = now_s
        held_s = None if self._held_since_s is None else now_s - self._held_since_s
        self.is_open = held_s is not None and 0 <= held_s < MOST_LOOK_S
        self.is_seen = self.is_seen or (held_s is not None and held_s >= LOOK_S)
        return (self.is_open, self.is_seen) != before
