"""A table of exact values as a file keeps it, and looking a position up in it.

The file begins with a line that names its kind and version and a line of JSON; then
follows a block for each number of pieces of the side to move and of the other side,
compressed by zlib, which also tells whether it is damaged.  A block has a row for each
set of pieces of the side to move that no symmetry of the board brings to a lower set,
and in each row a byte for each set of the other side; see `retrograde` for its meaning.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from companion.errors import EngineError
from companion.games.alquerque.search.tablebase.ranks import POINTS, ranks
from companion.games.alquerque.search.tablebase.retrograde import Hops
from companion.games.alquerque.search.tablebase.symmetry import (
    SiteMap,
    representative,
    representatives,
    symmetries,
)

KIND = b"Board Companion endgame table 1\n"
MOST_PIECES = 8
"""Building a table of 8 takes about 1.6 GB of memory."""

LONGEST_HEAD = 1 << 14


def digest_of(steps: Sequence[int], hops: Hops) -> str:
    """Return what names the way in which pieces move: a table holds for no other board."""
    told = json.dumps([list(steps), [sorted(hop[2] for hop in at) for at in hops]])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


class Table:
    """
    The values of all positions with at most *pieces* pieces, in the bytes of a file.

    Raises:
        EngineError: *data* is no table of this version, or is not for this board.
    """

    def __init__(self, data: bytes, steps: Sequence[int], hops: Hops) -> None:
        head = _head(data)
        if head.board != digest_of(steps, hops):
            raise EngineError(
                f"expected a table of the board in use, got one of board {head.board!r}"
            )
        self.pieces = head.pieces
        self._maps = symmetries(steps)
        self._data = data
        self._places = head.places
        self._blocks: dict[tuple[int, int], bytes] = {}
        self._rows: dict[int, dict[int, int]] = {}
        self._ranks = ranks()
        self._mapped = lru_cache(maxsize=1 << 16)(self._row_of)

    def value(self, own: int, enemy: int) -> int:
        """
        Return the value of *own*, whose side is to move, against *enemy*: a byte of `retrograde`.

        Raises:
            EngineError: the block that holds it is damaged.
        """
        others = enemy.bit_count()
        row, sites = self._mapped(own)
        column = self._ranks.rank(sites.moved(enemy))
        return self._block(own.bit_count(), others)[row * comb(POINTS, others) + column]

    def _row_of(self, own: int) -> tuple[int, SiteMap]:
        count = own.bit_count()
        if count not in self._rows:
            rows = representatives(count, self._maps)
            self._rows[count] = {points: row for row, points in enumerate(rows)}
        lowest, sites = representative(own, self._maps)
        return self._rows[count][lowest], sites

    def _block(self, count: int, others: int) -> bytes:
        block = self._blocks.get((count, others))
        if block is None:
            start, length = self._places[count, others]
            try:
                block = zlib.decompress(self._data[start : start + length])
            except zlib.error as error:
                raise EngineError(
                    f"expected an undamaged table, got block {count}-{others}: {error}"
                ) from error
            self._blocks[count, others] = block
        return block


class _Head(NamedTuple):
    """What the head of a file tells; *places* is where each block begins, and how long it is."""

    board: str
    pieces: int
    places: Mapping[tuple[int, int], tuple[int, int]]


def _head(data: bytes) -> _Head:
    if not data.startswith(KIND):
        raise EngineError(f"expected a table that begins with {KIND!r}, got {data[:32]!r}")
    line, _, _ = data[len(KIND) : len(KIND) + LONGEST_HEAD].partition(b"\n")
    try:
        told = json.loads(line)
        board, pieces = str(told["board"]), int(told["pieces"])
        blocks = [(int(own), int(other), int(length)) for own, other, length in told["blocks"]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise EngineError(f"expected the head of a table, got {line[:80]!r}") from error
    start = len(KIND) + len(line) + 1
    places = {}
    for own, other, length in blocks:
        places[own, other] = (start, length)
        start += length
    wanted = {(own, n - own) for n in range(2, pieces + 1) for own in range(1, n)}
    if set(places) != wanted or start != len(data):
        raise EngineError(f"expected the blocks of a table of {pieces!r} pieces, got others")
    return _Head(board, pieces, places)


def table_bytes(
    values: Mapping[tuple[int, int], bytearray], steps: Sequence[int], hops: Hops
) -> bytes:
    """Return the file of a table with all *values* that were found; see `Retrograde.values`."""
    maps = symmetries(steps)
    rank = ranks().rank
    blocks = []
    for (count, others), whole in sorted(values.items()):
        width = comb(POINTS, others)
        rows = [rank(points) * width for points in representatives(count, maps)]
        kept = b"".join(whole[row : row + width] for row in rows)
        blocks.append((count, others, zlib.compress(kept, 9)))
    head = {
        "board": digest_of(steps, hops),
        "pieces": max(count + others for count, others in values),
        "blocks": [[count, others, len(block)] for count, others, block in blocks],
    }
    line = json.dumps(head, separators=(",", ":")).encode()
    return b"".join([KIND, line, b"\n", *(block for _, _, block in blocks)])
