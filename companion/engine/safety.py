"""Which plies lose in the next turn: what a search makes sure of, and a tutor warns of."""

from __future__ import annotations

from companion.contract import Move, Position, Side
from companion.engine.budget import Budget
from companion.engine.knowledge import HiddenKnowledge, Knowledge, knowledge_of
from companion.engine.searcher import Ranked, Search


class Safety:
    """The look at the next turn, which a search that follows some replies alone may not take.

    Each ply is looked at once at the most.
    """

    def __init__(self, knowledge: Knowledge[Position], side: Side, budget: Budget) -> None:
        self._knowledge = knowledge
        self._side = side
        self._budget = budget
        self._loses: dict[object, bool] = {}
        self._safe: Ranked | None = None

    def first(self, ranking: Search) -> Ranked:
        """Return the first ply of *ranking* that does not lose at once, or the first where all do.

        When the time is over and the answer is not known yet, it is the last one
        found safe before, or else the first.
        """
        for ranked in ranking.every():
            loses = self._loses.get(ranked.child.key)
            if loses is None:
                if self._loses and self._budget.is_over():
                    return self._safe or ranking.order[0]
                loses = self._knowledge.loses_at_once(ranked.child, self._side)
                self._loses[ranked.child.key] = loses
            if not loses:
                self._safe = ranked
                return ranked
        return ranking.order[0]


def loses_needlessly(position: Position, move: Move) -> bool:
    """Return whether the other side wins in its next turn after *move*, but not after every move.

    Where something is hidden: whether it may win by what the player to move
    knows; what others hold is never looked at.

    Raises:
        IllegalMoveError: *move* is not legal in *position*.
    """
    knowledge = knowledge_of(position.game.name)
    if isinstance(knowledge, HiddenKnowledge):
        return knowledge.may_lose_at_once(position, move) and not all(
            knowledge.may_lose_at_once(position, other) for other in position.legal_moves()
        )
    side = position.side
    if not knowledge.loses_at_once(position.play(move), side):
        return False
    return not all(knowledge.loses_at_once(child, side) for child in knowledge.children(position))
