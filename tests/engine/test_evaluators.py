import random
import sys

import pytest

from companion.engine.knowledge import knowledge_of
from companion.engine.limits import WIN
from companion.games.querni.kernel.rules import TILES
from companion.games.querni.kernel.search import CHAIN, NEVER, TURN, turns_left
from companion.games.quincala_mixing.kernel.search import (
    AGAIN,
    FORMED,
    NEARER,
    TOGETHER,
)
from companion.plugins import find_game
from tests.engine.positions import along_a_game

OFF = 70
FAR = 150


def turns(sites):
    """Turns left with *sites* by number, on a row where only sites side by side are adjacent."""
    joining = [[0 if abs(a - b) == 1 else FAR for b in range(OFF)] for a in range(OFF)]
    return turns_left(joining, tuple(sites.get(n, OFF) for n in range(TILES + 2)), OFF)


@pytest.mark.parametrize(
    ("sites", "expected"),
    [
        ({}, 0),
        ({4: 1, 5: 2, 6: 3}, TURN),
        ({4: 1, 5: 2, 6: 4}, FAR),
        # One chain of five, as what is left of two chains would be too short.
        ({4: 1, 5: 2, 6: 3, 7: 9, 8: 10}, FAR),
        # Two chains, so that 6 and 7 need not meet.
        ({4: 1, 5: 2, 6: 3, 7: 9, 8: 10, 9: 11}, 2 * TURN + CHAIN),
        # The first chain leaves with one of the moves for the other.
        ({4: 1, 5: 2, 6: 3, 7: 9, 8: 11, 9: 13}, 2 * FAR + CHAIN),
        ({4: 1, 5: 2, 6: 3, 7: 9, 8: 10, 9: 12}, 2 * TURN + CHAIN),
        ({1: 1, 2: 2, 3: 3, 10: 5, 11: 6, 12: 7}, 2 * TURN + CHAIN),
    ],
)
def test_the_turns_left_are_those_of_the_best_chains(sites, expected):
    assert turns(sites) == expected


def test_tiles_that_no_chain_can_take_never_leave():
    assert turns({4: 1, 5: 2}) >= NEVER
    assert turns({4: 1, 5: 2, 6: 3, 9: 12}) >= NEVER
    assert turns({4: 1, 5: 2, 9: 12}) > turns({4: 1, 5: 2})


KNOCKING = find_game("quincala-knocking")


def knocking_value(rows):
    return knowledge_of(KNOCKING.name).value(KNOCKING.from_text(rows))


@pytest.mark.parametrize("options", [{}, {"forward": "on"}, {"compulsory": True, "huffing": True}])
def test_alquerque_is_pieces_and_points_to_step_to(options):
    knowledge = knowledge_of("alquerque")
    values = set()
    for position in along_a_game("alquerque", options, seed=5, plies=60):
        board, pieces = position.board, position.pieces()
        rooms, numbers = [0, 0], [0, 0]
        for site, (piece,) in pieces.items():
            numbers[piece.side] += 1
            steps = position.rules.steps[piece.side][site]
            empty = [end for end in range(len(board)) if end not in pieces]
            rooms[piece.side] += sum(steps >> end & 1 for end in empty)
        lead = numbers[0] - numbers[1]
        expected = 100 * lead + 4 * lead * (24 - sum(numbers)) + 2 * (rooms[0] - rooms[1])
        assert knowledge.value(position) == expected
        values.add(expected)
    assert len(values) > 10


def test_in_the_knocking_game_a_second_size_lost_costs_more_than_the_first():
    rows = KNOCKING.initial().to_text()
    one = rows.replace("1b", ".", 1)
    two = one.replace("2b", ".", 1)
    assert knocking_value(rows) == 0
    assert knocking_value(two) - knocking_value(one) > knocking_value(one) > 250


@pytest.mark.parametrize(("better", "worse"), [("d3-d4", "b1-c1"), ("b1-c2", "b1-c1")])
def test_in_the_knocking_game_pieces_come_forward_and_together(better, worse):
    start = KNOCKING.initial()
    first, second = (start.play(start.parse(move)).to_text() for move in (better, worse))
    assert knocking_value(first) > knocking_value(second)


