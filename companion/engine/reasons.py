"""Why a move is good: found by its game, or by what can be said of a move in any game.

A game without reasons of its own is told by the facts of the contract alone.
Every reason is true by the rules alone, whatever a search thought of the move.
Where a hand is hidden, only what its owner and the table know is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from types import FunctionType
from typing import TypeAlias

from companion.contract import Fact, Move, Piece, Position, Side, Site
from companion.contract.codes import Does
from companion.engine.limits import Result, plies_to_end
from companion.engine.reason import Reason, Why, best
from companion.plugins import plugin_of

TAKING = {
    Does.CAPTURE: Why.CAPTURES,
    Does.KNOCK: Why.KNOCKS,
    Does.HUFF: Why.HUFFS,
    Does.REMOVE: Why.REMOVES,
}
"""The facts that take a piece off the board, and the reason that each of them is."""


def plain_reasons(position: Position, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield what *move* does by its own facts, then where *line* leads."""
    after = position.play(move)
    yield from at_the_end(position, after)
    facts = position.explain(move)
    for code, reason in TAKING.items():
        yield from taken(facts, code, reason)
    yield from passed(facts)
    yield from expected_win(position, line)


def at_the_end(position: Position, after: Position) -> Iterator[Reason]:
    """Yield how the game ended, where the move from *position* to *after* ends it."""
    outcome = after.outcome()
    if outcome is None:
        return
    if outcome.winner is None:
        yield Reason(f"draw-{outcome.reason}")
    elif outcome.winner == position.side:
        yield Reason(f"win-{outcome.reason}")
    else:
        yield Reason(Why.LOSES)


def taken(
    facts: Sequence[Fact], code: str, reason: str, side: Side | None = None
) -> Iterator[Reason]:
    """Yield as *reason* which pieces, or those of *side*, leave by the facts of *code*, if any."""
    pieces: list[Piece] = []
    sites: list[Site] = []
    for fact in facts:
        if fact.code == code:
            piece, site = fact.values
            assert isinstance(piece, Piece) and isinstance(site, int), "as the contract says"
            if side in (None, piece.side):
                pieces.append(piece)
                sites.append(site)
    if pieces:
        yield Reason(reason, tuple(sites), tuple(pieces))


def passed(facts: Sequence[Fact]) -> Iterator[Reason]:
    """Yield why the move is a pass, where it is one."""
    for fact in facts:
        if fact.code in (Does.PASS, Does.PASS_BY_CHOICE):
            yield Reason(fact.code)


def expected_win(position: Position, line: Sequence[Move]) -> Iterator[Reason]:
    """Yield in how many plies *line* wins, where it does so after its first ply."""
    here = position
    for move in line:
        here = here.play(move)
    outcome = here.outcome()
    if len(line) > 1 and outcome is not None and outcome.winner == position.side:
        yield Reason(Why.LINE_WINS, numbers=(len(line),))


Finder: TypeAlias = Callable[[Position, Move, Sequence[Move]], Iterator[Reason]]


def reasons_of(position: Position, move: Move, line: Sequence[Move] = ()) -> tuple[Reason, ...]:
    """Return what speaks for *move* in *position*, the weightiest first, at most `reason.MOST`.

    *line* are the plies expected, *move* first; empty where nobody expects any.

    Raises:
        IllegalMoveError: *move* or a ply of *line* is not legal.
    """
    return best(_finder_of(position.game.name)(position, move, line))


def explained(position: Position, result: Result) -> Result:
    """Return *result* with what speaks for its move.

    A line that wins if all goes as expected is no reason beside a win that is certain.
    """
    reasons = reasons_of(position, result.move, result.line)
    left_out = None if plies_to_end(result.score) is None else Why.LINE_WINS
    return replace(result, reasons=tuple(each for each in reasons if each.code != left_out))


@cache
def _finder_of(game: str) -> Finder:
    plugin = plugin_of(game)
    return plugin.load(plugin.reasons, FunctionType) or plain_reasons
