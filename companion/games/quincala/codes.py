"""The codes that all variants of Quincala have."""

from __future__ import annotations

import enum


class TowerDoes(enum.StrEnum):
    """What a leg does beside what the contract knows, each with its site."""

    JOIN = "join"
    MIXED = "mixed"


class TowerCause(enum.StrEnum):
    """Why a touch is refused."""

    NO_LEGS = "no-legs"
    TOO_FAR = "too-far"
    BLOCKED = "blocked"
    CUT = "cut"
    OUTSIDE = "outside"
    IMMUNE = "immune"
