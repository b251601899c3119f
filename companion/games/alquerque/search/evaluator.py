"""What a position of Alquerque is worth: pieces first, then room to move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.contract import Position
from companion.engine.budget import Budget
from companion.engine.knowledge import Knowledge
from companion.engine.searcher import Searcher
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import able_to_capture
from companion.games.alquerque.search.kernel.evaluation import worth
from companion.games.alquerque.search.kernel.tree import NEAR_LIMIT
from companion.games.alquerque.search.searcher import TreeSearcher
from companion.games.alquerque.search.tablebase.endgames import ENDGAMES


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
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        return position.successors()

    def key(self, position: Position) -> object:
        """Return the key, with the quiet count where its limit is near."""
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        limit, quiet = position.rules.quiet_limit, position.state.quiet
        is_near = limit and quiet + NEAR_LIMIT >= limit
        return position.state if is_near else position.key

    def searcher(
        self, position: Position, budget: Budget, seen: Iterable[object]
    ) -> Searcher | None:
        """Return the search on plain sets, where the rules are those of the kernel."""
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        if position.rules.kernel is None:
            return None
        return TreeSearcher(self, position, budget, seen)

    def captures(self, position: Position) -> list[Position]:
        assert isinstance(position, AlquerquePosition), "the game of this knowledge"
        if not (position.state.offenders or able_to_capture(position.rules, position.state)):
            return []
        number = _count(position)
        return [child for child in position.successors() if _count(child) < number]


def _count(position: AlquerquePosition) -> int:
    return (position.state.white | position.state.black).bit_count()


KNOWLEDGE: Final = AlquerqueKnowledge()
