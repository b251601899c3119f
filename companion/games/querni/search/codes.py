"""The reasons that only Querni has."""

from __future__ import annotations

import enum


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
