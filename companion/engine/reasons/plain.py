"""What can be said of a move in any game: what it does at once, and where it leads.

A game without a module of its own is told by this alone, from the facts of the contract.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.contract import Fact, Move, Piece, Position, Side, Site
from companion.contract.codes import Does
from companion.engine.reasons.reason import Reason, Why

TAKING = {
    Does.CAPTURE: Why.CAPTURES,
    Does.KNOCK: Why.KNOCKS,
    Does.HUFF: Why.HUFFS,
    Does.REMOVE: Why.REMOVES,
}
"""The facts that take a piece off the board, and the reason that each of them is."""


def reasons(position: Position, move: Move, line: Sequence[Move]) -> Iterator[Reason]:
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
