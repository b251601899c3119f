"""What keeps a hidden hand hidden: who holds the screen, and whether a finger is on the hand.

Knows neither pieces nor fingers; the scene tells it what happens.
"""

from __future__ import annotations

LOOK_S = 0.4
"""A hand held this long was looked at; a shorter touch is a tap."""

MOST_LOOK_S = 30.0
"""Then the hand closes by itself: a screen that lost the end of a touch must not leave it open."""


class HandVeil:
    """The veil over the hand of the seat to move.

    A seat takes the screen; then its hand is open only while it is held.  Where one
    person plays, from whom nobody's eyes have to be kept, that hand is always open.

    Attributes:
        is_lonely: the seat to move is the only person's.
        is_taken: the seat to move has said that it holds the screen, and may look at its hand.
        is_open: the hand shows at this moment.
        is_seen: its owner has looked at it as it is now.
    """

    def __init__(self) -> None:
        self._turn = (-1, -1)
        self._held_since_s: float | None = None
        self._is_spent = False
        self.is_lonely = self.is_taken = self.is_open = self.is_seen = False

    def follow(self, seat: int, plies: int, is_lonely: bool = False) -> None:
        """Cover the hand where another seat has the turn, or where a ply was taken back."""
        self.is_lonely = is_lonely
        if is_lonely:
            self._turn = (seat, plies)
            self.is_taken = self.is_open = self.is_seen = True
            return
        if (seat, plies) == self._turn:
            return
        if seat != self._turn[0] or plies < self._turn[1]:
            self.is_taken = False
        # A piece was drawn: what was seen is not the hand any more.
        self.is_open = self.is_seen = False
        self._is_spent = True
        self._turn = (seat, plies)

    def hold(self, is_held: bool, now_s: float) -> bool:
        """Uncover the hand while it *is_held*; return whether what shows has changed."""
        if self.is_lonely:
            return False
        before = self.is_open, self.is_seen
        # A finger from before the hand changed opens nothing: it may be the last player's.
        self._is_spent = self._is_spent and is_held
        if self._is_spent or not (is_held and self.is_taken):
            self._held_since_s = None
        elif self._held_since_s is None:
            self._held_since_s = now_s
        held_s = None if self._held_since_s is None else now_s - self._held_since_s
        self.is_open = held_s is not None and 0 <= held_s < MOST_LOOK_S
        self.is_seen = self.is_seen or (held_s is not None and held_s >= LOOK_S)
        return (self.is_open, self.is_seen) != before
