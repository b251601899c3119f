"""The laurels that flash on the winner's pieces for a moment, on screen and lamps."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.contract import Outcome, Placement, Side
from companion.match.seats import Seats
from companion.ui.board.marks import BoardPicture, Mark

CELEBRATION_S: Final = 1.5
"""How long a won game is celebrated, unless somebody goes on."""

FLASH_S: Final = 0.5
"""How long a flash takes, the pause after it included: two a second, where three would be safe.

Source: WCAG 2.2, success criterion 2.3.1, three flashes or below threshold.
"""

LIT_S: Final = 0.3
"""How much of that is light."""


def celebrated(outcome: Outcome, seats: Seats) -> Side | None:
    """Return the side whose win is celebrated: none in a draw, or where the computer beat you."""
    winner = outcome.winner
    return None if winner in seats.obliging and seats.has_person else winner


class Celebration:
    """Flashes for *winner*, or for nobody, from *began_s* on, when the game ended."""

    def __init__(self, winner: Side | None, began_s: float) -> None:
        self._winner = winner
        self._began_s = began_s
        self._was_lit = False

    def end(self) -> None:
        """Let it be over."""
        self._winner = None

    def is_on(self, now_s: float) -> bool:
        """Return whether it goes on."""
        return self._winner is not None and 0 <= now_s - self._began_s < CELEBRATION_S

    def is_lit(self, now_s: float) -> bool:
        """Return whether the laurels show at this moment."""
        return self.is_on(now_s) and (now_s - self._began_s) % FLASH_S < LIT_S

    def update(self, now_s: float) -> bool:
        """Return whether a flash has begun or ended."""
        was_lit, self._was_lit = self._was_lit, self.is_lit(now_s)
        return was_lit is not self._was_lit

    def shown_on(self, picture: BoardPicture, standing: Placement, now_s: float) -> BoardPicture:
        """Return *picture* with a laurel on each of the winner's pieces while they are lit."""
        if not self.is_lit(now_s):
            return picture
        own = (site for site, tower in standing.items() if tower[-1].side == self._winner)
        marks = {**picture.marks, **dict.fromkeys(own, frozenset({Mark.WIN}))}
        return replace(picture, marks=marks)
