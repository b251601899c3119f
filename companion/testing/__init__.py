"""What the tests of a game are made of: `GameSuite`, the contract as checks that pytest runs.

For who makes games: it needs pytest and hypothesis, which players do not have.
"""

import os

import pytest

# What is told when it is imported would stand before what is told of a game.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Before they are imported: a failed assertion in them tells its values, as one in a test does.
pytest.register_assert_rewrite("companion.testing.rule_checks", "companion.testing.screen_checks")

from companion.testing.random_games import HalfTurn, Symmetry  # noqa: E402
from companion.testing.suite import GameSuite  # noqa: E402

__all__ = ["GameSuite", "HalfTurn", "Symmetry"]
