"""All commands in all orders of three: the program starts and plays a ply after each of them.

What a command finds depends on the state that those before it have left, and many orders
leave the same one; so each command is run once in each state that fewer than three of them
lead to, and the program is started once in each state that is reached.

A command is walked with those that touch what it touches: the players' program, the tools of
the developers, or the service; edits and moves are walked with all three.  That it touches
nothing of the others is asserted at each step, and tests/building/test_orders.py mixes them.
All orders of all commands reach some 50 states, and would take hours.
"""

import shutil
from typing import NamedTuple

import pytest

from companion.building.environment import MARK, Environment
from companion.building.program import Programs, sources_of
from companion.building.wheel import digests_of
from tests.building.checkouts import (
    copy_checkout,
    copy_environment,
    plays_a_ply,
    programs_of,
    remembering_compiler,
)
from tests.building.steps import (
    bench,
    change_a_rule,
    compile_for_tests,
    install_service,
    lint,
    move,
    pull,
    run_slow_tests,
    run_tests,
    set_up_and_play,
    touch,
    uninstall,
    wheel,
)

EDITS = (touch, change_a_rule, pull, move)
PLAYERS = (set_up_and_play, bench, wheel, *EDITS)
DEVELOPERS = (run_tests, run_slow_tests, lint, compile_for_tests, *EDITS)
SERVICE = (install_service, uninstall, *EDITS)
ORDER = 3


def checkout_with_few_kernels(folder):
    """Return a new checkout in *folder*, of which few modules are compiled: all take minutes."""
    checkout = copy_checkout(folder)
    script = checkout / "setup.py"
    text = script.read_text(encoding="utf-8")
    rest = "    files += [str(file.relative_to(ROOT)) for file in written]\n"
    assert rest in text
    few = '    files = [file for file in files if "contract" in file or "querni" in file]\n'
    script.write_text(text.replace(rest, few), encoding="utf-8")
    return checkout


class State(NamedTuple):
    """What of a checkout a command can find different: each is that of one kind of command."""

    players: object
    developers: object
    service: object


def state_of(checkout):
    """Return the state of *checkout*."""
    now = digests_of(checkout)
    tools = checkout / ".venv-dev"
    return State(
        (_environment(checkout / ".venv", now), (checkout / "dist").exists()),
        ((tools / MARK).exists(), _copy(tools / "compiled", now)),
        _environment(checkout.parent / "card" / "opt" / "board-companion", now),
    )


def _environment(folder, now):
    if not (folder / MARK).exists():
        return None
    programs = Programs(Environment(folder, "play"))
    return programs.is_of(now), programs.is_compiled()


def _copy(folder, now):
    return sources_of(folder) == now if folder.exists() else None


def copy_state(folder, copy):
    """Copy *folder* with a checkout and a card in it to *copy*."""
    copy.mkdir()
    shutil.copytree(
        folder / "new", copy / "new", symlinks=True,
        ignore=shutil.ignore_patterns(".venv", ".venv-dev"),
    )  # fmt: skip
    for name in ("new/.venv", "new/.venv-dev", "card"):
        if (folder / name).exists():
            copy_environment(folder / name, copy / name)


@pytest.mark.slow
@pytest.mark.needs("compiler", "python headers")
@pytest.mark.parametrize(
    ("place", "steps"), [("players", PLAYERS), ("developers", DEVELOPERS), ("service", SERVICE)]
)
def test_after_all_orders_of_three_the_program_starts_and_plays_a_ply(
    tmp_path, monkeypatch, place, steps
):
    monkeypatch.setenv("QUICK_CC", str(remembering_compiler(tmp_path / "compiler")))
    checkout_with_few_kernels(tmp_path / "0" / "new")
    walked, seen = walk(tmp_path, place, steps, ORDER)
    # Each from the start, and from two more states at the least.
    assert walked >= len(steps) * ORDER
    print(f"{walked} commands in {len(seen)} states")


@pytest.mark.slow
@pytest.mark.needs("compiler", "python headers")
def test_a_set_up_that_does_not_notice_changed_sources_is_caught(tmp_path, monkeypatch):
    monkeypatch.setenv("QUICK_CC", str(remembering_compiler(tmp_path / "compiler")))
    checkout = checkout_with_few_kernels(tmp_path / "0" / "new")
    program = checkout / "companion/building/program.py"
    text = program.read_text(encoding="utf-8")
    notices = "return copy is not None and sources_of(copy) == digests"
    assert notices in text
    program.write_text(text.replace(notices, "return copy is not None"), encoding="utf-8")
    with pytest.raises(AssertionError, match="change_a_rule"):
        walk(tmp_path, "players", (set_up_and_play, change_a_rule), order=2)


def check_the_next_day(folder, copy, step):
    """Have somebody come back to a copy of *folder* and play; *step* was done there last."""
    copy_state(folder, copy)
    checkout = copy / "new"
    set_up_and_play(checkout)
    programs = programs_of(checkout)
    assert programs.is_compiled(), (folder.name, step)
    sources = digests_of(checkout)
    assert programs.is_of(sources), (folder.name, step)
    works, said = plays_a_ply(checkout)
    assert works, (folder.name, step, said)
    shutil.rmtree(copy)


def walk(tmp_path, place, steps, order):
    """
    Do *steps*, which touch *place* alone, in all orders of so many.

    Returns how many were done, and the states found.
    """
    fresh = state_of(tmp_path / "0" / "new")
    states, seen, walked = [tmp_path / "0"], {fresh}, 0
    for _ in range(order):
        after = []
        for state in states:
            for step in steps:
                walked += 1
                folder = tmp_path / str(walked)
                copy_state(state, folder)
                checkout = folder / "new"
                step(checkout)
                result = state_of(checkout)
                assert result._replace(**{place: getattr(fresh, place)}) == fresh, step.__name__
                if result in seen:
                    shutil.rmtree(folder)
                    continue
                seen.add(result)
                # It stays: what is copied from it has its libraries by a link.
                after.append(folder)
                check_the_next_day(folder, tmp_path / f"{walked}-next", step.__name__)
        states = after
    return walked, seen
