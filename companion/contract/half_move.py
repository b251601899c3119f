"""A turn while it is made: what was touched, what may follow, what it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.contract.board import Site
from companion.contract.values import (
    Fact,
    Lifted,
    Move,
    Piece,
    Placement,
    Progress,
    Refusal,
    RefusedError,
    Side,
    Token,
    Touch,
    sites_among,
)

if TYPE_CHECKING:
    from companion.contract.position import Position


class HalfMove(ABC):
    """A turn being made: the touches so far and what may come next.  Immutable.

    The screen, the LEDs and the buttons all draw from this one answer, and it
    never waits for the list of all legal moves.
    """

    position: Position
    touches: tuple[Touch, ...]

    @property
    def progress(self) -> Progress:
        """Return whether the touches so far make a move, and whether it may go on."""
        if self.move is None:
            return Progress.INCOMPLETE
        return Progress.EXTENDABLE if self.next_touches() else Progress.COMPLETE

    @property
    @abstractmethod
    def move(self) -> Move | None:
        """Return the move that the touches make, or None while they make none."""

    @abstractmethod
    def next_touches(self) -> Mapping[Touch, tuple[Fact, ...]]:
        """Return what may be touched next, in board order, with what it would do."""

    @abstractmethod
    def refusal(self, touch: Touch) -> Refusal:
        """Return why *touch*, which is not among the next touches, is refused."""

    @abstractmethod
    def extended(self, touch: Touch) -> HalfMove:
        """Return the half-made turn after *touch*, which is among the next touches."""

    @abstractmethod
    def pieces(self) -> Placement:
        """Return the pieces as they stand on the board after the touches so far."""

    def off_board(self) -> tuple[Piece, ...]:
        """Return the pieces that are off the board after the touches so far."""
        return self.position.off_board()

    def lifted(self) -> Lifted | None:
        """Return the pieces that the next touch would move, or None."""
        return None

    @abstractmethod
    def facts(self) -> tuple[Fact, ...]:
        """Return what the touches so far do."""

    def route(self) -> tuple[Site, ...]:
        """Return where the moving pieces have been so far, or the only site touched."""
        return sites_among(self.touches)

    def chains(self) -> tuple[tuple[Site, ...], ...]:
        """Return the longest chains that this turn may still remove, as they stand now."""
        return ()

    def lines(self) -> tuple[tuple[Side, tuple[Site, ...]], ...]:
        """Return side and squares of each line that stands after the touches so far."""
        return self.position.lines()

    def hand(self) -> tuple[Piece, ...]:
        """Return what the side to move has in hand after the touches so far."""
        return self.position.hand()

    def area(self) -> tuple[Site, ...]:
        """Return the sites among which this turn places a piece in hand, taken ones included.

        In board order; none where the turn places nothing, or places without an area.
        """
        return ()

    def immune(self) -> frozenset[tuple[Site, int]]:
        """Return site and value of each piece that is immune after the touches so far.

        Both those that cannot be knocked in this turn and those that became immune in it.
        """
        return self.position.immune()

    def formed(self, side: Side) -> frozenset[int]:
        """Return the sizes of *side* that stand in mixed towers after the touches so far."""
        return self.position.formed(side)

    def touch(self, touch: Touch) -> HalfMove:
        """Return the half-made turn after *touch*.

        Raises:
            RefusedError: the rules do not allow *touch* here; nothing changes.
        """
        if touch in self.next_touches():
            return self.extended(touch)
        where = touch.kind if isinstance(touch, Token) else self.position.board.name_of(touch)
        raise RefusedError(self.refusal(touch), where)

    def undone(self) -> HalfMove:
        """Return the half-made turn without its last touch."""
        half = self.position.begin()
        for touch in self.touches[:-1]:
            half = half.extended(touch)
        return half
