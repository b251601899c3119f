"""A good move for any position: the one way in to the search."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable

from companion.engine import hidden
from companion.engine.alphabeta import AlphaBeta, Meter, Ranked
from companion.engine.evaluators import knowledge_of
from companion.engine.knowledge import HiddenKnowledge, Knowledge
from companion.engine.limits import WIN, Limits, Result
from companion.errors import EngineError
from companion.games.contract import Move, Position

LONGEST_LINE = 8


def search(
    position: Position,
    limits: Limits,
    seed: int = 0,
    *,
    seen: Iterable[object] = (),
    clock: Callable[[], float] = time.monotonic,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Result:
    """
    Return a good move for the side to move in *position*.

    A win within this turn is always taken, and a move after which the other side
    wins within its next turn is made only where there is no other; docs/engine.md
    tells what counts as a turn in each game.

    Args:
        position: what is looked at; it stays as it is.
        limits: what the search may cost.
        seed: names the order of moves of equal worth, and the deals of hidden hands.
        seen: the `key` of each position that has stood before in this game.
        clock: returns seconds, from any beginning.
        is_cancelled: asked now and then; once it is true, the search ends early.

    Raises:
        EngineError: the game is over.
    """
    outcome = position.outcome()
    if outcome is not None:
        raise EngineError(f"expected a game that goes on, got one that is over: {outcome.reason}")
    knowledge = knowledge_of(position.game)
    meter = Meter(limits, clock, is_cancelled)
    if isinstance(knowledge, HiddenKnowledge):
        return _hidden(position, knowledge, meter, limits.depth, seed)
    winning = knowledge.winning_child(position)
    if winning is not None:
        return _won(position, winning, knowledge)
    tree = AlphaBeta(knowledge, meter, seen)
    order, depth = tree.ranked(position, limits.depth, random.Random(seed))
    best = _safe(order, position, knowledge)
    children = tree.line(position, best.child, LONGEST_LINE)
    line = _moves(position, children, knowledge)
    return Result(line[0], line, best.value, meter.nodes, depth)


def _won(position: Position, child: Position, knowledge: Knowledge) -> Result:
    """Return the win that begins with *child*, every ply of the turn in its line."""
    children = [child]
    while children[-1].outcome() is None:
        following = knowledge.winning_child(children[-1])
        if following is None:
            break
        children.append(following)
    line = _moves(position, children, knowledge)
    return Result(line[0], line, WIN - len(line), len(line), 1)


def _safe(order: list[Ranked], position: Position, knowledge: Knowledge) -> Ranked:
    """Return the first of *order* that does not lose at once, or the first of all."""
    # A search that ended early, or followed some replies alone, may not have seen it.
    for ranked in order:
        if not knowledge.loses_at_once(ranked.child, position.side):
            return ranked
    return order[0]


def _moves(
    position: Position, children: Iterable[Position], knowledge: Knowledge
) -> tuple[Move, ...]:
    moves = []
    for child in children:
        moves.append(knowledge.move_to(position, child))
        position = child
    return tuple(moves)


def _hidden(
    position: Position, knowledge: HiddenKnowledge, meter: Meter, depth: int, seed: int
) -> Result:
    winning = knowledge.winning_move(position)
    if winning is not None:
        return Result(winning, (winning,), WIN - 1, 1, 1)
    ranked, _ = hidden.ranked_moves(position, knowledge, meter, depth, seed)
    # What follows depends on dominoes that the player cannot know: the line is the move.
    safe = (entry for entry in ranked if not knowledge.may_lose_at_once(position, entry[1]))
    value, move = next(safe, ranked[0])
    return Result(move, (move,), round(value), meter.nodes, min(depth, hidden.DEPTH))
