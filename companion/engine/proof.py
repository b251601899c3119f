"""Whether a win that a search expects is one: every reply is tried, to the end.

A search that follows some plies alone finds wins which a reply that it left out prevents.
Knows positions and the `Knowledge` of their game alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from companion.contract import Position, Side
from companion.engine.alphabeta import at_first_sight
from companion.engine.budget import Budget, StoppedError
from companion.engine.knowledge import BroadKnowledge, Knowledge
from companion.engine.limits import WIN, WON_FROM, plies_to_win
from companion.engine.searcher import Ranked, worst_last


class Proof:
    """Looks for proofs as long as *budget* lasts; what is found is kept for the next one."""

    def __init__(self, knowledge: Knowledge[Any], budget: Budget) -> None:
        self._knowledge: Knowledge[Position] = knowledge
        self._budget = budget
        self._within: dict[tuple[object, Side], int] = {}
        self._not_within: dict[tuple[object, Side], int] = {}

    def proved(self, position: Position, child: Position, value: int) -> int:
        """Return *value*, that of the ply to *child*, with an expected end proved if it can be."""
        plies = plies_to_win(value)
        if plies is None or abs(value) >= WON_FROM:
            return value
        try:
            if value > 0:
                return WIN - plies if self._wins(child, position.side, plies - 1) else value
            return plies - WIN if self._wins(position, 1 - position.side, plies) else value
        except StoppedError:
            return value

    def _wins(self, position: Position, side: Side, plies: int) -> bool:
        """Return whether *side* wins within so many plies from *position*, whatever is replied.

        Raises:
            StoppedError: a limit is met.
        """
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner == side
        if plies <= 0:
            return False
        key = position.exact, side
        if self._within.get(key, sys.maxsize) <= plies:
            return True
        if self._not_within.get(key, 0) >= plies:
            return False
        self._budget.check()
        is_won = self._any_wins if position.side == side else self._all_win
        if is_won(position, side, plies):
            self._within[key] = plies
            return True
        self._not_within[key] = plies
        return False

    def _any_wins(self, position: Position, side: Side, plies: int) -> bool:
        child = self._knowledge.winning_child(position)
        if child is not None and self._wins(child, side, plies - 1):
            return True
        if plies == 1:
            return False
        return any(self._wins(ranked.child, side, plies - 1) for ranked in self._ordered(position))

    def _all_win(self, position: Position, side: Side, plies: int) -> bool:
        order = self._ordered(position)
        return 0 < len(order) < self._knowledge.most_plies and all(
            self._wins(ranked.child, side, plies - 1) for ranked in order
        )

    def _ordered(self, position: Position) -> Sequence[Ranked]:
        """Return all plies of *position*, the best evaluated ones first."""
        if isinstance(self._knowledge, BroadKnowledge):
            order, number = self._knowledge.evaluated(position, sys.maxsize)
            self._budget.nodes += number
            return order
        children = self._knowledge.children(position)
        self._budget.nodes += len(children)
        order = [at_first_sight(self._knowledge, position, child, 0) for child in children]
        order.sort(key=worst_last)
        return order
