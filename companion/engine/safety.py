"""Which of the first plies does not lose in the next turn; each is looked at once at the most."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Side
from companion.engine.budget import Budget
from companion.engine.knowledge import Knowledge
from companion.engine.searcher import Ranked


class Safety:
    """The look at the next turn, which a search that follows some replies alone may not take."""

    def __init__(self, knowledge: Knowledge, side: Side, budget: Budget) -> None:
        self._knowledge = knowledge
        self._side = side
        self._budget = budget
        self._loses: dict[object, bool] = {}
        self._safe: Ranked | None = None

    def first(self, order: Sequence[Ranked]) -> Ranked:
        """Return the first of *order* that does not lose at once, or the first where all do.

        When the time is over and the answer is not known yet, it is the last one
        found safe before, or else the first.
        """
        for ranked in order:
            loses = self._loses.get(ranked.child.key)
            if loses is None:
                if self._loses and self._budget.is_over():
                    return self._safe or order[0]
                loses = self._knowledge.loses_at_once(ranked.child, self._side)
                self._loses[ranked.child.key] = loses
            if not loses:
                self._safe = ranked
                return ranked
        return order[0]
