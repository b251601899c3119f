import random

import pytest

from companion.contract import Piece
from companion.plugins import GAMES
from companion.table.steps import (
    MOST_ALIKE,
    Lift,
    after_lift,
    best_pairing,
    fewest_lifts,
    same_sets,
)
from tests.match.playing import wander
from tests.table.slow_lifts import fewest_by_search

W1, W2, W3 = Piece(0, 1), Piece(0, 2), Piece(0, 3)
B1, B2, B3 = Piece(1, 1), Piece(1, 2), Piece(1, 3)

A, B, C, D = range(4)

ENDLESS = 10**9
"""Tries of which no search comes to the end."""


def carried_out(table, lifts):
    """Return the table after *lifts*, each taken from the top of what stands there."""
    standing = dict(table)
    for lift in lifts:
        if lift.start is not None:
            assert standing[lift.start][-len(lift.pieces) :] == lift.pieces
        standing = after_lift(standing, lift)
    return standing


def check_plan(table, wanted, count, ledge=()):
    """Assert that *table* becomes *wanted* in *count* lifts, and return them."""
    lifts = fewest_lifts(table, wanted, ledge)
    assert carried_out(table, lifts) == wanted
    assert len(lifts) == count, lifts
    return lifts


def test_a_table_that_is_right_needs_nothing():
    check_plan({A: (W3, W1)}, {A: (W3, W1)}, 0, [B1])


def test_a_piece_goes_straight_to_its_place():
    assert check_plan({A: (W1,)}, {B: (W1,)}, 1) == (Lift((W1,), A, B),)


def test_a_whole_tower_goes_in_one_hand():
    assert check_plan({A: (W3, B2, W1)}, {B: (W3, B2, W1)}, 1) == (Lift((W3, B2, W1), A, B),)


def test_the_upper_part_of_a_tower_goes_in_one_hand():
    assert check_plan({A: (W3, B2, W1)}, {A: (W3,), B: (B2, W1)}, 1)[0].pieces == (B2, W1)


def test_what_leaves_the_board_together_goes_in_one_hand():
    assert check_plan({A: (W3, B2, W1)}, {A: (W3,)}, 1) == (Lift((B2, W1), A, None),)


def test_pieces_come_from_the_ledge_one_by_one_the_larger_first():
    lifts = check_plan({}, {A: (W3, B1)}, 2, [B1, W3])
    assert lifts == (Lift((W3,), None, A), Lift((B1,), None, A))


def test_nothing_comes_under_a_piece_that_is_not_lifted():
    lifts = check_plan({A: (W1,), B: (B3,)}, {A: (B3, W1)}, 2)
    assert lifts == (Lift((W1,), A, B), Lift((B3, W1), B, A))


def test_a_place_is_free_before_something_comes_to_it():
    lifts = check_plan({A: (W1,), B: (B1,)}, {B: (W1,), C: (B1,)}, 2)
    assert lifts == (Lift((B1,), B, C), Lift((W1,), A, B))


def test_where_pieces_change_places_one_is_put_aside():
    lifts = check_plan({A: (W1,), B: (B1,)}, {A: (B1,), B: (W1,)}, 3)
    assert [lift.is_aside for lift in lifts] == [True, False, False]
    assert lifts[0].end is None
    assert lifts[2].start is None


def test_of_alike_pieces_those_move_that_need_not_be_put_aside():
    # Two pairs have changed places; by way of each other's pieces one is put aside.
    check_plan(
        {A: (W1,), B: (B1,), C: (W1,), D: (B1,)}, {A: (B1,), B: (W1,), C: (B1,), D: (W1,)}, 5
    )


def test_what_the_table_lacks_comes_from_the_ledge_even_if_nobody_said_it_lies_there():
    check_plan({}, {A: (W1,), B: (W1,)}, 2)


def test_what_stands_too_much_goes():
    assert check_plan({A: (W1,), B: (B1,)}, {A: (W1,)}, 1) == (Lift((B1,), B, None),)


def test_a_piece_from_the_ledge_may_be_better_than_one_from_the_board():
    # The tower leaves in one hand; taking a piece out of it would be a lift more.
    check_plan({A: (W3, B2, W1)}, {B: (W1,)}, 2, [W1])


