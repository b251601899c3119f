"""Tables that know how every position of a game with few pieces ends, if a game has them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from companion.contract import Position, Side

Watch: TypeAlias = Callable[[float], None]
"""Hears how much is done, 0 .. 1, now and then while something takes long."""


class Known(NamedTuple):
    """How a game ends: *winner* is None for a draw; *plies* until then, 0 for a draw."""

    winner: Side | None
    plies: int


class EndgameTable(Protocol):
    """
    One table, as its file has it.

    Attributes:
        pieces: it knows the positions with up to so many.
    """

    pieces: int

    def check(self, pieces: int, watch: Watch) -> int:
        """
        Return how many positions with just so many *pieces* it knows, after a look at all.

        *watch* hears how far it is.

        Raises:
            EngineError: a value does not follow from those after it; names the first.
        """


class Endgames(Protocol):
    """
    What the tables of a game know, and how they are made.

    Attributes:
        most_pieces: a table of more is never built, of less than 2 neither.
    """

    most_pieces: int

    def known(self, position: Position) -> Known | None:
        """Return how *position*, which is not over, ends with best play, or None if not known."""

    def file(self, pieces: int) -> Path:
        """Return where the program looks for a table of *pieces* that was built here."""

    def build(self, pieces: int, tell: Callable[[int], None], watch: Watch) -> bytes:
        """
        Return the file of a table of *pieces*.

        *tell* hears each number of pieces solved, *watch* how far all is.
        """

    def table(self, data: bytes) -> EndgameTable:
        """
        Return the table in the file *data*.

        Raises:
            EngineError: it is none of this game.
        """
