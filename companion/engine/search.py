"""A good move for any position, at full strength or at a level: the one way in to the search.

A level never makes a move at random.  It looks less far ahead, follows fewer
moves, overlooks some of the replies (those far from where it looks more often
than near ones), and takes now and then a move that seems nearly as good as the
best.  What it does is the same for equal seeds, as long as its time suffices.

Where the side to move does not see all, the `Outlook` of a game knows what may be hidden and
how likely each case is; it is asked ever farther ahead, about the moves that seem best.
"""

from __future__ import annotations

import gc
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Final, TypeAlias, TypeVar

from companion.contract import Hands, Move, Position, Site, Touch
from companion.engine.alphabeta import AlphaBeta, followed, moves_along, winning_line
from companion.engine.knowledge import HiddenKnowledge, Knowledge, Outlook, knowledge_of
from companion.engine.level import Level
from companion.engine.limits import (
    EXPECTED_FROM,
    FULL,
    WIN,
    WINNING,
    Budget,
    Limits,
    Result,
    StoppedError,
    expected,
    score_of,
)
from companion.engine.proof import Proof, Safety
from companion.engine.searcher import Ranked, Search
from companion.errors import EngineError

Order: TypeAlias = list[tuple[float, Move]]
"""Every move with what it is worth, the best first; those looked at farthest come first."""

FOLLOWED: Final = (10_000, 10_000, 24, 12)
"""Moves that are looked at one, two and more plies ahead, the best as seen a ply less far."""

DEPTH: Final = len(FOLLOWED)
"""Plies looked ahead at the most, the move itself among them."""


def ranked_moves(
    position: Position,
    outlook: Outlook,
    depth: int,
    seed: int,
    report: Callable[[Order, int], None] = lambda order, depth: None,
    begun: Sequence[Touch] = (),
) -> tuple[Order, int]:
    """Return every move with its mean value, the best first, and the plies looked ahead in full.

    All moves are looked at one ply ahead at least; what follows ends when a limit
    is met.  *report* is told the same after each ply farther.
    Only moves that begin with the touches *begun* count.
    """
    moves = [move for move in position.legal_moves() if begins(move, begun)]
    # Moves of equal worth are taken in an order that the seed names.
    random.Random(seed).shuffle(moves)
    order = _sorted([(outlook.value(move, 1), move) for move in moves])
    report(order, 1)
    if len(moves) == 1:
        return order, 1
    for deeper in range(2, min(depth, DEPTH) + 1):
        seen: Order = []
        followed = order[: FOLLOWED[deeper - 1]]
        try:
            for _, move in followed:
                seen.append((outlook.value(move, deeper), move))
        except StoppedError:
            return _sorted(seen) + order[len(seen) :], deeper - 1
        order = _sorted(seen) + order[len(seen) :]
        report(order, deeper)
    return order, min(depth, DEPTH)


def begins(move: Move, begun: Sequence[Touch]) -> bool:
    return move.touches[: len(begun)] == tuple(begun)


def _sorted(order: Order) -> Order:
    return sorted(order, key=lambda entry: -entry[0])


Choice = TypeVar("Choice", Ranked, tuple[float, Move])
"""A first ply, what it is worth first."""

MARGIN: Final = 3.0
"""How many whims worse than the best a move may be and still be taken."""

NEAR: Final = 2
"""Steps of a king from what has changed since the first position: replies there are near."""

NEAR_SHARE, FAR_SHARE = 0.5, 2.0
"""How much more often than usual a reply is overlooked, near and far."""

MOST_PLACED: Final = 64
"""Replies from which on nobody looks where each of them is: there are too many."""


