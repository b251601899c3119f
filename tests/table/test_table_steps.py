import random

import pytest

from companion.contract import Piece
from companion.plugins import GAMES
from companion.table.steps import StepKind, checking_steps, restoring_steps, set_up_steps
from tests.match.playing import wander

W1, W2, W3 = Piece(0, 1), Piece(0, 2), Piece(0, 3)
B1, B2, B3 = Piece(1, 1), Piece(1, 2), Piece(1, 3)


def first(name, seed=0, **options):
    return GAMES[name].initial(options, seed).pieces()


def set_up(name, seed=0):
    position = GAMES[name].initial({}, seed)
    return set_up_steps(position.pieces(), position.board)


def test_a_first_set_up_goes_by_side_and_size():
    steps = set_up("quincala-knocking")
    assert [step.pieces for step in steps] == [(W3,), (W2,), (W1,), (B3,), (B2,), (B1,)]
    assert all(step.kind is StepKind.SET and len(step.ends) == 4 for step in steps)
    assert dict(steps[-1].standing) == dict(first("quincala-knocking"))


def test_the_board_grows_with_each_step():
    steps = set_up("quincala-knocking")
    assert [len(step.standing) for step in steps] == [4, 8, 12, 16, 20, 24]


@pytest.mark.parametrize("seed", [1, 3])
def test_tiles_of_their_own_are_set_a_rank_at_a_time(seed):
    wanted = first("querni", seed)
    steps = set_up("querni", seed)
    assert [len(step.ends) for step in steps] == [8, 8, 8, 8]
    assert all(step.kind is StepKind.ROW for step in steps)
    sites = [site for step in steps for site in step.ends]
    assert sites == sorted(wanted)
    assert [piece for step in steps for piece in step.pieces] == [wanted[s][0] for s in sites]
    assert [len(step.standing) for step in steps] == [8, 16, 24, 32]


def test_a_piece_alone_on_its_rank_is_called_out():
    board = GAMES["alquerque"].initial().board
    (step,) = set_up_steps({1: (W1,)}, board)
    assert (step.kind, step.pieces) == (StepKind.SET, (W1,))


@pytest.mark.parametrize("name", ["quincala-knocking", "quincala-mixing"])
def test_no_piece_of_a_set_up_comes_under_another(name):
    towers = 0
    for seed in range(6):
        for position in wander(GAMES[name].initial(), random.Random(seed), 40):
            standing = {}
            for step in set_up_steps(position.pieces(), position.board):
                for site in step.ends:
                    standing[site] = standing.get(site, ()) + step.pieces
            assert standing == dict(position.pieces())
            towers += any(len(tower) > 1 for tower in standing.values())
    assert towers


def test_where_pieces_stand_already_the_whole_position_is_shown():
    wanted = {1: (W3, B1), 2: (W3,)}
    steps = checking_steps(wanted)
    assert [(step.pieces, step.ends) for step in steps] == [((W3,), (1, 2)), ((B1,), (1,))]
    assert all(step.standing == wanted for step in steps)


def test_tiles_of_their_own_are_checked_a_side_at_once():
    blue, pink = checking_steps(first("querni", 1))
    assert len(blue.ends) == len(pink.ends) == 16
    assert {piece.side for piece in blue.pieces} == {0}


def test_what_leaves_moves_and_comes_is_told_apart():
    steps = restoring_steps({1: (W1,), 2: (B1,)}, {3: (W1,), 4: (W2,)}, [B1])
    assert [(step.kind, step.starts, step.ends) for step in steps] == [
        (StepKind.OFF, (2,), ()),
        (StepKind.MOVE, (1,), (3,)),
        (StepKind.PUT, (), (4,)),
    ]


def test_what_goes_is_shown_where_it_stands_and_what_comes_where_it_comes():
    off, move, put = restoring_steps({1: (W1,), 2: (B1,)}, {3: (W1,), 4: (W2,)}, [B1])
    assert off.standing == {1: (W1,), 2: (B1,)}
    assert move.standing == {1: (W1,)}
    assert put.standing == {3: (W1,), 4: (W2,)}


def test_alike_pieces_that_leave_or_come_in_a_row_are_one_step():
    (off,) = restoring_steps({1: (B1,), 2: (B1,), 3: (W1,)}, {3: (W1,)}, [B1, B1])
    assert off.starts == (1, 2)
    assert len(off.standing) == 3
    (put,) = restoring_steps({3: (W1,)}, {1: (B1,), 2: (B1,), 3: (W1,)})
    assert put.ends == (1, 2)
    assert len(put.standing) == 3


def test_a_piece_put_aside_is_told_as_such():
    kinds = [step.kind for step in restoring_steps({1: (W1,), 2: (B1,)}, {1: (B1,), 2: (W1,)})]
    assert kinds == [StepKind.ASIDE, StepKind.MOVE, StepKind.PUT]


def test_a_table_that_is_right_needs_no_step():
    assert restoring_steps({1: (W1,)}, {1: (W1,)}, [B1]) == ()
