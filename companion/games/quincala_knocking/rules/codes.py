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
