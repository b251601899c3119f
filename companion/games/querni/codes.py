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


class QuerniWhy(enum.StrEnum):
    """What speaks for a move."""

    WIN_ALL_REMOVED = "win-all-removed"
    DRAW_NO_CHAINS = "draw-no-chains"
    DRAW_NO_REMOVAL = "draw-no-removal"
    REMOVES_CHAIN = "removes-chain"
    MAKES_READY = "makes-ready"
    IN_REACH = "in-reach"
    HINDERS_CHAIN = "hinders-chain"
    RESTARTS_COUNT = "restarts-count"
    BRINGS_BESIDE = "brings-beside"
    NEARER = "nearer"
