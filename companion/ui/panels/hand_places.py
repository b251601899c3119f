"""Where each piece of a hidden hand lies: it keeps its place, and a new one takes the free one.

A sorted hand would tell the others something about a piece by its place.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.contract import Position, Token

Places = tuple[Token | None, ...]


class HandPlaces:
    """The places of all hands of one match, worked out from its positions.

    Args:
        seed: mixes the first hand of each seat.
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
