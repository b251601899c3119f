"""What a state of Alquerque is worth at first sight: asked of every one that is looked at."""

from __future__ import annotations

from typing import Final

from companion.engine.limits import PIECE
from companion.games.alquerque.rules.kernel.state import AlquerqueRules, AlquerqueState, Sites

ROOM: Final = 2
"""What an empty point beside a piece is worth."""

LEAD: Final = 4
"""What a piece more is worth beside that for each piece that is gone."""


def worth(rules: AlquerqueRules, state: AlquerqueState) -> int:
    """Return pieces and points to step to, White's less Black's, in hundredths of a piece."""
    white, black = state.white, state.black
    empty = ~(white | black)
    lead = white.bit_count() - black.bit_count()
    total = white.bit_count() + black.bit_count()
    room = _room(rules.steps[0], white, empty) - _room(rules.steps[1], black, empty)
    # The same lead decides more with fewer pieces left.
    return PIECE * lead + LEAD * lead * (24 - total) + ROOM * room


def _room(steps: tuple[Sites, ...], pieces: Sites, empty: Sites) -> int:
    room = 0
    while pieces:
        lowest = pieces & -pieces
        room += (steps[lowest.bit_length() - 1] & empty).bit_count()
        pieces ^= lowest
    return room
