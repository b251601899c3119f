"""The reasons that only Alquerque has."""

from __future__ import annotations

import enum


class AlquerqueWhy(enum.StrEnum):
    """What speaks for a move."""

    WIN_NO_PIECES = "win-no-pieces"
    WIN_NO_MOVES = "win-no-moves"
    WIN_QUIET_COUNT = "win-quiet-count"
    DRAW_QUIET_COUNT = "draw-quiet-count"
    NOTHING_BACK = "nothing-back"
    SAVES = "saves"
    THREATENS = "threatens"
    ALL_SAFE = "all-safe"
    FEW_MOVES = "few-moves"
    WINS_TRADE = "wins-trade"
    EVEN_TRADE = "even-trade"
    GIVES_AT_MOST = "gives-at-most"