def search_at_level(
    position: Position,
    knowledge: Knowledge[Position],
    limits: Limits,
    seed: int,
    seen: Iterable[object],
    clock: Callable[[], float],
    is_cancelled: Callable[[], bool],
) -> Result:
    """Return the move of a player below full strength; as `companion.engine.search.search`."""
    level = knowledge.levels[limits.level - 1]
    nodes = level.nodes if limits.nodes is None else min(level.nodes, limits.nodes)
    budget = Budget(replace(limits, nodes=nodes), clock, is_cancelled)
    chance = random.Random(seed)
    depth = min(level.depth, limits.depth)
    if isinstance(knowledge, HiddenKnowledge):
        return _hidden_at_level(position, knowledge, level, depth, budget, chance)
    misses_wins = chance.random() < level.misses_wins
    if not misses_wins and (winning := winning_line(position, knowledge)) is not None:
        return winning
    searcher = knowledge.searcher(position, budget, seen) if level.grows_tree else None
    if searcher is not None:
        ranking = searcher.ranked(position, depth, chance)
        ranked = ranking.order[0]
    else:
        sight = Sight(knowledge, position, level.overlooks, level.beam, chance)
        tree = AlphaBeta(sight, budget, seen, round(MARGIN * level.noise * knowledge.unit))
        ranking = tree.ranked(position, depth, chance)
        # A win that is missed is not found again by looking ahead.
        order = [entry for entry in ranking.order if not (misses_wins and entry.value == WIN - 1)]
        ranked = _chosen(order or ranking.order, level, knowledge.unit, chance)
    if level.is_careful:
        ranking = ranking._replace(order=[ranked, *ranking.order])
        ranked = Safety(knowledge, position.side, budget).first(ranking)
    line = moves_along(position, [ranked.child], knowledge)
    # Whoever overlooks replies has proved nothing.
    score = score_of(expected(ranked.value), knowledge.unit)
    return Result(line[0], line, score, budget.nodes, ranking.depth)


def _hidden_at_level(
    position: Position,
    knowledge: HiddenKnowledge[Position],
    level: Level,
    depth: int,
    budget: Budget,
    chance: random.Random,
) -> Result:
    winning = knowledge.winning_move(position)
    misses_wins = chance.random() < level.misses_wins
    if winning is not None and not misses_wins:
        return Result(winning, (winning,), WIN - 1, 1, 1)
    outlook = knowledge.outlook(position, budget, level.overlooks, chance)
    ranked, looked = ranked_moves(position, outlook, depth, chance.getrandbits(32))
    if misses_wins and len(ranked) > 1:
        ranked = [entry for entry in ranked if entry[1] != winning]
    value, move = _chosen(ranked, level, knowledge.unit, chance)
    if level.is_careful and knowledge.may_lose_at_once(position, move):
        safe = (entry for entry in ranked if not knowledge.may_lose_at_once(position, entry[1]))
        value, move = next(safe, ranked[0])
    score = score_of(expected(round(value)), knowledge.unit)
    return Result(move, (move,), score, budget.nodes, looked)


def _chosen(choices: Sequence[Choice], level: Level, unit: int, chance: random.Random) -> Choice:
    """Return one of *choices*, the best first, the better ones far more often."""
    best, noise = choices[0][0], level.noise * unit
    if not noise:
        return choices[0]
    near = [entry for entry in _alike(choices[: level.beam]) if best - entry[0] <= MARGIN * noise]
    weights = [math.exp((entry[0] - best) / noise) for entry in near]
    return chance.choices(near, weights)[0]


def _alike(choices: Sequence[Choice]) -> Sequence[Choice]:
    """Return those of *choices* that were looked at as far as the first.

    Where a limit was met among them the others follow with what they seemed worth
    before; one that seems better than the one before it is the first of those.
    """
    for number in range(1, len(choices)):
        if choices[number][0] > choices[number - 1][0]:
            return choices[:number]
    return choices


