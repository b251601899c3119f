"""How Quincala Mixing is searched, and what speaks for a move.

Thousands of placements are valued, few become positions: all placements that a ply leads to are
found as integers from the routes of the rules and evaluated at once.

What a side can reach is found from the placements that its moves lead to; where it
has pieces to place first, nothing is said of what it cannot do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

from companion.contract import Fact, Move, Piece, Side, Site
from companion.contract.codes import Does
from companion.engine.kernel.best import Highest
from companion.engine.kernel.growth import Branch, Ply
from companion.engine.knowledge import BroadKnowledge
from companion.engine.level import Level
from companion.engine.limits import WON_FROM, Budget
from companion.engine.mcts import Mcts
from companion.engine.reason import Reason, Why, or_else
from companion.engine.reasons import at_the_end, expected_win, passed, taken
from companion.engine.searcher import Searcher
from companion.games.quincala.kernel.rules import Placed, TowerRoutes
from companion.games.quincala.search import MOST_FOUND, ForcedWins, route_to
from companion.games.quincala_mixing.codes import MixingWhy
from companion.games.quincala_mixing.kernel.rules import Counts, MixingRules
from companion.games.quincala_mixing.kernel.search import MixingEvaluation, unpacked
from companion.games.quincala_mixing.rules import MixingPosition

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


# Reasons for a move


def reasons(position: MixingPosition, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield what speaks for *move*, a piece placed or a tower moved."""
    after = position.play(move)
    facts = position.explain(move)
    yield from at_the_end(position, after)
    if position.is_placing():
        yield from _placed(position, after, facts)
        yield from expected_win(position, line)
        return
    yield from _formed(position, after)
    yield from passed(facts)
    if after.outcome() is None:
        strong = _prepared(position, after, facts, line)
        yield from or_else(strong, _forward(position, after))


def _prepared(
    position: MixingPosition, after: MixingPosition, facts: Sequence[Fact], line: Sequence[Move]
) -> Iterator[Reason]:
    """Yield what a move of legs that does not end the game hinders, knocks and prepares."""
    yield from _hindered(position, after)
    yield from taken(facts, Does.KNOCK, MixingWhy.SENDS_HOME, 1 - position.side)
    yield from _in_reach(position, after)
    yield from expected_win(position, line)
    yield from _locked(position, after)
    for site, size in sorted(after.immune()):
        yield Reason(MixingWhy.IMMUNE, (site,), (Piece(position.side, size),))


class _MixingReach:
    """What a move of legs of *side* can bring about from *placement*.

    Attributes:
        wins: whether it can win.
        sizes: the sizes of *side* that it can have in mixed towers afterwards.
    """

    def __init__(self, rules: MixingRules, placement: Placed, side: Side) -> None:
        self.wins = False
        formed = 0
        for end in rules.routes(placement, side, 0, MOST_FOUND).placements():
            these = rules.formed(end) & rules.own[side]
            formed |= these
            if these == rules.full[side]:
                outcome = rules.outcome(end, 1 - side)
                self.wins |= outcome is not None and outcome.winner == side
        self.sizes = frozenset(piece.value for piece in rules.pieces(formed))


def _unguarded(position: MixingPosition) -> Placed:
    """Return the placement as it is once the immunity of this turn has ended."""
    return position.placement - position.rules.immunity(position.placement)


def _own(side: Side, sizes: frozenset[int]) -> tuple[Piece, ...]:
    return tuple(Piece(side, size) for size in sorted(sizes, reverse=True))


def _formed(position: MixingPosition, after: MixingPosition) -> Iterator[Reason]:
    """Yield which own sizes the move puts in mixed towers, with those that are missing then."""
    side, enemy = position.side, 1 - position.side
    formed = after.formed(side)
    gained = formed - position.formed(side)
    if gained:
        missing = tuple(sorted(frozenset(position.rules.sizes) - formed))
        yield Reason(MixingWhy.FORMS, pieces=_own(side, gained), numbers=missing)
    undone = position.formed(enemy) - after.formed(enemy)
    if undone:
        yield Reason(MixingWhy.TAKES_OUT, pieces=_own(enemy, undone))


