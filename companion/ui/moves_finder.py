"""Finds all legal moves of a position without holding up the screen."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from companion.games.contract import Move, Position

QUICK_S = 0.004
"""Most positions are done in this time, so that their moves show in the same frame."""


class MovesFinder:
    """The legal moves of one position, worked out beside the main loop.

    Attributes:
        position: the position asked about.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._moves: Sequence[Move] | None = None
        self._thread = threading.Thread(target=self._find, name="moves", daemon=True)
        self._thread.start()
        self._thread.join(QUICK_S)

    def _find(self) -> None:
        self._moves = self.position.legal_moves()

    @property
    def moves(self) -> Sequence[Move] | None:
        """Return the moves, or None while they are being worked out."""
        return self._moves

    def wait(self) -> None:
        """Return when the moves are there; for tests and scripts."""
        self._thread.join()
