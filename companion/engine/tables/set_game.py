"""What a game brings so that all its positions with few pieces can be solved.

It has two sides alike, each with a set of points on which its pieces stand, and nothing
else that matters: no hands, no counts, no last move.  So a position is the set of the side
to move and that of the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class SetGame(Protocol):
    """A game on two sets of points; a set is an int with bit *n* set for point *n*.

    It can be pickled, where several processes are to solve it at once.

    Attributes:
        name: of the game and its board: tables of other names are none of it.
        points: of the board, at most `companion.engine.tables.kernel.numbering.MOST_POINTS`.
        maps: its symmetries, the identity first: for each the point to which it brings
            each point.
        least: a side with fewer pieces has lost.
    """

    name: str
    points: int
    maps: Sequence[Sequence[int]]
    least: int

    def steps(self, own: int, enemy: int) -> int:
        """Return in how many ways *own* can move with all pieces staying on the board."""

    def captures(self, own: int, enemy: int) -> Sequence[int]:
        """Return what can be made of *own* and *enemy* by plies that take pieces off the board.

        Each is an int: the set of *enemy* that is left, shifted by *points*, and that of *own*.
        """

    def before(self, own: int, enemy: int) -> Sequence[int]:
        """Return the sets from which a step of the side not to move may have led to *enemy*.

        They are those of all `steps` that lead to *own* to move against *enemy*.
        """
