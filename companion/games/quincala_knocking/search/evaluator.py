"""How the Mini Quincala Knocking Game is searched.

Every other placement that a ply leads to is one node, found from the routes of
the rules without a move being made for it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from companion.contract import Move, Side
from companion.engine.alphabeta import AlphaBeta
from companion.engine.budget import Budget
from companion.engine.knowledge import BroadKnowledge
from companion.engine.level import Level
from companion.engine.limits import WIN, WON_FROM
from companion.engine.searcher import Ranked, Searcher
from companion.games.quincala.rules.kernel.core import Leg
from companion.games.quincala.search.forced import ForcedWins
from companion.games.quincala.search.routes import MOST_FOUND, route_to
from companion.games.quincala_knocking.rules.game import KnockingPosition
from companion.games.quincala_knocking.rules.kernel.state import KnockingRules
from companion.games.quincala_knocking.search.kernel.evaluation import KnockingEvaluation

LEVELS: Final = (
    Level(1, 20_000, 20, noise=3.0, misses_wins=0.5),
    Level(1, 20_000, 10, noise=0.8, misses_wins=0.15),
    Level(2, 600, 4, overlooks=0.4, noise=0.35),
    Level(2, 2_000, 12, overlooks=0.07, noise=0.06),
    Level(2, 2_600, 13, overlooks=0.09, noise=0.1, is_careful=True),
    Level(2, 3_500, 20, overlooks=0.01, noise=0.01, is_careful=True),
    Level(3, 5_000, 32, overlooks=0.01, noise=0.01, is_careful=True),
)


class KnockingKnowledge(BroadKnowledge[KnockingPosition]):
    """Sizes lost, towers that can move, and how far the pieces have come."""

    beam = 16
    unit = 300
    levels = LEVELS
    first_beam = 48
    most_plies = MOST_FOUND

    def searcher(
        self, position: KnockingPosition, budget: Budget, seen: Iterable[object]
    ) -> Searcher | None:
        """Return alpha-beta beside a look for wins that no reply prevents."""
        usual = AlphaBeta(self, budget, seen)
        return ForcedWins(self, usual, _threatens, self.winning_child, budget)

    def value(self, position: KnockingPosition) -> int:
        evaluation = _evaluation_of(position.rules)
        return evaluation.value(position.placement, position.gone)

    def evaluated(
        self,
        position: KnockingPosition,
        kept: int,
        is_late: Callable[[], bool] = lambda: False,
        enough: int = WIN,
    ) -> tuple[list[Ranked], int]:
        rules, side = position.rules, position.side
        routes = rules.begun_routes(position.placement, side, position.gone)
        values = _evaluation_of(rules).values(routes, side, enough, MOST_FOUND)
        if not values:
            (child,) = self.children(position)
            value = self.value(child)
            return [Ranked(-value if side else value, child)], 1
        best = heapq.nlargest(kept, range(len(values)), key=values.__getitem__)
        arrivals = routes.arrivals
        branches = []
        for number in best:
            _, placement, _, gone, _ = routes.leg(arrivals[number])
            child = KnockingPosition(rules, placement, 1 - side, gone)
            branches.append(Ranked(values[number], child, abs(values[number]) >= WON_FROM))
        return branches, len(values)

    def children(self, position: KnockingPosition) -> list[KnockingPosition]:
        """Return every placement that a ply leads to, the same one after a pass."""
        rules, side = position.rules, 1 - position.side
        routes = rules.routes(position.placement, position.side, position.gone, MOST_FOUND)
        ends = routes.ends() or [(position.placement, position.gone)]
        return [KnockingPosition(rules, placement, side, gone) for placement, gone in ends]

    def winning_child(self, position: KnockingPosition) -> KnockingPosition | None:
        if position.outcome() is not None:
            return None
        leg = _winning_leg(position, position.side)
        if leg is None:
            return None
        _, placement, _, gone, _ = leg
        return KnockingPosition(position.rules, placement, 1 - position.side, gone)

    def move_to(self, position: KnockingPosition, child: KnockingPosition) -> Move:
        return route_to(position, child.placement, 0)


def _threatens(position: KnockingPosition) -> bool:
    """Return whether the side that led to *position* would win in it."""
    return _winning_leg(position, 1 - position.side) is not None


def _winning_leg(position: KnockingPosition, side: Side) -> Leg | None:
    """Return the leg with which a ply of *side* wins in *position*, or None."""
    rules = position.rules
    routes = rules.begun_routes(position.placement, side, position.gone)
    arrival = _evaluation_of(rules).winning_arrival(routes, side, MOST_FOUND)
    return routes.leg(arrival) if arrival >= 0 else None


@lru_cache(maxsize=8)
def _evaluation_of(rules: KnockingRules) -> KnockingEvaluation:
    return KnockingEvaluation(rules)


KNOWLEDGE: Final = KnockingKnowledge()
