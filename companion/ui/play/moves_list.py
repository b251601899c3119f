"""The list of all legal moves that the players asked for, and the one under the cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.contract import HalfMove, Move, Site
from companion.ui.board.marks import Arrow
from companion.ui.board.pictures import first_arrows
from companion.ui.widgets.background import Background
from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.list_view import ListView
from companion.ui.widgets.pen import Entry

QUICK_S = 0.004
"""Most positions are done in this time, so that their moves show in the same frame."""

ENTRY_H_DESIGN_PX = 70
"""Height of a move in the list: no finger misses it."""


class FoundMoves(NamedTuple):
    """The moves that go on from a half-made turn, with an arrow for the next leg of each."""

    half: HalfMove
    moves: Sequence[Move]
    arrows: Mapping[tuple[Site, Site], Arrow]


def moves_from(half: HalfMove) -> FoundMoves:
    """
    Return the legal moves that go on from *half*, in their order.

    A roundabout route is no beginning of a canonical one: then these are all
    moves, from the beginning of the turn.
    """
    moves, touched = half.position.legal_moves(), half.touches
    going_on = [m for m in moves if m.touches[: len(touched)] == touched] if touched else moves
    if not going_on:
        half, going_on = half.position.begin(), moves
    return FoundMoves(half, going_on, first_arrows(half, going_on))


class MovesList:
    """All legal moves that go on from a half-made turn, one of them perhaps chosen.

    Some games have positions with 75,000 moves, so nothing here or
    on screen walks over all of them, except the thread that finds them.

    Attributes:
        half: the half-made turn that was asked about.
        view: the list on screen.
        arrows: one for the next leg of each move.
        entries: the lines of the list, made once: there may be thousands.
    """

    def __init__(self, half: HalfMove) -> None:
        self.half = half
        self.view = ListView(Box(0, 0, 1, 1), 1, 0)
        self.arrows: Mapping[tuple[Site, Site], Arrow] = {}
        self._finding = Background("moves", lambda tell: moves_from(half), QUICK_S)
        self._moves: Sequence[Move] | None = None
        self.poll()

    @property
    def moves(self) -> Sequence[Move]:
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
        found = self._finding.made
        if self._moves is not None or found is None:
            return False
        self.half, self._moves, self.arrows = found
        self.view.count = len(self._moves)
        return True

    def in_view(self) -> Mapping[int, Entry]:
        """Return the lines that can be seen, by their place in the list."""
        return {index: Entry(self.moves[index].text) for index in self.view.visible()}

    def place(self, layout: ScreenLayout, keeps_ledges: bool) -> None:
        """Lay the list out where the moves are otherwise, and the ledges unless they stay."""
        box = layout.moves
        if not layout.is_portrait and not keeps_ledges:
            box = layout.info._replace(h=layout.moves.bottom - layout.info.y)
        self.view.place(box, layout.px(ENTRY_H_DESIGN_PX), columns=2)

    def wait(self) -> None:
        """Return when the moves are there; for tests and scripts."""
        self._finding.wait()
        self.poll()
