"""What positions of Alquerque are worth, how they are searched, and what speaks for a move."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from companion.contract import Move, Position, Site
from companion.contract.codes import Does
from companion.engine.alphabeta import Deepening, at_first_sight
from companion.engine.knowledge import Knowledge
from companion.engine.limits import Budget
from companion.engine.reason import Reason, Why, or_else
from companion.engine.reasons import at_the_end, expected_win, taken
from companion.engine.searcher import Ranked, Search, Searcher, worst_last
from companion.engine.tables.table import Table
from companion.games.alquerque.rules.codes import AlquerqueWhy
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.loops import EVERYWHERE, POINTS, ply_of
from companion.games.alquerque.rules.kernel.state import able_to_capture, own_and_enemy, state_of
from companion.games.alquerque.search.kernel.tree import NEAR_LIMIT, Tree, worth
from companion.games.alquerque.search.tablebase.endgames import ENDGAMES, table_for, value_in

LOOKS: Final = 256
"""Positions between two looks at the clock: some 10 ms where nothing is compiled."""

RELUCTANCE: Final = 25
"""How much worse than a draw repeating is to a side that is not behind."""

SOON_KNOWN: Final = 16
"""The most pieces at which a table is opened, as fewer may soon be left."""

MOST_KEPT: Final = 1 << 19
"""Values of a table that are kept at hand: some 80 MB."""


class _Outside:
    """The clock and the table, as `kernel.tree.Outside` asks for them."""

    def __init__(self, budget: Budget, table: Table | None) -> None:
        self._budget = budget
        self._table = table
        self._kept: dict[tuple[int, int], int] = {}

    def look(self, nodes: int) -> int:
        """Return at how many nodes to look again; StoppedError where a limit is met."""
        self._budget.nodes = nodes
        self._budget.check()
        return self._budget.next_look(LOOKS)

    def known(self, own: int, enemy: int) -> int:
        """Return the value in the table, or -1."""
        value = self._kept.get((own, enemy))
        if value is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            value = -1 if self._table is None else value_in(self._table, own, enemy)
            self._kept[own, enemy] = value
        return value


class TreeSearcher(Searcher):
    """A `Searcher` for rules that have a kernel.

    Args:
        position: the one that is to be searched.
        seen: keys of positions that have stood in the game already.
    """

    proves = True

    def __init__(
        self,
        knowledge: Knowledge[Any],
        position: AlquerquePosition,
        budget: Budget,
        seen: Iterable[object],
    ) -> None:
        kernel = position.rules.kernel
        assert kernel is not None, "rules that the tree has"
        self._knowledge = knowledge
        self._budget = budget
        own, enemy = own_and_enemy(position.state)
        self._pieces = (own | enemy).bit_count()
        is_soon_known = self._pieces <= SOON_KNOWN
        table = table_for(position.rules) if is_soon_known else None
        self._tree = Tree(
            kernel,
            position.rules.quiet_limit,
            -RELUCTANCE if own.bit_count() >= enemy.bit_count() else 0,
            table.pieces if table is not None else 0,
            stood_before(position, seen),
            _Outside(budget, table),
        )

    def ranked(
        self,
        position: Position,
        depth: int,
        chance: random.Random,
        report: Callable[[Search], None] = lambda ranking: None,
    ) -> Search:
        children = list(self._knowledge.children(position))
        # Plies of equal worth are taken in an order that the seed names.
        chance.shuffle(children)
        order = [at_first_sight(self._knowledge, position, child, 0) for child in children]
        order.sort(key=worst_last)
        self._budget.nodes += len(order)
        own, enemy, _ = _sets(position)
        self._tree.begin(own, enemy, self._budget.nodes)
        return Deepening(self._asked).ranked(order, depth, report)

    def _asked(self, ranked: Ranked, depth: int, alpha: int, beta: int) -> int:
        own, enemy, quiet = _sets(ranked.child)
        # Without a limit the rules do not count, but what repeats has to be known.
        if not quiet and (own | enemy).bit_count() == self._pieces:
            quiet = 1
        try:
            worth: int = self._tree.value(own, enemy, quiet, depth - 1, -beta, -alpha, 1)
        finally:
            self._budget.nodes = self._tree.nodes
        return -worth

    def line(self, position: Position, first: Position, most: int) -> list[Position]:
        line, keys = [first], {position.key, first.key}
        while len(line) < most and line[-1].outcome() is None:
            own, enemy, quiet = _sets(line[-1])
            best: int = self._tree.best(own, enemy, quiet)
            if best < 0:
                break
            child = _after(line[-1], best)
            if child.key in keys:
                break
            line.append(child)
            keys.add(child.key)
        return line


def _sets(position: Position) -> tuple[int, int, int]:
    """Return the pieces of the side to move, those of the other one, and the quiet plies."""
    assert isinstance(position, AlquerquePosition), "the game of this search"
    return *own_and_enemy(position.state), position.state.quiet


def _after(position: Position, ply: int) -> AlquerquePosition:
    assert isinstance(position, AlquerquePosition), "the game of this search"
    state = position.state
    _, enemy = own_and_enemy(state)
    left = ply >> POINTS
    quiet = state.quiet + 1 if position.rules.quiet_limit and left == enemy else 0
    return AlquerquePosition(
        position.rules, state_of(left, ply & EVERYWHERE, 1 - state.side, quiet)
    )


def stood_before(position: AlquerquePosition, seen: Iterable[object]) -> list[int]:
    """Return the keys of *seen* as `Tree` takes them, without those of other rules."""
    variant = position.rules.variant
    before = []
    for key in seen:
        if isinstance(key, tuple) and key[0] == variant:
            _, white, black, side, _, _ = key
            own, enemy = (black, white) if side else (white, black)
            before.append(ply_of(own, enemy) | (side ^ position.side) << 2 * POINTS)
    return before


FEW_MOVES: Final = 3
"""So few moves left to the other side are worth telling."""


def reasons(position: AlquerquePosition, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield what speaks for *move*: what it takes first, then what it saves and prepares."""
    after = position.play(move)
    return or_else(_strong(position, move, line, after), _weak(after))


