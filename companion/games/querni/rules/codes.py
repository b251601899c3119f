"""The codes that only Querni has."""

from __future__ import annotations

import enum


class QuerniCause(enum.StrEnum):
    """Why a touch is refused."""

    TOO_FAR = "too-far"
    NOTHING_TO_JUMP = "nothing-to-jump"
    LAND_BEHIND = "land-behind"
    NO_RETURN = "no-return"
    CHAIN_TOO_SHORT = "chain-too-short"
    CHAIN_INCOMPLETE = "chain-incomplete"
    CHAIN_BROKEN = "chain-broken"
    NO_CHAIN_HERE = "no-chain-here"
    OTHER_END = "other-end"
    NO_STEP_AFTER_JUMP = "no-step-after-jump"
    NO_SECOND_STEP = "no-second-step"


class QuerniEnd(enum.StrEnum):
    """How a game ends."""

    ALL_REMOVED = "all-removed"
    NO_CHAINS = "no-chains"
    NO_REMOVAL = "no-removal"
