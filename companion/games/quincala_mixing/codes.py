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


class MixingWhy(enum.StrEnum):
    """What speaks for a move."""

    WIN_ALL_SIZES_MIXED = "win-all-sizes-mixed"
    FORMS = "forms"
    TAKES_OUT = "takes-out"
    THREATENS_FORM = "threatens-form"
    SENDS_HOME = "sends-home"
    LOCKS = "locks"
    IMMUNE = "immune"
    FORWARD = "forward"
    LETS_WIN = "lets-win"
    LETS_FORM = "lets-form"
    LETS_JOIN = "lets-join"
    FAR_FORWARD = "far-forward"
