"""Alpha-beta against looking at everything, in games made so that right and wrong differ."""

import random

import pytest

from companion.engine.alphabeta import AlphaBeta, Deepening
from companion.engine.knowledge import Knowledge
from companion.engine.limits import WIN, WON_FROM, Budget, Limits, StoppedError
from companion.engine.searcher import Ranked
from tests.engine.made_up import MadeUp, Numbers, circling, ending, first_values, layered
from tests.engine.positions import along_a_game

GAMES = 300
"""Each fault in the search that `tests/mutation` has changes what is found in some of these."""

ALL = 5 * WIN
"""A margin within which each first ply is."""


def some_layers(seed, has_captures):
    """A game in layers, what is known of it, how far to look, and positions that have stood."""
    chance, plies = random.Random(seed), 2 + seed % 4
    nodes = layered(chance, plies, draws=seed % 3 == 0)
    going_on = [number for number, node in enumerate(nodes) if number and node.end is None]
    known = {number: chance.choice([0, WIN - 1]) for number in going_on if chance.random() < 0.04}
    # What the last ply leads to counts as it stands, so no position there has stood.
    stood = {number for number in going_on if number <= 6 * (plies - 1) and chance.random() < 0.1}
    return nodes, Numbers(has_captures, known), plies, stood


def ranked(nodes, knowledge, plies, stood=(), margin=0):
    budget = Budget(Limits(), lambda: 0.0, lambda: False)
    tree = AlphaBeta(knowledge, budget, stood, margin)
    return tree.ranked(MadeUp(nodes, 0), plies, random.Random(1)).order


def agrees(order, values):
    """Whether the first of *order* has the best of *values*, and is worth it."""
    best = max(values.values())
    return (order[0].value, values[order[0].child.key]) == (best, best)


@pytest.mark.parametrize("has_captures", [False, True])
def test_the_best_ply_and_its_value_are_those_of_looking_at_everything(has_captures):
    for seed in range(GAMES):
        nodes, knowledge, plies, stood = some_layers(seed, has_captures)
        values = first_values(knowledge, MadeUp(nodes, 0), plies, stood)
        assert agrees(ranked(nodes, knowledge, plies, stood), values), seed


@pytest.mark.parametrize("margin", [20, 40, ALL])
def test_within_a_margin_each_first_ply_has_its_value(margin):
    looked = 0
    for seed in range(GAMES):
        nodes, knowledge, plies, stood = some_layers(seed, has_captures=True)
        values = first_values(knowledge, MadeUp(nodes, 0), plies, stood)
        best = max(values.values())
        if abs(best) >= WON_FROM:
            # Nothing is looked at any farther.
            continue
        looked += 1
        for one in ranked(nodes, knowledge, plies, stood, margin):
            value = values[one.child.key]
            assert one.value == value or max(one.value, value) <= best - margin, seed
    assert looked > GAMES / 2


def test_what_comes_up_at_several_plies_ends_as_far_away_as_it_does():
    for seed in range(GAMES):
        nodes, knowledge = ending(random.Random(seed)), Numbers()
        values = first_values(knowledge, MadeUp(nodes, 0), len(nodes))
        assert agrees(ranked(nodes, knowledge, len(nodes)), values), seed


def test_what_is_repeated_on_the_way_is_a_draw():
    for seed in range(GAMES):
        # What a position is worth depends on the way to it: a table would mix the ways up.
        nodes, knowledge, plies = circling(random.Random(seed)), Numbers(is_forgetful=True), 6
        values = first_values(knowledge, MadeUp(nodes, 0), plies)
        assert agrees(ranked(nodes, knowledge, plies), values), seed


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [
        ("alquerque", {}, 3),
        ("alquerque", {"compulsory": True, "huffing": True}, 3),
        ("querni", {}, 2),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_so_they_are_on_a_board(name, options, plies, seed):
    # Without the widths of an evaluator everything is followed.
    position, knowledge = list(along_a_game(name, options, seed, 30))[-1], Knowledge()
    budget = Budget(Limits(), lambda: 0.0, lambda: False)
    order = AlphaBeta(knowledge, budget).ranked(position, plies, random.Random(0)).order
    assert agrees(order, first_values(knowledge, position, plies))


def test_where_a_limit_is_met_the_better_ply_found_last_comes_first():
    order = [Ranked(0, MadeUp(circling(random.Random(1)), number)) for number in range(5)]
    worth = {0: 10, 1: 30, 2: 20, 3: 40}

    def asked(ranked, plies, alpha, beta):
        if ranked.child.key not in worth:
            raise StoppedError
        return worth[ranked.child.key]

    ranking = Deepening(asked).ranked(order, 2, lambda ranking: None)
    assert [one.child.key for one in ranking.order] == [3, 1, 0, 2, 4]
    assert ranking.depth == 1
