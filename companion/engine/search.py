"""A good move for any position: the one way in to the search."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final

from companion.contract import Hands, Move, Position, Touch
from companion.engine import hidden, levels
from companion.engine.alphabeta import AlphaBeta
from companion.engine.budget import Budget
from companion.engine.knowledge import HiddenKnowledge, knowledge_of
from companion.engine.limits import (
    EXPECTED_FROM,
    FULL,
    WIN,
    WINNING,
    Limits,
    Result,
    expected,
    score_of,
)
from companion.engine.lines import followed, moves_along, winning_line
from companion.engine.proof import Proof, Safety
from companion.engine.searcher import Search
from companion.errors import EngineError

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
        return levels.search(position, knowledge, limits, seed, seen, clock, is_cancelled)
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
    if winning is not None and hidden.begins(winning, begun):
        # Of real things nobody knows which are held before one is named.
        is_held = bool(begun) or position.game.hands(position.options) is not Hands.NAMED
        return Result(winning, (winning,), WIN - 1 if is_held else WINNING, 1, 1)

    looks: list[float] = []

    @cache
    def is_risky(move: Move) -> bool:
        return knowledge.may_lose_at_once(position, move)

    def result(ranked: hidden.Order, looked: int, *, is_final: bool) -> Result:
        value, move = next((entry for entry in ranked if not is_risky(entry[1])), ranked[0])
        if len(looks) >= SCORED_BY[1]:
            value = between(round(looks[SCORED_BY[0] - 1]), round(looks[SCORED_BY[1] - 1]))
        # What follows depends on what the player cannot know: the line is the move.
        score = score_of(expected(round(value)), knowledge.unit)
        return Result(move, (move,), score, budget.nodes, looked, is_final)

    def report(ranked: hidden.Order, looked: int) -> None:
        looks.append(ranked[0][0])
        if on_better is not None:
            on_better(result(ranked, looked, is_final=False))

    outlook = knowledge.outlook(position, budget, 0.0, random.Random(seed))
    ranked, looked = hidden.ranked_moves(position, outlook, depth, seed, report, begun)
    return result(ranked, looked, is_final=True)