class Sight(Knowledge[Position]):
    """The knowledge of a player who overlooks a share of the replies to what he looks at.

    A reply overlooked once is overlooked throughout the search, wherever it comes up.

    Args:
        position: where the player is to move.
        overlooks: share of the replies, 0 .. 1; *chance* decides which.
        first_beam: first plies that are followed.
    """

    def __init__(
        self,
        knowledge: Knowledge[Position],
        position: Position,
        overlooks: float,
        first_beam: int,
        chance: random.Random,
    ) -> None:
        self._knowledge = knowledge
        self._position = position
        self._overlooks = overlooks
        self._chance = chance
        self._seen: dict[object, Sequence[Position]] = {}
        self.first_beam = min(first_beam, knowledge.first_beam or first_beam)
        self.beam = knowledge.beam
        self.has_captures = knowledge.has_captures

    def value(self, position: Position) -> int:
        return self._knowledge.value(position)

    def key(self, position: Position) -> object:
        return self._knowledge.key(position)

    def children(self, position: Position) -> Sequence[Position]:
        """Return the positions after the plies that are not overlooked; at least one."""
        children = self._knowledge.children(position)
        if position.side == self._position.side or not self._overlooks:
            return children
        key = self.key(position)
        if key not in self._seen:
            self._seen[key] = self._noticed(position, children)
        return self._seen[key]

    def captures(self, position: Position) -> Sequence[Position]:
        """Return the captures that are not overlooked."""
        captures = self._knowledge.captures(position)
        if not captures or position.side == self._position.side or not self._overlooks:
            return captures
        seen = {child.key for child in self.children(position)}
        return [child for child in captures if child.key in seen]

    def _noticed(self, position: Position, children: Sequence[Position]) -> Sequence[Position]:
        places = position.board.places
        looked = [places[site] for site in _changed(self._position, position)]
        is_placed = len(children) < MOST_PLACED
        noticed = []
        for child in children:
            share = self._overlooks
            if is_placed:
                moved = [places[site] for site in _changed(position, child)]
                share *= NEAR_SHARE if _is_near(looked, moved) else FAR_SHARE
            if self._chance.random() >= share:
                noticed.append(child)
        return noticed or children[:1]


def _changed(before: Position, after: Position) -> list[Site]:
    """Return the sites on which other pieces stand in *after*, in board order."""
    old, new = before.pieces(), after.pieces()
    return sorted(site for site in old.keys() | new.keys() if old.get(site) != new.get(site))


