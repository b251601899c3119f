"""What the program has a sound for; a move has those of what it does."""

from __future__ import annotations

import enum


class Cue(enum.StrEnum):
    """A sound of the program, by the name of its file."""

    TOUCH = "touch"
    REFUSED = "refused"
    UNDONE = "undone"
    CONFIRMED = "confirmed"
    TURN = "turn"
    END = "end"
    LOW_TIME = "low-time"
    OUT_OF_STEP = "out-of-step"
