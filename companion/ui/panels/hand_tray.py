"""The tray with the hidden hand of the seat to move: backs, unless the hand is held.

A piece keeps its place, and a new one takes the free one: a sorted hand would tell the others
something about a piece by its place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from companion.art.dominoes import DominoState
from companion.contract import HalfMove, Position, Token, Touch
from companion.ui.panels.hand_veil import HandVeil
from companion.ui.panels.token_kinds import TrayItem
from companion.ui.panels.tray import Tray
from companion.words.hands import COVERED

Places = tuple[Token | None, ...]


class HandPlaces:
    """The places of all hands of one match, worked out from its positions.

    The first hand of each seat is mixed by *seed*.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._found: tuple[Position | None, int, Places] = (None, -1, ())

    def of(self, positions: Sequence[Position], seat: int) -> Places:
        """Return what lies in each place of *seat* now, None for nothing."""
        last = positions[-1]
        if self._found[0] is not last or self._found[1] != seat:
            self._found = (last, seat, self._places(positions, seat))
        return self._found[2]

    def _places(self, positions: Sequence[Position], seat: int) -> Places:
        places: list[Token | None] = []
        for position in positions:
            hand = position.hand_of(seat)
            if not places:
                places = list(random.Random(self._seed + seat).sample(hand, len(hand)))
            drawn = [token for token in hand if token not in places]
            for number, token in enumerate(places):
                if token is not None and token not in hand:
                    places[number] = drawn.pop(0) if drawn else None
        return tuple(places)


class HandTray(Tray):
    """What a seat holds, each piece in its place; it shows where the *veil* is open.

    *slid_to* returns the piece that a finger has slid to, or None.
    """

    def __init__(
        self, half: HalfMove, places: Places, veil: HandVeil, slid_to: Callable[[], Token | None]
    ) -> None:
        super().__init__(half)
        self._veil = veil
        self._slid_to = slid_to
        self.items = tuple(sorted(self.items, key=lambda item: _place(places, item.token)))

    def titles(self) -> tuple[str, ...]:
        """Return the pieces, or their numbers in the hand while they are covered."""
        if self._veil.is_open:
            return super().titles()
        return tuple(COVERED(number=number + 1) for number in range(len(self.items)))

    def place_of(self, focus: Touch | None) -> int | None:
        """Return where the piece under the cursor lies, from 0, or None for none."""
        tokens: list[Touch] = [item.token for item in self.items]
        return tokens.index(focus) if focus in tokens else None

    def has_dead(self) -> bool:
        """Return whether a piece can be played nowhere."""
        return any(item.is_dead for item in self.items)

    def stops(self, half: HalfMove) -> list[Touch | None]:
        """Return what the cursor walks over: the pieces in their places, then squares."""
        if half.touches:
            return super().stops(half)
        return [None, *(item.token for item in self.items)]

    def is_pointed(self, item: TrayItem, focus: Touch | None) -> bool:
        """Return whether the cursor is on *item*, or a finger has slid there."""
        slid_to = self._slid_to()
        return item.token == slid_to if slid_to is not None else super().is_pointed(item, focus)

    def shown_hint(self) -> Touch | None:
        """Return what a hint points at, while the hand is held open."""
        return super().shown_hint() if self._veil.is_open else None

    def state_of(self, item: TrayItem, is_chosen: bool) -> DominoState:
        """Return how *item* is shown: only the chosen one to everybody."""
        if is_chosen or self._veil.is_open:
            return super().state_of(item, is_chosen)
        return DominoState.HIDDEN


def _place(places: Places, token: Token) -> int:
    """Return where *token* lies; what is no part of the hand comes last."""
    return places.index(token) if token in places else len(places)
