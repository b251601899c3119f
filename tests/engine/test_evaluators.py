import pytest

from companion.engine.knowledge import knowledge_of
from companion.games import find_game
from companion.games.querni.rules.kernel.chains import TILES
from companion.games.querni.search.kernel.turns import CHAIN, NEVER, TURN, turns_left
from tests.engine.test_search import along_a_game

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
