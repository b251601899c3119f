"""A table of exact values, looking positions up in it, and what a game brings to have one.

Such a game has two sides alike, each with a set of points on which its pieces stand, and nothing
else that matters: no hands, no counts, no last move.  So a position is the set of the side
to move and that of the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Protocol

from companion.engine.tables.file import Counts, ReadBytes, block_of, blocks_of, unpacked
from companion.engine.tables.kernel.numbering import Numbering, Places, ShapeValues
from companion.errors import EngineError


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


@lru_cache(maxsize=4)
def _numbering(points: int, maps: tuple[tuple[int, ...], ...]) -> Numbering:
    return Numbering(points, maps)


def numbering_of(game: SetGame) -> Numbering:
    """Return the numbering of the positions of *game*, made once."""
    return _numbering(game.points, tuple(map(tuple, game.maps)))


def shape_of(game: SetGame, counts: Counts) -> Places:
    """Return the places of all positions of *game* with so many pieces."""
    return Places(numbering_of(game), *counts)


def tiers(least: int, pieces: int) -> list[Counts]:
    """Return all numbers of pieces of both sides, each at least *least*, with up to *pieces*."""
    return [
        (count, number - count)
        for number in range(2 * least, pieces + 1)
        for count in range(least, number - least + 1)
    ]


def position_count(points: int, counts: Counts) -> int:
    """Return how many positions there are with so many pieces on so many *points*."""
    return comb(points, counts[0]) * comb(points - counts[0], counts[1])


class Table:
    """The values of all positions of *game* with at most *pieces* pieces, in a file.

    Blocks are read when they are first asked for, and kept.

    Raises:
        EngineError: the file is no table of this version and this game, or not complete.
        OSError: it cannot be read.
    """

    def __init__(self, read: ReadBytes, game: SetGame) -> None:
        self.game = game
        self._read = read
        self._blocks = blocks_of(read, game.name)
        self.pieces = max((sum(counts) for counts in self._blocks), default=0)
        self._solved: dict[Counts, ShapeValues | None] = {}
        if not self.pieces or set(self._blocks) != set(tiers(game.least, self.pieces)):
            raise EngineError(
                "expected all blocks of a table of {pieces} pieces, got others", pieces=self.pieces
            )

    def value(self, own: int, enemy: int) -> int:
        """Return the value of *own*, whose side is to move, against *enemy*: see `kernel.solving`.

        Raises:
            EngineError: the block that holds it is damaged.
        """
        counts = own.bit_count(), enemy.bit_count()
        solved = self._solved[counts] if counts in self._solved else self._opened(counts)
        if solved is None:
            raise EngineError(
                "expected block {white}-{black} undamaged, as said before",
                white=counts[0],
                black=counts[1],
            )
        return solved.value(own, enemy)

    def packed(self) -> dict[Counts, bytes]:
        """Return all blocks as they lie in the file.

        Raises:
            EngineError: one is damaged.
            OSError: one cannot be read.
        """
        return {counts: block_of(self._read, counts, at) for counts, at in self._blocks.items()}

    def _opened(self, counts: Counts) -> ShapeValues:
        # What is damaged is not read again at each question.
        self._solved[counts] = None
        shape = shape_of(self.game, counts)
        try:
            data = block_of(self._read, counts, self._blocks[counts])
        except OSError as error:
            raise EngineError("expected a table that can be read: {error}", error=error) from error
        solved = ShapeValues(shape, unpacked(data, int(shape.size)))
        self._solved[counts] = solved
        return solved
