"""The tables of Alquerque: what they are made of, building, checking and looking up.

They hold for the base rules on the board that they were built for.  With a quiet limit a
value of them is known to hold only where the game is over before the limit can be met: a
table's draw may then be won by the count.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

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
    built_folder,
    parts_folder,
)
from companion.engine.tables.building import Builder, cost_of
from companion.engine.tables.file import Counts, reader_in, reader_of
from companion.engine.tables.table import SetGame, Table, position_count, shape_of, tiers
from companion.errors import EngineError, reason_of
from companion.games.alquerque.rules.game import ALQUERQUE, AlquerquePosition
from companion.games.alquerque.rules.kernel.state import (
    AlquerqueRules,
    AlquerqueState,
    own_and_enemy,
    plies,
)
from companion.games.alquerque.search.kernel.tree import SITES, TwoSets

TOLD_EVERY: Final = 1000
"""Positions checked; to tell of each would take longer."""

SHIPPED: Final = Path(__file__).parent / "alquerque.table"
BUILT: Final = "alquerque-{pieces}.table"
"""What a table is named that was built on this machine."""

SIDE: Final = 5
"""Files and ranks of the board."""

SiteMap: TypeAlias = tuple[int, ...]
"""For each site the one to which it is brought."""


@lru_cache(maxsize=8)
def set_game_of(rules: AlquerqueRules) -> SetGame | None:
    """Return the plies of *rules* as tables are built by them, or None where none can be."""
    if rules.kernel is None or rules.must_capture or len(rules.board) != SITES:
        return None
    steps, hops = rules.steps[0], rules.hops[0]
    # A table holds for no other board: its name is how pieces move there.
    text = json.dumps([list(steps), [sorted(hop[2] for hop in at) for at in hops]])
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    return TwoSets(name, symmetries(steps), rules.kernel.ways)


def symmetries(steps: Sequence[int]) -> tuple[SiteMap, ...]:
    """Return those of the eight symmetries of a square that keep *steps*, the identity first.

    *steps* gives for each site the points to which a step leads.  A hop goes over one
    step in a straight line to another, so what keeps the steps keeps the hops.
    """
    return tuple(each for each in _of_a_square() if _is_kept(steps, each))


def _of_a_square() -> list[SiteMap]:
    turns = [[tuple(range(SIDE * rank, SIDE * (rank + 1))) for rank in range(SIDE)]]
    for _ in range(3):
        turns.append(list(zip(*turns[-1], strict=True))[::-1])
    mirrored = [[row[::-1] for row in rows] for rows in turns]
    return [tuple(chain.from_iterable(rows)) for rows in (*turns, *mirrored)]


def _is_kept(steps: Sequence[int], sites: SiteMap) -> bool:
    return all(_moved(ends, sites) == steps[to] for ends, to in zip(steps, sites, strict=True))


def _moved(points: int, sites: SiteMap) -> int:
    return sum(1 << to for site, to in enumerate(sites) if points >> site & 1)


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


class VerifiedState(NamedTuple):
    """A position with White to move, its value, and the one that those after it demand."""

    state: AlquerqueState
    value: int
    wanted: int


def checked(table: Table, rules: AlquerqueRules, pieces: int) -> Iterator[VerifiedState]:
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


def checked_one(table: Table, rules: AlquerqueRules, white: int, black: int) -> VerifiedState:
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
    return VerifiedState(before, table.value(white, black), wanted)


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
    """Building a table of 10 takes some 0.7 GB of memory, and an hour or two of one core."""

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
