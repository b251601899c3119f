"""What is sure: which plies lose in the next turn, and whether an expected win is one.

A search makes sure not to lose at once, and a tutor warns of it.  For a win every reply is tried,
to the end: a search that follows some plies alone finds wins which a reply that it left out
prevents.  Knows positions and the `Knowledge` of their game alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from companion.contract import Move, Position, Side
from companion.engine.alphabeta import at_first_sight
from companion.engine.knowledge import BroadKnowledge, HiddenKnowledge, Knowledge, knowledge_of
from companion.engine.limits import WIN, WON_FROM, Budget, StoppedError, plies_to_win
from companion.engine.searcher import Ranked, Search, worst_last


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


# Wins


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
