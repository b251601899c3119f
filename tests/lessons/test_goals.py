import dataclasses

import pytest

from companion.errors import LessonError
from companion.lessons.goals import Goal, Miss, Trial
from companion.lessons.lesson import FactPattern
from companion.plugins import find_game

THREE_HOPS = "b..../..b../...b./...b./..w.. w"


def miss(pattern, move, text=THREE_HOPS, game="alquerque"):
    position = find_game(game).from_text(text)
    goal = Goal(FactPattern(7, pattern), position, "a.txt")
    return goal.miss(Trial(position.half_move(position.parse(move))))


@pytest.mark.parametrize(
    ("pattern", "move"),
    [
        ("capture", "c1xe3"),
        ("capture b", "c1xe3"),
        ("capture b d2", "c1xe3"),
        ("capture a1/d2", "c1xe3"),
        ("2 capture", "c1xe3xc3"),
        ("no capture", "c1-c2"),
        ("no 3 capture", "c1xe3xc3"),
        ("no capture d3", "c1xe3"),
        ("from c1 c2", "c1-c2"),
        ("to c2", "c1-c2"),
        ("legs 3", "c1xe3xc3xc5"),
        ("moves c1-c2 c1-b1", "c1-b1"),
        ("stands 1w e3", "c1xe3"),
        ("stands . c1 d2", "c1xe3"),
        ("stands 1w/2w somewhere", "c1xe3"),
        ("no ends any", "c1xe3"),
        ("any", "c1-c2"),
    ],
)
def test_a_move_like_the_pattern_lacks_nothing(pattern, move):
    assert miss(pattern, move) is None


@pytest.mark.parametrize(
    ("pattern", "move", "expected"),
    [
        ("capture", "c1-c2", Miss("capture", 0, 1)),
        ("capture w", "c1xe3", Miss("capture", 0, 1)),
        ("capture b d3", "c1xe3", Miss("capture", 0, 1)),
        ("3 capture", "c1xe3xc3", Miss("capture", 2, 3)),
        ("no capture", "c1xe3xc3", Miss("no capture", 2, 0)),
        ("no 2 capture", "c1xe3xc3", Miss("no capture", 2, 0)),
        ("from c2", "c1-c2", Miss("from")),
        ("to c1", "c1-c2", Miss("to")),
        ("legs 2", "c1xe3", Miss("legs")),
        ("moves c1-b1", "c1-c2", Miss("moves")),
        ("stands 1w c1", "c1-c2", Miss("stands")),
        ("stands . somewhere", "c1-c2", None),
        ("stands 2w somewhere", "c1-c2", Miss("stands")),
        ("ends w", "c1xe3", Miss("ends")),
        ("no any", "c1-c2", Miss("any")),
    ],
)
def test_what_a_move_lacks_is_a_code_with_counts(pattern, move, expected):
    assert miss(pattern, move) == expected


def test_every_route_to_a_listed_position_counts():
    text = "b..../...../..b../.b.b./..w.. w"
    position = find_game("alquerque").from_text(text)
    board = position.board
    goal = Goal(FactPattern(1, "moves c1xa3"), position, "a.txt")
    half = position.begin().touch(board.site_of("c1")).touch(board.site_of("a3"))
    assert goal.miss(Trial(half)) is None


def test_an_end_is_told_by_the_letter_of_the_winner():
    last = "...../...../..b../..w../..... w"
    assert miss("ends w", "c2xc4", last) is None
    assert miss("win w", "c2xc4", last) is None
    assert miss("ends b", "c2xc4", last) == Miss("ends")
    assert miss("ends any", "c2xc4", last) is None


def test_chains_dominoes_and_lines_have_names():
    chain = "/".join([",".join("." * 10)] * 6) + "/9b,3b,4b,5b,.,1p,.,2p,.,3p b"
    assert miss("chain 3-5", "[3-5]", chain, "querni") is None
    assert miss("remove 3b/4b", "[3-5]", chain, "querni") is None
    assert miss("chain 3-4", "[3-5]", chain, "querni") == Miss("chain", 0, 1)
    start = find_game("quincy").initial(seed=1)
    domino = next(move for move in start.legal_moves() if move.text.startswith("1|2@"))
    goal = Goal(FactPattern(1, "discard 1|2"), start, "a.txt")
    assert goal.miss(Trial(start.half_move(domino))) is None


def test_sides_that_begin_alike_are_told_by_their_names():
    game = dataclasses.replace(find_game("alquerque"), side_names=("Blue", "Black"))
    assert game.side_letters == ("blue", "black")
    assert find_game("querni").side_letters == ("b", "p")


def test_a_game_that_names_no_facts_has_lessons_about_any():
    position = find_game("alquerque").from_text(THREE_HOPS)
    position.game = dataclasses.replace(position.game, fact_codes=frozenset())
    trial = Trial(position.half_move(position.parse("c1xe3")))
    assert Goal(FactPattern(1, "capture"), position, "a.txt").miss(trial) is None
    assert Goal(FactPattern(1, "crowning"), position, "a.txt").miss(trial) == Miss(
        "crowning", 0, 1
    )
    with pytest.raises(LessonError, match="one of a code such as 'move', ends, "):
        Goal(FactPattern(1, "b3"), position, "a.txt")


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("no", "expected a pattern such as 'knock 3b', got 'no'"),
        ("0 capture", "expected a pattern such as 'knock 3b', got '0 capture'"),
        ("jump", "expected a pattern with one of capture, chain, huff, knock, "),
        ("discard", "expected a pattern with one of capture, "),
        ("from", "expected words after 'from', got 'from'"),
        ("any c1", "expected no words after 'any', got 'any c1'"),
        ("from z9", "expected a dot of board alquerque, got 'z9'"),
        ("stands 1w", "expected 'stands PIECES PLACE', got 'stands 1w'"),
        ("stands 1w z9", "expected a dot of board alquerque, got 'z9'"),
        ("ends x", "expected 'ends' and one of w, b, draw, any, got "),
        ("legs two", "expected a number of legs, got 'two'"),
        ("moves c1-c5", "expected "),
    ],
)
def test_what_is_no_pattern_is_told_with_its_line(pattern, message):
    with pytest.raises(LessonError) as caught:
        miss(pattern, "c1-c2")
    assert str(caught.value).startswith(f"a.txt:7: {message}")
