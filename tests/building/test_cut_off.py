"""A set-up that is killed at any moment: the next one mends it, and the program is whole."""

import os
import random
import signal
import subprocess
import time

import pytest

from tests.building.checkouts import copy_checkout, make, plays_a_ply, python_word
from tests.building.steps import change_a_rule

KILLS = 10


def killed_after(checkout, seconds, with_signal):
    """Run ``make play`` and end all of it after *seconds*; return whether it was still at work."""
    environment = {**os.environ, "COMPANION_COMPILED": "no", "SDL_VIDEODRIVER": "dummy"}
    with subprocess.Popen(
        ["make", python_word(), "play", "ARGS=--version"], cwd=checkout, env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    ) as running:  # fmt: skip
        try:
            running.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, with_signal)
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("with_signal", [signal.SIGKILL, signal.SIGINT])
def test_a_fresh_set_up_that_was_cut_off_is_mended_by_the_next(tmp_path, with_signal):
    chance = random.Random(7)
    started = time.monotonic()
    assert make(copy_checkout(tmp_path / "whole"), "play", "ARGS=--version").returncode == 0
    whole_s = time.monotonic() - started
    cut = 0
    for number in range(KILLS):
        checkout = copy_checkout(tmp_path / str(number))
        cut += killed_after(checkout, chance.uniform(0, whole_s), with_signal)
        done = make(checkout, "play", "ARGS=--version")
        assert done.returncode == 0, done.stderr
        works, said = plays_a_ply(checkout)
        assert works, said
    assert cut >= KILLS // 2


@pytest.mark.slow
def test_a_program_that_is_replaced_is_the_old_or_the_new_one_whenever_it_is_cut_off(checkout):
    chance = random.Random(8)
    started = time.monotonic()
    change_a_rule(checkout)
    make(checkout, "play", "ARGS=--version")
    whole_s = time.monotonic() - started
    cut = 0
    for _ in range(5 * KILLS):
        change_a_rule(checkout)
        cut += killed_after(checkout, chance.uniform(0, whole_s), signal.SIGKILL)
        works, said = plays_a_ply(checkout)
        assert works, said
    assert cut >= KILLS
    assert make(checkout, "play", "ARGS=--version").returncode == 0
