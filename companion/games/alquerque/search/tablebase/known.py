"""The tables at hand: the one that comes with the program, and those built on this machine."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from companion.engine.endgames import built_folder
from companion.engine.tables.file import reader_of
from companion.engine.tables.set_game import SetGame
from companion.engine.tables.table import Table
from companion.errors import EngineError
from companion.games.alquerque.rules.kernel.state import AlquerqueRules
from companion.games.alquerque.search.tablebase.set_game import set_game_of

SHIPPED: Final = Path(__file__).parent / "alquerque.table"
BUILT: Final = "alquerque-{pieces}.table"
"""What a table is named that was built on this machine."""


@lru_cache(maxsize=8)
def table_for(rules: AlquerqueRules) -> Table | None:
    """Return the largest table for *rules* that is there and whole, or None."""
    game = set_game_of(rules)
    return next(iter(tables_of(game)), None) if game is not None else None


def value_in(table: Table, own: int, enemy: int) -> int:
    """Return the value of *own*, whose side is to move, against *enemy*; -1 where none is told."""
    try:
        return table.value(own, enemy)
    except EngineError:
        # A damaged part is as good as none: the search finds its moves without.
        return -1


def tables_of(game: SetGame) -> list[Table]:
    """Return the tables of this board that can be used, the largest first."""
    tables = []
    for path in (SHIPPED, *built_files()):
        try:
            tables.append(Table(reader_of(path), game))
        except (OSError, EngineError):
            # It is passed over; `AlquerqueEndgames.faults` tells why.
            continue
    # Of two alike the one that came with the program, which nobody has written to.
    return sorted(tables, key=lambda table: table.pieces, reverse=True)


def built_file(pieces: int | str) -> Path:
    """Return where a table of *pieces* is looked for that was built on this machine."""
    return built_folder() / BUILT.format(pieces=pieces)


def built_files() -> list[Path]:
    """Return each file that stands where a table built on this machine is looked for."""
    every = built_file("*")
    return sorted(every.parent.glob(every.name))
