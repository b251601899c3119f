"""What a position of Alquerque is worth: pieces first, then room to move."""

from __future__ import annotations

from typing import Final

from companion.contract import Position
from companion.engine.knowledge import Knowledge
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.search.kernel.evaluation import worth
from companion.games.alquerque.search.tablebase.endgames import ENDGAMES

NEAR_LIMIT: Final = 20
"""Quiet plies before the limit from which the count makes another position of it."""


class AlquerqueKnowledge(Knowledge):
    """Material, as both captures and the count decide by it, and points to step to."""

    has_captures = True
    has_fast_playouts = True
    endgames = ENDGAMES

    def value(self, position: Position) -> int:
        """Return pieces and points to step to, White's less Black's."""
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        return worth(position.rules, position.state)

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


KNOWLEDGE: Final = AlquerqueKnowledge()
