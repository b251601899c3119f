"""From one table to another in the fewest lifts.

A **lift** is one movement of one hand.  It takes the upper part of what stands on
one dot, from a single piece up to the whole tower, in its order, or one piece
(or a tower that was put aside before) from beside the board; and it puts that
down on one dot, on top of what stands there, or beside the board.  So nothing
comes under a piece that is not lifted.

Knows no game: towers narrow upward, as those of all games here do, and the
board may stand on any table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.contract import Piece, Placement, Site
from companion.table.pairing import (
    LEDGE,
    Pairing,
    Standing,
    on_piece,
    piece_under,
    same_sets,
)
from companion.table.pairing_search import best_pairing


class Lift(NamedTuple):
    """One movement of one hand.

    Attributes:
        pieces: what is in the hand, the bottom one first.
        start: the dot they come from, or None for beside the board.
        end: the dot they go to, or None for beside the board.
        is_aside: they lie beside the board only until their place is free.
        onto: the piece beside the board that they are put on, or None.
    """

    pieces: tuple[Piece, ...]
    start: Site | None
    end: Site | None
    is_aside: bool = False
    onto: Piece | None = None


def fewest_lifts(
    table: Placement, wanted: Placement, ledge: Iterable[Piece] = ()
) -> tuple[Lift, ...]:
    """Return the fewest lifts that turn *table* into *wanted*, in an order that can be made.

    Args:
        table: what stands now; every tower narrows upward.
        wanted: what shall stand.
        ledge: the pieces beside the board now; what *wanted* needs beyond them is
            taken from there as well, and what it leaves over is put there.
    """
    now, then = same_sets(table, wanted, ledge)
    return tuple(_Hands(now, best_pairing(now, then)).work())


def after_lift(placement: Placement, lift: Lift) -> dict[Site, tuple[Piece, ...]]:
    """Return what stands on the board after *lift*, which takes the top of its dot."""
    standing = dict(placement)
    if lift.start is not None:
        left = standing[lift.start][: -len(lift.pieces)]
        if left:
            standing[lift.start] = left
        else:
            del standing[lift.start]
    if lift.end is not None:
        standing[lift.end] = (*standing.get(lift.end, ()), *lift.pieces)
    return standing


class _Hands:
    """Makes the lifts of a pairing one by one, the tidiest possible one next."""

    def __init__(self, now: Standing, pairing: Pairing) -> None:
        self.kinds = now.kinds
        self.goals = pairing.goals
        self.supports = list(now.supports)
        self.occupants = now.occupants()
        self.todo = set(pairing.misplaced)

    def work(self) -> list[Lift]:
        """Return all lifts in order."""
        lifts = []
        while self.todo:
            ready = [i for i in self.todo if self.goals[i] not in self.occupants]
            if ready:
                index = min(ready, key=self._rank)
                self.todo.discard(index)
                lifts.append(self._lift(index, self.goals[index]))
            else:
                index = min(self.todo, key=self._aside_rank)
                lifts.append(self._lift(index, LEDGE)._replace(is_aside=True))
        return lifts

    def _lift(self, index: int, goal: int) -> Lift:
        pieces = tuple(self.kinds[i] for i in self._stack(index))
        start, end = self._ground(self.supports[index]), self._ground(goal)
        under = piece_under(goal)
        onto = self.kinds[under] if end is None and under >= 0 else None
        self.occupants.pop(self.supports[index], None)
        self.supports[index] = goal
        if goal != LEDGE:
            self.occupants[goal] = index
        return Lift(pieces, start, end, onto=onto)

    def _stack(self, index: int) -> list[int]:
        """Return the piece and all that stands on it, upward."""
        stack = [index]
        while (above := self.occupants.get(on_piece(stack[-1]))) is not None:
            stack.append(above)
        return stack

    def _ground(self, support: int) -> Site | None:
        """Return the dot under *support*, or None beside the board."""
        while support < LEDGE:
            support = self.supports[piece_under(support)]
        return support if support != LEDGE else None

    def _is_settled(self, support: int) -> bool:
        """Return whether *support* is where it shall be, all the way down to the board."""
        while support < LEDGE:
            index = piece_under(support)
            if index in self.todo:
                return False
            support = self.supports[index]
        return support != LEDGE

    def _rank(self, index: int) -> tuple[int, ...]:
        """Return a value that is the lower the sooner the lift should be made.

        Whole towers that belong together first, on towers that are ready; what
        leaves the board before what moves, what comes from the ledge last.
        """
        goal = self.goals[index]
        is_untidy = self._carries_others(index)
        is_early = goal != LEDGE and not self._is_settled(goal)
        start = self._ground(self.supports[index])
        phase = 0 if goal == LEDGE else 1 if start is not None else 2
        side, value = self.kinds[index]
        end = self._ground(goal)
        return (is_untidy + is_early, phase, side, -value, _order(end), _order(start), index)

    def _carries_others(self, index: int) -> bool:
        return any(i in self.todo for i in self._stack(index)[1:])

    def _aside_rank(self, index: int) -> tuple[int, ...]:
        """Return a value that is the lower the better the piece is put aside."""
        stack = self._stack(index)
        awaited = sum(piece_under(self.goals[i]) in stack for i in self.todo)
        return (self._carries_others(index), awaited, len(stack), index)


def _order(site: Site | None) -> int:
    return -1 if site is None else site
