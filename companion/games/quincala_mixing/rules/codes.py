"""The codes that only Quincala Mixing has."""

from __future__ import annotations

import enum


class MixingDoes(enum.StrEnum):
    """What a leg does beside what every Quincala game knows."""

    IMMUNE = "immune"  # piece, site
    FORM = "form"  # side, sizes: what now stands in mixed towers and did not


class MixingCause(enum.StrEnum):
    """Why a touch is refused."""

    MIXED_START = "mixed-start"
    NO_PIECE_TO_LIFT = "no-piece-to-lift"
    PLACE_FIRST = "place-first"
    CHOOSE_PIECE = "choose-piece"
    PIECE_CHOSEN = "piece-chosen"
    NOT_IN_HAND = "not-in-hand"
    NOT_IN_AREA = "not-in-area"
    AREAS_FULL = "areas-full"


class MixingEnd(enum.StrEnum):
    """How a game ends."""

    ALL_SIZES_MIXED = "all-sizes-mixed"
    BOTH_ALL_SIZES_MIXED = "both-all-sizes-mixed"
