"""A table of exact values, and looking positions up in it."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from companion.engine.tables.file import Counts, ReadBytes, block_of, blocks_of, unpacked
from companion.engine.tables.kernel.numbering import Numbering, Places, ShapeValues
from companion.engine.tables.set_game import SetGame
from companion.errors import EngineError


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
                "expected block {white}-{black} undamaged, as told before",
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
