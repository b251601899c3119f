"""The codes that only Quincy has."""

from __future__ import annotations

import enum


class QuincyDoes(enum.StrEnum):
    """What a touch does beside what the contract knows."""

    DISCARD = "discard"  # its numbers


class QuincyCause(enum.StrEnum):
    """Why a touch is refused."""

    CHOOSE_DOMINO = "choose-domino"
    ONE_DOMINO = "one-domino"
    NOT_IN_HAND = "not-in-hand"
    CAN_BE_PLAYED = "can-be-played"
    DEAD_DOMINO = "dead-domino"
    WRONG_SQUARE = "wrong-square"
    NO_BLANK = "no-blank"
    OWN_STONE = "own-stone"
    PROTECTED = "protected"


class QuincyEnd(enum.StrEnum):
    """How a game ends."""

    TWO_LINES = "two-lines"
    WASH = "wash"


class QuincyWhy(enum.StrEnum):
    """What speaks for a move."""

    WIN_TWO_LINES = "win-two-lines"
    MAKES_LINE = "makes-line"
    LENGTHENS_LINE = "lengthens-line"
    BLOCKS_THREE = "blocks-three"
    BLOCKS_END = "blocks-end"
    BREAKS_THREE = "breaks-three"
    OPEN_THREE = "open-three"
    MAKES_THREE = "makes-three"
    CAN_COMPLETE = "can-complete"
    ONE_FROM_WIN = "one-from-win"
    MAKES_PAIR = "makes-pair"
    OPEN_ROWS = "open-rows"
    ALL_DEAD = "all-dead"
    SWAP_DRAWS = "swap-draws"
    SWAP_DROPS = "swap-drops"
