"""Whether a move loses at once though another would not: what a tutor warns of."""

from __future__ import annotations

from companion.contract import Move, Position
from companion.engine.knowledge import HiddenKnowledge, knowledge_of


def loses_needlessly(position: Position, move: Move) -> bool:
    """Return whether the other side wins in its next turn after *move*, but not after every move.

    Where something is hidden: whether it may win by what the player to move
    knows; what others hold is never looked at.

    Raises:
        IllegalMoveError: *move* is not legal in *position*.
    """
    knowledge = knowledge_of(position.game.name)
    if isinstance(knowledge, HiddenKnowledge):
        return knowledge.may_lose_at_once(position, move) and not all(
            knowledge.may_lose_at_once(position, other) for other in position.legal_moves()
        )
    side = position.side
    if not knowledge.loses_at_once(position.play(move), side):
        return False
    return not all(knowledge.loses_at_once(child, side) for child in knowledge.children(position))
