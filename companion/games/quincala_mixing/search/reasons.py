"""What speaks for a move of Quincala Mixing: sizes in mixed towers, and what is in reach.

What a side can reach is found from the placements that its moves lead to; where it
has pieces to place first, nothing is said of what it cannot do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract import Fact, Move, Piece, Side, Site
from companion.contract.codes import Does
from companion.engine.reasons import plain
from companion.engine.reasons.reason import Reason, Why, or_else
from companion.games.quincala.rules.kernel.core import Placed
from companion.games.quincala.search.routes import MOST_FOUND
from companion.games.quincala_mixing.rules.codes import MixingWhy
from companion.games.quincala_mixing.rules.game import MixingPosition
from companion.games.quincala_mixing.rules.kernel.state import MixingRules


def reasons(position: MixingPosition, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield what speaks for *move*, a piece placed or a tower moved."""
    after = position.play(move)
    facts = position.explain(move)
    yield from plain.at_the_end(position, after)
    if position.is_placing():
        yield from _placed(position, after, facts)
        yield from plain.expected_win(position, line)
        return
    yield from _formed(position, after)
    yield from plain.passed(facts)
    if after.outcome() is None:
        strong = _prepared(position, after, facts, line)
        yield from or_else(strong, _forward(position, after))


def _prepared(
    position: MixingPosition, after: MixingPosition, facts: Sequence[Fact], line: Sequence[Move]
) -> Iterator[Reason]:
    """Yield what a move of legs that does not end the game hinders, knocks and prepares."""
    yield from _hindered(position, after)
    yield from plain.taken(facts, Does.KNOCK, MixingWhy.SENDS_HOME, 1 - position.side)
    yield from _in_reach(position, after)
    yield from plain.expected_win(position, line)
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
