"""What a position of Alquerque is worth: pieces first, then room to move."""

from __future__ import annotations

from typing import Final

from companion.engine.knowledge import PIECE, Knowledge
from companion.engine.limits import WIN
from companion.engine.tablebase.known import known_end
from companion.games.alquerque import AlquerquePosition
from companion.games.alquerque_rules import Rules, Sites, sites_of
from companion.games.contract import Position

NEAR_LIMIT: Final = 20
"""Quiet plies before the limit from which the count makes another position of it."""

ROOM: Final = 2
"""What an empty point beside a piece is worth."""


class AlquerqueKnowledge(Knowledge):
    """Material, as both captures and the count decide by it, and points to step to."""

    has_captures = True
    has_fast_playouts = True

    def value(self, position: Position) -> int:
        """Return pieces and points to step to, White's less Black's."""
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        state, rules = position.state, position.rules
        lead = state.white.bit_count() - state.black.bit_count()
        total = state.white.bit_count() + state.black.bit_count()
        empty = ~(state.white | state.black)
        room = _room(rules, 0, state.white, empty) - _room(rules, 1, state.black, empty)
        # The same lead decides more with fewer pieces left.
        return PIECE * lead + 4 * lead * (24 - total) + ROOM * room

    def children(self, position: Position) -> list[AlquerquePosition]:
        """Return what the plies lead to."""
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        return position.successors()

    def key(self, position: Position) -> object:
        """Return the key, with the quiet count where its limit is near."""
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        limit, quiet = position.rules.quiet_limit, position.state.quiet
        is_near = limit and quiet + NEAR_LIMIT >= limit
        return position.state if is_near else position.key

    def exact(self, position: Position) -> int | None:
        """Return what the table of endgames says, where it holds *position*."""
        end = known_end(position)
        if end is None:
            return None
        if end.winner is None:
            return 0
        return WIN - end.plies if end.winner == position.side else end.plies - WIN

    def captures(self, position: Position) -> list[Position]:
        """Return what follows *position* with fewer pieces."""
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        before = position.state
        number = (before.white | before.black).bit_count()
        return [
            AlquerquePosition(position.rules, state)
            for state in position.plies()
            if (state.white | state.black).bit_count() < number
        ]


def _room(rules: Rules, side: int, pieces: Sites, empty: Sites) -> int:
    steps = rules.steps[side]
    return sum((steps[site] & empty).bit_count() for site in sites_of(pieces))
