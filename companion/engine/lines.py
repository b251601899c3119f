"""The moves that lead along positions that a search has found."""

from __future__ import annotations

from collections.abc import Iterable

from companion.contract import Move, Position
from companion.engine.knowledge import Knowledge
from companion.engine.limits import WIN, WINNING, Result


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
