"""What the rules and everything else tell each other: pieces, touches, moves, codes with values.

What a move does, why a touch is refused and how a game ended are told as codes
(`Fact`, `Refusal`, `Outcome`); the words of the game turn them into sentences.

Source of the terms: Ludii's *site, step, hop, sow*; chess programming's *ply*.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from companion.contract.board import Site
from companion.contract.codes import Does
from companion.errors import IllegalMoveError, Message

Side: TypeAlias = int
"""0 is the first player of the set-up (White, blue), 1 the second (Black, pink)."""


class Piece(NamedTuple):
    """One piece: its side and its value (size, number; 1 where pieces are alike)."""

    side: Side
    value: int


Placement: TypeAlias = Mapping[Site, tuple[Piece, ...]]
"""Occupied sites with their pieces, the bottom one first."""


class Token(NamedTuple):
    """Something off the board that can be touched.

    The screen draws the kinds ``hand`` (a piece: side and value) and ``domino`` (its two
    numbers, the lower one first); any other, as ``pass``, is a word.
    """

    kind: str
    values: tuple[int, ...]


Touch: TypeAlias = Site | Token


def sites_among(touches: Iterable[Touch]) -> tuple[Site, ...]:
    """Return the sites among *touches*, in their order."""
    return tuple(touch for touch in touches if isinstance(touch, int))


class Move(NamedTuple):
    """A whole ply: its notation and the touches that make it, in order."""

    text: str
    touches: tuple[Touch, ...]


FactValue: TypeAlias = int | str | Piece | tuple[int, ...]


class Fact(NamedTuple):
    """One thing that a touch or a move does, as a code with the values that it needs."""

    code: str
    values: tuple[FactValue, ...] = ()

    @property
    def is_harmful(self) -> bool:
        """Return whether it takes a piece off the board: that is drawn with a shape of its own."""
        return self.code in HARMFUL


HARMFUL = frozenset({Does.KNOCK, Does.CAPTURE, Does.HUFF, Does.REMOVE})
"""What takes a piece off the board."""


def removed_sites(facts: Iterable[Fact]) -> tuple[Site, ...]:
    """Return the sites that pieces are removed from by what *facts* tell, in their order."""
    return harmed_sites(fact for fact in facts if fact.code == Does.REMOVE)


def harmed_sites(facts: Iterable[Fact]) -> tuple[Site, ...]:
    """Return the sites from which pieces leave the board by what *facts* tell, in their order."""
    sites = (fact.values[1] for fact in facts if fact.is_harmful)
    return tuple(site for site in sites if isinstance(site, int))


def harmed_pieces(facts: Iterable[Fact]) -> dict[Site, Piece]:
    """Return the pieces that leave the board by what *facts* tell, the last one of each site."""
    pieces: dict[Site, Piece] = {}
    for piece, site, *_ in (fact.values for fact in facts if fact.is_harmful):
        if isinstance(piece, Piece) and isinstance(site, int):
            pieces[site] = piece
    return pieces


class Refusal(NamedTuple):
    """Why a touch or a move is not allowed: a code, and the sites that it names."""

    code: str
    sites: tuple[Site, ...] = ()


class RefusedError(IllegalMoveError):
    """A touch that the rules do not allow; `refusal` says why."""

    def __init__(self, refusal: Refusal, where: str) -> None:
        super().__init__(
            Message("expected a legal touch, got {where}: {code}", where=where, code=refusal.code)
        )
        self.refusal = refusal


class Progress(enum.Enum):
    """How far a half-made turn is."""

    INCOMPLETE = "incomplete"
    COMPLETE = "complete"
    EXTENDABLE = "complete, but may go on"


class Lifted(NamedTuple):
    """The pieces that the next touch of a half-made turn would move."""

    site: Site
    pieces: tuple[Piece, ...]


class Outcome(NamedTuple):
    """How a game ended: the winning side, or None for a draw, and a code that says why."""

    winner: Side | None
    reason: str


class Claim(NamedTuple):
    """A way of ending the game at once that both sides may agree on."""

    code: str
    outcome: Outcome
    values: tuple[int, ...] = ()


class Hands(enum.Enum):
    """How what a seat holds is kept from the others.

    Where it is `HIDDEN`, `Position.hand_of` tells it, and each seat looks at its own in
    turn; where it is `NAMED`, a token that is touched names what its player holds.
    """

    OPEN = "everybody may see everything"
    HIDDEN = "the program deals, and shows each seat its own"
    NAMED = "players hold real pieces, and each is named when it is played"


class Countdown(NamedTuple):
    """Plies in a row that brought nothing about, and how many of them end the game."""

    passed: int
    limit: int
