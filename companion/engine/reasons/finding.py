"""Why a move is good, in the terms of its game: what it does, prevents and prepares.

Every reason is true by the rules alone, whatever a search thought of the move.
Where a hand is hidden, only what its owner and the table know is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from companion.contract import Move, Position
from companion.engine.reasons import plain
from companion.engine.reasons.reason import Reason, best
from companion.games.alquerque.search import reasons as alquerque
from companion.games.querni.search import reasons as querni
from companion.games.quincala_knocking.search import reasons as knocking
from companion.games.quincala_mixing.search import reasons as mixing
from companion.games.quincy.search import reasons as quincy

_Finder: TypeAlias = Callable[[Position, Move, Sequence[Move]], Iterator[Reason]]

_OF_GAME: Final[Mapping[str, _Finder]] = {
    "alquerque": alquerque.reasons,
    "quincala-knocking": knocking.reasons,
    "quincala-mixing": mixing.reasons,
    "querni": querni.reasons,
    "quincy": quincy.reasons,
}


def reasons_of(position: Position, move: Move, line: Sequence[Move] = ()) -> tuple[Reason, ...]:
    """
    Return what speaks for *move* in *position*, the weightiest first, at most `reason.MOST`.

    Args:
        position: where the move is made; the game goes on in it.
        move: a legal move.
        line: the plies expected, *move* first; empty where nobody expects any.

    Raises:
        IllegalMoveError: *move* or a ply of *line* is not legal.
    """
    find = _OF_GAME.get(position.game.name, plain.reasons)
    return best(find(position, move, line))
