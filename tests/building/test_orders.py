"""The commands of the README and of CONTRIBUTING one after the other, in any order."""

import pytest

from tests.building.checkouts import plays_a_ply
from tests.building.steps import change_a_rule, move, play, pull, run_tests, touch, wheel

ORDERS = [
    (play, run_tests, play),
    (run_tests, touch, play),
    (wheel, touch, play),
    (change_a_rule, play, move),
    (move, play, wheel),
    (pull, wheel, play),
    (touch, pull, play),
    (play, change_a_rule, wheel),
    (wheel, move, play),
    (pull, move, touch),
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "-".join(op.__name__ for op in order))
def test_after_any_commands_the_program_starts_and_plays_a_ply(checkout, order):
    for step in order:
        step(checkout)
        works, said = plays_a_ply(checkout)
        assert works, said
    play(checkout)
    works, said = plays_a_ply(checkout)
    assert works, said
