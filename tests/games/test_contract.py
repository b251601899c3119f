"""The contract over the games of the program: see `companion.testing`."""

from pathlib import Path

import pytest

from companion.contract import Token
from companion.errors import OptionError
from companion.plugins import GAMES, find_game, plugin_of
from companion.testing import GameSuite
from tests.games.more_games import IS_COMPILED, MORE
from tests.games.symmetry import MIRROR, TILES, TOWERS, Crossing

COUNTS = Path(__file__).parents[1] / "data" / "perft"


class OwnSuite(GameSuite):
    """With what is played in the quick suite and what in the slow one."""

    seeds = (2, 3) if IS_COMPILED else (1,)
    more_seeds = () if IS_COMPILED else (2, 3)
    more_marks = MORE
    longest_sitting = 8
    strange_touches = (
        *GameSuite.strange_touches,
        Token("tile", (3,)),
        Token("domino", (0, 9)),
        Token("domino", (9, 0)),
        Token("domino", (1,)),
        Token("hand", (0, 3)),
        Token("hand", ()),
    )


class TestKnocking(OwnSuite):
    plugin = plugin_of("quincala-knocking")
    perft = COUNTS / "quincala-knocking.txt"
    symmetry = TOWERS


class TestMixing(OwnSuite):
    plugin = plugin_of("quincala-mixing")
    perft = COUNTS / "quincala-mixing.txt"
    symmetry = TOWERS


class TestQuincy(OwnSuite):
    plugin = plugin_of("quincy")
    perft = COUNTS / "quincy.txt"
    symmetry = MIRROR
    counts_pieces = False


class TestQuerni(OwnSuite):
    plugin = plugin_of("querni")
    perft = COUNTS / "querni.txt"
    symmetry = TILES


class TestAlquerque(OwnSuite):
    plugin = plugin_of("alquerque")
    perft = COUNTS / "alquerque.txt"
    symmetry = Crossing()
    together = ({"preset": "bell-strict", "huffing": "on"},)


def test_every_game_of_the_program_is_held_to_the_contract():
    assert {suite.plugin.game.name for suite in OwnSuite.__subclasses__()} == set(GAMES)


def test_an_unknown_game_is_refused_with_the_known_ones():
    with pytest.raises(OptionError, match=", ".join(GAMES)):
        find_game("chess")
