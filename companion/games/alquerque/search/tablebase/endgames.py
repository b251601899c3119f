"""The tables of Alquerque as the program asks for them: built, checked and looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from companion.contract import Position
from companion.engine.endgames import Known, Watch
from companion.errors import EngineError
from companion.games.alquerque.rules.game import ALQUERQUE, AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueRules
from companion.games.alquerque.search.tablebase.check import checked
from companion.games.alquerque.search.tablebase.known import (
    BUILT,
    built_folder,
    known_end,
    moves_of,
)
from companion.games.alquerque.search.tablebase.retrograde import (
    TOLD_EVERY,
    VISITS,
    Hops,
    Retrograde,
    position_count,
)
from companion.games.alquerque.search.tablebase.table import MOST_PIECES, Table, table_bytes

SYMMETRIES: Final = 8


class _CheckedTable:
    """A table that can be held against the rules."""

    def __init__(self, table: Table, rules: AlquerqueRules) -> None:
        self.pieces = table.pieces
        self._table = table
        self._rules = rules

    def check(self, pieces: int, watch: Watch) -> int:
        """Return how many positions with so many *pieces* there are; see `EndgameTable`."""
        count = 0
        # Of sets that are symmetric to each other one in almost all of eight is looked at.
        most = position_count(pieces) / SYMMETRIES
        for state, value, wanted in checked(self._table, self._rules, pieces):
            if value != wanted:
                text = AlquerquePosition(self._rules, state).to_text()
                raise EngineError(f"expected value {wanted} of {text!r}, got {value}")
            count += 1
            if not count % TOLD_EVERY:
                watch(min(1.0, count / most))
        return count


class AlquerqueEndgames:
    """Tables for the base rules; see `companion.engine.endgames.Endgames`."""

    most_pieces = MOST_PIECES

    @cached_property
    def _rules(self) -> AlquerqueRules:
        position = ALQUERQUE.initial({"quiet_limit": 0})
        assert isinstance(position, AlquerquePosition), "a position of its own game"
        return position.rules

    @property
    def _moves(self) -> tuple[Sequence[int], Hops]:
        moves = moves_of(self._rules)
        assert moves is not None, "the base rules are what tables are for"
        return moves

    def known(self, position: Position) -> Known | None:
        """Return how *position* ends, where a table knows it."""
        return known_end(position)

    def file(self, pieces: int) -> Path:
        """Return where a table of *pieces* is looked for."""
        return built_folder() / BUILT.format(pieces=pieces)

    def build(self, pieces: int, tell: Callable[[int], None], watch: Watch) -> bytes:
        """Return a new table of *pieces*; see `Endgames`."""
        counts = {number: position_count(number) for number in range(2, pieces + 1)}
        done, whole = 0.0, VISITS * sum(counts.values())
        found = Retrograde(
            *self._moves, watch=lambda visits: watch(min(1.0, done + visits / whole))
        )
        for number, count in counts.items():
            found.solve(number)
            done += VISITS * count / whole
            tell(number)
        return table_bytes(found.values, *self._moves)

    def table(self, data: bytes) -> _CheckedTable:
        """Return the table in the file *data*."""
        return _CheckedTable(Table(data, *self._moves), self._rules)


ENDGAMES: Final = AlquerqueEndgames()
