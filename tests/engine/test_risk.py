"""A move that loses at once is told from the others, checked by trying everything."""

import random
from itertools import islice

import pytest

from companion.engine.proof import loses_needlessly
from companion.errors import IllegalMoveError
from companion.plugins import find_game
from tests.amounts import few_and_many
from tests.engine.endgames import ends_of_games, querni_endgames
from tests.engine.one_turn import following, loses, quincy_may_lose
from tests.games.more_games import first_and_more


def checked(position, chance):
    """Which answers came for some moves of *position*, each compared with everything tried."""
    side, answers = position.side, set()
    # The first of them is enough to find.
    can_go_on = any(not loses(child, side) for child in following(position))
    for move in chance.sample(position.legal_moves(), min(6, len(position.legal_moves()))):
        expected = loses(position.play(move), side) and can_go_on
        assert loses_needlessly(position, move) is expected, (position.to_text(), move.text)
        answers.add(expected)
    return answers


@pytest.mark.parametrize("which", first_and_more((0, 8), (8, 60)))
@pytest.mark.parametrize("kind", ["alquerque", "knocking", "mixing-3"])
def test_it_is_what_trying_everything_finds(kind, which):
    chance, answers = random.Random(kind), set()
    for position in islice(ends_of_games(kind), *which):
        answers |= checked(position, chance)
    assert answers == {False, True}


@few_and_many("number", 80, 200)
def test_it_is_what_trying_everything_finds_in_querni(number):
    chance, answers = random.Random(1), set()
    for position in islice(querni_endgames(), number):
        answers |= checked(position, chance)
    assert answers == {False, True}


@pytest.mark.parametrize("kind", ["quincy", "quincy-4", "quincy-physical"])
def test_with_hidden_dominoes_it_is_what_the_player_can_know(kind):
    chance, answers = random.Random(kind), set()
    for position in islice(ends_of_games(kind), 60):
        moves = position.legal_moves()
        losing = [quincy_may_lose(position, move) for move in moves]
        for index in chance.sample(range(len(moves)), min(6, len(moves))):
            expected = losing[index] and not all(losing)
            assert loses_needlessly(position, moves[index]) is expected, position.to_text()
            answers.add(expected)
    assert answers == {False, True}


def test_a_move_that_is_not_legal_is_refused():
    start = find_game("alquerque").initial()
    after = start.play(start.legal_moves()[0])
    with pytest.raises(IllegalMoveError):
        loses_needlessly(after, start.legal_moves()[0])
