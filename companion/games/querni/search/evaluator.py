"""What a position of Querni is worth: how many turns each side needs to be rid of its tiles."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from companion.contract import Board, Move, Site
from companion.engine.budget import Budget
from companion.engine.kernel.best import MOST
from companion.engine.kernel.growth import Branch, Ply
from companion.engine.knowledge import BroadKnowledge
from companion.engine.level import Level
from companion.engine.mcts import Mcts
from companion.engine.searcher import Searcher
from companion.games.querni.rules.game import QuerniPosition
from companion.games.querni.rules.kernel.chains import SHORTEST_CHAIN, Chain
from companion.games.querni.rules.kernel.state import QuerniRules, after_ply, plies
from companion.games.querni.search.kernel.evaluation import QuerniEvaluation, ply_of
from companion.games.querni.search.kernel.turns import APART, COUNT_BITS, TURN, turns_left

NEAR_LIMIT: Final = 12

TO_JOIN: Final = (0, 0, 100, 150, 170, 180, 190, 195, 200, 200, 200)
"""What it takes to bring a number beside the one before it, by their distance in steps."""

LEVELS: Final = (
    Level(1, 20_000, 100, noise=1.5, misses_wins=0.4),
    Level(1, 20_000, 70, noise=0.95, misses_wins=0.15),
    Level(1, 20_000, 40, noise=0.62),
    Level(1, 20_000, 32, noise=0.42),
    Level(1, 20_000, 22, noise=0.22, is_careful=True),
    Level(1, 20_000, 12, noise=0.05, is_careful=True),
    Level(64, 5_000, 64, is_careful=True, grows_tree=True),
)
"""Levels 1 to 7: far more plies are as good as the best than elsewhere, so whims count."""


class QuerniKnowledge(BroadKnowledge[QuerniPosition]):
    """Turns until all tiles can have left in chains."""

    beam = 24
    unit = TURN
    first_beam = 64
    foreseen = NEAR_LIMIT
    levels = LEVELS

    def searcher(
        self, position: QuerniPosition, budget: Budget, seen: Iterable[object]
    ) -> Searcher | None:
        """Return a tree search: a race is decided further ahead than alpha-beta sees."""
        return Mcts(self, budget, seen)

    def branches(
        self, position: QuerniPosition, kept: int, is_late: Callable[[], bool]
    ) -> tuple[list[Branch], int]:
        """Return the best evaluated plies of *position*, and how many were valued: all."""
        return _evaluation_of(position.rules).branches(position.state, kept)

    def position_after(self, position: QuerniPosition, ply: Ply) -> QuerniPosition:
        assert isinstance(ply, int), "as it is packed"
        rules = position.rules
        return QuerniPosition(rules, after_ply(rules, position.state, ply_of(ply)))

    def repetitions(
        self, position: QuerniPosition, branches: Sequence[Branch], seen: frozenset[object]
    ) -> list[Branch]:
        """Return those of *branches* that lead to one of *seen*, hardly any where none has to."""
        # A ply leaves the other side's tiles as they are.
        if position.state.tiles[1 - position.side] not in _to_move_in(seen):
            return []
        return super().repetitions(position, branches, seen)

    def value(self, position: QuerniPosition) -> int:
        joining, off = _joining(position.board), position.rules.off
        blue, pink = position.state.tiles
        return turns_left(joining, pink, off) - turns_left(joining, blue, off)

    def children(self, position: QuerniPosition) -> list[QuerniPosition]:
        rules, state = position.rules, position.state
        if position.outcome() is not None:
            return []
        return [
            QuerniPosition(rules, after_ply(rules, state, ply)) for _, ply in plies(rules, state)
        ]

    def random_child(self, position: QuerniPosition, chance: random.Random) -> QuerniPosition:
        branches, _ = self.branches(position, MOST, lambda: False)
        return self.position_after(position, chance.choice(branches).ply)

    def move_to(self, position: QuerniPosition, child: QuerniPosition) -> Move:
        """Return the canonical move from *position* to *child*, the others left without texts."""
        return position.move_to(child)

    def key(self, position: QuerniPosition) -> object:
        """Return the key, with the quiet count where the draw is near."""
        is_near = position.state.quiet + NEAR_LIMIT >= position.rules.draw_after
        return position.state if is_near else position.key

    def winning_child(self, position: QuerniPosition) -> QuerniPosition | None:
        if last_chain(position) is None:
            return None
        return super().winning_child(position)


def last_chain(position: QuerniPosition) -> Chain | None:
    """Return the chain that takes all tiles of the side to move, once they touch, if there is."""
    tiles, off = position.state.tiles[position.side], position.rules.off
    left = [number for number, site in enumerate(tiles) if site != off]
    is_one = len(left) >= SHORTEST_CHAIN and left[-1] - left[0] + 1 == len(left)
    return (left[0], left[-1]) if is_one else None


@lru_cache(maxsize=2)
def _to_move_in(seen: frozenset[object]) -> frozenset[object]:
    """Return the tiles of the side to move in each position whose key is in *seen*."""
    return frozenset(key[0][key[1]] for key in seen if isinstance(key, tuple))


@lru_cache(maxsize=8)
def _evaluation_of(rules: QuerniRules) -> QuerniEvaluation:
    return QuerniEvaluation(rules, _joining(rules.board))


@lru_cache(maxsize=4)
def _joining(board: Board) -> list[list[int]]:
    """Return for any two squares what it takes to bring their tiles together, last for off."""
    most, sites = len(TO_JOIN) - 1, range(len(board))
    joining = [
        [TO_JOIN[min(most, steps_between(board, one, other))] for other in sites] for one in sites
    ]
    return [*joining, [APART >> COUNT_BITS] * len(board)]


def steps_between(board: Board, one: Site, other: Site) -> int:
    """Return how many steps in eight directions lie between two squares of an empty board."""
    (file, rank), (to_file, to_rank) = board.places[one], board.places[other]
    return max(abs(file - to_file), abs(rank - to_rank))


KNOWLEDGE: Final = QuerniKnowledge()
