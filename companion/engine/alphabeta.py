"""Alpha-beta with iterative deepening, a transposition table, and captures followed to rest.

The first of the plies at a node is searched in full; the others are asked only
whether they are better.
Knows positions and the `Knowledge` of their game alone.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from companion.contract import Move, Position
from companion.engine.knowledge import BroadKnowledge, Knowledge, stuck
from companion.engine.limits import (
    EXPECTED_FROM,
    WIN,
    WINNING,
    WON_FROM,
    Budget,
    Result,
    StoppedError,
    expected,
    plies_to_win,
)
from companion.engine.searcher import Ranked, Search, Searcher, worst_last

DEEPEST_FORCED = 4
"""Plies to look ahead where there is no choice: enough to say how the game stands."""

PlyValue: TypeAlias = Callable[[Ranked, int, int, int], int]
"""
What a first ply is worth to the side that makes it, that many plies ahead.

Exact between the bounds that follow, the lower one first; StoppedError where a limit is met.
"""


class Deepening:
    """Iterative deepening at the first position.

    Args:
        asked: what looks ahead.
        beam: first plies that are followed; None is all.
        margin: that of `AlphaBeta`.
    """

    def __init__(self, asked: PlyValue, beam: int | None = None, margin: int = 0) -> None:
        self._asked = asked
        self._beam = beam
        self._margin = margin

    def ranked(
        self, order: Sequence[Ranked], depth: int, report: Callable[[Search], None]
    ) -> Search:
        """Return *order* anew, looked at up to *depth* plies ahead; `Searcher.ranked` has more."""
        ranking = Search(order, 1)
        report(ranking)
        if len(order) == 1:
            depth = min(depth, DEEPEST_FORCED)
        for deeper in range(2, depth + 1):
            best = ranking.order[0].value
            end = plies_to_win(best)
            if end is not None and end < deeper:
                break
            try:
                deepened = self._deepened(ranking.order, deeper)
            except _PartlyError as partly:
                return Search(partly.order, ranking.depth)
            except StoppedError:
                break
            ranking = Search(deepened, deeper)
            report(ranking)
        return ranking

    def _deepened(self, order: Sequence[Ranked], depth: int) -> list[Ranked]:
        """Return *order* anew at *depth*; _PartlyError where a limit is met among them."""
        alpha = -WIN
        better: list[Ranked] = []
        worse: list[Ranked] = []
        left: Sequence[Ranked] = ()
        for number, ranked in enumerate(order):
            # Where all of them lose the others are followed too, at full strength.
            if number == self._beam and (self._margin or alpha > -EXPECTED_FROM):
                left = order[number:]
                break
            try:
                value = self._value(ranked, depth, alpha, is_first=not number)
            except StoppedError:
                if not better:
                    raise
                partly = [*better[::-1], *worse, *order[number:]]
                if alpha <= -EXPECTED_FROM:
                    # All that was looked at loses: the others may not.
                    partly.sort(key=worst_last)
                raise _PartlyError(partly) from None
            if value > alpha:
                alpha = value
                better.append(ranked._replace(value=value))
            else:
                worse.append(ranked._replace(value=value))
        # Each of the better ones was the best when it was found.
        worse.sort(key=worst_last)
        if self._margin:
            return [*sorted([*better[::-1], *worse], key=worst_last), *left]
        return [*better[::-1], *worse, *left]

    def _value(self, ranked: Ranked, depth: int, alpha: int, *, is_first: bool) -> int:
        """Return the value of a first ply, exact where it is within the margin of *alpha*."""
        if ranked.is_over:
            return ranked.value
        if is_first or self._margin:
            return self._asked(ranked, depth, max(-WIN, alpha - self._margin), WIN)
        value = self._asked(ranked, depth, alpha, alpha + 1)
        return self._asked(ranked, depth, alpha, WIN) if value > alpha else value


class _PartlyError(StoppedError):
    """A limit is met with some of the first plies looked at, the best so far first."""

    def __init__(self, order: list[Ranked]) -> None:
        super().__init__()
        self.order = order


EXACT, AT_LEAST, AT_MOST = 0, 1, 2
MOST_KEPT = 500_000
"""Entries of the transposition table: a few hundred megabytes at the most."""

DEEPEST_CAPTURES = 12

NEXT = 2
"""The plies of a loss in the next turn, from the side's own ply on."""

