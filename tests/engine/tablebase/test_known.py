"""How games of Alquerque with few pieces end, as players ask for it."""

import random

import pytest

from companion.contract import parse_board
from companion.engine.endgames import EndgameValue
from companion.engine.limits import Limits
from companion.engine.search import search
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueState
from companion.games.alquerque.search.tablebase.endgames import ENDGAMES
from companion.plugins import find_game

GAME = find_game("alquerque")
BOARD = GAME.initial().board
known_end = ENDGAMES.known


def placed(white, black, side=0, quiet=0, **options):
    """The position with these pieces, under the base rules without a quiet limit or *options*."""
    rules = GAME.initial({"quiet_limit": 0, **options}).rules
    sides = [
        sum(1 << BOARD.names.index(name) for name in names.split()) for names in (white, black)
    ]
    return AlquerquePosition(rules, AlquerqueState(*sides, side, quiet, 0, ()))


@pytest.mark.parametrize(
    ("white", "black", "side", "wanted"),
    [
        # c3 jumps d4 and nothing is left.
        ("c3", "d4", 0, EndgameValue(0, 1)),
        ("c3", "d4", 1, EndgameValue(1, 1)),
        # The far corners: either can keep away for ever.
        ("a1", "e5", 0, EndgameValue(None, 0)),
    ],
)
def test_ends_that_a_person_can_see(white, black, side, wanted):
    assert known_end(placed(white, black, side)) == wanted


def test_games_played_by_the_table_end_when_it_says():
    chance = random.Random(4)
    longest = 0
    for _ in range(60):
        sites = chance.sample(range(25), 5)
        own = chance.randrange(1, 5)
        sets = [sum(1 << site for site in part) for part in (sites[:own], sites[own:])]
        position = AlquerquePosition(
            GAME.initial({"quiet_limit": 0}).rules,
            AlquerqueState(*sets, chance.randrange(2), 0, 0, ()),
        )
        if position.outcome() is not None:
            continue
        end = known_end(position)
        if end.winner is None:
            continue
        longest = max(longest, end.plies)
        for left in range(end.plies - 1, -1, -1):
            children = [position.play(move) for move in position.legal_moves()]
            if left == 0:
                position = next(child for child in children if child.outcome() is not None)
                assert position.outcome().winner == end.winner
            else:
                going_on = [child for child in children if child.outcome() is None]
                position = next(
                    child
                    for child in going_on
                    if known_end(child) == EndgameValue(end.winner, left)
                )
    assert longest >= 15


def test_with_a_quiet_limit_wins_count_that_come_before_it():
    pieces = ("c3 b2 a1", "e5")
    end = known_end(placed(*pieces))
    assert end.winner == 0
    near = 50 - end.plies
    assert known_end(placed(*pieces, quiet=near, quiet_limit=50)) == end
    assert known_end(placed(*pieces, quiet=near + 1, quiet_limit=50)) is None


def test_with_a_quiet_limit_a_draw_may_be_won_by_the_count():
    assert known_end(placed("a1", "e5", quiet_limit=50)) is None


@pytest.mark.parametrize("options", [{"compulsory": True}, {"forward": "on"}, {"no_return": True}])
def test_other_rules_have_no_table(options):
    position = placed("c3", "d4", **options)
    if options.get("no_return"):
        position = GAME.initial({"quiet_limit": 0, **options})
    assert known_end(position) is None


def test_many_pieces_and_other_games_are_not_known():
    assert known_end(GAME.initial({"quiet_limit": 0})) is None
    assert known_end(find_game("querni").initial(None, 1)) is None


def test_a_board_of_another_size_has_no_table_and_is_searched_without():
    text = """
        name = "alquerque"
        note = "made up"
        rows = ["ooo", "ooo", "ooo"]
        lines = "alquerque"
        setups.start = {white = {1 = ["a1"]}, black = {1 = ["b3", "c3"]}}
    """
    position = GAME.initial({"quiet_limit": 0}, board=parse_board(text, ""))
    assert known_end(position) is None
    assert search(position, Limits(nodes=300)).move in position.legal_moves()
