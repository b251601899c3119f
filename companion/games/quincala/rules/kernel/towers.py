"""Towers and placements as integers, on one board with one set-up.

What the Quincala games share below their rules.  Knows nothing of what may be
lifted or where it may go: that is `companion.games.quincala.rules.kernel.core`.

A *tower* is an integer with one bit a piece: the sizes of side 0 from the
smallest up, then those of side 1; a game may keep more bits above them.  A
*placement* is an integer as well, the towers of all sites side by side.  It is
equal exactly for equal placements, so it is itself the key by which routes
that end alike are recognized: no hash alone, which is wrong once in a while.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TypeAlias

from companion.contract import Board, Piece, Side, Site
from companion.errors import BoardError

Tower: TypeAlias = int
Placed: TypeAlias = int
"""A whole placement as one integer."""

Setup: TypeAlias = tuple[tuple[Side, int, Site], ...]

MOST_BITS = 64
"""The widest tower that fits the fixed-width unpacking."""


class Towers:
    """The pieces of one set-up on one board, and the integers that stand for them."""

    def __init__(self, board: Board, setup: Setup, fields: int = 2) -> None:
        """Lay out the tables of one board and set-up.

        Args:
            board: where the pieces stand.
            setup: the pieces and their first dots.
            fields: bits kept for each size: one a side, and what a game adds.

        Raises:
            BoardError: one side has no pieces, or there are too many sizes.
        """
        self.board = board
        self.sizes = tuple(sorted({value for _, value, _ in setup}))
        self.kinds = tuple(Piece(side, value) for side in (0, 1) for value in self.sizes)
        self.span = len(self.sizes)
        self.own = tuple(((1 << self.span) - 1) << side * self.span for side in (0, 1))
        self.totals = tuple(
            sum((side, value) == kind for side, value, _ in setup) for kind in self.kinds
        )
        self.full = tuple(
            own & sum(1 << bit for bit, total in enumerate(self.totals) if total)
            for own in self.own
        )
        self._check(board, fields)
        self._lay_out(fields * self.span)
        self.start = sum(
            1 << self.bit_of(Piece(side, value)) + site * self.width for side, value, site in setup
        )
        self._listed: dict[Tower, tuple[Piece, ...]] = {0: ()}

    def _check(self, board: Board, fields: int) -> None:
        if not all(self.full):
            side = ("white", "black")[self.full.index(0)]
            raise BoardError(
                "board {board!r}: expected pieces of both sides, got none of {side}",
                board=board.name,
                side=side,
            )
        if fields * self.span > MOST_BITS:
            most = MOST_BITS // fields
            raise BoardError(
                "board {board!r}: expected at most {most} sizes, got {span!r}",
                board=board.name,
                most=most,
                span=self.span,
            )

    def _lay_out(self, bits: int) -> None:
        code, self.width = next(
            (c, w) for c, w in (("B", 8), ("H", 16), ("I", 32), ("Q", 64)) if bits <= w
        )
        layout = struct.Struct(f"<{len(self.board)}{code}")
        self._unpack, self._size = layout.unpack, layout.size
        self.units = tuple(1 << site * self.width for site in range(len(self.board)))
        self._dots = sum(self.units)

    # Towers.

    def bit_of(self, piece: Piece) -> int:
        """Return the index of the bit that stands for *piece*."""
        return self.kinds.index(piece)

    def count(self, tower: Tower) -> int:
        """Return the number of pieces in *tower*."""
        return (tower & (self.own[0] | self.own[1])).bit_count()

    def pieces(self, tower: Tower) -> tuple[Piece, ...]:
        """Return the pieces of *tower*, the bottom one, which is the largest, first."""
        pieces = self._listed.get(tower)
        # Every dot is asked for at every touch and frame, and there are few different towers.
        if pieces is None:
            kinds = [kind for bit, kind in enumerate(self.kinds) if tower >> bit & 1]
            pieces = tuple(sorted(kinds, key=lambda piece: -piece.value))
            self._listed[tower] = pieces
        return pieces

    def is_mixed(self, tower: Tower) -> bool:
        """Return whether *tower* holds pieces of both sides."""
        return bool(tower & self.own[0] and tower & self.own[1])

    def largest(self, tower: Tower) -> Tower:
        """Return the highest piece bit of *tower*, which holds pieces of one side; 0 for none."""
        return 1 << tower.bit_length() - 1 if tower else 0

    # Placements.

    def towers(self, placement: Placed) -> Sequence[Tower]:
        """Return the tower of each site, 0 for an empty dot."""
        packed = placement.to_bytes(self._size, "little")
        # Bytes are such a sequence already, and the search asks for one at every leg.
        return packed if self.width == 8 else self._unpack(packed)

    def tower_at(self, placement: Placed, site: Site) -> Tower:
        """Return the tower on *site*."""
        return placement >> site * self.width & (1 << self.width) - 1

    def standing(self, placement: Placed) -> dict[Site, tuple[Piece, ...]]:
        """Return the occupied sites with their pieces, the bottom one first."""
        return {s: self.pieces(t) for s, t in enumerate(self.towers(placement)) if t}

    def missing(self, placement: Placed) -> tuple[int, ...]:
        """Return how many of each of `kinds` the set-up has more than *placement*."""
        dots = self._dots
        return tuple(
            total - (placement & dots << bit).bit_count() for bit, total in enumerate(self.totals)
        )

    def gone(self, placement: Placed) -> Tower:
        """Return a bit for each kind of which *placement* lacks at least one piece."""
        return sum(1 << bit for bit, lack in enumerate(self.missing(placement)) if lack > 0)

    def off_board(self, placement: Placed) -> tuple[Piece, ...]:
        """Return the pieces that *placement* lacks: side 0 first, the largest first."""
        return self.listed(self.missing(placement))

    def listed(self, counts: Sequence[int]) -> tuple[Piece, ...]:
        """Return *counts* of the `kinds` as pieces: side 0 first, the largest first."""
        numbers = zip(self.kinds, counts, strict=True)
        pieces = [kind for kind, number in numbers for _ in range(number)]
        return tuple(sorted(pieces, key=lambda piece: (piece.side, -piece.value)))
