"""The codes that only the Knocking Game has."""

from __future__ import annotations

import enum


class KnockingCause(enum.StrEnum):
    """Why a touch is refused."""

    MIXED_TOWER = "mixed-tower"
    NO_FURTHER_LEG = "no-further-leg"


class KnockingEnd(enum.StrEnum):
    """How a game ends."""

    ALL_SIZES_KNOCKED = "all-sizes-knocked"
    BOTH_ALL_SIZES_KNOCKED = "both-all-sizes-knocked"


class KnockingWhy(enum.StrEnum):
    """What speaks for a move."""

    WIN_ALL_SIZES_KNOCKED = "win-all-sizes-knocked"
    KNOCKS_FIRST = "knocks-first"
    KNOCKS_LAST = "knocks-last"
    KEEPS_WHOLE = "keeps-whole"
    THREATENS_FIRST = "threatens-first"
    LOCKS = "locks"
    STOPS_KNOCKS = "stops-knocks"
    NOTHING_KNOCKED = "nothing-knocked"
    BUILDS_TOWER = "builds-tower"
