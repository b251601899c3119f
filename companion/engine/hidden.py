"""The search where the side to move does not see all: what moves are worth on average.

The `Outlook` of a game knows what may be hidden and how likely each case is; here
it is asked ever farther ahead, about the moves that seem best.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from companion.contract import Move, Position, Touch
from companion.engine.knowledge import Outlook
from companion.engine.limits import StoppedError

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
