"""What the cursor of the four buttons is on, as it is said to who doesn't look."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from companion.contract import Move, Position
from companion.match.match import Match
from companion.match.seats import Seats
from companion.words.scenes.speech import places_text, site_text
from companion.words.voice import Voice

if TYPE_CHECKING:
    from companion.ui.panels.tray import Tray
    from companion.ui.play.cursor import Cursor

DEED_ROOM: Final = 200
"""So many characters the move that was made may take: nothing has to fit."""


def deed_text(match: Match) -> tuple[int, str]:
    """Return how many moves of *match* were made, and the last of them in words."""
    if not match.plies:
        return 0, ""
    return len(match.plies), _deed(match.positions[-2], match.plies[-1].move, match.seats)


@lru_cache(maxsize=2)
def _deed(before: Position, move: Move, seats: Seats) -> str:
    return Voice(seats).deed(before.half_move(move), DEED_ROOM)


def pointed_text(match: Match, cursor: Cursor, tray: Tray) -> str:
    """Return the place and what stands on it, or what is pointed at beside the board."""
    position, focus = match.position, cursor.focus
    if cursor.is_on_group:
        return places_text(position.board, cursor.pointed)
    if focus is None:
        return ""
    if isinstance(focus, int):
        standing = match.half.pieces().get(focus, ())
        return site_text(position.board, focus, standing, position.game.name, Voice(match.seats))
    # By its title in the tray: of a covered piece that is its number alone.
    titles = zip(tray.items, tray.titles(), strict=True)
    return next((title for item, title in titles if item.token == focus), "")