def _hindered(position: MixingPosition, after: MixingPosition) -> Iterator[Reason]:
    """Yield that the other side could have won next turn and now cannot."""
    rules, enemy = position.rules, 1 - position.side
    # Pieces that are placed before the move may stand in too many ways to try each.
    if after.hand() or any(position.waiting):
        return
    could_win = _MixingReach(rules, _unguarded(position), enemy).wins
    if could_win and not _MixingReach(rules, after.placement, enemy).wins:
        yield Reason(Why.STOPS_WIN)


def _in_reach(position: MixingPosition, after: MixingPosition) -> Iterator[Reason]:
    """Yield what the next turn can bring, if nothing is done, and this one could not."""
    rules, side = position.rules, position.side
    ahead = _MixingReach(rules, _unguarded(after), side)
    new = ahead.sizes - after.formed(side)
    # A win needs a size that is not there yet; most moves bring none into reach.
    if not new:
        return
    now = _MixingReach(rules, position.placement, side)
    if ahead.wins and not now.wins:
        yield Reason(Why.THREATENS_WIN)
    new -= now.sizes
    if new:
        yield Reason(MixingWhy.THREATENS_FORM, pieces=_own(side, new))


def _locked(position: MixingPosition, after: MixingPosition) -> Iterator[Reason]:
    """Yield where the other side could begin a move and now has a mixed tower."""
    enemy = 1 - position.side
    sites = [
        site
        for site, tower in position.pieces().items()
        if all(piece.side == enemy for piece in tower)
        if len({piece.side for piece in after.pieces().get(site, ())}) == 2
    ]
    if sites:
        yield Reason(MixingWhy.LOCKS, tuple(sites))


def _forward(position: MixingPosition, after: MixingPosition) -> Iterator[Reason]:
    """Yield how many ranks the own pieces have come forward in all, where none was knocked."""
    before, then = (_ranks(here, position.side) for here in (position, after))
    if len(before) == len(then) and sum(then) > sum(before):
        yield Reason(MixingWhy.FORWARD, numbers=(sum(then) - sum(before),))


def _ranks(position: MixingPosition, side: Side) -> list[int]:
    """Return for each piece of *side* on the board how many ranks it has come forward."""
    return [
        _rank(position, site, side)
        for site, tower in position.pieces().items()
        for piece in tower
        if piece.side == side
    ]


def _rank(position: MixingPosition, site: Site, side: Side) -> int:
    rank = position.board.places[site][1]
    return rank if side == 0 else position.board.ranks - 1 - rank


# Placing


def _placed(
    position: MixingPosition, after: MixingPosition, facts: Sequence[Fact]
) -> Iterator[Reason]:
    """Yield what the move of this turn can do with the piece that is placed."""
    rules, side = position.rules, position.side
    piece, site = next(fact.values for fact in facts if fact.code == Does.PLACE)
    assert isinstance(piece, Piece) and isinstance(site, int), "as the contract says"
    if not after.is_placing():
        reach = _MixingReach(rules, after.placement, side)
        if reach.wins:
            yield Reason(MixingWhy.LETS_WIN)
        if piece.side == side and piece.value in reach.sizes - position.formed(side):
            yield Reason(MixingWhy.LETS_FORM, pieces=(piece,))
    if piece.side != side and _joinable(after, site):
        yield Reason(MixingWhy.LETS_JOIN, (site,), (piece,))
    free = [dot for dot in position.begin().area() if dot not in position.pieces()]
    if _rank(position, site, side) == max(_rank(position, dot, side) for dot in free):
        yield Reason(MixingWhy.FAR_FORWARD, (site,), (piece,))


def _joinable(position: MixingPosition, site: Site) -> bool:
    """Return whether one leg of the side to move makes a mixed tower on *site*."""
    rules = position.rules
    lifts = rules.lifts(position.placement, position.side, 0)
    ends = (leg for lift in lifts for leg in rules.legs(lift) if leg[0] == site)
    return any(rules.is_mixed(rules.tower_at(leg[1], site)) for leg in ends)
