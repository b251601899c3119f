"""The commands of the README and of CONTRIBUTING one after the other, in any order."""

import os
import sys

import pytest

from tests.building.checkouts import make, plays_a_ply, ply_script
from tests.building.steps import (
    change_a_rule,
    move,
    pull,
    run_tests,
    set_up_and_play,
    succeed,
    touch,
    wheel,
)

# The first of them waits for a whole set-up.
pytestmark = pytest.mark.timeout(600)

ORDERS = [
    (set_up_and_play, run_tests, set_up_and_play),
    (change_a_rule, set_up_and_play, move),
    (set_up_and_play, change_a_rule, wheel),
    (pull, move, touch),
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "-".join(op.__name__ for op in order))
def test_after_any_commands_the_program_starts_and_plays_a_ply(checkout, order):
    for step in order:
        step(checkout)
    works, said = plays_a_ply(checkout)
    assert works, said
    # And once more by the command of the README, which mends what is to be mended.
    succeed(checkout, "play", f"ARGS=sim --script '{ply_script(checkout)}'")


def test_what_the_shell_has_set_misleads_nobody(checkout, tmp_path):
    poison = tmp_path / "poison"
    (poison / "companion").mkdir(parents=True)
    for name in ("companion/__init__.py", "json.py", "pickle.py", "setuptools.py"):
        (poison / name).write_text("1 / 0")
    change_a_rule(checkout)
    # Another environment is activated, and pip is told to install elsewhere.
    set_by_people = {
        "PYTHONPATH": str(poison), "PYTHONHOME": "", "PIP_TARGET": str(poison), "PIP_USER": "1",
        "VIRTUAL_ENV": sys.prefix, "PATH": f"{sys.prefix}/bin:{os.environ['PATH']}",
    }  # fmt: skip
    done = make(checkout, "PYTHON=python3", "play", "ARGS=hint alquerque", **set_by_people)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert not (poison / "bin").exists()
