"""The commands of the README and of CONTRIBUTING one after the other, in any order."""

import re

import pytest

from tests.building.checkouts import link_developers_environment, make, plays_a_ply

RULE = "companion/games/querni_rules.py"


def play(checkout):
    done = make(checkout, "play", "ARGS=--version")
    assert done.returncode == 0, done.stderr


def touch(checkout):
    (checkout / "pyproject.toml").touch()


def change_a_rule(checkout):
    """A comment at the end of a rule, another one each time."""
    file = checkout / RULE
    text = file.read_text(encoding="utf-8")
    number = len(re.findall("# Changed", text))
    file.write_text(f"{text}\n# Changed {number}.\n", encoding="utf-8")


def pull(checkout):
    """As a pull does: a new module, one that has changed, and new times for both."""
    change_a_rule(checkout)
    (checkout / "companion" / "pulled.py").write_text('"""New."""\n', encoding="utf-8")


def move(checkout):
    """Elsewhere and back: whatever rests on a path is of the past."""
    elsewhere = checkout.with_name("elsewhere")
    checkout.rename(elsewhere)
    assert plays_a_ply(elsewhere)[0]
    elsewhere.rename(checkout)


def wheel(checkout):
    done = make(checkout, "wheel")
    assert done.returncode == 0, done.stderr
    assert list((checkout / "dist").glob("*.whl"))


def run_tests(checkout):
    """The tests, of which one is enough here, in a developers' environment that was moved."""
    if not (checkout / ".venv-dev").exists():
        link_developers_environment(checkout)
    (checkout / "tests").mkdir(exist_ok=True)
    claim = "import companion\n\n\ndef test_sources():\n    assert {!r} in companion.__file__\n"
    (checkout / "tests" / "test_one.py").write_text(claim.format(checkout.name), encoding="utf-8")
    done = make(checkout, "test", "ARGS=-n0")
    assert "1 passed" in done.stdout, done.stdout + done.stderr


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
