"""The kinds of tokens, which are touched beside the board: pieces in hand, dominoes, words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.art.dominoes import DominoState
from companion.contract import Piece, Token
from companion.contract.board_face import piece_radius
from companion.ui.board.pieces import PiecePictures
from companion.ui.panels.dominoes import DominoPictures
from companion.ui.widgets.layout import Box
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
