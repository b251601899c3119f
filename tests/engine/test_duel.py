"""How games between players begin."""

import random

import pytest

from companion.commands import match
from companion.commands.match import OPENING_NODES, OPENING_PLIES, _opening, _random_plies
from companion.engine.limits import Limits
from companion.engine.search import search
from companion.plugins import find_game
from tests.amounts import few_and_many


@pytest.mark.parametrize("name", ["alquerque", "quincala-knocking", "quincala-mixing"])
def test_games_with_one_set_up_begin_with_random_plies(name):
    start = find_game(name).initial()
    openings = [_opening(start, random.Random(seed)) for seed in range(5)]
    assert {len(opening) for opening in openings} == {1 + OPENING_PLIES}
    assert len({opening[-1].key for opening in openings}) > 1


@few_and_many("seeds", 10, 20)
def test_openings_are_even(seeds):
    start = find_game("alquerque").initial()
    leads, plain = [], []
    for seed in range(seeds):
        opening = _opening(start, random.Random(seed))[-1]
        leads.append(abs(search(opening, Limits(nodes=1_000)).score))
        random_one = _random_plies(start, random.Random(seed))[-1]
        plain.append(abs(search(random_one, Limits(nodes=1_000)).score))
    # Random plies lose pieces; looking a little farther than the choice did changes little.
    assert sum(lead > 100 for lead in plain) >= 5
    assert sum(lead > 100 for lead in leads) <= seeds // 10


def test_where_no_opening_is_even_the_most_even_one_is_taken(monkeypatch):
    start = find_game("alquerque").initial()
    monkeypatch.setattr(match, "EVEN", -1.0)
    monkeypatch.setattr(match, "OPENINGS_TRIED", 5)
    chance = random.Random(1)
    tried = [_random_plies(start, chance)[-1] for _ in range(5)]
    leads = [abs(search(one, Limits(nodes=OPENING_NODES)).score) for one in tried]
    chosen = _opening(start, random.Random(1))[-1]
    assert abs(search(chosen, Limits(nodes=OPENING_NODES)).score) == min(leads) < max(leads)


def test_a_shuffled_set_up_is_an_opening():
    start = find_game("querni").initial(None, 3)
    assert _opening(start, random.Random(1)) == [start]
