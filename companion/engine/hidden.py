"""The search where the side to move does not see all: many deals, each searched in the open.

Every deal is drawn from what the player to move may know, by the seed alone, so
positions that this player cannot tell apart are searched alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from companion.engine.alphabeta import AlphaBeta
from companion.engine.knowledge import HiddenKnowledge
from companion.engine.limits import WIN
from companion.engine.meter import Meter, StoppedError
from companion.games.contract import Move, Position, Touch

Order: TypeAlias = list[tuple[float, Move]]
"""Every move with what it is worth, the best first."""

MOST_DEALS = 400
DEPTH = 2
"""Plies searched in each deal, the move itself among them."""

CERTAIN = 2_000
"""What a win in one deal counts for: about two lines; a loss as much less."""


def ranked_moves(
    position: Position,
    knowledge: HiddenKnowledge,
    meter: Meter,
    depth: int,
    seed: int,
    most_deals: int = MOST_DEALS,
    report: Callable[[Order], None] = lambda order: None,
    begun: Sequence[Touch] = (),
) -> Order:
    """
    Return every move with its mean value over the deals, the best first.

    The first deal is looked at at a glance at least; more follow until a limit of
    *meter* is met.  *report* is told the order whenever the deals have doubled.
    Only moves that begin with the touches *begun* count.
    """
    chance = random.Random(seed)
    moves = [move for move in position.legal_moves() if begins(move, begun)]
    chance.shuffle(moves)
    totals = [0.0] * len(moves)
    deals = 0
    while deals < most_deals:
        try:
            if deals:
                meter.check()
            values = _values(position, knowledge, moves, (meter, chance, depth))
        except StoppedError:
            if deals:
                break
            values = [_glance(position, knowledge, move, chance) for move in moves]
        totals = [total + value for total, value in zip(totals, values, strict=True)]
        deals += 1
        if len(moves) == 1:
            break
        if deals & (deals - 1) == 0:
            report(_order(moves, totals, deals))
    return _order(moves, totals, deals)


def begins(move: Move, begun: Sequence[Touch]) -> bool:
    """Return whether *move* begins with the touches *begun*."""
    return move.touches[: len(begun)] == tuple(begun)


def _order(moves: Sequence[Move], totals: Sequence[float], deals: int) -> Order:
    best_first = sorted(range(len(moves)), key=lambda number: -totals[number])
    return [(totals[number] / deals, moves[number]) for number in best_first]


def _values(
    position: Position,
    knowledge: HiddenKnowledge,
    moves: Sequence[Move],
    means: tuple[Meter, random.Random, int],
) -> list[int]:
    """Return what each of *moves* is worth in one deal."""
    meter, chance, depth = means
    deal = chance.getrandbits(64)
    tree = AlphaBeta(knowledge, meter)
    values = []
    for move in moves:
        # One deal for all moves, so that luck of the deal favors none of them.
        child = knowledge.imagined(position, move, random.Random(deal))
        value = tree.value_after(position, child, min(depth, DEPTH) - 1)
        values.append(max(-CERTAIN, min(CERTAIN, value)))
    return values


def _glance(
    position: Position, knowledge: HiddenKnowledge, move: Move, chance: random.Random
) -> int:
    """Return what *move* is worth at a glance, where there is no time for more."""
    child = knowledge.imagined(position, move, chance)
    outcome = child.outcome()
    if outcome is not None:
        value = 0 if outcome.winner is None else WIN if outcome.winner == 0 else -WIN
    else:
        value = knowledge.value(child)
    value = -value if position.side else value
    return max(-CERTAIN, min(CERTAIN, value))
