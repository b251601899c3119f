"""The tables of Alquerque as the program asks for them: built, checked and looked up.

They hold for the base rules on the board that they were built for.  With a quiet limit a
value of them is known to hold only where the game is over before the limit can be met: a
table's draw may then be won by the count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from companion.contract import Position
from companion.engine.endgames import (
    Endgames,
    EndgameValue,
    TableCost,
    TableError,
    TableFault,
    TableWork,
    Trouble,
    Watch,
    parts_folder,
)
from companion.engine.tables.building import Builder, cost_of
from companion.engine.tables.file import Counts, reader_in, reader_of
from companion.engine.tables.set_game import SetGame
from companion.engine.tables.table import Table, position_count, shape_of, tiers
from companion.errors import EngineError, reason_of
from companion.games.alquerque.rules.game import ALQUERQUE, AlquerquePosition
from companion.games.alquerque.rules.kernel.state import (
    AlquerqueRules,
    AlquerqueState,
    own_and_enemy,
    plies,
)
from companion.games.alquerque.search.tablebase.known import (
    built_file,
    built_files,
    table_for,
    tables_of,
    value_in,
)
from companion.games.alquerque.search.tablebase.set_game import set_game_of

TOLD_EVERY: Final = 1000
"""Positions checked; to tell of each would take longer."""


class Checked(NamedTuple):
    """A position with White to move, its value, and the one that those after it demand."""

    state: AlquerqueState
    value: int
    wanted: int


def checked(table: Table, rules: AlquerqueRules, pieces: int) -> Iterator[Checked]:
    """Yield every position with so many *pieces*, at least 2, with both values.

    Both sides play alike, so White is to move in all of them; sets of White's that a
    symmetry of the board brings to each other are looked at once.  *rules* are the base
    rules without a quiet limit.
    """
    for own in range(1, pieces):
        shape = shape_of(table.game, (own, pieces - own))
        shape.open()
        for white in shape.rows:
            free = shape.free_points(white)
            for column in range(shape.width):
                yield checked_one(table, rules, white, shape.enemy_at(free, column))


def checked_one(table: Table, rules: AlquerqueRules, white: int, black: int) -> Checked:
    """Return the position of these pieces, White to move, with both its values.

    The plies are those of the rules, not of the builder: a mistake of the one is not
    repeated by the other.
    """
    before = AlquerqueState(white, black, 0, 0, 0, ())
    best_win, longest_loss, can_draw = 0, 1, False
    for state in plies(rules, before):
        # Nothing left is lost at once.
        value = table.value(state.black, state.white) if state.black else 1
        if not value:
            can_draw = True
        elif value & 1:
            best_win = min(best_win or value + 1, value + 1)
        else:
            longest_loss = max(longest_loss, value + 1)
    wanted = best_win or (0 if can_draw else longest_loss)
    return Checked(before, table.value(white, black), wanted)


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
                raise EngineError(
                    "expected value {wanted} of {text!r}, got {value}",
                    wanted=wanted,
                    text=text,
                    value=value,
                )
            count += 1
            if not count % TOLD_EVERY:
                watch(min(1.0, count / most))
        return count


class AlquerqueEndgames(Endgames):
    """Tables for the base rules."""

    most_pieces = 10
    """Building a table of 10 takes some 0.7 GB of memory, and hours."""

    most_offered = 8
    """Some minutes on any machine, 0.2 GB of memory and 15 MB of disk."""

    @cached_property
    def _rules(self) -> AlquerqueRules:
        return ALQUERQUE.initial({"quiet_limit": 0}).rules

    @property
    def _game(self) -> SetGame:
        game = set_game_of(self._rules)
        assert game is not None, "the base rules are what tables are for"
        return game

    def known(self, position: Position) -> EndgameValue | None:
        if not isinstance(position, AlquerquePosition):
            return None
        rules, state = position.rules, position.state
        own, enemy = own_and_enemy(state)
        count = (own | enemy).bit_count()
        # Most positions have more: there is no need to open a table.
        table = table_for(rules) if count <= self.most_pieces else None
        if table is None or count > table.pieces:
            return None
        value = value_in(table, own, enemy)
        limit, plies = rules.quiet_limit, value - 1
        if value < 0 or (limit and (not value or state.quiet + plies > limit)):
            return None
        if not value:
            return EndgameValue(None, 0)
        return EndgameValue(state.side if plies & 1 else 1 - state.side, plies)

    def faults(self) -> list[TableFault]:
        return [fault for path in built_files() if (fault := _fault_of(path, self._game))]

    def pieces(self) -> int:
        return max((table.pieces for table in tables_of(self._game)), default=0)

    def half_built(self) -> list[int]:
        every = range(2, self.most_pieces + 1)
        return [count for count in every if any(parts_folder(built_file(count)).glob("*.part"))]

    def cost(self, pieces: int) -> TableCost:
        return cost_of(self._game, pieces, self.pieces())

    def file(self, pieces: int) -> Path:
        return built_file(pieces)

    def build(self, pieces: int, work: TableWork) -> bytes:
        known = {} if work.is_anew else _whole_blocks(self._game)
        return Builder(self._game, work).build(pieces, known)

    def table(self, data: bytes) -> _CheckedTable:
        return _CheckedTable(Table(reader_in(data), self._game), self._rules)


def _fault_of(path: Path, game: SetGame) -> TableFault | None:
    try:
        Table(reader_of(path), game).packed()
    except TableError as error:
        return TableFault(path, error.trouble, error.message)
    except EngineError as error:
        return TableFault(path, Trouble.DAMAGED, error.message)
    except OSError as error:
        return TableFault(path, Trouble.UNREADABLE, reason_of(error))
    return None


def _whole_blocks(game: SetGame) -> dict[Counts, bytes]:
    """Return the blocks of the largest table that is there and undamaged; none without one."""
    for table in tables_of(game):
        try:
            return table.packed()
        except (OSError, EngineError):
            # The next best one; what is built takes the place of the damaged one.
            continue
    return {}


ENDGAMES: Final = AlquerqueEndgames()
