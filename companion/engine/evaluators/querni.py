"""What a position of Querni is worth: few tiles left, and those able to leave in chains."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

from companion.engine.knowledge import Knowledge
from companion.games.board import Board
from companion.games.contract import Position
from companion.games.querni import QuerniPosition
from companion.games.querni_chains import SHORTEST_CHAIN, TILES
from companion.games.querni_rules import PASS, Ply, Rules, State, Tiles, after_ply, plies

TILE: Final = 60
"""What each tile off the board is worth."""

NEAR: Final = (0, 30, 14, 6, 2, 0, 0, 0, 0, 0, 0)
"""What two consecutive numbers are worth by their distance: adjacent ones most."""

STRANDED: Final = 150
"""What a number costs that no chain can take with it any more."""

NEAR_LIMIT: Final = 12


class QuerniKnowledge(Knowledge):
    """Tiles left, consecutive numbers close to each other, and numbers that are stranded."""

    width = 24
    unit = 60
    first_width = 64

    def value(self, position: Position) -> int:
        """Return blue's standing less pink's."""
        assert isinstance(position, QuerniPosition), "the game of this knowledge"
        apart = _distances(position.board)
        blue, pink = position.state.tiles
        return _standing(position.rules, apart, blue) - _standing(position.rules, apart, pink)

    def children(self, position: Position) -> list[Position]:
        """Return the position after every ply, a pass last."""
        assert isinstance(position, QuerniPosition), "the game of this knowledge"
        rules, state = position.rules, position.state
        if position.outcome() is not None:
            return []
        return [QuerniPosition(rules, after_ply(rules, state, ply)) for ply in _all(rules, state)]

    def random_child(self, position: Position, chance: random.Random) -> Position:
        """Return the position after any of the plies, each as likely."""
        assert isinstance(position, QuerniPosition), "the game of this knowledge"
        rules, state = position.rules, position.state
        return QuerniPosition(rules, after_ply(rules, state, chance.choice(_all(rules, state))))

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


def _all(rules: Rules, state: State) -> list[Ply]:
    """Return every ply, a pass last."""
    found = [ply for _, ply in plies(rules, state)]
    if rules.passing or not found:
        found.append(PASS)
    return found


def _is_one_chain(rules: Rules, state: State) -> bool:
    tiles = state.tiles[state.side]
    left = [number for number, site in enumerate(tiles) if site != rules.off]
    return len(left) >= SHORTEST_CHAIN and left[-1] - left[0] + 1 == len(left)


def _standing(rules: Rules, apart: tuple[tuple[int, ...], ...], tiles: Tiles) -> int:
    off = rules.off
    value = run = 0
    before = off
    for number in range(1, TILES + 2):
        site = tiles[number]
        if site == off:
            if 0 < run < SHORTEST_CHAIN:
                value -= STRANDED * run
            run = 0
            # The number after the last tile is off the board as well, and no tile.
            value += TILE if number <= TILES else 0
        else:
            if run:
                value += NEAR[apart[before][site]]
            run += 1
        before = site
    return value


@lru_cache(maxsize=4)
def _distances(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the steps of a king between any two squares, at most the length of `NEAR`."""
    most = len(NEAR) - 1
    return tuple(
        tuple(
            min(most, max(abs(file - to_file), abs(rank - to_rank)))
            for to_file, to_rank in board.places
        )
        for file, rank in board.places
    )