def _is_near(places: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> bool:
    return any(
        max(abs(file - other_file), abs(rank - other_rank)) <= NEAR
        for file, rank in places
        for other_file, other_rank in others
    )


LONGEST_LINE = 8

TO_PROVE = 0.5
"""The share of what a search has left for trying every reply to a win that it expects."""


SCORED_BY: Final = (1, 2)
"""The depths whose values tell how a game with hidden hands stands.

With more of them the side that has the last ply seems far ahead, whatever it may hold.
"""


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep Python from looking for what refers to itself: a search makes none of that."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@without_collector()
def search(
    position: Position,
    limits: Limits,
    seed: int = 0,
    *,
    seen: Iterable[object] = (),
    clock: Callable[[], float] = time.monotonic,
    is_cancelled: Callable[[], bool] = lambda: False,
    on_better: Callable[[Result], None] | None = None,
    begun: Sequence[Touch] = (),
) -> Result:
    """Return a good move for the side to move in *position*.

    At full strength a win within this turn is always taken, and a move after which
    the other side wins within its next turn is made only where there is no other;
    docs/engine.md tells what counts as a turn in each game, and what a lower level does.

    Args:
        position: what is looked at; it stays as it is.
        limits: what the search may cost, and the level it plays at.
        seed: names the order of moves of equal worth, the deals of hidden hands, and slips.
        seen: the `key` of each position that has stood before in this game.
        clock: returns seconds, from any beginning.
        is_cancelled: asked now and then; once it is true, the search ends early.
        on_better: told what is found so far, each time that it has looked further;
            such a result is not final.  Lower levels have only a final one.
        begun: the touches that the move has to begin with, where not all is known to the
            side to move: a real thing in its hand.  Only at full strength.

    Raises:
        EngineError: the game is over, or goes on without a legal move.
    """
    outcome = position.outcome()
    if outcome is not None:
        raise EngineError(
            "expected a game that goes on, got one that is over: {reason}", reason=outcome.reason
        )
    knowledge = knowledge_of(position.game.name)
    if limits.level < FULL:
        return search_at_level(position, knowledge, limits, seed, seen, clock, is_cancelled)
    budget = Budget(limits, clock, is_cancelled)
    if isinstance(knowledge, HiddenKnowledge):
        return _hidden(position, knowledge, budget, limits.depth, seed, on_better, begun)
    winning = winning_line(position, knowledge)
    if winning is not None:
        return winning
    searcher = knowledge.searcher(position, budget, seen) or AlphaBeta(knowledge, budget, seen)
    safety = Safety(knowledge, position.side, budget)
    looks: dict[int, int] = {}

    def result(ranking: Search, *, is_final: bool) -> Result:
        best = safety.first(ranking)
        children = searcher.line(position, best.child, LONGEST_LINE if is_final else 1)
        if is_final:
            children = followed(children, knowledge, LONGEST_LINE)
        line = moves_along(position, children, knowledge)
        value = best.value
        is_cut = ranking.others is not tuple or len(ranking.order) >= knowledge.most_plies
        if not getattr(searcher, "proves", False) or (value < 0 and is_cut):
            # A ply that was left out may be better.
            value = expected(value)
        if is_final:
            with budget.holding_back(1 - TO_PROVE):
                value = Proof(knowledge, budget).proved(position, best.child, value)
        # The same depth before where a limit was met on the way to the next.
        depths = [depth for depth in looks if depth < ranking.depth or looks[depth] != value]
        score = score_of(between(value, looks[max(depths)] if depths else value), knowledge.unit)
        return Result(line[0], line, score, budget.nodes, ranking.depth, is_final)

    def report(ranking: Search) -> None:
        if on_better is not None:
            on_better(result(ranking, is_final=False))
        looks[ranking.depth] = ranking.order[0].value

    ranking = searcher.ranked(position, limits.depth, random.Random(seed), report)
    return result(ranking, is_final=True)


def between(value: int, before: int) -> int:
    """Return the mean of what two looks in a row found, but for the ends of games.

    Whoever has the last ply in a look seems to stand better than it does.
    """
    if max(abs(value), abs(before)) >= EXPECTED_FROM:
        return value
    # Towards even, and no whole number of what an evaluation gives that is none.
    total = value + before
    return total // 2 if total >= 0 else -(-total // 2)


def _hidden(
    position: Position,
    knowledge: HiddenKnowledge[Position],
    budget: Budget,
    depth: int,
    seed: int,
    on_better: Callable[[Result], None] | None,
    begun: Sequence[Touch],
) -> Result:
    winning = knowledge.winning_move(position)
    if winning is not None and begins(winning, begun):
        # Of real things nobody knows which are held before one is named.
        is_held = bool(begun) or position.game.hands(position.options) is not Hands.NAMED
        return Result(winning, (winning,), WIN - 1 if is_held else WINNING, 1, 1)

    looks: list[float] = []

    @cache
    def is_risky(move: Move) -> bool:
        return knowledge.may_lose_at_once(position, move)

    def result(ranked: Order, looked: int, *, is_final: bool) -> Result:
        value, move = next((entry for entry in ranked if not is_risky(entry[1])), ranked[0])
        if len(looks) >= SCORED_BY[1]:
            value = between(round(looks[SCORED_BY[0] - 1]), round(looks[SCORED_BY[1] - 1]))
        # What follows depends on what the player cannot know: the line is the move.
        score = score_of(expected(round(value)), knowledge.unit)
        return Result(move, (move,), score, budget.nodes, looked, is_final)

    def report(ranked: Order, looked: int) -> None:
        looks.append(ranked[0][0])
        if on_better is not None:
            on_better(result(ranked, looked, is_final=False))

    outlook = knowledge.outlook(position, budget, 0.0, random.Random(seed))
    ranked, looked = ranked_moves(position, outlook, depth, seed, report, begun)
    return result(ranked, looked, is_final=True)
