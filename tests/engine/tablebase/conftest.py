"""Tables that were built for these tests."""

import pytest

from companion.games import find_game
from companion.games.alquerque.search.tablebase.known import moves_of
from companion.games.alquerque.search.tablebase.retrograde import Retrograde

PIECES = 4


@pytest.fixture(scope="session")
def base_rules():
    """Alquerque's base rules without the quiet limit."""
    return find_game("alquerque").initial({"quiet_limit": 0}).rules


@pytest.fixture(scope="session")
def solved(base_rules):
    """The values of all positions with up to four pieces."""
    found = Retrograde(*moves_of(base_rules))
    for pieces in range(2, PIECES + 1):
        found.solve(pieces)
    return found
