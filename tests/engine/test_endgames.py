"""The search where the table of endgames knows how the game ends."""

import random

import pytest

from companion.engine.limits import WIN, Limits, plies_to_end
from companion.engine.search import search
from companion.games.alquerque.rules.game import AlquerquePosition
from companion.games.alquerque.rules.kernel.state import AlquerqueState
from companion.games.alquerque.search.tablebase.endgames import ENDGAMES
from companion.plugins import find_game

GAME = find_game("alquerque")
known_end = ENDGAMES.known
FAR_WIN = "..www/....w/...../b..../....b w quiet_limit=0"
"""White wins in 49 plies, no capture in sight."""
SEVEN = "..b../...../....w/b.ww./w..b. w quiet_limit=0"
"""White wins in 35 plies, with seven pieces."""


def random_endgame(chance, pieces, **options):
    while True:
        sites = chance.sample(range(25), pieces)
        own = chance.randrange(1, pieces)
        sets = [sum(1 << site for site in part) for part in (sites[:own], sites[own:])]
        state = AlquerqueState(*sets, chance.randrange(2), 0, 0, ())
        position = AlquerquePosition(GAME.initial({"quiet_limit": 0, **options}).rules, state)
        if position.outcome() is None:
            return position


def test_a_far_win_is_seen_at_once_and_led_by_its_line():
    position = GAME.from_text(FAR_WIN)
    result = search(position, Limits(nodes=200))
    assert plies_to_end(result.score) == 49
    assert result.score > 0
    assert len(result.line) == 8
    for left, move in zip(range(48, 40, -1), result.line, strict=True):
        position = position.play(move)
        assert known_end(position).plies == left


@pytest.mark.parametrize("text", [SEVEN, SEVEN.replace("quiet_limit=0", "quiet_limit=100")])
def test_a_game_that_is_told_to_be_won_is_won_in_as_many_plies(text):
    position = GAME.from_text(text)
    plies = plies_to_end(search(position, Limits(nodes=50)).score)
    assert plies == known_end(position).plies > 30
    for _ in range(plies):
        position = position.play(search(position, Limits(nodes=50)).move)
    assert position.outcome().winner == 0


@pytest.mark.parametrize("side", [0, 1])
def test_no_move_gives_away_what_the_table_promises(side):
    chance = random.Random(side)
    for _ in range(60):
        position = random_endgame(chance, 5)
        end = known_end(position)
        after = position.play(search(position, Limits(nodes=50)).move)
        if end.winner is None:
            assert after.outcome() is None
            assert known_end(after).winner is None
        elif after.outcome() is not None:
            assert (after.outcome().winner, end.plies) == (end.winner, 1)
        else:
            assert known_end(after) == (end.winner, end.plies - 1)


def test_what_leads_into_the_table_is_valued_by_it():
    """Seven pieces: one capture and the table knows that Black, with more pieces, has lost."""
    chance = random.Random(8)
    count = 0
    while count < 5:
        position = random_endgame(chance, 7)
        best = None
        for move in position.legal_moves():
            after = position.play(move)
            end = known_end(after) if after.outcome() is None else None
            if end is not None and end.winner == position.side:
                best = min(best or end.plies + 1, end.plies + 1)
        if best is None or best < 5:
            continue
        count += 1
        result = search(position, Limits(nodes=3_000))
        assert result.score >= WIN - best


def test_a_known_draw_may_be_won_by_the_count_so_the_search_plays_on():
    position = GAME.from_text("..b../...../...../...../ww... w")
    assert known_end(position) is None
    assert abs(search(position, Limits(nodes=500)).score) > 0
