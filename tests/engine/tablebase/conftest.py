"""Tables that were built for these tests."""

import pytest

from companion.engine.endgames import TableWork
from companion.engine.jobs import Processes
from companion.engine.tables.building import Builder
from companion.engine.tables.file import reader_in
from companion.engine.tables.table import Table
from companion.games.alquerque.search.tablebase.endgames import set_game_of
from companion.plugins import find_game

PIECES = 4


class Kept:
    """PartStore in memory."""

    def __init__(self):
        self.parts = {}

    def load(self, name):
        return self.parts.get(name)

    def save(self, name, data):
        self.parts[name] = data


def built(game, pieces, parts=None, tell=None, watch=None):
    """The bytes of a table of *game*, from nothing but *parts*."""
    work = TableWork(
        parts or Kept(), tell or (lambda _: None), watch or (lambda _: None), Processes(1)
    )
    return Builder(game, work).build(pieces, {})


@pytest.fixture(scope="session")
def base_rules():
    """Alquerque's base rules without the quiet limit."""
    return find_game("alquerque").initial({"quiet_limit": 0}).rules


@pytest.fixture(scope="session")
def set_game(base_rules):
    """The same as tables are built by it."""
    return set_game_of(base_rules)


class Build:
    """A table of up to so many pieces as it was built: its file, its parts, its progress."""

    def __init__(self, game, pieces):
        self.kept, self.counts, self.shares = Kept(), [], []
        self.data = built(game, pieces, self.kept, self.counts.append, self.shares.append)


@pytest.fixture(scope="session")
def whole_build(set_game):
    """A table of up to four pieces."""
    return Build(set_game, PIECES)


@pytest.fixture(scope="session")
def small_build(set_game):
    """A table of up to three pieces, which takes a tenth of the time."""
    return Build(set_game, 3)


@pytest.fixture(scope="session")
def table_data(whole_build):
    """The file of a table of up to four pieces."""
    return whole_build.data


@pytest.fixture(scope="session")
def table(set_game, table_data):
    """The table in it."""
    return Table(reader_in(table_data), set_game)
