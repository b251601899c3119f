"""Tables that know how every position of a game with few pieces ends, if a game has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from companion.contract import Position, Side

Watch: TypeAlias = Callable[[float], None]
"""Hears how much is done, 0 .. 1, now and then while something takes long."""


class Known(NamedTuple):
    """How a game ends: *winner* is None for a draw; *plies* until then, 0 for a draw."""

    winner: Side | None
    plies: int


class PartStore(Protocol):
    """Keeps what is solved of a table until all of it is."""

    def load(self, name: str) -> bytes | None:
        """Return what was saved as *name*, or None; it may be damaged."""

    def save(self, name: str, data: bytes) -> None:
        """Keep *data* so that a power cut leaves it whole or not there; raises OSError."""


class TableWork(NamedTuple):
    """
    How a table is built.

    Attributes:
        parts: where each part is kept as soon as it is solved, and looked for before.
        tell: hears each number of pieces that was solved.
        watch: hears how far all is.
        is_anew: what the tables at hand know is solved once more.
        processes: how many may solve at once; 1 is this one.
    """

    parts: PartStore
    tell: Callable[[int], None]
    watch: Watch
    is_anew: bool = False
    processes: int = 1


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

    def faults(self) -> Sequence[str]:
        """Return a line for each table that was built here and cannot be used: which and why."""

    def file(self, pieces: int) -> Path:
        """Return where the program looks for a table of *pieces* that was built here."""

    def build(self, pieces: int, work: TableWork) -> bytes:
        """
        Return the file of a table of *pieces*.

        Raises:
            EngineError: a game takes too long for a table.
            OSError: a part cannot be kept.
        """

    def table(self, data: bytes) -> EndgameTable:
        """
        Return the table in the file *data*.

        Raises:
            EngineError: it is none of this game.
        """
