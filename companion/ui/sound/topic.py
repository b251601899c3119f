"""What a sentence is about, by which players choose what is spoken."""

from __future__ import annotations

import enum


class Topic(enum.StrEnum):
    """One thing that may be spoken; the settings have an option for each but the last."""

    MOVES = "moves"
    TURNS = "turns"
    REFUSALS = "refusals"
    TABLE = "table"
    HINTS = "hints"
    RESULTS = "results"
    CLOCK = "clock"
    SCREEN = "screen"
