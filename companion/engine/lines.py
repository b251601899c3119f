"""The moves that lead along positions that a search has found."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.knowledge import Knowledge
from companion.engine.limits import WIN, Result
from companion.games.contract import Move, Position


def moves_along(
    position: Position, children: Iterable[Position], knowledge: Knowledge
) -> tuple[Move, ...]:
    """Return the moves from *position* to the first of *children*, on to the second, and so on."""
    moves = []
    for child in children:
        moves.append(knowledge.move_to(position, child))
        position = child
    return tuple(moves)


def winning_line(position: Position, knowledge: Knowledge) -> Result | None:
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
    return Result(line[0], line, WIN - len(line), len(line), 1)
