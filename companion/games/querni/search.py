"""What a position of Querni is worth, and what speaks for a move.

A side's worth is how many turns it needs to be rid of its tiles.  What lies beside what is
between the tiles of one color alone, so a chain that lies ready stays ready whatever the other
side does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from companion.contract import Board, Fact, Move, Piece, Site
from companion.contract.codes import Does
from companion.engine.kernel.best import MOST
from companion.engine.kernel.growth import Branch, Ply
from companion.engine.knowledge import BroadKnowledge
from companion.engine.level import Level
from companion.engine.limits import Budget
from companion.engine.mcts import Mcts
from companion.engine.reason import Reason, Why, or_else
from companion.engine.reasons import at_the_end, expected_win, passed
from companion.engine.searcher import Searcher
from companion.games.querni.codes import QuerniWhy
from companion.games.querni.kernel.rules import (
    SHORTEST_CHAIN,
    TILES,
    Chain,
    Links,
    QuerniRules,
    after_ply,
    chains_of,
    links_of,
    plies,
    runs_of,
)
from companion.games.querni.kernel.search import (
    APART,
    COUNT_BITS,
    TURN,
    QuerniEvaluation,
    ply_of,
    turns_left,
)
from companion.games.querni.rules import QuerniPosition

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


# Reasons for a move

NEAR_DRAW: Final = 6
"""Plies before the draw for want of a removal from which on a removal is told as such."""


def reasons(position: QuerniPosition, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield what speaks for *move*: what it removes first, then what it prepares."""
    after = position.play(move)
    strong = _strong(position, move, line, after)
    return or_else(strong, _nearer(position, after))


def _strong(
    position: QuerniPosition, move: Move, line: Sequence[Move], after: QuerniPosition
) -> Iterator[Reason]:
    facts = position.explain(move)
    yield from at_the_end(position, after)
    yield from _removed(facts)
    yield from passed(facts)
    if after.outcome() is not None:
        return
    before = _passed(position)
    yield from _restarted(position, facts)
    yield from or_else(_ready(position, after), _in_reach(position, after))
    yield from or_else(_stopped(before, after), _hindered(before, after))
    yield from expected_win(position, line)
    yield from _joined(position, after)


def _passed(position: QuerniPosition) -> QuerniPosition:
    """Return *position* with the other side to move, as if the turn had been let go."""
    return QuerniPosition(position.rules, position.state._replace(side=1 - position.side))


def _removed(facts: Sequence[Fact]) -> Iterator[Reason]:
    for fact in facts:
        if fact.code == Does.CHAIN:
            numbers = fact.values[0]
            assert isinstance(numbers, tuple), "as the contract says"
            yield Reason(QuerniWhy.REMOVES_CHAIN, numbers=numbers)


def _links(position: QuerniPosition, side: int) -> Links:
    return links_of(position.rules, position.state.tiles[side])


def _longest(
    code: QuerniWhy, chains: set[Chain], position: QuerniPosition, side: int
) -> Iterator[Reason]:
    """Yield *code* of the longest of *chains*, which lie in *position*, if there is any."""
    if chains:
        first, last = min(chains, key=lambda chain: (chain[0] - chain[1], chain))
        tiles = position.state.tiles[side]
        yield Reason(code, tiles[first : last + 1], numbers=tuple(range(first, last + 1)))


def _removable(position: QuerniPosition) -> set[Chain]:
    """Return every chain that the side to move can remove in this turn."""
    if position.outcome() is not None:
        return set()
    listed = plies(position.rules, position.state)
    return {(ply.first, ply.last) for _, ply in listed if ply.first}


def _ready(position: QuerniPosition, after: QuerniPosition) -> Iterator[Reason]:
    """Yield the longest chain that lies ready for the next turn and did not before."""
    side = position.side
    ready = set(runs_of(_links(after, side))) - set(chains_of(_links(position, side)))
    yield from _longest(QuerniWhy.MAKES_READY, ready, after, side)


def _in_reach(position: QuerniPosition, after: QuerniPosition) -> Iterator[Reason]:
    """Yield the longest chain that a move brings together next turn and none did before."""
    side = position.side
    standing = set(chains_of(_links(after, side)))
    reach = _removable(_passed(after)) - _removable(position) - standing
    yield from _longest(QuerniWhy.IN_REACH, reach, after, side)


def _hindered(before: QuerniPosition, after: QuerniPosition) -> Iterator[Reason]:
    """Yield the longest chain that the other side could have removed next and now cannot."""
    if after.side == before.side:
        hindered = _removable(before) - _removable(after)
        yield from _longest(QuerniWhy.HINDERS_CHAIN, hindered, after, after.side)


def _stopped(before: QuerniPosition, after: QuerniPosition) -> Iterator[Reason]:
    """Yield that the other side could have removed its last tiles next turn and now cannot."""
    if _can_finish(before) and not _can_finish(after):
        yield Reason(Why.STOPS_WIN)


def _can_finish(position: QuerniPosition) -> bool:
    return last_chain(position) in _removable(position)


def _restarted(position: QuerniPosition, facts: Sequence[Fact]) -> Iterator[Reason]:
    countdown = position.countdown()
    left = countdown.limit - countdown.passed
    if left <= NEAR_DRAW and any(fact.code == Does.CHAIN for fact in facts):
        yield Reason(QuerniWhy.RESTARTS_COUNT, numbers=(left,))


def _neighbors(
    position: QuerniPosition, after: QuerniPosition
) -> Iterator[tuple[Site, Site, Site, tuple[Piece, Piece]]]:
    """Yield each consecutive number on the board of the tile that moved and stayed there.

    Where that tile lay and lies, where the other one lies, and both tiles.
    """
    side, off = position.side, position.rules.off
    own, then = position.state.tiles[side], after.state.tiles[side]
    for number in range(1, TILES + 1):
        if own[number] != then[number] != off:
            for other in (number - 1, number + 1):
                if then[other] != off:
                    pieces = Piece(side, number), Piece(side, other)
                    yield own[number], then[number], then[other], pieces


def _joined(position: QuerniPosition, after: QuerniPosition) -> Iterator[Reason]:
    """Yield the consecutive numbers that the moved tile touches now and did not before."""
    beside = position.rules.ways.adjacent
    for start, end, other, pieces in _neighbors(position, after):
        if other in beside[end] and other not in beside[start]:
            yield Reason(QuerniWhy.BRINGS_BESIDE, (end, other), pieces)


def _nearer(position: QuerniPosition, after: QuerniPosition) -> Iterator[Reason]:
    """Yield to which consecutive number the moved tile has come nearer, by the steps between."""
    board = position.board
    for start, end, other, pieces in _neighbors(position, after):
        if steps_between(board, end, other) < steps_between(board, start, other):
            yield Reason(QuerniWhy.NEARER, (end, other), pieces)
