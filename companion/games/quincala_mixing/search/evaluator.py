"""How Quincala Mixing is searched: thousands of placements are valued, few become positions.

All placements that a ply leads to are found as integers from the routes of the
rules and evaluated at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Final

from companion.contract import Move, Side
from companion.engine.budget import Budget
from companion.engine.kernel.best import Highest
from companion.engine.kernel.growth import Branch, Ply
from companion.engine.knowledge import BroadKnowledge
from companion.engine.level import Level
from companion.engine.limits import WON_FROM
from companion.engine.mcts import Mcts
from companion.engine.searcher import Searcher
from companion.games.quincala.rules.kernel.core import Placed, TowerRoutes
from companion.games.quincala.search.forced import ForcedWins
from companion.games.quincala.search.routes import MOST_FOUND, route_to
from companion.games.quincala_mixing.rules.game import MixingPosition
from companion.games.quincala_mixing.rules.kernel.state import Counts, MixingRules
from companion.games.quincala_mixing.search.kernel.evaluation import MixingEvaluation, unpacked

LOOKS: Final = 256
"""Placements valued between two looks at the clock: a millisecond at the most."""

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


class MixingKnowledge(BroadKnowledge[MixingPosition]):
    """Sizes in mixed towers, and how far the pieces have come."""

    beam = 8
    unit = 200
    levels = LEVELS
    first_beam = 32
    most_plies = MOST_FOUND

    def searcher(
        self, position: MixingPosition, budget: Budget, seen: Iterable[object]
    ) -> Searcher | None:
        """Return a tree search: it measured better than alpha-beta that follows a few plies."""
        winning = partial(self.winning_child, is_late=budget.is_late)
        return ForcedWins(self, Mcts(self, budget, seen), _threatens, winning, budget)

    def value(self, position: MixingPosition) -> int:
        return _evaluation_of(position.rules).value(position.placement, position.side)

    def branches(
        self, position: MixingPosition, kept: int, is_late: Callable[[], bool]
    ) -> tuple[list[Branch], int]:
        """Return the best plies of *position* by their evaluation, and how many were valued."""
        evaluation, side = _evaluation_of(position.rules), position.side
        highest = Highest(kept)
        if position.is_placing():
            placements = _placements(position)
            evaluation.note_placings(highest, placements, side)
            return _branches(highest, placements.__getitem__)
        ended = position.rules.immunity(position.placement)
        routes = _routes(position)
        arrivals = routes.arrivals
        if not arrivals:
            (passed,) = self.children(position)
            value = self.value(passed)
            return [Branch(-value if side else value, position.placement - ended, False)], 1
        for start in range(0, len(arrivals), LOOKS):
            if start and is_late():
                break
            evaluation.note_arrivals(highest, routes, arrivals[start : start + LOOKS], side)
        return _branches(highest, lambda number: routes.leg(arrivals[number])[1] - ended)

    def position_after(self, position: MixingPosition, ply: Ply) -> MixingPosition:
        assert isinstance(ply, int), "a placement"
        (after,) = _following(position, [ply])
        return after

    def repetitions(
        self, position: MixingPosition, branches: Sequence[Branch], seen: frozenset[object]
    ) -> list[Branch]:
        """Return those of *branches* that lead to one of *seen*, by their keys alone."""
        side, waiting = _next_turn(position)
        return [branch for branch in branches if (branch.ply, side, waiting) in seen]

    def children(self, position: MixingPosition) -> list[MixingPosition]:
        """Return every position that a ply leads to: a piece placed, or a tower moved."""
        return _following(position, _placements(position))

    def move_to(self, position: MixingPosition, child: MixingPosition) -> Move:
        if position.is_placing():
            return super().move_to(position, child)
        return route_to(position, child.placement, position.rules.immunity(position.placement))

    def winning_child(
        self, position: MixingPosition, is_late: Callable[[], bool] = lambda: False
    ) -> MixingPosition | None:
        """Return what follows *position* where its side wins within this turn, or None.

        With several pieces to place it is looked whether the move wins wherever
        they are placed; they are too many ways to try each.

        Args:
            position: where the game goes on.
            is_late: asked before each piece is placed, since the routes after it may be
                very many; once it is true no win is looked for.
        """
        if position.outcome() is not None:
            return None
        if not position.is_placing():
            won = _winning_end(position, position.side)
            return None if won is None else _following(position, [won])[0]
        if len(position.hand()) > 1 and _winning_end(position, position.side) is None:
            return None
        for child in self.children(position):
            if is_late():
                return None
            if _winning_end(child, child.side) is not None:
                return child
        return None

    def loses_at_once(self, child: MixingPosition, side: Side) -> bool:
        """Return whether the other side wins next; a placing before the move is not judged."""
        return child.side != side and super().loses_at_once(child, side)


def _branches(highest: Highest, placement: Callable[[int], Placed]) -> tuple[list[Branch], int]:
    """Return the plies noted in *highest*, whose numbers *placement* turns into placements."""
    branches = []
    for packed in highest.taken():
        value, number = unpacked(packed)
        branches.append(Branch(value, placement(number), abs(value) >= WON_FROM))
    return branches, highest.count


def _placements(position: MixingPosition) -> list[Placed]:
    """Return the placement after every ply of *position*, where the game goes on."""
    rules, placement = position.rules, position.placement
    if position.is_placing():
        free = rules.free_dots(placement, position.side)
        return [
            rules.placed(placement, piece, site) for piece in position.to_place() for site in free
        ]
    ended = rules.immunity(placement)
    ends = _routes(position).placements() or [placement]
    return [after - ended for after in ends]


def _routes(position: MixingPosition) -> TowerRoutes:
    """Return the moves of legs of *position*, pieces in hand left aside."""
    return position.rules.routes(position.placement, position.side, 0, MOST_FOUND)


def _next_turn(position: MixingPosition) -> tuple[Side, Counts]:
    """Return who is to move after any ply of *position*, and what is waiting then."""
    if position.is_placing():
        return position.side, position.waiting
    return 1 - position.side, position.rules.hand(position.placement, position.waiting)


def _following(position: MixingPosition, placements: list[Placed]) -> list[MixingPosition]:
    """Return *position* after the plies to *placements*."""
    side, waiting = _next_turn(position)
    return [MixingPosition(position.rules, after, side, waiting) for after in placements]


def _winning_end(position: MixingPosition, side: Side) -> Placed | None:
    """Return the placement after a move of legs with which *side* wins, or None.

    Pieces in hand are left aside.
    """
    rules = position.rules
    routes = rules.routes(position.placement, side, 0, MOST_FOUND)
    arrival = _evaluation_of(rules).winning_arrival(routes, side)
    if arrival < 0:
        return None
    return routes.leg(arrival)[1] - rules.immunity(position.placement)


def _threatens(position: MixingPosition) -> bool:
    """Return whether the side that led to *position* would win in it with a move of legs."""
    return _winning_end(position, 1 - position.side) is not None


@lru_cache(maxsize=16)
def _evaluation_of(rules: MixingRules) -> MixingEvaluation:
    return MixingEvaluation(rules)


KNOWLEDGE: Final = MixingKnowledge()
