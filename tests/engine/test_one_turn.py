"""A win in one turn is taken, and a loss in one turn avoided, checked by trying everything."""

from collections import Counter

import pytest

from companion.engine.limits import Limits
from tests.engine.endgames import KINDS, ends_of_games, querni_endgames
from tests.engine.one_turn import check_hint, check_quincy_hint

FEW = {"mixing-5": 2, "mixing-3": 12, "knocking": 24}
USUAL = 40
MANY = 1_000

WITHOUT_WINS = {"querni", "mixing-5"}
"""Random games of these seldom come near a win: some of their positions are made instead."""

NODES = 1
"""So few that looking ahead does not find by chance what must never be missed."""


def checked(kind, number):
    """How often the hint won, lost and went on in *number* positions."""
    check_one = check_quincy_hint if kind.startswith("quincy") else check_hint
    source = querni_endgames() if kind == "querni-endgames" else ends_of_games(kind)
    positions = zip(range(number), source, strict=False)
    return Counter(check_one(position, Limits(nodes=NODES), seed) for seed, position in positions)


@pytest.mark.parametrize("kind", KINDS)
def test_hints_win_at_once_and_never_lose_at_once(kind):
    counts = checked(kind, FEW.get(kind, USUAL))
    assert counts["wins"] or kind in WITHOUT_WINS, counts


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_hints_in_many_positions_win_at_once_and_never_lose_at_once(kind):
    counts = checked(kind, MANY)
    assert counts["wins"] or kind in WITHOUT_WINS, counts
