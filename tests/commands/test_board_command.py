import pygame
import pytest

from companion.cli import main
from companion.plugins import GAMES, load_board, shipped_boards

PLUS = """
name = "plus"
note = "for tests"
rows = [".o.", "ooo", ".o."]
cuts = [["b1", "b2"]]
[setups.start.white]
12 = ["a2"]
[setups.start.black]
3 = ["c2"]
[areas]
near = ["b1", "a2"]
[orders]
laid = ["b3"]
[lamps.9x9]
first = [1, 2]
pitch = 3
"""


@pytest.fixture
def plus(tmp_path):
    """The file of a small board."""
    (tmp_path / "plus.toml").write_text(PLUS, encoding="utf-8")
    return tmp_path / "plus.toml"


def check_board(*arguments):
    return main(["board", "check", *map(str, arguments)])


def test_a_board_is_drawn_with_its_lines_and_pieces_and_counted(plus, capsys):
    assert check_board(plus) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:6] == [
        "3        o",
        "       / |   \\",
        "2  12w - o   - 3b",
        "       \\     /",
        "1        o",
        "   a     b     c",
    ]
    assert lines[7:15] == [
        "board plus: for tests",
        "sites: 5 on 3 files and 3 ranks",
        "lines: 7, 1 cut",
        "set-up start: 1 white, 1 black",
        "area near: 2 sites",
        "order laid: 1 site",
        "lamps 9x9: first [1, 2], pitch 3",
        "game quincala-knocking: yes, in place of mini-quincala",
    ]


@pytest.mark.parametrize("name", shipped_boards())
def test_every_shipped_board_is_good_for_its_own_games(name, capsys, request):
    [game] = [game for game in GAMES.values() if game.board_name == name]
    file = request.config.rootpath.joinpath(*game.folder.split("."), "board.toml")
    assert check_board(file) == 0
    printed = capsys.readouterr().out
    assert f"sites: {len(load_board(name))} on" in printed
    assert f"game {game.name}: yes\n" in printed


def test_a_game_that_cannot_be_played_on_it_says_why(plus, capsys):
    check_board(plus)
    output = capsys.readouterr().out
    assert "game querni: no: expected 16 dots in orders.blue of board plus, got 0" in output


def test_the_picture_is_the_painters_own(plus, tmp_path):
    assert check_board(plus, "--png", tmp_path / "plus.png") == 0
    picture = pygame.image.load(str(tmp_path / "plus.png"))
    assert picture.get_size() == (800, 800)
    # The board is not square: its corners are table, its middle is wood.
    assert picture.get_at((20, 20)) != picture.get_at((390, 330))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"b1", "b2"', '"b1", "b3"', "plus.toml: cuts[1]: expected two neighboring dots"),
        ("pitch = 3", "pitch = 4", "plus.toml: lamps.9x9: expected a lamp on the panel for c2"),
        (
            '"c2"]',
            '"c3"]',
            "setups.start.black.3: expected a dot of the board, got 'c3'",
        ),
        ("[areas]", "[shapes]", "plus.toml: shapes: expected one of areas"),
    ],
)
def test_a_bad_board_is_told_in_one_line_and_nothing_is_drawn(plus, capsys, old, new, problem):
    plus.write_text(PLUS.replace(old, new), encoding="utf-8")
    assert check_board(plus, "--png", plus.with_suffix(".png")) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert problem in captured.err
    assert not plus.with_suffix(".png").exists()


def test_a_picture_that_cannot_be_written_is_told(plus, capsys):
    assert check_board(plus, "--png", plus / "plus.png") == 2
    assert "plus.png" in capsys.readouterr().err


def test_board_alone_asks_what_to_do(capsys):
    assert main(["board"]) == 2
    assert "WHAT" in capsys.readouterr().err