def test_what_leaves_goes_first_and_what_comes_comes_last():
    lifts = check_plan({A: (W1,), B: (B1,)}, {C: (W1,), D: (W2,)}, 3, [W2])
    assert lifts == (Lift((B1,), B, None), Lift((W1,), A, C), Lift((W2,), None, D))


def test_a_hand_carries_nothing_that_goes_elsewhere_if_it_need_not():
    lifts = check_plan({A: (W3, B1)}, {B: (W3,), C: (B1,)}, 2)
    assert lifts == (Lift((B1,), A, C), Lift((W3,), A, B))


def scattered(rng, pieces, sites):
    """Return the *pieces* at random on some *sites* and the ledge, towers narrowing upward."""
    table, ledge = {}, []
    for piece in sorted(pieces, key=lambda piece: -piece.value):
        free = [s for s in range(sites) if all(p.value > piece.value for p in table.get(s, ()))]
        site = rng.choice([*free, None])
        if site is None:
            ledge.append(piece)
        else:
            table[site] = (*table.get(site, ()), piece)
    return table, ledge


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_a_search_of_everything_finds_takes_fewer_lifts(seed):
    rng = random.Random(seed)
    with_rings = 0
    for _ in range(60):
        sides, sizes = rng.choice((1, 2)), rng.choice((1, 3))
        kinds = [Piece(side, size) for side in range(sides) for size in range(1, sizes + 1)]
        pieces = [rng.choice(kinds) for _ in range(rng.randint(2, 5))]
        sites = rng.randint(2, 4)
        table, ledge = scattered(rng, pieces, sites)
        wanted, _ = scattered(rng, pieces, sites)
        lifts = fewest_lifts(table, wanted, ledge)
        assert carried_out(table, lifts) == wanted
        assert len(lifts) == fewest_by_search(table, wanted, ledge), (table, wanted, ledge)
        with_rings += any(lift.is_aside for lift in lifts)
    assert with_rings


EVERY_GAME = [
    ("quincala-knocking", {}),
    ("quincala-mixing", {"sizes": 3}),
    ("quincala-mixing", {"sizes": 5}),
    ("querni", {}),
    ("quincy", {}),
    ("alquerque", {}),
]
ids = ["knocking", "mixing-3", "mixing-5", "querni", "quincy", "alquerque"]


def positions_of(name, options, rng, games=8):
    """Return positions of random games, from the beginning to the end."""
    positions = []
    for seed in range(games):
        first = GAMES[name].initial(options, seed)
        positions += list(wander(first, rng, 90))[::3]
    return positions


def kinds_in_towers(placement):
    return {piece for tower in placement.values() if len(tower) > 1 for piece in tower}


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=ids)
def test_any_position_leads_to_any_other_and_no_bound_of_tries_makes_it_longer(name, options):
    rng = random.Random(5)
    positions = positions_of(name, options, rng)
    for _ in range(60):
        one, other = rng.choice(positions), rng.choice(positions)
        table, wanted = one.pieces(), other.pieces()
        lifts = fewest_lifts(table, wanted, one.off_board())
        assert carried_out(table, lifts) == dict(wanted)
        sets = same_sets(table, wanted, one.off_board())
        assert best_pairing(*sets, most_tries=ENDLESS).lifts == len(lifts)
        # So that swaps alone, which kinds of more pieces get, find the best.
        stacked = kinds_in_towers(table) | kinds_in_towers(wanted)
        assert all(sets[0].kinds.count(piece) <= MOST_ALIKE for piece in stacked)


def test_a_search_that_is_given_up_has_paired_all_pieces():
    rng = random.Random(7)
    positions = positions_of("quincala-knocking", {}, rng, 3)
    one, other = positions[5], positions[-1]
    sets = same_sets(one.pieces(), other.pieces(), one.off_board())
    hasty = best_pairing(*sets, most_tries=0)
    assert sorted(hasty.chosen) == list(range(24))
    assert hasty.lifts >= best_pairing(*sets).lifts
