from collections import Counter

import pytest

from companion.contract import GamePlugin, parse_board
from companion.contract.board_table import COLORS
from companion.errors import OptionError, PluginError
from companion.plugins import GAMES
from companion.plugins.data_file import DataTable
from companion.printing import sheets
from companion.printing.page import PAPERS
from companion.printing.piece_shapes import TINTS
from companion.printing.sheets import Job, find_set


def test_every_color_of_a_board_has_a_tint():
    assert set(COLORS) == set(TINTS)


@pytest.mark.parametrize(
    ("name", "shape", "pieces"),
    [
        ("quincala-knocking", "disc", 24), ("quincala-mixing", "disc", 24),
        ("quincy", "stone", 60), ("querni", "tile", 32), ("alquerque", "counter", 24),
    ],
)  # fmt: skip
def test_the_pieces_are_those_of_the_game(name, shape, pieces):
    game_set = find_set(name)
    options = game_set.game.complete({})
    assert game_set.shape(options) == shape
    assert sum(batch.number for batch in game_set.batches(options)) == pieces


def test_a_board_of_ones_own_says_how_many_pieces_there_are():
    board = parse_board(
        'name="o"\nnote="n"\nrows=["oooo"]\n[setups.start.white]\n2=["a1"]\n1=["b1"]\n9=["d1"]\n'
        "[setups.start.black]\n1=['c1']",
        "own.toml",
    )
    batches = find_set("quincala-knocking").batches({}, board)
    assert batches == [(0, 2, 1), (0, 1, 1), (1, 1, 1)]


def test_fewer_sizes_leave_out_the_largest():
    game_set = find_set("quincala-mixing")
    for sizes in (3, 4, 5):
        batches = game_set.batches({"sizes": sizes})
        assert [batch.value for batch in batches[::2]] == list(range(sizes, 0, -1))
        assert sum(batch.number for batch in batches) == 8 * sizes


def test_a_double_nine_set_has_every_tile_once():
    tiles = find_set("quincy").domino_tiles()
    assert len(tiles) == len(set(tiles)) == 55
    # Each number stands on eleven halves: one domino with every other, two on its double.
    halves = Counter(half for tile in tiles for half in tile)
    assert set(halves.items()) == {(number, 11) for number in range(10)}


def test_an_unknown_game_is_refused_by_name():
    with pytest.raises(OptionError, match="got 'chess'"):
        find_set("chess")


@pytest.fixture
def without_files(monkeypatch):
    """Games that bring no data but their boards."""
    monkeypatch.setattr(GamePlugin, "file", lambda self, name: None)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_says_nothing_fits_on_one_page(name, without_files):
    game_set = find_set(name)
    options, board = game_set.game.complete({}), game_set.game.shipped_board()
    job = Job(game_set, PAPERS["A4"], game_set.pitch_mm)
    assert len(job.board_sheets(board, "plain")) == 1
    assert job.piece_sheets(options)
    if game_set.pitch_mm < sheets.LARGEST_USUAL_PITCH_MM:
        assert (
            len(Job(game_set, PAPERS["A4"], game_set.pitch_mm + 1.5).board_sheets(board, "plain"))
            > 1
        )


def test_pieces_that_nothing_tells_of_fill_the_board(without_files):
    assert find_set("quincy").batches({}) == [(0, 1, 41), (1, 1, 41)]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"pitch": 20}, "paper.toml: pitch: expected one of pitch_mm, each, dominoes, got 20"),
        ({"pitch_mm": 101}, "paper.toml: pitch_mm: expected 5 to 100, got 101"),
        ({"pitch_mm": True}, "paper.toml: pitch_mm: expected 5 to 100, got True"),
        ({"each": 0}, "paper.toml: each: expected 1 to 1000, got 0"),
        ({"dominoes": 10}, "paper.toml: dominoes: expected 0 to 9, got 10"),
    ],
)
def test_a_slip_is_told_with_its_key(values, message, monkeypatch):
    monkeypatch.setattr(sheets, "read_data", lambda game, name: DataTable(values, name))
    with pytest.raises(PluginError) as caught:
        find_set("alquerque")
    assert str(caught.value) == message