LOOKS = 256
"""First plies valued between two looks at the clock."""


class _Entry(NamedTuple):
    depth: int
    bound: int
    value: int
    best: Position | None


class AlphaBeta(Searcher):
    """One search of one game; the table is kept from depth to depth.

    Args:
        seen: keys of positions that have stood in the game already: leading back
            to one of them counts as a draw, as nobody gains by repeating.
        margin: how much worse than the best a first ply may be and still have its
            exact value; of worse ones it is known only that they are.
    """

    proves = True

    def __init__(
        self,
        knowledge: Knowledge[Any],
        budget: Budget,
        seen: Iterable[object] = (),
        margin: int = 0,
    ) -> None:
        self.knowledge: Knowledge[Position] = knowledge
        self._broad = self.knowledge if isinstance(self.knowledge, BroadKnowledge) else None
        self.budget = budget
        self._seen = frozenset(seen)
        self._margin = margin
        self._path: set[object] = set()
        self._table: dict[object, _Entry] = {}

    def ranked(
        self,
        position: Position,
        depth: int,
        chance: random.Random,
        report: Callable[[Search], None] = lambda ranking: None,
    ) -> Search:
        """Return every first ply, the best first, looked at up to *depth* plies ahead.

        Raises:
            EngineError: there is none.
        """
        order = self._first_ply(position, chance)
        if not order:
            raise stuck(position)
        self._path = {position.key}

        def asked(ranked: Ranked, plies: int, alpha: int, beta: int) -> int:
            return self._following(position, ranked, plies - 1, alpha, beta, 1)

        deepening = Deepening(asked, self.knowledge.first_beam, self._margin)
        return deepening.ranked(order, depth, report)

    def line(self, position: Position, first: Position, most: int) -> list[Position]:
        line, keys = [first], {position.key, first.key}
        while len(line) < most:
            entry = self._table.get(self.knowledge.key(line[-1]))
            if entry is None or entry.best is None or entry.best.key in keys:
                break
            line.append(entry.best)
            keys.add(entry.best.key)
        return line

    # The first ply

    def _first_ply(self, position: Position, chance: random.Random) -> list[Ranked]:
        # Plies of equal worth are taken in an order that the seed names.
        order: list[Ranked] = []
        if self._broad is not None:
            order, _ = self._best_valued(self._broad, position, sys.maxsize, 0, WIN)
            chance.shuffle(order)
        else:
            children = list(self.knowledge.children(position))
            chance.shuffle(children)
            for start in range(0, len(children), LOOKS):
                order += self._ordered(position, children[start : start + LOOKS], 0)
                if self.budget.is_late():
                    break
            if len(order) < len(children):
                order = [not_all_known(ranked) for ranked in order]
        order.sort(key=worst_last)
        return order

    # The tree

    def _following(
        self, position: Position, ranked: Ranked, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """Return what the ply *ranked* is worth to the side to move before it in *position*."""
        value, child, is_over = ranked
        if is_over:
            return value
        if child.side == position.side:
            return self._value(child, depth, alpha, beta, ply, value)
        return -self._value(child, depth, -beta, -alpha, ply, -value)

    def _value(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, evaluation: int
    ) -> int:
        key = position.key
        if key in self._path or key in self._seen:
            return 0
        if depth <= 0:
            return self._rested(position, alpha, beta, ply, DEEPEST_CAPTURES, evaluation)
        known = self._table.get(self.knowledge.key(position))
        if known is not None and known.depth >= depth:
            value = later(known.value, ply)
            if known.bound == EXACT or (
                value >= beta if known.bound == AT_LEAST else value <= alpha
            ):
                return value
        self._path.add(key)
        try:
            best = self._best(position, depth, alpha, beta, ply, known)
            # Where the game goes on without a ply it stays as it is.
            return evaluation if best is None else best
        finally:
            self._path.discard(key)

    def _best(
        self,
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        known: _Entry | None,
    ) -> int | None:
        """Return what *position* is worth, or None where it has no ply."""
        self.budget.check()
        if depth == 1 and not self.knowledge.has_captures:
            best = self._evaluated(position, beta, ply)
            if best is None:
                return None
            bound = AT_LEAST if best.value >= beta else EXACT
            return self._kept(position, depth, best, bound, ply)
        if self._broad is not None and self.knowledge.beam is not None:
            kept = self.knowledge.beam
            order, number = self._best_valued(self._broad, position, kept, ply, WIN)
        else:
            order = self._all(position, ply)
            number = len(order)
        if not order:
            return None
        if order[0].value >= WON_FROM:
            return self._kept(position, depth, order[0], EXACT, ply)
        if self.knowledge.beam is not None:
            del order[self.knowledge.beam :]
        is_whole = len(order) == number < self.knowledge.most_plies
        if known is not None and known.best is not None:
            first = known.best.key
            order.sort(key=lambda ranked: ranked.child.key != first)
        lowest = alpha
        best = self._best_of(position, order, depth, alpha, beta, ply)
        if not is_whole and best.value <= ply + NEXT - WIN and not self._margin:
            # All that were followed lose in the next ply: one of the others may not.
            known_keys = {ranked.child.key for ranked in order}
            others = [
                ranked for ranked in self._all(position, ply) if ranked.child.key not in known_keys
            ]
            is_whole = len(order) + len(others) < self.knowledge.most_plies
            if others:
                other = self._best_of(position, others, depth, max(alpha, best.value), beta, ply)
                best = max(best, other, key=lambda ranked: ranked.value)
        if not is_whole:
            best = not_all_known(best)
        bound = AT_LEAST if best.value >= beta else EXACT if best.value > lowest else AT_MOST
        return self._kept(position, depth, best, bound, ply)

    def _best_of(
        self,
        position: Position,
        order: Sequence[Ranked],
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> Ranked:
        """Return the best of the plies in *order*, or the first worth *beta*."""
        best = order[0]._replace(value=-WIN)
        for number, ranked in enumerate(order):
            if depth == 1 and ranked.value <= alpha and ranked.child.side != position.side:
                # The other side may stand as it does, so the ply is worth no more than this.
                value = ranked.value
            else:
                value = self._asked(position, ranked, depth, alpha, beta, ply, number)
            if value > best.value:
                best = ranked._replace(value=value)
                alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def _asked(
        self,
        position: Position,
        ranked: Ranked,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        number: int,
    ) -> int:
        """Return the value of the ply at *number* in its order, as far as it counts."""
        if number:
            value = self._following(position, ranked, depth - 1, alpha, alpha + 1, ply + 1)
            if value <= alpha or value >= beta:
                return value
        return self._following(position, ranked, depth - 1, alpha, beta, ply + 1)

    def _rested(
        self, position: Position, alpha: int, beta: int, ply: int, depth: int, best: int
    ) -> int:
        """Return the value of *position*, *best* as it stands, once captures that pay are made."""
        if not self.knowledge.has_captures or best >= beta or not depth:
            return best
        self.budget.check()
        alpha = max(alpha, best)
        captures = self.knowledge.captures(position)
        for ranked in self._ordered(position, captures, ply):
            value, child, is_over = ranked
            if is_over:
                pass
            elif child.side == position.side:
                value = self._rested(child, alpha, beta, ply + 1, depth - 1, value)
            elif value > alpha:
                value = -self._rested(child, -beta, -alpha, ply + 1, depth - 1, -value)
            if value > best:
                best = value
                alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def _all(self, position: Position, ply: int) -> list[Ranked]:
        """Return all plies of *position* by their evaluation, the best first."""
        if self._broad is None:
            return self._ordered(position, self.knowledge.children(position), ply)
        order, _ = self._best_valued(self._broad, position, sys.maxsize, ply, WIN)
        return order

    def _best_valued(
        self, broad: BroadKnowledge[Position], position: Position, kept: int, ply: int, enough: int
    ) -> tuple[list[Ranked], int]:
        """Return the plies that are best by their evaluation, and how many were valued.

        Positions are made of them alone.
        """
        branches, number = broad.evaluated(position, kept, enough=enough)
        self.budget.nodes += number
        order = [ranked._replace(value=later(ranked.value, ply)) for ranked in branches]
        return order, number

    def _evaluated(self, position: Position, beta: int, ply: int) -> Ranked | None:
        """Return the best ply of *position* by its evaluation, or the first worth *beta*."""
        if self._broad is not None:
            order, number = self._best_valued(self._broad, position, 1, ply, beta)
            return self._unless_cut(order[0], number) if order else None
        best: Ranked | None = None
        children = self.knowledge.children(position)
        for child in children:
            ranked = at_first_sight(self.knowledge, position, child, ply)
            self.budget.nodes += 1
            if best is None or ranked.value > best.value:
                best = ranked
                if best.value >= beta:
                    break
        return best and self._unless_cut(best, len(children))

    def _unless_cut(self, best: Ranked, number: int) -> Ranked:
        return best if number < self.knowledge.most_plies else not_all_known(best)

    def _ordered(self, position: Position, children: Iterable[Position], ply: int) -> list[Ranked]:
        """Return *children* by their evaluation, the best first."""
        ranked = [at_first_sight(self.knowledge, position, child, ply) for child in children]
        self.budget.nodes += len(ranked)
        ranked.sort(key=worst_last)
        return ranked

    def _kept(self, position: Position, depth: int, best: Ranked, bound: int, ply: int) -> int:
        if len(self._table) >= MOST_KEPT:
            self._table.clear()
        value = best.value
        stored = later(value, -ply)
        if abs(stored) >= WON_FROM and WIN - abs(stored) > self.knowledge.foreseen:
            stored = expected(stored)
        self._table[self.knowledge.key(position)] = _Entry(depth, bound, stored, best.child)
        return value


def not_all_known(ranked: Ranked) -> Ranked:
    """Return the best ply of several with a loss merely expected, as others were left out."""
    return ranked._replace(value=expected(ranked.value)) if ranked.value < 0 else ranked


def at_first_sight(
    knowledge: Knowledge[Position], position: Position, child: Position, ply: int
) -> Ranked:
    """Return what *child* is worth to the side to move in *position*, unsearched.

    *ply* is that of *position*, from which wins are counted.
    """
    outcome = child.outcome()
    if outcome is not None:
        return Ranked(_ended(outcome.winner, position.side, ply + 1), child, True)
    exact = knowledge.exact(child)
    if exact is not None:
        value = later(exact, ply + 1)
        return Ranked(value if child.side == position.side else -value, child, True)
    # What an evaluation takes for a won game is no proof of one.
    value = expected(knowledge.value(child))
    return Ranked(-value if position.side else value, child)


def _ended(winner: int | None, side: int, ply: int) -> int:
    if winner is None:
        return 0
    return WIN - ply if winner == side else ply - WIN


def later(value: int, ply: int) -> int:
    """Return a value counted from its position as counted from *ply* plies before it."""
    if value >= EXPECTED_FROM:
        return value - ply
    return value + ply if value <= -EXPECTED_FROM else value


def moves_along(
    position: Position, children: Iterable[Position], knowledge: Knowledge[Position]
) -> tuple[Move, ...]:
    """Return the moves from *position* to the first of *children*, on to the second, and so on."""
    moves = []
    for child in children:
        moves.append(knowledge.move_to(position, child))
        position = child
    return tuple(moves)


def followed(
    children: list[Position], knowledge: Knowledge[Position], most: int
) -> list[Position]:
    """Return *children* and, where the game is known from there on, its best way, up to *most*."""
    line = list(children)
    while len(line) < most and line[-1].outcome() is None:
        at = line[-1]
        value = knowledge.exact(at)
        if not value:
            break
        # The next of a known win is a ply nearer to its end, and so for a loss.
        nearer = value + 1 if value > 0 else value - 1
        following = (
            child for child in knowledge.children(at) if _is_worth(child, at, nearer, knowledge)
        )
        child = next(following, None)
        if child is None:
            break
        line.append(child)
    return line


def _is_worth(
    child: Position, before: Position, value: int, knowledge: Knowledge[Position]
) -> bool:
    """Return whether *child* is worth *value*, counted from there, to the side that led to it."""
    outcome = child.outcome()
    if outcome is not None:
        return value == WIN and outcome.winner == before.side
    worth = knowledge.exact(child)
    return worth is not None and (worth if child.side == before.side else -worth) == value


def winning_line(position: Position, knowledge: Knowledge[Position]) -> Result | None:
    """Return the win within this turn, every ply of it in its line, or None."""
    children: list[Position] = []
    at = position
    while at.outcome() is None:
        following = knowledge.winning_child(at)
        if following is None:
            break
        children.append(following)
        at = following
    if not children:
        return None
    line = moves_along(position, children, knowledge)
    outcome = at.outcome()
    is_won = outcome is not None and outcome.winner == position.side
    return Result(line[0], line, WIN - len(line) if is_won else WINNING, len(line), 1)
