"""What a position of Quincala Mixing is worth, and which of thousands of moves are followed.

All placements that a ply leads to are found as integers from the routes of the
rules and valued at a glance; only the best of them are followed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.engine.evaluators.knocking import route_to
from companion.engine.knowledge import Knowledge
from companion.games.contract import Move, Position, Side
from companion.games.mixing import MixingPosition
from companion.games.mixing_rules import MixingRules
from companion.games.quincala_core import Placed

FORMED: Final = 200
"""What a size in a mixed tower is worth; the others of the side make it worth more."""

NEARER: Final = (3, 5, 4)
"""What a piece is worth beyond a quarter, a half and three quarters of the way across."""

HELD: Final = 6
"""What it costs to have a piece to place: it begins at home again."""


class MixingKnowledge(Knowledge):
    """Sizes in mixed towers, and how far the pieces have come."""

    width = 8
    unit = 200
    first_width = 32

    def value(self, position: Position) -> int:
        """Return White's standing less Black's."""
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        rules, placement = position.rules, position.placement
        formed = rules.formed(placement)
        value = 0
        for side, sign in ((0, 1), (1, -1)):
            sizes = (formed & rules.own[side]).bit_count()
            near = sum(
                weight * (placement & mask).bit_count()
                for weight, mask in zip(NEARER, _bands(rules, side), strict=True)
            )
            value += sign * (FORMED * sizes + 20 * sizes * sizes + near)
        return value

    def children(self, position: Position) -> list[Position]:
        """Return every position that a ply leads to: a piece placed, or a tower moved."""
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        if position.is_placing():
            return [position.play(move) for move in position.legal_moves()]
        game, rules, options = position.game, position.rules, position.options
        side, waiting = 1 - position.side, rules.hand(position.placement, position.waiting)
        ended = rules.immunity(position.placement)
        ends = rules.routes(position.placement, position.side, 0).ends or [position.placement]
        return [
            MixingPosition(game, rules, after - ended, side, waiting, options) for after in ends
        ]

    def move_to(self, position: Position, child: Position) -> Move:
        """Return the placing, or the canonical route to the placement of *child*."""
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        assert isinstance(child, MixingPosition), "the game of this knowledge"
        if position.is_placing():
            return super().move_to(position, child)
        return route_to(position, child.placement, position.rules.immunity(position.placement))

    def winning_child(self, position: Position) -> Position | None:
        """
        Return what follows *position* where its side wins within this turn, or None.

        With several pieces to place it is looked whether the move wins wherever
        they are placed; they are too many ways to try each.
        """
        assert isinstance(position, MixingPosition), "the game of this knowledge"
        if position.outcome() is not None:
            return None
        if not position.is_placing():
            side = position.side
            won = _winning_end(position)
            if won is None:
                return None
            return next(
                child
                for child in self.children(position)
                if isinstance(child, MixingPosition) and child.placement == won
                if (outcome := child.outcome()) and outcome.winner == side
            )
        if len(position.hand()) > 1 and _winning_end(position) is None:
            return None
        for child in self.children(position):
            assert isinstance(child, MixingPosition), "the game of this knowledge"
            if _winning_end(child) is not None:
                return child
        return None

    def loses_at_once(self, child: Position, side: Side) -> bool:
        """Return whether the other side wins next; a placing before the move is not judged."""
        return child.side != side and super().loses_at_once(child, side)


def _winning_end(position: MixingPosition) -> Placed | None:
    """Return the placement after a move of legs that wins, pieces in hand left aside, or None."""
    rules, side = position.rules, position.side
    ended = rules.immunity(position.placement)
    full = rules.full[side]
    for after in rules.routes(position.placement, side, 0).ends:
        if rules.formed(after) & full == full:
            won = rules.winner(after, 1 - side)
            if won is not None and won[0] == side:
                return after - ended
    return None


@lru_cache(maxsize=16)
def _bands(rules: MixingRules, side: Side) -> tuple[Placed, ...]:
    """Return the bits of *side*'s pieces beyond each quarter of the way across the board."""
    last = rules.board.ranks - 1
    bands = []
    for quarter in (1, 2, 3):
        mask = 0
        for site, (_, rank) in enumerate(rules.board.places):
            way = rank if side == 0 else last - rank
            if 4 * way > quarter * last:
                mask |= rules.own[side] * rules.units[site]
        bands.append(mask)
    return tuple(bands)
