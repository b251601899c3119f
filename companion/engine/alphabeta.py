"""Alpha-beta with iterative deepening, a transposition table, and captures followed to rest.

Knows positions and the `Knowledge` of their game alone.  Time is read from a
clock that is passed in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.engine.knowledge import Knowledge
from companion.engine.limits import WIN, WON_FROM, Limits
from companion.games.contract import Position

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
MOST_KEPT = 500_000
"""Entries of the transposition table: a few hundred megabytes at the most."""

DEEPEST_CAPTURES = 12


class StoppedError(Exception):
    """A limit is met; what was found so far stands."""


class _Entry(NamedTuple):
    depth: int
    bound: int
    value: int
    best: Position | None


class Ranked(NamedTuple):
    """A first ply as far as it is known: what it is worth to the side to move, and where to."""

    value: int
    child: Position


class Meter:
    """Counts nodes and watches limits; *is_cancelled* is asked now and then."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float], is_cancelled: Callable[[], bool]
    ) -> None:
        self.nodes = 0
        self._most = limits.nodes
        self._clock = clock
        self._until = None if limits.time_s is None else clock() + limits.time_s
        self._is_cancelled = is_cancelled

    def check(self) -> None:
        """Raise StoppedError when a limit is met."""
        if self._most is not None and self.nodes >= self._most:
            raise StoppedError
        if self._until is not None and self._clock() >= self._until:
            raise StoppedError
        if self._is_cancelled():
            raise StoppedError


