"""What a position of Alquerque is worth: pieces first, then room to move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.engine.knowledge import Knowledge
from companion.engine.limits import Budget
from companion.engine.searcher import Searcher
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import able_to_capture
from companion.games.alquerque.search.kernel.evaluation import worth
from companion.games.alquerque.search.kernel.tree import NEAR_LIMIT
from companion.games.alquerque.search.searcher import TreeSearcher
from companion.games.alquerque.search.tablebase.endgames import ENDGAMES


class AlquerqueKnowledge(Knowledge[AlquerquePosition]):
    """Material, as both captures and the count decide by it, and points to step to."""

    has_captures = True
    has_fast_playouts = True
    foreseen = NEAR_LIMIT
    endgames = ENDGAMES

    def value(self, position: AlquerquePosition) -> int:
        """Return pieces and points to step to, White's less Black's."""
        return worth(position.rules, position.state)

    def children(self, position: AlquerquePosition) -> list[AlquerquePosition]:
        return position.successors()

    def key(self, position: AlquerquePosition) -> object:
        """Return the key, with the quiet count where its limit is near."""
        limit, quiet = position.rules.quiet_limit, position.state.quiet
        is_near = limit and quiet + NEAR_LIMIT >= limit
        return position.state if is_near else position.key

    def searcher(
        self, position: AlquerquePosition, budget: Budget, seen: Iterable[object]
    ) -> Searcher | None:
        """Return the search on plain sets, where the rules are those of the kernel."""
        if position.rules.kernel is None:
            return None
        return TreeSearcher(self, position, budget, seen)

    def captures(self, position: AlquerquePosition) -> list[AlquerquePosition]:
        if not (position.state.offenders or able_to_capture(position.rules, position.state)):
            return []
        number = _count(position)
        return [child for child in position.successors() if _count(child) < number]


def _count(position: AlquerquePosition) -> int:
    return (position.state.white | position.state.black).bit_count()


KNOWLEDGE: Final = AlquerqueKnowledge()