def test_knocking_placements_are_valued_by_what_changes_as_each_is_by_itself():
    knowledge = knowledge_of("quincala-knocking")
    chance = random.Random(8)
    lost = hunted = 0
    for seed in range(4):
        position = KNOCKING.initial()
        for number in range(60):
            if position.outcome() is not None:
                break
            children = knowledge.children(position)
            if number % 4 == seed:
                sign = -1 if position.side else 1
                values = {}
                for child in children:
                    outcome = child.outcome()
                    if outcome is None:
                        values[child.key] = sign * knowledge.value(child)
                    else:
                        values[child.key] = WIN - 1 if outcome.winner == position.side else 1 - WIN
                        lost += 1
                    hunted += bool(child.gone)
                ranked, valued = knowledge.evaluated(position, sys.maxsize)
                assert {one.child.key: one.value for one in ranked} == values
                assert valued == len(ranked) == len(children)
                assert all(one.is_over == (one.child.outcome() is not None) for one in ranked)
                assert [one.value for one in ranked] == sorted(values.values(), reverse=True)
                best, _ = knowledge.evaluated(position, 3)
                assert best[0].value == ranked[0].value and len(best) == min(3, len(ranked))
                _, valued = knowledge.evaluated(position, 1, enough=ranked[-1].value)
                assert valued == 1
            # Captures, where there are any, so that pieces fall.
            falls = [child for child in children if child.gone != position.gone]
            position = chance.choice(falls or children)
    assert lost and hunted


MIXING = find_game("quincala-mixing")
MIXED = (
    "..../.......2w/.1b......../......2b..3b./..3b3b...1b.../...1b./.2b...../.3w(2w1b)../"
    ".......1w.../.....(2b1w)...../1w.2w3w2b2w.3w.1w/.....3w../..3b. w"
)
MIXED_AGAIN = MIXED.replace("2w/", "(3b2w)/").replace("2b..3b.", "2b....").replace("(2b1w)", "2b")


@pytest.mark.parametrize("sizes", [3, 5])
def test_mixing_is_sizes_in_mixed_towers_and_how_far_the_pieces_have_come(sizes):
    positions = [*along_a_game(MIXING.name, {"sizes": sizes}, 1, 60), MIXING.from_text(MIXED)]
    for position in positions:
        assert knowledge_of(MIXING.name).value(position) == mixing_value(position)[0]


def test_a_size_in_two_mixed_towers_counts_for_more_once():
    position = MIXING.from_text(MIXED_AGAIN)
    expected, again = mixing_value(position)
    assert again == 1
    assert knowledge_of(MIXING.name).value(position) == expected


def mixing_value(position):
    """What *position* is worth to White by its pieces, and how many sizes are in two towers."""
    last = position.board.ranks - 1
    value, mixed, twice = 0, ([], []), 0
    for site, tower in position.pieces().items():
        rank, sides = position.board.places[site][1], {piece.side for piece in tower}
        for piece in tower:
            way, sign = (last - rank, -1) if piece.side else (rank, 1)
            quarters = enumerate(NEARER, 1)
            value += sign * sum(worth for number, worth in quarters if 4 * way > number * last)
            if len(sides) == 2:
                mixed[piece.side].append(piece.value)
    for sign, values in zip((1, -1), mixed, strict=True):
        number = len(set(values))
        again = sum(values.count(size) > 1 for size in set(values))
        value += sign * (FORMED * number + TOGETHER * number**2 + AGAIN * again)
        twice += again
    return value, twice


def test_a_won_game_of_mixing_is_worth_a_win_wherever_the_pieces_stand():
    ranked, _ = knowledge_of(MIXING.name).evaluated(MIXING.from_text(MIXED), sys.maxsize)
    over = [one.value for one in ranked if one.child.outcome() is not None]
    assert len(over) > 2 and set(over) == {WIN - 1, 1 - WIN}
