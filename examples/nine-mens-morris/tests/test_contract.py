"""What the program asks of every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from nine_mens_morris import PLUGIN

testing = pytest.importorskip("companion.testing")


class TestNineMensMorris(testing.GameSuite):
    """The contract over this game; men that were removed do not come back."""

    plugin = PLUGIN
    perft = Path(__file__).with_name("perft.txt")
    counts_pieces = False
    together = ({"diagonals": "on", "flying": "off"},)
    longest_game = 120
    # The first of them is played on screen: its game ends soon, after flights and by its rules.
    seeds = (1888, 1, 3)
