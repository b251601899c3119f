"""How a position of Alquerque ends when both sides play best, where a table knows it.

The tables hold for the base rules on the board that they were built for.  With a quiet
limit a value of them is known to hold only where the game is over before the limit can
be met: a table's draw may then be won by the count.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import platformdirs

from companion.contract import Position
from companion.engine.endgames import Known
from companion.engine.tables.file import reader_of
from companion.engine.tables.set_game import SetGame
from companion.engine.tables.table import Table
from companion.errors import EngineError
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueRules
from companion.games.alquerque.search.tablebase.table import MOST_PIECES, set_game

SHIPPED: Final = Path(__file__).parent / "alquerque.table"
BUILT: Final = "alquerque-{pieces}.table"
"""What a table is named that was built on this machine."""


def built_folder() -> Path:
    """Return where tables built on this machine are kept; the folder need not be there."""
    return Path(platformdirs.user_data_dir("board-companion", appauthor=False)) / "tables"


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
    best = None
    for path in (SHIPPED, *_built()):
        table = _opened(path, game)
        if isinstance(table, Table) and (best is None or table.pieces > best.pieces):
            best = table
    return best


def faults(game: SetGame) -> list[str]:
    """Return a line for each table built on this machine that is passed over: which and why."""
    opened = ((path, _opened(path, game)) for path in _built())
    return [f"{path}: {found}" for path, found in opened if isinstance(found, Exception)]


def _built() -> list[Path]:
    return sorted(built_folder().glob(BUILT.format(pieces="*")))


def _opened(path: Path, game: SetGame) -> Table | OSError | EngineError:
    try:
        return Table(reader_of(path), game)
    except (OSError, EngineError) as error:
        return error
