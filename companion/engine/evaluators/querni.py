"""What a position of Querni is worth: how many turns each side needs to be rid of its tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.engine.evaluators.querni_turns import TO_JOIN, TURN, turns_left
from companion.engine.knowledge import Knowledge
from companion.games.board import Board
from companion.games.contract import Position
from companion.games.querni import QuerniPosition
from companion.games.querni_chains import SHORTEST_CHAIN
from companion.games.querni_rules import PASS, Rules, State, after_ply, plies

NEAR_LIMIT: Final = 12


class QuerniKnowledge(Knowledge):
    """Turns until all tiles can have left in chains."""

    width = 24
    unit = TURN
    first_width = 64

    def value(self, position: Position) -> int:
        """Return blue's standing less pink's."""
        assert isinstance(position, QuerniPosition), "the game of this knowledge"
        joining, off = _joining(position.board), position.rules.off
        blue, pink = position.state.tiles
        return turns_left(joining, pink, off) - turns_left(joining, blue, off)

    def children(self, position: Position) -> list[Position]:
        """Return the position after every ply, a pass last."""
        assert isinstance(position, QuerniPosition), "the game of this knowledge"
        rules, state = position.rules, position.state
        if position.outcome() is not None:
            return []
        found = [ply for _, ply in plies(rules, state)]
        if rules.passing or not found:
            found.append(PASS)
        return [QuerniPosition(rules, after_ply(rules, state, ply)) for ply in found]

    def key(self, position: Position) -> object:
        """Return the key, with the quiet count where the draw is near."""
        assert isinstance(position, QuerniPosition), "the game of this knowledge"
        is_near = position.state.quiet + NEAR_LIMIT >= position.rules.draw_after
        return position.state if is_near else position.key

    def winning_child(self, position: Position) -> Position | None:
        """Return what follows *position* where its side removes its last tiles, or None."""
        assert isinstance(position, QuerniPosition), "the game of this knowledge"
        # One chain takes all only where the numbers left follow one another.
        if not _is_one_chain(position.rules, position.state):
            return None
        return super().winning_child(position)


def _is_one_chain(rules: Rules, state: State) -> bool:
    tiles = state.tiles[state.side]
    left = [number for number, site in enumerate(tiles) if site != rules.off]
    return len(left) >= SHORTEST_CHAIN and left[-1] - left[0] + 1 == len(left)


@lru_cache(maxsize=4)
def _joining(board: Board) -> list[list[int]]:
    """Return for any two squares what it takes to bring their tiles together."""
    most = len(TO_JOIN) - 1
    return [
        [
            TO_JOIN[min(most, max(abs(file - to_file), abs(rank - to_rank)))]
            for to_file, to_rank in board.places
        ]
        for file, rank in board.places
    ]
