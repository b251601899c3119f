from collections import Counter

import pytest

from companion.contract import parse_board
from companion.errors import OptionError
from companion.games import GAMES, load_board
from companion.printing.piece_shapes import TINTS
from companion.printing.sets import find_set, game_sets


def test_every_game_can_be_printed():
    assert set(GAMES) <= set(game_sets())
    for name, game in GAMES.items():
        assert find_set(name).board == game.board_name


@pytest.mark.parametrize("name", list(game_sets()))
def test_sides_have_tints_that_differ(name):
    sides = find_set(name).sides
    assert set(sides) <= set(TINTS)
    assert len(set(sides)) == 2


@pytest.mark.parametrize("name", ["quincala-knocking", "alquerque"])
def test_the_numbers_of_a_set_are_those_of_its_board(name):
    game = find_set(name)
    assert game.batches(game.values, load_board(game.board)) == game.batches(game.values, None)


def test_a_board_of_ones_own_says_how_many_pieces_there_are():
    board = parse_board(
        'name="o"\nnote="n"\nrows=["ooo"]\n[setups.start.white]\n2=["a1"]\n1=["b1"]\n'
        "[setups.start.black]\n1=['c1']",
        "own.toml",
    )
    batches = find_set("quincala-knocking").batches(3, board)
    assert batches == [(0, 2, 1), (0, 1, 1), (1, 1, 1)]


def test_fewer_sizes_leave_out_the_largest():
    game = find_set("quincala-mixing")
    for sizes in (3, 4, 5):
        batches = game.batches(sizes, None)
        assert [batch.value for batch in batches[::2]] == list(range(sizes, 0, -1))
        assert sum(batch.number for batch in batches) == 8 * sizes


def test_sizes_are_an_option_of_mixing():
    game = find_set("quincala-mixing")
    assert game.sizes_under(game.parse_options({})) == 3
    assert game.sizes_under(game.parse_options({"sizes": "5"})) == 5
    for pairs in ({"sizes": "6"}, {"sizes": "2"}, {"color": "red"}):
        with pytest.raises(OptionError):
            game.parse_options(pairs)


def test_a_double_nine_set_has_every_tile_once():
    tiles = find_set("quincy").domino_tiles()
    assert len(tiles) == len(set(tiles)) == 55
    # Each number stands on eleven halves: one domino with every other, two on its double.
    halves = Counter(half for tile in tiles for half in tile)
    assert set(halves.items()) == {(number, 11) for number in range(10)}


def test_an_unknown_game_is_refused_by_name():
    with pytest.raises(OptionError, match="got 'chess'"):
        find_set("chess")