def _strong(
    position: AlquerquePosition, move: Move, line: Sequence[Move], after: AlquerquePosition
) -> Iterator[Reason]:
    facts = position.explain(move)
    ending = list(at_the_end(position, after))
    captured = list(taken(facts, Does.CAPTURE, Why.CAPTURES))
    yield from ending
    yield from taken(facts, Does.HUFF, Why.HUFFS)
    yield from captured
    if ending or after.side == position.side:
        return
    yield from _trade(position, line, len(captured[0].sites) if captured else 0)
    losable = _losable(after)
    yield from _saved(position, move, losable)
    if captured and not losable:
        yield Reason(AlquerqueWhy.NOTHING_BACK)
    threatened = _losable(_passed(after)) - _losable(position)
    if threatened:
        yield Reason(AlquerqueWhy.THREATENS, tuple(sorted(threatened)))
    count = len(after.legal_moves())
    if count <= FEW_MOVES:
        yield Reason(AlquerqueWhy.FEW_MOVES, numbers=(count,))
    yield from expected_win(position, line)


def _weak(after: AlquerquePosition) -> Iterator[Reason]:
    """Yield what can be said of a quiet move."""
    if _losable(after):
        yield Reason(AlquerqueWhy.GIVES_AT_MOST, numbers=(_most_lost(after),))
    else:
        yield Reason(AlquerqueWhy.ALL_SAFE)


def _passed(position: AlquerquePosition) -> AlquerquePosition:
    """Return *position* with the other side to move, as if the turn had been let go."""
    state = position.state._replace(side=1 - position.side, offenders=0)
    return AlquerquePosition(position.rules, state)


def _standing(position: AlquerquePosition, side: int) -> frozenset[Site]:
    return frozenset(site for site, (piece,) in position.pieces().items() if piece.side == side)


def _losable(position: AlquerquePosition) -> frozenset[Site]:
    """Return the pieces of the side not to move that some ply takes off the board."""
    side = 1 - position.side
    standing = _standing(position, side)
    left = (_standing(after, side) for after in position.successors())
    return frozenset().union(*(standing - each for each in left))


def _most_lost(position: AlquerquePosition) -> int:
    """Return how many pieces the side not to move loses by one ply at most."""
    side = 1 - position.side
    number = len(_standing(position, side))
    return max(number - len(_standing(after, side)) for after in position.successors())


def _saved(position: AlquerquePosition, move: Move, losable: frozenset[Site]) -> Iterator[Reason]:
    """Yield which pieces could be taken if nothing were done and cannot be after *move*."""
    start, end = move.touches[0], move.touches[-1]
    assert isinstance(start, int) and isinstance(end, int), "Alquerque has no tokens"
    in_danger = sorted(_losable(_passed(position)))
    saved = [site for site in in_danger if (end if site == start else site) not in losable]
    if saved:
        yield Reason(AlquerqueWhy.SAVES, tuple(saved))


def _trade(position: AlquerquePosition, line: Sequence[Move], now: int) -> Iterator[Reason]:
    """Yield how many pieces either side takes in *line*, where that is more than *now*."""
    taken = [0, 0]
    here = position
    for move in line:
        number = sum(fact.code in (Does.CAPTURE, Does.HUFF) for fact in here.explain(move))
        taken[here.side != position.side] += number
        here = here.play(move)
    mine, theirs = taken
    if mine > now and mine >= theirs:
        code = AlquerqueWhy.WINS_TRADE if mine > theirs else AlquerqueWhy.EVEN_TRADE
        yield Reason(code, numbers=(mine, theirs))


class AlquerqueKnowledge(Knowledge[AlquerquePosition]):
    """Material, as both captures and the count decide by it, and points to step to."""

    has_captures = True
    has_fast_playouts = True
    foreseen = NEAR_LIMIT
    endgames = ENDGAMES

    def value(self, position: AlquerquePosition) -> int:
        """Return pieces and points to step to, White's less Black's."""
        return worth(position.rules, position.state)

    def children(self, position: AlquerquePosition) -> list[AlquerquePosition]:
        return position.successors()

    def key(self, position: AlquerquePosition) -> object:
        """Return the key, with the quiet count where its limit is near."""
        limit, quiet = position.rules.quiet_limit, position.state.quiet
        is_near = limit and quiet + NEAR_LIMIT >= limit
        return position.state if is_near else position.key

    def searcher(
        self, position: AlquerquePosition, budget: Budget, seen: Iterable[object]
    ) -> Searcher | None:
        """Return the search on plain sets, where the rules are those of the kernel."""
        if position.rules.kernel is None:
            return None
        return TreeSearcher(self, position, budget, seen)

    def captures(self, position: AlquerquePosition) -> list[AlquerquePosition]:
        if not (position.state.offenders or able_to_capture(position.rules, position.state)):
            return []
        number = _count(position)
        return [child for child in position.successors() if _count(child) < number]


def _count(position: AlquerquePosition) -> int:
    return (position.state.white | position.state.black).bit_count()


KNOWLEDGE: Final = AlquerqueKnowledge()
