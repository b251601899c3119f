"""What speaks for a move, as a code with what it is about; never a sentence."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from companion.contract import Piece, Site

MOST: Final = 3
"""Reasons told of one move: more would not be read at the table."""


class Why(enum.StrEnum):
    """What speaks for a move in more than one game."""

    LOSES = "loses"
    PASS = "pass"
    PASS_BY_CHOICE = "pass-by-choice"
    LINE_WINS = "line-wins"
    STOPS_WIN = "stops-win"
    THREATENS_WIN = "threatens-win"
    CAPTURES = "captures"
    KNOCKS = "knocks"
    HUFFS = "huffs"
    REMOVES = "removes"


class Reason(NamedTuple):
    """One thing that speaks for a move.

    "You" is the side to move in the position that the move is made in.

    Attributes:
        code: what is said: one of `Why`, of the game's own, or ``win-`` or ``draw-`` with
            the code of the end.
        sites: the places that it speaks of, in the order of the sentence.
        pieces: the pieces that it speaks of.
        numbers: counts, sizes, numbers on pieces or in a hand, as the code needs.
    """

    code: str
    sites: tuple[Site, ...] = ()
    pieces: tuple[Piece, ...] = ()
    numbers: tuple[int, ...] = ()


def or_else(strong: Iterable[Reason], weak: Iterable[Reason]) -> Iterator[Reason]:
    """Yield what is *strong*, and what is *weak* only where nothing is."""
    is_any = False
    for reason in strong:
        is_any = True
        yield reason
    if not is_any:
        yield from weak


def best(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the first `MOST` different ones of *reasons*; no further one is looked for."""
    firsts: dict[Reason, None] = {}
    for reason in reasons:
        firsts[reason] = None
        if len(firsts) == MOST:
            break
    return tuple(firsts)
