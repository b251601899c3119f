"""The codes that rules, program and words agree on; what only one game has is its own enum.

A code is a text as well: records, lessons and the wire of the search have it as such, and a game
from outside may give a plain text where a code is asked for.
"""

from __future__ import annotations

import enum
from typing import TypeVar

CodeT = TypeVar("CodeT", bound=enum.StrEnum)


def member(kind: type[CodeT], code: str) -> CodeT | None:
    """Return which of *kind* the text *code* is, or None where it is none of them."""
    return next((one for one in kind if one == code), None)


class Does(enum.StrEnum):
    """What a touch or a move does, as screen and lamps know it; beside it the values of the fact.

    A game may have others: ``fact_codes`` of its `Game` tells all of them.
    """

    MOVE = "move"  # pieces
    KNOCK = "knock"  # piece, site
    CAPTURE = "capture"  # piece, site
    HUFF = "huff"  # piece, site
    SOW = "sow"  # piece, site
    PLACE = "place"  # piece, site
    REMOVE = "remove"  # piece, site
    LINE = "line"  # side, sites
    CHAIN = "chain"  # its numbers
    SWAP = "swap"
    PASS = "pass"
    PASS_BY_CHOICE = "pass-by-choice"
    WIN = "win"  # side
    LOSE = "lose"  # side


class Cause(enum.StrEnum):
    """Why a touch is refused in more than one game."""

    OFF_BOARD = "off-board"
    TOKEN = "token"
    GAME_OVER = "game-over"
    INCOMPLETE = "incomplete"
    COMPLETE = "complete"
    NOTHING_TOUCHED = "nothing-touched"
    TURN_BEGUN = "turn-begun"
    MUST_PASS = "must-pass"
    MAY_NOT_PASS = "may-not-pass"
    EMPTY = "empty"
    NOT_YOURS = "not-yours"
    NO_MOVES = "no-moves"
    SAME_SITE = "same-site"
    OFF_LINE = "off-line"
    OCCUPIED = "occupied"
    ALREADY_DISCARDED = "already-discarded"


class End(enum.StrEnum):
    """How a game of any kind may end."""

    NO_PIECES = "no-pieces"
    NO_MOVES = "no-moves"
