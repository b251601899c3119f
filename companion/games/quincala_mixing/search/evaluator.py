"""How Quincala Mixing is searched: thousands of placements are valued, few become positions.

All placements that a ply leads to are found as integers from the routes of the
rules and evaluated at once.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from companion.contract import Move, Position, Side
from companion.engine.budget import Budget
from companion.engine.knowledge import BroadKnowledge
from companion.engine.level import Level
from companion.engine.limits import WIN, WON_FROM
from companion.engine.mcts import Mcts
from companion.engine.searcher import Ranked, Searcher
from companion.games.quincala.rules.kernel.core import Placed
from companion.games.quincala.search.routes import MOST_FOUND, route_to
from companion.games.quincala_mixing.rules.game import MixingPosition
from companion.games.quincala_mixing.rules.kernel.state import MixingRules
from companion.games.quincala_mixing.search.kernel.evaluation import MixingEvaluation

LOOKS: Final = 256
"""Placements valued between two looks at the clock: about two milliseconds."""

LEVELS: Final = (
    Level(1, 20_000, 30, noise=4.0, misses_wins=0.5),
    Level(1, 20_000, 18, noise=1.5, misses_wins=0.25),
    Level(2, 1_200, 10, overlooks=0.5, noise=0.8),
    Level(2, 2_000, 12, overlooks=0.12, noise=0.07),
    Level(1, 20_000, 12, noise=0.7, is_careful=True),
    Level(64, 1_200, 64, is_careful=True, grows_tree=True),
    Level(64, 6_000, 64, is_careful=True, grows_tree=True),
)
"""Levels 1 to 7: whims decide more than plies ahead, and a small tree more than either."""


class MixingKnowledge(BroadKnowledge):
    """Sizes in mixed towers, and how far the pieces have come."""

    beam = 8
    unit = 200
    levels = LEVELS
    first_beam = 32

    def searcher(
        self, position: Position, budget: Budget, seen: Iterable[object]
    ) -> Searcher | None:
        """Return a tree search: it measured better than alpha-beta that follows a few plies."""
        return Mcts(self, budget, seen)

    def value(self, position: Position) -> int:
        """Return White's standing less Black's."""
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        return _evaluation_of(position.rules).value(position.placement, position.side)

    def evaluated(
        self,
        position: Position,
        kept: int,
        is_late: Callable[[], bool] = lambda: False,
        enough: int = WIN,
    ) -> tuple[list[Ranked], int]:
        """Return the best plies of *position* by their evaluation, and how many were valued."""
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        side = position.side
        after = side if position.is_placing() else 1 - side
        placements = _placements(position)
        evaluation = _evaluation_of(position.rules)
        values: list[int] = []
        for start in range(0, len(placements), LOOKS):
            if values and is_late():
                break
            values += evaluation.values(placements[start : start + LOOKS], side, after)
        best = heapq.nlargest(kept, range(len(values)), key=values.__getitem__)
        following = _following(position, [placements[number] for number in best])
        return [
            Ranked(values[number], child, abs(values[number]) >= WON_FROM)
            for number, child in zip(best, following, strict=True)
        ], len(values)

    def children(self, position: Position) -> Sequence[Position]:
        """Return every position that a ply leads to: a piece placed, or a tower moved."""
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        return _following(position, _placements(position))

    def move_to(self, position: Position, child: Position) -> Move:
        """Return the placing, or the canonical route to the placement of *child*."""
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        assert isinstance(child, MixingPosition), "the game of this knowledge"
        if position.is_placing():
            return super().move_to(position, child)
        return route_to(position, child.placement, position.rules.immunity(position.placement))

    def winning_child(self, position: Position) -> Position | None:
        """
        Return what follows *position* where its side wins within this turn, or None.

        With several pieces to place it is looked whether the move wins wherever
        they are placed; they are too many ways to try each.
        """
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        if position.outcome() is not None:
            return None
        if not position.is_placing():
            won = _winning_end(position)
            return None if won is None else _following(position, [won])[0]
        if len(position.hand()) > 1 and _winning_end(position) is None:
            return None
        for child in self.children(position):
            assert isinstance(child, MixingPosition), "the game of this knowledge"
            if _winning_end(child) is not None:
                return child
        return None

    def loses_at_once(self, child: Position, side: Side) -> bool:
        """Return whether the other side wins next; a placing before the move is not judged."""
        return child.side != side and super().loses_at_once(child, side)


def _placements(position: MixingPosition) -> list[Placed]:
    """Return the placement after every ply of *position*, where the game goes on."""
    rules, placement = position.rules, position.placement
    if position.is_placing():
        free = rules.free_dots(placement, position.side)
        return [
            rules.placed(placement, piece, site) for piece in position.to_place() for site in free
        ]
    ended = rules.immunity(placement)
    ends = rules.routes(placement, position.side, 0, MOST_FOUND).placements() or [placement]
    return [after - ended for after in ends]


def _following(position: MixingPosition, placements: list[Placed]) -> list[Position]:
    """Return *position* after the plies to *placements*."""
    game, rules, options = position.game, position.rules, position.options
    if position.is_placing():
        side, waiting = position.side, position.waiting
    else:
        side, waiting = 1 - position.side, rules.hand(position.placement, position.waiting)
    return [MixingPosition(game, rules, after, side, waiting, options) for after in placements]


def _winning_end(position: MixingPosition) -> Placed | None:
    """Return the placement after a move of legs that wins, pieces in hand left aside, or None."""
    rules, side = position.rules, position.side
    ended = rules.immunity(position.placement)
    ends = rules.routes(position.placement, side, 0, MOST_FOUND).placements()
    evaluation = _evaluation_of(rules)
    return next((after - ended for after in ends if evaluation.has_won(after, side)), None)


@lru_cache(maxsize=16)
def _evaluation_of(rules: MixingRules) -> MixingEvaluation:
    return MixingEvaluation(rules)


KNOWLEDGE: Final = MixingKnowledge()
