"""Why a move is good, in the terms of its game: what it does, prevents and prepares.

Every reason is true by the rules alone, whatever a search thought of the move.
Where a hand is hidden, only what its owner and the table know is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from types import FunctionType
from typing import TypeAlias

from companion.contract import Move, Position
from companion.engine.limits import Result, plies_to_end
from companion.engine.reasons import plain
from companion.engine.reasons.reason import Reason, Why, best
from companion.plugins import plugin_of

Finder: TypeAlias = Callable[[Position, Move, Sequence[Move]], Iterator[Reason]]


def reasons_of(position: Position, move: Move, line: Sequence[Move] = ()) -> tuple[Reason, ...]:
    """Return what speaks for *move* in *position*, the weightiest first, at most `reason.MOST`.

    *line* are the plies expected, *move* first; empty where nobody expects any.

    Raises:
        IllegalMoveError: *move* or a ply of *line* is not legal.
    """
    return best(_finder_of(position.game.name)(position, move, line))


def explained(position: Position, result: Result) -> Result:
    """Return *result* with what speaks for its move.

    A line that wins if all goes as expected is no reason beside a win that is certain.
    """
    reasons = reasons_of(position, result.move, result.line)
    left_out = None if plies_to_end(result.score) is None else Why.LINE_WINS
    return replace(result, reasons=tuple(each for each in reasons if each.code != left_out))


@cache
def _finder_of(game: str) -> Finder:
    plugin = plugin_of(game)
    return plugin.load(plugin.reasons, FunctionType) or plain.reasons
