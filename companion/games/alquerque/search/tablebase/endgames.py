"""The tables of Alquerque as the program asks for them: built, checked and looked up."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final

from companion.contract import Position
from companion.engine.endgames import Known, TableCost, TableFault, TableWork, Watch
from companion.engine.tables.building import Builder, cost_of
from companion.engine.tables.file import reader_in
from companion.engine.tables.set_game import SetGame
from companion.engine.tables.table import Table, position_count, tiers
from companion.errors import EngineError
from companion.games.alquerque.rules.game import ALQUERQUE, AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueRules
from companion.games.alquerque.search.tablebase.check import checked
from companion.games.alquerque.search.tablebase.known import (
    built_file,
    faults,
    half_built,
    known_end,
    largest_table,
    set_game_of,
    whole_blocks,
)
from companion.games.alquerque.search.tablebase.table import MOST_OFFERED, MOST_PIECES

TOLD_EVERY: Final = 1000
"""Positions checked; to tell of each would take longer."""


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
        game = self._table.game
        pairs = [pair for pair in tiers(game.least, pieces) if sum(pair) == pieces]
        most = sum(position_count(game.points, pair) for pair in pairs) / len(game.maps)
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
    most_offered = MOST_OFFERED

    @cached_property
    def _rules(self) -> AlquerqueRules:
        position = ALQUERQUE.initial({"quiet_limit": 0})
        assert isinstance(position, AlquerquePosition), "a position of its own game"
        return position.rules

    @property
    def _game(self) -> SetGame:
        game = set_game_of(self._rules)
        assert game is not None, "the base rules are what tables are for"
        return game

    def known(self, position: Position) -> Known | None:
        """Return how *position* ends, where a table knows it."""
        return known_end(position)

    def faults(self) -> list[TableFault]:
        """Return each table that was built here and is passed over."""
        return faults(self._game)

    def pieces(self) -> int:
        """Return the number of pieces of the largest table at hand."""
        table = largest_table(self._game)
        return table.pieces if table is not None else 0

    def half_built(self) -> list[int]:
        """Return the pieces of each table that was begun and not finished."""
        return half_built()

    def cost(self, pieces: int) -> TableCost:
        """Return what a table of *pieces* takes."""
        return cost_of(self._game, pieces, self.pieces())

    def file(self, pieces: int) -> Path:
        """Return where a table of *pieces* is looked for."""
        return built_file(pieces)

    def build(self, pieces: int, work: TableWork) -> bytes:
        """Return a new table of *pieces*; see `Endgames`."""
        known = {} if work.is_anew else whole_blocks(self._game)
        return Builder(self._game, work).build(pieces, known)

    def table(self, data: bytes) -> _CheckedTable:
        """Return the table in the file *data*."""
        return _CheckedTable(Table(reader_in(data), self._game), self._rules)


ENDGAMES: Final = AlquerqueEndgames()
