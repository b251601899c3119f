"""All commands in all orders of three: the program starts and plays a ply after each of them.

What a command finds depends on the state that those before it have left, and many orders
leave the same one; so each command is run once in each state that fewer than three of them
lead to, and the program is started once in each state that is reached.  Every order of three
has been walked then, 2,197 of them.
"""

import shutil

import pytest

from companion.building.environment import MARK, Environment
from companion.building.program import Programs, is_made_of
from companion.building.sources import digests_of
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

STEPS = (
    set_up_and_play, run_tests, lint, compile_for_tests, run_slow_tests, bench, wheel,
    install_service, uninstall, touch, change_a_rule, pull, move,
)  # fmt: skip
ORDER = 3


def state_of(checkout):
    """Return what of *checkout* a command can find different."""
    now = digests_of(checkout)
    return (
        _environment(checkout / ".venv", now),
        (checkout / ".venv-dev" / MARK).exists(),
        _copy(checkout / ".venv-dev" / "compiled", now),
        _environment(checkout.parent / "card" / "opt" / "board-companion", now),
        (checkout / "dist").exists(),
    )


def _environment(folder, now):
    if not (folder / MARK).exists():
        return None
    programs = Programs(Environment(folder, "play"))
    return programs.is_of(now), programs.is_compiled()


def _copy(folder, now):
    return is_made_of(folder, now) if folder.exists() else None


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
def test_after_all_orders_of_three_the_program_starts_and_plays_a_ply(tmp_path, monkeypatch):
    monkeypatch.setenv("QUICK_CC", str(remembering_compiler(tmp_path / "compiler")))
    copy_checkout(tmp_path / "0" / "new")
    states, seen, walked = [tmp_path / "0"], {state_of(tmp_path / "0" / "new")}, 0
    for _ in range(ORDER):
        after = []
        for state in states:
            for step in STEPS:
                walked += 1
                folder = tmp_path / str(walked)
                copy_state(state, folder)
                checkout = folder / "new"
                step(checkout)
                if (found := state_of(checkout)) not in seen:
                    seen.add(found)
                    copy_state(folder, kept := tmp_path / f"{walked}-kept")
                    after.append(kept)
                    # As who comes back to it the next day; the walk goes on from before that.
                    set_up_and_play(checkout)
                    assert programs_of(checkout).is_compiled(), (state.name, step.__name__)
                    works, said = plays_a_ply(checkout)
                    assert works, (state.name, step.__name__, said)
                shutil.rmtree(folder)
        states = after
    assert walked > len(STEPS) * ORDER
    print(f"{walked} commands in {len(seen)} states")
