"""What plies of Quincy are worth: at once by counting fours, ahead by dealing every hand."""

import random
from itertools import combinations

import pytest

from companion.engine.limits import Budget, Limits
from companion.engine.search import search
from companion.games.quincy import search as quincy_search
from companion.games.quincy.kernel.rules import (
    DECK,
    line_count,
    lines_of,
    members,
    next_states,
    own_and_enemy,
    plies,
    put_of,
    site_at,
    spent_by,
    target_by,
)
from companion.games.quincy.kernel.search import (
    ALLOWING,
    CERTAIN,
    LINE,
    WINDOW,
    after_target,
    listed,
    standing,
    target_of,
    value_of,
)
from companion.games.quincy.rules import MOVES
from companion.games.quincy.search import Chances
from companion.plugins import find_game

QUINCY = find_game("quincy")
STEPS = ((1, 0), (-1, 1), (0, 1), (1, 1))


def endless():
    return Budget(Limits(), lambda: 0.0, lambda: False)


def random_position(seed, most, options=None):
    chance = random.Random(seed)
    position = QUINCY.initial(options, seed)
    for _ in range(most):
        after = position.play(chance.choice(position.legal_moves()))
        if after.outcome() is not None:
            break
        position = after
    return position


def counted(own, enemy):
    """The standing by its definition."""
    return LINE * (line_count(own) - line_count(enemy)) + fours(own, enemy) - fours(enemy, own)


def fours(own, enemy):
    lined = {}
    for line in lines_of(own):
        lined.setdefault(line[1] - line[0], set()).update(line)
    worth = 0
    for files, ranks in STEPS:
        for site in range(81):
            file, rank = site % 9 + 3 * files, site // 9 + 3 * ranks
            if 0 <= file < 9 and 0 <= rank < 9:
                four = {site + number * (9 * ranks + files) for number in range(4)}
                is_lined = four & lined.get(9 * ranks + files, set())
                if not is_lined and not any(enemy >> one & 1 for one in four):
                    worth += WINDOW[sum(own >> one & 1 for one in four)]
    return worth


@pytest.mark.parametrize("seed", range(8))
def test_a_board_is_worth_its_lines_and_the_fours_that_may_become_others(seed):
    position = random_position(seed, 10 + 5 * seed)
    own, enemy = own_and_enemy(position.state)
    assert standing(own, enemy) == counted(own, enemy)
    candidates = listed(own, enemy)
    assert [value_of(ply) for ply in candidates] == sorted(map(value_of, candidates), reverse=True)
    for ply in candidates:
        after = after_target(own, enemy, target_of(ply))
        is_won = line_count(after[0]) > 1
        assert value_of(ply) == (CERTAIN if is_won else counted(*after))


def test_stones_beside_a_line_make_no_other():
    line = 0b1111
    # Beside it on the lowest rank: a four upwards and one each way across, none along.
    assert standing(line | 1 << 4, 0) == standing(line, 0) + 3 * WINDOW[1]


def test_every_ply_of_the_rules_is_listed_with_its_domino():
    state = random_position(3, 20, {"dominoes": "physical"}).state
    targets = {target_of(ply): ALLOWING[target_of(ply)] for ply in listed(*own_and_enemy(state))}
    possible = {
        (target_by(ply), spent_by(ply)) for ply in plies(state) if target_by(ply) is not None
    }
    assert possible == {
        (target, domino)
        for target, dominoes in targets.items()
        for domino in members(dominoes & state.left)
    }


@pytest.mark.parametrize("seed", range(4))
def test_the_mean_over_replies_is_that_over_all_hands(seed, monkeypatch):
    monkeypatch.setattr(quincy_search, "LEAST", 0.0)
    state = random_position(seed, 38).state
    own, enemy = own_and_enemy(state)
    pool = members(state.left & ~state.hands[state.seat])
    size = state.sizes[1 - state.seat]
    chances = Chances(state, endless())
    compared = 0
    for ply in plies(state):
        target = target_by(ply)
        if target is None:
            continue
        after = after_target(own, enemy, target)
        if line_count(after[0]) > 1:
            continue
        replies = listed(after[1], after[0])
        worth = [
            best_of(replies, sum(1 << domino for domino in hand), after)
            for hand in combinations(pool, size)
        ]
        assert chances.value(MOVES[ply], 2) == pytest.approx(-sum(worth) / len(worth))
        compared += 1
        if compared == 3:
            break
    assert compared


def best_of(replies, hand, board):
    for reply in replies:
        if ALLOWING[target_of(reply)] & hand:
            return value_of(reply)
    return standing(board[1], board[0])


def test_a_four_that_the_own_hand_completes_is_worth_more_than_one_that_it_does_not():
    state = QUINCY.initial(None, 1).state
    # Blue has three stones in a row and misses the one on 14.
    blue = 1 << site_at(1, 1) | 1 << site_at(1, 2) | 1 << site_at(1, 3)
    values = []
    for other in ((1, 4), (8, 9)):
        hand = sum(1 << DECK.index(domino) for domino in (other, (7, 7), (6, 8)))
        held = state._replace(
            blue=blue, yellow=1 << site_at(5, 2), seat=0, hands=(hand, state.hands[1])
        )
        ply = put_of(DECK.index((7, 7)), site_at(7, 7))
        values.append(Chances(held, endless()).value(MOVES[ply], 3))
    assert values[0] > values[1] + 100


@pytest.mark.parametrize("kind", ["dealt", "physical"])
def test_a_swap_has_a_value_without_any_nodes_left(kind):
    swapped = 0
    for seed in range(40):
        position = random_position(seed, 44, {"dominoes": kind})
        if any(target_by(ply) is None for ply in plies(position.state)):
            swapped += 1
            assert search(position, Limits(nodes=1)).move in position.legal_moves()
    assert swapped


def test_more_plies_ahead_see_what_overlooked_squares_hide():
    state = random_position(5, 16).state
    ply = plies(state)[0]
    all_seen = Chances(state, endless()).value(MOVES[ply], 2)
    blind = Chances(state, endless(), unseen=(1 << 81) - 1).value(MOVES[ply], 2)
    assert blind > all_seen
    assert blind == counted(*own_and_enemy(state._replace(**changed(state, ply))))


def test_what_is_overlooked_of_the_other_side_is_seen_of_the_partner():
    state = random_position(5, 16, {"players": 4}).state
    ply = plies(state)[0]
    blind = Chances(state, endless(), unseen=(1 << 81) - 1)
    # The next seat overlooks all, and the partner behind it has something better than to pass.
    assert blind.value(MOVES[ply], 3) > blind.value(MOVES[ply], 2)


def changed(state, ply):
    after = next_states(state)[plies(state).index(ply)]
    return {"blue": after.blue, "yellow": after.yellow}
