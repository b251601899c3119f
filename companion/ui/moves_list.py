"""The list of all legal moves that the players asked for, and the one under the cursor."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.board import Site
from companion.games.contract import HalfMove, Move
from companion.ui.layout import Box
from companion.ui.list_view import ListView
from companion.ui.marks import Arrow
from companion.ui.moves_finder import MovesFinder
from companion.ui.pictures import first_arrows


class MovesList:
    """All legal moves that go on from a half-made turn, one of them perhaps chosen.

    Attributes:
        half: the half-made turn that was asked about.
        view: the list on screen.
        arrows: one for the next leg of each move.
    """

    def __init__(self, half: HalfMove) -> None:
        self.half = half
        self.view = ListView(Box(0, 0, 1, 1), 1, 0)
        self._finder = MovesFinder(half.position)
        self.arrows: Mapping[tuple[Site, Site], Arrow] = {}
        self._moves: tuple[Move, ...] | None = None
        self.poll()

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves, none while they are being worked out."""
        return self._moves or ()

    @property
    def is_ready(self) -> bool:
        """Return whether the moves have been worked out."""
        return self._moves is not None

    @property
    def chosen(self) -> Move | None:
        """Return the move under the cursor."""
        index = self.view.selected
        return self.moves[index] if index is not None and index < len(self.moves) else None

    def poll(self) -> bool:
        """Take over the moves when they are there; return whether they came just now."""
        if self._moves is not None or self._finder.moves is None:
            return False
        touched = self.half.touches
        going_on = tuple(m for m in self._finder.moves if m.touches[: len(touched)] == touched)
        # A roundabout route is no beginning of a canonical one: then all moves are shown.
        self._moves = going_on or tuple(self._finder.moves)
        if not going_on:
            self.half = self.half.position.begin()
        self.view.count = len(self._moves)
        self.arrows = first_arrows(self.half, self._moves)
        return True

    def wait(self) -> None:
        """Return when the moves are there; for tests and scripts."""
        self._finder.wait()
        self.poll()
