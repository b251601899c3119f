"""How a position of Alquerque ends when both sides play best, where a table knows it.

The tables hold for the base rules on the board that they were built for.  With a quiet
limit a value of them is known to hold only where the game is over before the limit can
be met: a table's draw may then be won by the count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import platformdirs

from companion.contract import Position
from companion.engine.endgames import Known
from companion.errors import EngineError
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueRules
from companion.games.alquerque.search.tablebase.retrograde import Hops
from companion.games.alquerque.search.tablebase.table import MOST_PIECES, Table

SHIPPED: Final = Path(__file__).parent / "alquerque.table"
BUILT: Final = "alquerque-{pieces}.table"
"""What a table is named that was built on this machine."""


def built_folder() -> Path:
    """Return where tables built on this machine are kept; the folder need not be there."""
    return Path(platformdirs.user_data_dir("board-companion", appauthor=False)) / "tables"


def moves_of(rules: AlquerqueRules) -> tuple[Sequence[int], Hops] | None:
    """Return the steps and hops of *rules* where tables can be built for them, or None."""
    options = rules.options
    if options["forward"] != "off" or any(
        options[name] for name in ("compulsory", "huffing", "no_return")
    ):
        return None
    return rules.steps[0], rules.hops[0]


def known_end(position: Position) -> Known | None:
    """Return how *position*, which is not over, ends with best play, or None if not known."""
    if not isinstance(position, AlquerquePosition):
        return None
    rules, state = position.rules, position.state
    count = (state.white | state.black).bit_count()
    if count > MOST_PIECES:
        # Most positions: there is no need to open a table.
        return None
    table = _table_for(rules)
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
def _table_for(rules: AlquerqueRules) -> Table | None:
    """Return the largest table for *rules* that is there and whole, or None."""
    moves = moves_of(rules)
    return largest_table(*moves) if moves is not None else None


def largest_table(steps: Sequence[int], hops: Hops) -> Table | None:
    """Return the largest table of this board, shipped or built on this machine, or None."""
    best = None
    for path in (SHIPPED, *sorted(built_folder().glob(BUILT.format(pieces="*")))):
        try:
            table = Table(path.read_bytes(), steps, hops)
        except (OSError, EngineError):
            continue
        if best is None or table.pieces > best.pieces:
            best = table
    return best
