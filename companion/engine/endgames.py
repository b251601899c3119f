"""Tables that know how every position of a game with few pieces ends, if a game has them."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

import platformdirs

from companion.contract import Position, Side
from companion.errors import EngineError

if TYPE_CHECKING:
    from companion.engine.jobs import Executor

Watch: TypeAlias = Callable[[float], None]
"""Hears how much is done, 0 .. 1, now and then while something takes long."""


class EndgameValue(NamedTuple):
    """How a game ends: *winner* is None for a draw; *plies* until then, 0 for a draw."""

    winner: Side | None
    plies: int


class Trouble(enum.StrEnum):
    """Why a table is passed over."""

    CUT_OFF = "cut-off"
    DAMAGED = "damaged"
    OLDER = "older"
    NEWER = "newer"
    OTHER_BOARD = "other-board"
    UNREADABLE = "unreadable"


class TableError(EngineError):
    """A file that is no table to be used; *trouble* says why."""

    def __init__(self, trouble: Trouble, template: str, /, **values: object) -> None:
        super().__init__(template, **values)
        self.trouble = trouble


class TableFault(NamedTuple):
    """A table that is passed over: its *file*, why, and the same told with its figures."""

    file: Path
    trouble: Trouble
    text: str


class TableCost(NamedTuple):
    """What building a table takes on a fast machine, in *seconds*, and the bytes of its file."""

    seconds: int
    file_bytes: int


ENDED: Final = "ended"
"""Why a table was not built where nobody has said more: something ended the process."""


def built_folder() -> Path:
    """Return where tables built on this machine are kept; the folder need not be there."""
    return Path(platformdirs.user_data_dir("board-companion", appauthor=False)) / "tables"


def parts_folder(file: Path) -> Path:
    """Return where that of the table *file* is kept which is solved before all is."""
    return file.with_name(f"{file.name}.parts")


class PartStore(Protocol):
    """Keeps what is solved of a table until all of it is."""

    def load(self, name: str) -> bytes | None:
        """Return what was saved as *name*, or None; it may be damaged."""

    def save(self, name: str, data: bytes) -> None:
        """Keep *data* so that a power cut leaves it whole or not there; raises OSError."""


class TableWork(NamedTuple):
    """How a table is built.

    Attributes:
        parts: where each part is kept as soon as it is solved, and looked for before.
        tell: hears each number of pieces that was solved.
        watch: hears how far all is.
        executor: solves what can be solved at once.
        is_anew: what the tables at hand know is solved once more.
    """

    parts: PartStore
    tell: Callable[[int], None]
    watch: Watch
    executor: Executor
    is_anew: bool = False


class EndgameTable(Protocol):
    """One table, as its file has it.

    Attributes:
        pieces: it knows the positions with up to so many.
    """

    pieces: int

    def check(self, pieces: int, watch: Watch) -> int:
        """Return how many positions with just so many *pieces* it knows, after a look at all.

        *watch* hears how far it is.

        Raises:
            EngineError: a value does not follow from those after it; names the first.
        """


class Endgames(Protocol):
    """What the tables of a game know, and how they are made.

    Attributes:
        most_pieces: a table of more is never built, of less than 2 neither.
        most_offered: a table of more is not offered on screen, as it takes hours and a
            large memory.
    """

    most_pieces: int
    most_offered: int

    def known(self, position: Position) -> EndgameValue | None:
        """Return how *position*, which is not over, ends with best play, or None if not known."""

    def faults(self) -> Sequence[TableFault]:
        """Return each table that was built here and cannot be used, all of it read."""

    def pieces(self) -> int:
        """Return the number of pieces up to which positions are known; 0 without a table."""

    def half_built(self) -> Sequence[int]:
        """Return the pieces of each table that was begun here, and that has not been finished."""

    def cost(self, pieces: int) -> TableCost:
        """Return what a table of *pieces* takes beside what is known already."""

    def file(self, pieces: int) -> Path:
        """Return where the program looks for a table of *pieces* that was built here."""

    def build(self, pieces: int, work: TableWork) -> bytes:
        """Return the file of a table of *pieces*.

        Raises:
            EngineError: a game takes too long for a table.
            OSError: a part cannot be kept.
        """

    def table(self, data: bytes) -> EndgameTable:
        """Return the table in the file *data*.

        Raises:
            EngineError: it is none of this game.
        """
