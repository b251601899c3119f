"""The codes that only Alquerque has."""

from __future__ import annotations

import enum


class AlquerqueCause(enum.StrEnum):
    """Why a touch is refused."""

    TOO_FAR = "too-far"
    BACKWARDS = "backwards"
    LAST_RANK = "last-rank"
    NO_RETURN = "no-return"
    MUST_CAPTURE = "must-capture"
    MUST_GO_ON = "must-go-on"
    NOTHING_TO_JUMP = "nothing-to-jump"
    OWN_PIECE_BETWEEN = "own-piece-between"
    LAND_BEHIND = "land-behind"
    TWICE = "twice"
    NOT_AN_OFFENDER = "not-an-offender"


class AlquerqueEnd(enum.StrEnum):
    """How a game ends beside having no pieces or no moves."""

    QUIET_COUNT = "quiet-count"
    COUNT = "count"


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
