"""How games between players begin."""

import random

import pytest

from companion.engine.duel import OPENING_PLIES, _opening
from companion.games import find_game


@pytest.mark.parametrize("name", ["alquerque", "quincala-knocking", "quincala-mixing"])
def test_games_with_one_set_up_begin_with_random_plies(name):
    start = find_game(name).initial()
    openings = [_opening(start, random.Random(seed)) for seed in range(5)]
    assert {len(opening) for opening in openings} == {1 + OPENING_PLIES}
    assert len({opening[-1].key for opening in openings}) > 1


def test_a_shuffled_set_up_is_an_opening():
    start = find_game("querni").initial(None, 3)
    assert _opening(start, random.Random(1)) == [start]
