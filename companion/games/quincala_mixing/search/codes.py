"""The reasons that only Quincala Mixing has."""

from __future__ import annotations

import enum


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
