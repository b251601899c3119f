"""What speaks for a move of Alquerque: what it takes, saves, threatens and leaves to take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract import Move, Site
from companion.contract.codes import Does
from companion.engine.reason import Reason, Why, or_else
from companion.engine.reasons import at_the_end, expected_win, taken
from companion.games.alquerque.rules.codes import AlquerqueWhy
from companion.games.alquerque.rules.game import AlquerquePosition

FEW_MOVES: Final = 3
"""So few moves left to the other side are worth telling."""


def reasons(position: AlquerquePosition, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield what speaks for *move*: what it takes first, then what it saves and prepares."""
    after = position.play(move)
    return or_else(_strong(position, move, line, after), _weak(after))


def _strong(
    position: AlquerquePosition, move: Move, line: Sequence[Move], after: AlquerquePosition
) -> Iterator[Reason]:
    facts = position.explain(move)
    ending = list(at_the_end(position, after))
    captured = list(taken(facts, Does.CAPTURE, Why.CAPTURES))
    yield from ending
    yield from taken(facts, Does.HUFF, Why.HUFFS)
    yield from captured
    if ending or after.side == position.side:
        return
    yield from _trade(position, line, len(captured[0].sites) if captured else 0)
    losable = _losable(after)
    yield from _saved(position, move, losable)
    if captured and not losable:
        yield Reason(AlquerqueWhy.NOTHING_BACK)
    threatened = _losable(_passed(after)) - _losable(position)
    if threatened:
        yield Reason(AlquerqueWhy.THREATENS, tuple(sorted(threatened)))
    count = len(after.legal_moves())
    if count <= FEW_MOVES:
        yield Reason(AlquerqueWhy.FEW_MOVES, numbers=(count,))
    yield from expected_win(position, line)


def _weak(after: AlquerquePosition) -> Iterator[Reason]:
    """Yield what can be said of a quiet move."""
    if _losable(after):
        yield Reason(AlquerqueWhy.GIVES_AT_MOST, numbers=(_most_lost(after),))
    else:
        yield Reason(AlquerqueWhy.ALL_SAFE)


def _passed(position: AlquerquePosition) -> AlquerquePosition:
    """Return *position* with the other side to move, as if the turn had been let go."""
    state = position.state._replace(side=1 - position.side, offenders=0)
    return AlquerquePosition(position.rules, state)


def _standing(position: AlquerquePosition, side: int) -> frozenset[Site]:
    return frozenset(site for site, (piece,) in position.pieces().items() if piece.side == side)


def _losable(position: AlquerquePosition) -> frozenset[Site]:
    """Return the pieces of the side not to move that some ply takes off the board."""
    side = 1 - position.side
    standing = _standing(position, side)
    left = (_standing(after, side) for after in position.successors())
    return frozenset().union(*(standing - each for each in left))


def _most_lost(position: AlquerquePosition) -> int:
    """Return how many pieces the side not to move loses by one ply at most."""
    side = 1 - position.side
    number = len(_standing(position, side))
    return max(number - len(_standing(after, side)) for after in position.successors())


def _saved(position: AlquerquePosition, move: Move, losable: frozenset[Site]) -> Iterator[Reason]:
    """Yield which pieces could be taken if nothing were done and cannot be after *move*."""
    start, end = move.touches[0], move.touches[-1]
    assert isinstance(start, int) and isinstance(end, int), "Alquerque has no tokens"
    in_danger = sorted(_losable(_passed(position)))
    saved = [site for site in in_danger if (end if site == start else site) not in losable]
    if saved:
        yield Reason(AlquerqueWhy.SAVES, tuple(saved))


def _trade(position: AlquerquePosition, line: Sequence[Move], now: int) -> Iterator[Reason]:
    """Yield how many pieces either side takes in *line*, where that is more than *now*."""
    taken = [0, 0]
    here = position
    for move in line:
        number = sum(fact.code in (Does.CAPTURE, Does.HUFF) for fact in here.explain(move))
        taken[here.side != position.side] += number
        here = here.play(move)
    mine, theirs = taken
    if mine > now and mine >= theirs:
        code = AlquerqueWhy.WINS_TRADE if mine > theirs else AlquerqueWhy.EVEN_TRADE
        yield Reason(code, numbers=(mine, theirs))
