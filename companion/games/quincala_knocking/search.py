"""How the Mini Quincala Knocking Game is searched, and what speaks for a move.

Every other placement that a ply leads to is one node, found from the routes of
the rules without a move being made for it.

A side loses with its last size that has lost no piece yet; such a size is *whole* here.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from companion.contract import Fact, Move, Side
from companion.contract.codes import Does
from companion.engine.alphabeta import AlphaBeta
from companion.engine.knowledge import BroadKnowledge
from companion.engine.level import Level
from companion.engine.limits import WIN, WON_FROM, Budget
from companion.engine.reason import Reason, Why, or_else
from companion.engine.reasons import at_the_end, expected_win, passed, taken
from companion.engine.searcher import Ranked, Searcher
from companion.games.quincala.codes import TowerDoes
from companion.games.quincala.kernel.rules import Leg
from companion.games.quincala.search import MOST_FOUND, ForcedWins, route_to
from companion.games.quincala_knocking.codes import KnockingWhy
from companion.games.quincala_knocking.kernel.rules import KnockingRules
from companion.games.quincala_knocking.kernel.search import KnockingEvaluation
from companion.games.quincala_knocking.rules import KnockingPosition

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
        routes = rules.first_routes(position.placement, side, position.gone)
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
    routes = rules.first_routes(position.placement, side, position.gone)
    arrival = _evaluation_of(rules).winning_arrival(routes, side, MOST_FOUND)
    return routes.leg(arrival) if arrival >= 0 else None


@lru_cache(maxsize=8)
def _evaluation_of(rules: KnockingRules) -> KnockingEvaluation:
    return KnockingEvaluation(rules)


KNOWLEDGE: Final = KnockingKnowledge()


# Reasons for a move


def reasons(position: KnockingPosition, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield what speaks for *move*: what it knocks first, then what it keeps and prepares."""
    after = position.play(move)
    return or_else(_strong(position, move, line, after), _weak(position, move, after))


def _strong(
    position: KnockingPosition, move: Move, line: Sequence[Move], after: KnockingPosition
) -> Iterator[Reason]:
    facts = position.explain(move)
    yield from at_the_end(position, after)
    yield from _knocked(position, after, facts)
    yield from passed(facts)
    if after.outcome() is not None:
        return
    before, replies = _KnockingReach(_passed(position)), _KnockingReach(after)
    if before.wins and not replies.wins:
        yield Reason(Why.STOPS_WIN)
    for piece in after.rules.pieces(before.pieces & ~replies.pieces & ~after.gone):
        yield Reason(KnockingWhy.KEEPS_WHOLE, pieces=(piece,))
    if before.takes_any and not replies.takes_any:
        yield Reason(KnockingWhy.STOPS_KNOCKS)
    ahead = _KnockingReach(_passed(after))
    yield from _threatened(position, ahead)
    yield from _locked(position, after, facts)
    yield from expected_win(position, line)


def _weak(position: KnockingPosition, move: Move, after: KnockingPosition) -> Iterator[Reason]:
    """Yield what can be said of a quiet move."""
    yield from _tower(position, after, move)
    if not _KnockingReach(after).takes_any:
        yield Reason(KnockingWhy.NOTHING_KNOCKED)


class _KnockingReach:
    """What the side to move of *position* can bring about by one ply.

    Attributes:
        pieces: the kinds of enemy pieces of which the first can fall, as bits of a tower.
        wins: whether it can win.
        takes_any: whether it can knock any enemy piece.
    """

    def __init__(self, position: KnockingPosition) -> None:
        rules, enemy = position.rules, 1 - position.side
        self.pieces = 0
        self.wins = False
        self.takes_any = False
        mask = sum(rules.units) * rules.own[enemy]
        standing = (position.placement & mask).bit_count()
        for child in KNOWLEDGE.children(position):
            if child.gone != position.gone:
                self.pieces |= child.gone & ~position.gone & rules.own[enemy]
                outcome = child.outcome()
                self.wins |= outcome is not None and outcome.winner == position.side
            self.takes_any |= (child.placement & mask).bit_count() < standing


def _passed(position: KnockingPosition) -> KnockingPosition:
    """Return *position* with the other side to move, as if the turn had been let go."""
    rules, placement = position.rules, position.placement
    return KnockingPosition(rules, placement, 1 - position.side, position.gone)


def whole_sizes(position: KnockingPosition, side: Side) -> tuple[int, ...]:
    """Return the sizes of which no piece of *side* has been knocked, from the smallest up."""
    rules = position.rules
    whole = rules.pieces(rules.full[side] & ~position.gone)
    return tuple(sorted(piece.value for piece in whole))


def _knocked(
    position: KnockingPosition, after: KnockingPosition, facts: Sequence[Fact]
) -> Iterator[Reason]:
    """Yield what of the other side falls: a first one of a size, a last one, or another."""
    enemy = 1 - position.side
    for knock in taken(facts, Does.KNOCK, Why.KNOCKS, enemy):
        fallen = list(zip(knock.pieces, knock.sites, strict=True))
        whole = whole_sizes(after, enemy)
        for piece, site in {piece: (piece, site) for piece, site in fallen}.values():
            if piece.value in whole_sizes(position, enemy):
                yield Reason(KnockingWhy.KNOCKS_FIRST, (site,), (piece,), whole)
        standing = {piece for tower in after.pieces().values() for piece in tower}
        for piece, site in fallen:
            if piece not in standing:
                yield Reason(KnockingWhy.KNOCKS_LAST, (site,), (piece,))
        if any(piece.value in whole_sizes(position, enemy) for piece, _ in fallen):
            return
        yield knock


def _threatened(position: KnockingPosition, ahead: _KnockingReach) -> Iterator[Reason]:
    """Yield what can be knocked next turn if nothing is done, and could not be now."""
    # Without a first piece to knock there is no win either.
    if not ahead.pieces:
        return
    now = _KnockingReach(position)
    if ahead.wins and not now.wins:
        yield Reason(Why.THREATENS_WIN)
    for piece in position.rules.pieces(ahead.pieces & ~now.pieces):
        yield Reason(KnockingWhy.THREATENS_FIRST, pieces=(piece,))


def _locked(
    position: KnockingPosition, after: KnockingPosition, facts: Sequence[Fact]
) -> Iterator[Reason]:
    """Yield where pieces of the other side could be lifted and now stand in a mixed tower."""
    for site in [fact.values[0] for fact in facts if fact.code == TowerDoes.MIXED]:
        assert isinstance(site, int), "as the codes say"
        tower = position.pieces()[site]
        held = tuple(piece for piece in after.pieces()[site] if piece.side != position.side)
        if all(piece.side != position.side for piece in tower):
            yield Reason(KnockingWhy.LOCKS, (site,), held)


def _tower(position: KnockingPosition, after: KnockingPosition, move: Move) -> Iterator[Reason]:
    """Yield how far the tower goes that the move ends with, where it is higher than before."""
    if not move.touches:
        return
    start, site = move.touches[0], move.touches[-1]
    assert isinstance(start, int) and isinstance(site, int), "a move of legs has no tokens"
    tower = after.pieces().get(site, ())
    is_own = all(piece.side == position.side for piece in tower)
    if is_own and len(tower) > max(1, len(position.pieces()[start])):
        yield Reason(KnockingWhy.BUILDS_TOWER, (site,), numbers=(len(tower),))
