"""The list of all legal moves, found in a thread so that the other program never waits for it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from companion.commands.text import MOST_LISTED
from companion.commands.ugi.searching import move_word
from companion.contract import Move, Position
from companion.errors import EngineError
from companion.ui.widgets.background import Background, Tell

Found: TypeAlias = tuple[Sequence[Move], bool]
"""Moves, and whether they are all."""

QUICK_S = 0.2
"""Most lists are found in this time, and are told before any other line is taken."""


class Listing:
    """The moves of *position* as they are found: at most `MOST_LISTED`, or all of *is_whole*."""

    def __init__(self, position: Position, *, is_whole: bool) -> None:
        most = sys.maxsize if is_whole else MOST_LISTED

        def work(tell: Tell) -> Found:
            return position.some_moves(most, lambda count: tell(count, 0))

        self._finding = Background("moves", work, QUICK_S)

    def news(self) -> Iterator[str]:
        """Yield nothing as long as they are looked for, then the lines of the answer.

        Raises:
            EngineError: they cannot be found.
        """
        if self._finding.problem:
            raise EngineError(self._finding.problem)
        if self._finding.made is None:
            return
        moves, is_all = self._finding.made
        if not is_all:
            yield f"info string more than {MOST_LISTED:,} moves; query moves all lists them"
        yield f"response {' '.join(map(move_word, moves))}".rstrip()

    def stopped(self) -> str:
        """Return the end of the list where nobody waits for it any more."""
        self.drop()
        return "error expected the list of moves, got stop"

    def drop(self) -> None:
        """End it without a word."""
        self._finding.drop()
