"""How a position of Alquerque ends when both sides play best, where a table knows it.

The tables hold for the base rules on the board that they were built for.  With a quiet
limit a value of them is known to hold only where the game is over before the limit can
be met: a table's draw may then be won by the count.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from companion.contract import Position
from companion.engine.endgames import (
    Known,
    TableError,
    TableFault,
    Trouble,
    built_folder,
    parts_folder,
)
from companion.engine.tables.file import Counts, reader_of
from companion.engine.tables.set_game import SetGame
from companion.engine.tables.table import Table
from companion.errors import EngineError, reason_of
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueRules
from companion.games.alquerque.search.tablebase.table import MOST_PIECES, set_game

SHIPPED: Final = Path(__file__).parent / "alquerque.table"
BUILT: Final = "alquerque-{pieces}.table"
"""What a table is named that was built on this machine."""


def set_game_of(rules: AlquerqueRules) -> SetGame | None:
    """Return the plies of *rules* as tables are built by them, or None where none can be."""
    options = rules.options
    if options["forward"] != "off" or any(
        options[name] for name in ("compulsory", "huffing", "no_return")
    ):
        return None
    return set_game(rules.steps[0], rules.hops[0])


def known_end(position: Position) -> Known | None:
    """Return how *position*, which is not over, ends with best play, or None if not known."""
    if not isinstance(position, AlquerquePosition):
        return None
    rules, state = position.rules, position.state
    count = (state.white | state.black).bit_count()
    if count > MOST_PIECES:
        # Most positions: there is no need to open a table.
        return None
    table = table_for(rules)
    if table is None or count > table.pieces:
        return None
    own, enemy = state.white, state.black
    if state.side:
        own, enemy = enemy, own
    try:
        value = table.value(own, enemy)
    except EngineError:
        # A damaged part is as good as none: the search finds its moves without.
        return None
    limit = rules.quiet_limit
    if limit and (not value or state.quiet + value - 1 > limit):
        return None
    if not value:
        return Known(None, 0)
    plies = value - 1
    return Known(state.side if plies & 1 else 1 - state.side, plies)


@lru_cache(maxsize=8)
def table_for(rules: AlquerqueRules) -> Table | None:
    """Return the largest table for *rules* that is there and whole, or None."""
    game = set_game_of(rules)
    return largest_table(game) if game is not None else None


def largest_table(game: SetGame) -> Table | None:
    """Return the largest table of this board, shipped or built on this machine, or None."""
    tables = [table for table in map(_opener(game), (SHIPPED, *_built())) if table is not None]
    # Of two alike the one that came with the program, which nobody has written to.
    return max(tables, key=lambda table: table.pieces, default=None)


def faults(game: SetGame) -> list[TableFault]:
    """Return each table built on this machine that is passed over, or a part of which is."""
    return [fault for path in _built() if (fault := _fault_of(path, game))]


def _fault_of(path: Path, game: SetGame) -> TableFault | None:
    try:
        Table(reader_of(path), game).packed()
    except TableError as error:
        return TableFault(path, error.trouble, str(error))
    except EngineError as error:
        return TableFault(path, Trouble.DAMAGED, str(error))
    except OSError as error:
        return TableFault(path, Trouble.UNREADABLE, reason_of(error))
    return None


def whole_blocks(game: SetGame) -> dict[Counts, bytes]:
    """Return the blocks of the largest table that is there and undamaged; none without one."""
    tables = [table for table in map(_opener(game), (SHIPPED, *_built())) if table is not None]
    for table in sorted(tables, key=lambda table: table.pieces, reverse=True):
        try:
            return table.packed()
        except (OSError, EngineError):
            # The next best one; what is built takes the place of the damaged one.
            continue
    return {}


def half_built() -> list[int]:
    """Return the pieces of each table with parts that were kept when building it was stopped."""
    every = range(2, MOST_PIECES + 1)
    return [pieces for pieces in every if any(parts_folder(built_file(pieces)).glob("*.part"))]


def built_file(pieces: int) -> Path:
    """Return where a table of *pieces* is looked for that was built on this machine."""
    return built_folder() / BUILT.format(pieces=pieces)


def _built() -> list[Path]:
    return sorted(built_folder().glob(BUILT.format(pieces="*")))


def _opener(game: SetGame) -> Callable[[Path], Table | None]:
    """Return what opens a table of *game*, or returns None where it cannot be used."""

    def opened(path: Path) -> Table | None:
        try:
            return Table(reader_of(path), game)
        except (OSError, EngineError):
            return None

    return opened
