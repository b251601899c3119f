"""What speaks for a move of Querni: chains that leave, chains made ready, chains kept apart.

What lies beside what is between the tiles of one color alone, so a chain that lies
ready stays ready whatever the other side does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract import Fact, Move, Piece, Site
from companion.contract.codes import Does
from companion.engine.reasons import plain
from companion.engine.reasons.reason import Reason, Why, or_else
from companion.games.querni.rules.codes import QuerniWhy
from companion.games.querni.rules.game import QuerniPosition
from companion.games.querni.rules.kernel.chains import TILES, Chain, Links, chains_of, runs_of
from companion.games.querni.rules.kernel.state import links_of, plies
from companion.games.querni.search.evaluator import last_chain, steps_between

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
    yield from plain.at_the_end(position, after)
    yield from _removed(facts)
    yield from plain.passed(facts)
    if after.outcome() is not None:
        return
    before = _passed(position)
    yield from _restarted(position, facts)
    yield from or_else(_ready(position, after), _in_reach(position, after))
    yield from or_else(_stopped(before, after), _hindered(before, after))
    yield from plain.expected_win(position, line)
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
    """Yield beside which consecutive number the moved tile lies now and did not before."""
    beside = position.rules.ways.beside
    for start, end, other, pieces in _neighbors(position, after):
        if other in beside[end] and other not in beside[start]:
            yield Reason(QuerniWhy.BRINGS_BESIDE, (end, other), pieces)


def _nearer(position: QuerniPosition, after: QuerniPosition) -> Iterator[Reason]:
    """Yield to which consecutive number the moved tile has come nearer, by the steps between."""
    board = position.board
    for start, end, other, pieces in _neighbors(position, after):
        if steps_between(board, end, other) < steps_between(board, start, other):
            yield Reason(QuerniWhy.NEARER, (end, other), pieces)
