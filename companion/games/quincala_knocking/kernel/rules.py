"""What may be lifted and when play stops in the Knocking Game of Quincala.

Knows placements and legs; `companion.games.quincala_knocking.rules` makes turns and texts of it.
"""

from __future__ import annotations

from functools import lru_cache

from companion.contract import Board, Side
from companion.errors import BoardError
from companion.games.quincala.kernel.rules import Placed, Tower, TowerRules

SETUP = "start"


class KnockingRules(TowerRules):
    """What may be lifted and when play stops in the Knocking Game."""

    def first_lift(self, tower: Tower, side: Side) -> Tower:
        """Return all of a tower of *side*'s color alone.

        Reading: the first lift takes the whole dot, never a part of it, because
        the rules say that the first leg starts with the player lifting all pieces.
        """
        return 0 if tower & self.own[1 - side] else tower

    def further_lift(self, tower: Tower, side: Side) -> Tower:
        """Return all but the largest piece of a tower of *side*'s color alone."""
        return 0 if tower & self.own[1 - side] else tower ^ self.largest(tower)

    def has_lost(self, gone: Tower, side: Side) -> bool:
        """Return whether *side* has had a piece of every size of its own knocked."""
        return gone & self.full[side] == self.full[side]

    def stops(self, gone: Tower) -> bool:
        """Return whether one side has lost; that ends the game in the middle of a move."""
        return self.has_lost(gone, 0) or self.has_lost(gone, 1)

    def perft(self, placement: Placed, side: Side, gone: Tower, depth: int) -> int:
        """Return the number of ply sequences of length *depth*, which is at least 1."""
        if self.stops(gone):
            return 0
        routes = self.routes(placement, side, gone)
        if depth == 1:
            return len(routes) or 1
        ends = routes.ends() or [(placement, gone)]
        return sum(self.perft(after, 1 - side, fallen, depth - 1) for after, fallen in ends)


@lru_cache(maxsize=8)
def rules_of(board: Board) -> KnockingRules:
    """Return the tables of *board*, made once for each `Board` object."""
    if SETUP not in board.setups:
        raise BoardError(
            "board {board!r}: expected a set-up {setup!r}, got {setups!r}",
            board=board.name,
            setup=SETUP,
            setups=list(board.setups),
        )
    return KnockingRules(board, board.setups[SETUP])
