"""Morris with few men is solved by what builds the program's tables of endgames."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

import pytest

from companion.contract import parse_board
from companion.engine.endgames import TableWork
from companion.engine.jobs import Processes
from companion.engine.tables.building import Builder
from companion.engine.tables.file import reader_in
from companion.engine.tables.table import Table
from nine_mens_morris.men import FEWEST, Rules, State, sites_of
from nine_mens_morris.rules import MORRIS

SMALL = parse_board(
    'name = "six"\nnote = "the two inner squares"\nlines = "none"\n'
    'rows = ["o.o.o", ".ooo.", "oo.oo", ".ooo.", "o.o.o"]',
    "six",
)
"""With three men a side it has a sixteenth of the positions of the whole board."""


class MorrisSets:
    """Moving men, none in hand and none flying; see `companion.engine.tables.table`."""

    def __init__(self, rules: Rules) -> None:
        self.name = "morris without flying"
        self.points = len(rules.board)
        self.maps = symmetries(rules)
        self.least = FEWEST
        self._rules = rules
        # The builder asks for steps and captures of one position after another.
        self._moved = lru_cache(maxsize=1)(self._moves)

    def steps(self, own: int, enemy: int) -> int:
        return len(self._moved(own, enemy)[0])

    def captures(self, own: int, enemy: int) -> list[int]:
        _, closed = self._moved(own, enemy)
        if not closed:
            return []
        loose = [man for man in sites_of(enemy) if not self._rules.closes(enemy, man)]
        out = loose or list(sites_of(enemy))
        return [after | (enemy ^ 1 << man) << self.points for after in closed for man in out]

    def before(self, own: int, enemy: int) -> list[int]:
        empty = (1 << self.points) - 1 & ~(own | enemy)
        return [
            enemy ^ 1 << end | 1 << start
            for end in sites_of(enemy)
            if not self._rules.closes(enemy, end)
            for start in sites_of(self._rules.beside[end] & empty)
        ]

    def _moves(self, own: int, enemy: int) -> tuple[list[int], list[int]]:
        """What steps that close no mill make of *own*, and what those do that close one."""
        empty = (1 << self.points) - 1 & ~(own | enemy)
        sets_after: tuple[list[int], list[int]] = [], []
        for start in sites_of(own):
            for end in sites_of(self._rules.beside[start] & empty):
                after = own ^ 1 << start | 1 << end
                sets_after[bool(self._rules.closes(after, end))].append(after)
        return sets_after


def symmetries(rules: Rules) -> list[tuple[int, ...]]:
    """The turns and mirrorings of the board, and the same with inside and outside changed."""
    # Counted from 0, file and rank of the middle are how many squares there are.
    middle = rules.board.files // 2
    places = [(file - middle, rank - middle) for file, rank in rules.board.places]
    sites = {place: site for site, place in enumerate(places)}
    maps = []
    for is_changed in (False, True):
        for mirror in (1, -1):
            for turns in range(4):
                to = []
                for x, y in places:
                    ring = max(abs(x), abs(y))
                    other = middle + 1 - ring if is_changed else ring
                    # Each is 0 or as far from the middle as the ring.
                    x, y = mirror * x // ring * other, y // ring * other
                    for _ in range(turns):
                        x, y = -y, x
                    to.append(sites[x, y])
                maps.append(tuple(to))
    return maps


def on_the_inner_squares(rules: Rules) -> Rules:
    """Return *rules* without the outer square and what leads there."""
    kept = [rules.board.places.index((file + 1, rank + 1)) for file, rank in SMALL.places]

    def brought(points: int) -> int:
        return sum(1 << site for site, old in enumerate(kept) if points >> old & 1)

    beside = tuple(brought(rules.beside[old]) for old in kept)
    mills = tuple(
        tuple(brought(mill) for mill in rules.mills[old] if brought(mill).bit_count() == FEWEST)
        for old in kept
    )
    return replace(rules, board=SMALL, beside=beside, mills=mills)


class NothingKept:
    """Parts that are never needed again."""

    def load(self, name: str) -> bytes | None:
        return None

    def save(self, name: str, data: bytes) -> None:
        pass


@pytest.fixture(scope="module")
def rules() -> Rules:
    position = MORRIS.initial({"flying": False})
    return position.rules


@pytest.fixture(scope="module")
def small(rules: Rules) -> Rules:
    return on_the_inner_squares(rules)


@pytest.fixture(scope="module")
def table(small: Rules) -> Table:
    game = MorrisSets(small)
    work = TableWork(NothingKept(), lambda _: None, lambda _: None, Processes(1))
    return Table(reader_in(Builder(game, work).build(2 * FEWEST, {})), game)


@pytest.mark.parametrize("board", ["rules", "small"])
def test_the_board_has_sixteen_symmetries(board: str, request: pytest.FixtureRequest) -> None:
    rules = request.getfixturevalue(board)
    maps = symmetries(rules)
    assert len(set(maps)) == 16
    for each in maps:
        for site, beside in enumerate(rules.beside):
            brought = sum(1 << each[other] for other in sites_of(beside))
            assert brought == rules.beside[each[site]]


def test_each_value_follows_from_those_after_it_by_the_rules(small: Rules, table: Table) -> None:
    chance = random.Random(3)
    kinds = set()
    for _ in range(2_000):
        sites = chance.sample(range(len(SMALL)), 6)
        own, enemy = (sum(1 << site for site in part) for part in (sites[:3], sites[3:]))
        state = State((own, enemy), 0, (0, 0))
        values = []
        for ply in small.plies(state):
            after = small.after(state, ply)
            is_over = after.men[1].bit_count() < FEWEST
            values.append(1 if is_over else table.value(after.men[1], after.men[0]))
        lost = [value for value in values if value & 1]
        wanted = min(lost) + 1 if lost else 0 if 0 in values else max(values, default=0) + 1
        assert table.value(own, enemy) == wanted
        kinds.add("won" if lost else "drawn" if not wanted else "lost")
    assert kinds == {"won", "drawn", "lost"}
