"""A turn while it is made: what was touched, what may follow, what it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

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
from companion.errors import Message, PluginError

if TYPE_CHECKING:
    from companion.contract.position import Position

MOST_TOUCHES: Final = 200
"""In one turn.  A move may run in circles for ever; a line of the journal may not."""

MOST_TURNS: Final = 100_000
"""Half-made turns that are tried in one position: some seconds' work."""

SHOWN_TOUCHES: Final = 8
"""Touches that an error names."""


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
        raise RefusedError(self.refusal(touch), _name_of(touch, self.position))

    def undone(self) -> HalfMove:
        """Return the half-made turn without its last touch."""
        half = self.position.begin()
        for touch in self.touches[:-1]:
            half = half.extended(touch)
        return half


def turns_of(begun: HalfMove) -> Iterator[HalfMove]:
    """Yield every turn that *begun* may become, itself too, those of few touches first.

    Raises:
        PluginError: there is no end of them, or something is offered that is no touch.
    """
    waiting, count = deque((begun,)), 0
    while waiting:
        half = waiting.popleft()
        count += 1
        if len(half.touches) > MOST_TOUCHES or count > MOST_TURNS:
            raise PluginError(
                "expected at most {most_turns:,} turns of at most {most_touches} touches, "
                "got no end after {half}",
                most_turns=MOST_TURNS,
                most_touches=MOST_TOUCHES,
                half=_touched(half),
            )
        yield half
        for touch in half.next_touches():
            _check_touch(touch, half)
            waiting.append(half.extended(touch))


def _check_touch(touch: Touch, half: HalfMove) -> None:
    dots = len(half.position.board)
    is_dot = type(touch) is int and 0 <= touch < dots
    if not is_dot and not isinstance(touch, Token):
        raise PluginError(
            "expected next_touches to give dots 0 to {dots} or Tokens, got {touch!r} after {half}",
            dots=dots - 1,
            touch=touch,
            half=_touched(half),
        )


def _touched(half: HalfMove) -> str:
    """Return the touches so far as an error names them."""
    names = [_name_of(touch, half.position) for touch in half.touches[:SHOWN_TOUCHES]]
    more = " ..." if len(half.touches) > SHOWN_TOUCHES else ""
    return (" ".join(names) or Message("no touch")) + more


def _name_of(touch: Touch, position: Position) -> str:
    return touch.kind if isinstance(touch, Token) else position.board.name_of(touch)
