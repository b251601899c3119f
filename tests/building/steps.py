"""What people do to a checkout, one step each: commands, edits, pulls, moves."""

from __future__ import annotations

import os
import time

from companion.building.__main__ import is_compiling
from tests.building.checkouts import link_developers_environment, make, plays_a_ply, programs_of

RULE = "companion/games/querni/kernel/rules.py"
CHANGED = "\n\n# Changed.\n"
PULLED = "companion/pulled.py"
ONE_TEST = 'import companion\n\n\ndef test_sources():\n    assert "{}" in companion.__file__\n'

SLOW_TEST = "import pytest\n\n\n@pytest.mark.slow\ndef test_slow():\n    pass\n"

COMPILED_TEST = """\
import sys


def {}():
    sys.path.insert(0, ".venv-dev/compiled")
    import companion

    assert companion.RULES_TEXT == "rules compiled"
"""


def succeed(checkout, *words, **changes):
    """Run make, which has to succeed, and return what it said."""
    done = make(checkout, *words, **changes)
    assert done.returncode == 0, f"make {words}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def set_up_and_play(checkout):
    """Start the program, and wait for the compiler behind it if there is one."""
    succeed(checkout, "play", "ARGS=--version", **compiler_variables())
    environment = programs_of(checkout).environment
    while is_compiling(environment):
        time.sleep(0.05)


def wheel(checkout):
    succeed(checkout, "wheel", **compiler_variables())
    assert list((checkout / "dist").glob("*.whl"))


def touch(checkout):
    (checkout / "pyproject.toml").touch()


def change_a_rule(checkout):
    """Add a comment to a rule, or take it away again."""
    file = checkout / RULE
    text = file.read_text(encoding="utf-8")
    is_changed = text.endswith(CHANGED)
    file.write_text(text.removesuffix(CHANGED) if is_changed else text + CHANGED, "utf-8")


def pull(checkout):
    """As a pull does: a rule that has changed, and a module that comes or goes."""
    change_a_rule(checkout)
    module = checkout / PULLED
    if module.exists():
        module.unlink()
    else:
        module.write_text('"""New."""\n', encoding="utf-8")


def move(checkout):
    """Elsewhere and back: whatever rests on a path is of the past."""
    elsewhere = checkout.with_name("elsewhere")
    checkout.rename(elsewhere)
    if (elsewhere / ".venv" / "bin" / "companion").exists():
        works, said = plays_a_ply(elsewhere)
        assert works, said
    elsewhere.rename(checkout)


def run_tests(checkout):
    """One test, in the developers' environment."""
    give_tests(checkout)
    assert "1 passed" in succeed(checkout, "test", "ARGS=-n0 tests/test_one.py")


def run_slow_tests(checkout):
    give_tests(checkout)
    (checkout / "tests" / "test_slow.py").write_text(SLOW_TEST, encoding="utf-8")
    assert "1 passed" in succeed(checkout, "test-slow", "ARGS=-n0")


def lint(checkout):
    give_tests(checkout)
    # Looking through all types anew would take longer than all the rest.
    shared = str(checkout.parents[1] / "mypy-cache")
    succeed(checkout, "lint", MYPY_CACHE_DIR=shared)


def bench(checkout):
    succeed(checkout, "bench", "ARGS=memory", **compiler_variables())


def give_tests(checkout):
    """Give *checkout* a test of its own, and the tools of these tests if it has none."""
    if not (checkout / ".venv-dev").exists():
        link_developers_environment(checkout)
    (checkout / "tests").mkdir(exist_ok=True)
    (checkout / "tests" / "test_one.py").write_text(ONE_TEST.format(checkout.name), "utf-8")


def compile_for_tests(checkout):
    give_tests(checkout)
    for name in ("games/test_two.py", "engine/test_risk.py", "test_cli.py"):
        file = checkout / "tests" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(COMPILED_TEST.format(file.stem), encoding="utf-8")
    assert "3 passed" in succeed(checkout, "test-compiled", "ARGS=-n0", **compiler_variables())


def install_service(checkout):
    succeed(checkout, "install", DESTDIR=str(checkout.parent / "card"), **compiler_variables())


def uninstall(checkout):
    succeed(checkout, "uninstall", DESTDIR=str(checkout.parent / "card"))


def compiler_variables():
    """Variables that have rules compiled where a test names a compiler, and else have none."""
    compiler = os.environ.get("QUICK_CC")
    return {"COMPANION_COMPILED": "", "CC": compiler} if compiler else {}
