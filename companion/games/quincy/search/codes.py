"""The reasons that only Quincy has."""

from __future__ import annotations

import enum


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
