"""What is said of any game: its order, its number, and a game without reasons of its own."""

import random

import pytest

from companion.engine import reasons as plain_reasons
from companion.engine.reason import MOST, Reason, best, or_else
from companion.engine.reasons import reasons_of
from companion.errors import IllegalMoveError
from companion.plugins import GAMES, find_game
from tests.engine.reasoning import at

TAKES_TWO = at("alquerque", "b..../...b./...../.b.../w.... w")


def test_a_game_without_reasons_of_its_own_is_told_by_its_facts():
    facts = plain_reasons.plain_reasons(TAKES_TWO, TAKES_TWO.parse("a1xc3xe5"), ())
    assert [(reason.code, len(reason.sites)) for reason in facts] == [("captures", 2)]
    last = at("alquerque", "...../...../...../.b.../w.... w")
    line = [last.parse("a1xc3")]
    codes = [reason.code for reason in plain_reasons.plain_reasons(last, line[0], line)]
    assert codes == ["win-no-pieces", "captures"]


def test_the_best_are_the_first_different_ones_and_no_more_are_looked_for():
    def found():
        yield from (Reason("a"), Reason("a"), Reason("b"), Reason("c"))
        raise AssertionError("one more was looked for")

    assert [reason.code for reason in best(found())] == ["a", "b", "c"]


def test_what_is_weak_is_told_only_where_nothing_is_strong():
    assert list(or_else([Reason("a")], [Reason("b")])) == [Reason("a")]
    assert list(or_else([], [Reason("b")])) == [Reason("b")]


def test_a_move_that_is_not_legal_has_no_reasons():
    other = at("alquerque", "...../...../..b../...../w...w w")
    with pytest.raises(IllegalMoveError):
        reasons_of(TAKES_TWO, other.parse("e1-e2"))


@pytest.mark.parametrize("name", GAMES)
def test_random_moves_of_every_game_often_have_a_reason(name):
    chance = random.Random(name)
    position, with_reasons, count = find_game(name).initial(seed=3), 0, 0
    for _ in range(40):
        if position.outcome() is not None:
            break
        move = chance.choice(position.legal_moves())
        reasons = reasons_of(position, move)
        assert len(reasons) <= MOST
        with_reasons += bool(reasons)
        count += 1
        position = position.play(move)
    assert with_reasons >= count / 3
