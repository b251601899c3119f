"""Seeded random games of every kind: each ends or reaches 500 plies, each position is sound.

A failure prints game, options, seed and the plies up to the position.
"""

from itertools import product

import pytest

from companion.plugins import GAMES, find_game
from companion.storage.library import sample_names, sample_path
from companion.storage.record_reader import read_record
from companion.testing.random_games import MOST_PLIES, RandomStep
from tests.games.more_games import first_and_more
from tests.games.random_games import (
    KINDS,
    LONG_LISTS,
    by_list,
    by_touch,
    check_step_of_game,
    kind_id,
)
from tests.storage.replaying import replay

QUICK_GAMES = 5
"""By each of the two ways: ten games of each kind, two as sources and the others compiled.

Of the longest lists the sources play none: the contract does.
"""

WAYS = {"by-list": by_list, "by-touch": by_touch}

GAMES_OF_EACH = 1000
BY_LIST_TOO = 20
"""One in so many games of Mixing is played by list as well: there the lists take the time."""

every_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)


def quick_games():
    """Each kind with each way, the first game apart from the others."""
    for kind, (name, way) in product(KINDS, WAYS.items()):
        for seeds in first_and_more(range(1), range(1, QUICK_GAMES)):
            # The contract plays one as well, which for these takes the longest of all.
            is_longest = way is by_list and kind[1].get("sizes", 3) > 3
            if not (is_longest and seeds.id == "first"):
                label = f"{kind_id(kind)}-{name}-{seeds.id}"
                yield pytest.param(kind, way, *seeds.values, id=label, marks=seeds.marks)


def play_all(kind, way, seeds):
    is_long = way is by_list and kind[0] == LONG_LISTS
    for seed in seeds[::BY_LIST_TOO] if is_long else seeds:
        start = None
        for number, step in enumerate(way(kind, seed)):  # noqa: B007
            start = start or step.position
            check_step_of_game(step, start)
        assert step.position.outcome() is not None or number == MOST_PLIES, step.story


@pytest.mark.parametrize(("kind", "way", "seeds"), [*quick_games()])
def test_random_games_end_and_every_position_is_sound(kind, way, seeds):
    play_all(kind, way, seeds)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@every_kind
def test_a_thousand_random_games_end_and_every_position_is_sound(kind, way):
    play_all(kind, way, range(GAMES_OF_EACH))


def test_every_game_is_among_the_kinds():
    assert {name for name, _ in KINDS} == set(GAMES)


@every_kind
def test_games_by_list_and_by_touch_are_the_same_kind_of_game(kind):
    assert next(by_list(kind, 3)).position == next(by_touch(kind, 3)).position


@pytest.mark.parametrize("name", sample_names())
def test_positions_of_sample_games_are_sound_too(name):
    """Random games seldom end as games of people do: Querni's run into the count."""
    positions = replay(read_record(sample_path(name), find_game))
    for number, position in enumerate(positions):
        check_step_of_game(
            RandomStep(position, position.legal_moves(), f"{name} after {number} plies"),
            positions[0],
        )