class AlphaBeta:
    """One search of one game; the table is kept from depth to depth.

    Args:
        seen: keys of positions that have stood in the game already: leading back
            to one of them counts as a draw, as nobody gains by repeating.
    """

    def __init__(self, knowledge: Knowledge, meter: Meter, seen: Iterable[object] = ()) -> None:
        self.knowledge = knowledge
        self.meter = meter
        self._seen = frozenset(seen)
        self._path: set[object] = set()
        self._table: dict[object, _Entry] = {}

    def ranked(self, position: Position, depth: int, chance: random.Random) -> Search:
        """Return every first ply, the best first, looked at up to *depth* plies ahead."""
        found = Search(self._first_ply(position, chance), 1)
        self._path = {position.key}
        for deeper in range(2, depth + 1):
            best = found.order[0].value
            if abs(best) >= WON_FROM and WIN - abs(best) < deeper:
                break
            try:
                order = self._deepened(position, found.order, deeper)
            except _PartlyError as partly:
                return Search(partly.order, found.depth)
            except StoppedError:
                break
            found = Search(order, deeper)
        return found

    def value_after(self, position: Position, child: Position, depth: int) -> int:
        """Return what *child* is worth to the side to move in *position*, *depth* plies ahead."""
        return self._following(position, child, depth, -WIN, WIN, 1)

    def line(self, position: Position, first: Position, most: int) -> list[Position]:
        """Return *first* and what is expected to follow it, at most *most* positions."""
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
        children = list(self.knowledge.children(position))
        # Plies of equal worth are taken in an order that the seed names.
        chance.shuffle(children)
        return self._ordered(position, children, 0)

    def _deepened(self, position: Position, order: list[Ranked], depth: int) -> list[Ranked]:
        """Return *order* anew at *depth*; _PartlyError where a limit is met among them."""
        alpha = -WIN
        better: list[Ranked] = []
        worse: list[Ranked] = []
        followed = order[: self.knowledge.first_width]
        left = order[len(followed) :]
        for number, (_, child) in enumerate(followed):
            try:
                value = self._following(position, child, depth - 1, alpha, WIN, 1)
            except StoppedError:
                if not better:
                    raise
                raise _PartlyError([*better[::-1], *worse, *order[number:]]) from None
            if value > alpha:
                alpha = value
                better.append(Ranked(value, child))
            else:
                worse.append(Ranked(value, child))
        # Each of the better ones was the best when it was found.
        worse.sort(key=lambda ranked: -ranked.value)
        return [*better[::-1], *worse, *left]

    # The tree

    def _following(
        self, position: Position, child: Position, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """Return what going from *position* to *child* is worth to the side to move before it."""
        if child.side == position.side:
            return self._value(child, depth, alpha, beta, ply)
        return -self._value(child, depth, -beta, -alpha, ply)

    def _value(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        outcome = position.outcome()
        if outcome is not None:
            return _ended(outcome.winner, position.side, ply)
        key = position.key
        if key in self._path or key in self._seen:
            return 0
        if depth <= 0:
            return self._rested(position, alpha, beta, ply, DEEPEST_CAPTURES)
        known = self._table.get(self.knowledge.key(position))
        if known is not None and known.depth >= depth:
            value = _from_table(known.value, ply)
            if known.bound == EXACT or (
                value >= beta if known.bound == AT_LEAST else value <= alpha
            ):
                return value
        self._path.add(key)
        try:
            return self._best(position, depth, alpha, beta, ply, known)
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
    ) -> int:
        self.meter.check()
        order = self._ordered(position, self.knowledge.children(position), ply)
        if order[0].value >= WON_FROM:
            return self._kept(position, depth, order[0], EXACT, ply)
        if depth == 1 and not self.knowledge.has_captures:
            return self._kept(position, depth, order[0], EXACT, ply)
        if self.knowledge.width is not None:
            del order[self.knowledge.width :]
        if known is not None and known.best is not None:
            first = known.best.key
            order.sort(key=lambda ranked: ranked.child.key != first)
        best, lowest = Ranked(-WIN, order[0].child), alpha
        for _, child in order:
            value = self._following(position, child, depth - 1, alpha, beta, ply + 1)
            if value > best.value:
                best = Ranked(value, child)
                alpha = max(alpha, value)
            if alpha >= beta:
                break
        bound = AT_LEAST if best.value >= beta else EXACT if best.value > lowest else AT_MOST
        return self._kept(position, depth, best, bound, ply)

    def _rested(self, position: Position, alpha: int, beta: int, ply: int, depth: int) -> int:
        """Return the value of *position* once the captures that pay are made."""
        self.meter.check()
        self.meter.nodes += 1
        own = self.knowledge.value(position)
        best = own if position.side == 0 else -own
        if not self.knowledge.has_captures or best >= beta or not depth:
            return best
        alpha = max(alpha, best)
        for child in self.knowledge.children(position):
            if not self.knowledge.is_capture(position, child):
                continue
            outcome = child.outcome()
            if outcome is not None:
                value = _ended(outcome.winner, position.side, ply + 1)
            elif child.side == position.side:
                value = self._rested(child, alpha, beta, ply + 1, depth - 1)
            else:
                value = -self._rested(child, -beta, -alpha, ply + 1, depth - 1)
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def _ordered(self, position: Position, children: Iterable[Position], ply: int) -> list[Ranked]:
        """Return *children* by what they are worth at a glance, the best first."""
        value_of, side = self.knowledge.value, position.side
        ranked = []
        for child in children:
            outcome = child.outcome()
            if outcome is not None:
                value = _ended(outcome.winner, side, ply + 1)
            else:
                value = value_of(child)
                value = -value if side else value
            ranked.append(Ranked(value, child))
        self.meter.nodes += len(ranked)
        ranked.sort(key=lambda entry: -entry.value)
        return ranked

    def _kept(self, position: Position, depth: int, best: Ranked, bound: int, ply: int) -> int:
        if len(self._table) >= MOST_KEPT:
            self._table.clear()
        value = best.value
        stored = value + ply if value >= WON_FROM else value - ply if value <= -WON_FROM else value
        self._table[self.knowledge.key(position)] = _Entry(depth, bound, stored, best.child)
        return value


class Search(NamedTuple):
    """Every first ply, the best first, and the plies looked ahead for all of them."""

    order: list[Ranked]
    depth: int


class _PartlyError(StoppedError):
    """A limit is met with some of the first plies looked at, the best so far first."""

    def __init__(self, order: list[Ranked]) -> None:
        super().__init__()
        self.order = order


def _ended(winner: int | None, side: int, ply: int) -> int:
    if winner is None:
        return 0
    return WIN - ply if winner == side else ply - WIN


def _from_table(value: int, ply: int) -> int:
    """Return a value counted from its position as counted from the first one."""
    if value >= WON_FROM:
        return value - ply
    return value + ply if value <= -WON_FROM else value
