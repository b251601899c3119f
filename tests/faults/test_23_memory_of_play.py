"""23. Too little memory for the program that the table runs: one line, the save untouched."""

import contextlib
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.match.match import NewMatch
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from tests.faults.running import ROOT, running
from tests.match.playing import ALQUERQUE, moves, play

CAPPED = """
import resource, sys
from companion.cli import main
from companion.commands import play
{broken}
with open("/proc/self/statm") as file:
    taken = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + 60_000_000,) * 2)
sys.exit(main(["play", "--backend", "sim", "--state", sys.argv[1]]))
"""
BROKEN = "play.require_memory = lambda: None"


def told(tmp_path, broken=""):
    done = subprocess.run(
        [sys.executable, "-P", "-c", CAPPED.format(broken=broken), str(tmp_path / "state")],
        env={**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy"},
        capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path,
    )  # fmt: skip
    return done.returncode, done.stderr


LINE = "companion: expected 160 MB of memory to start, got less\n"


def test_fault_23_play_asks_for_its_memory_before_anything_else(tmp_path):
    assert told(tmp_path) == (2, LINE)
    assert not (tmp_path / "state").exists()


def test_fault_23_a_play_that_does_not_ask_is_caught(tmp_path):
    # Or it waits for ever, as Python does where a thread finds no memory.
    with contextlib.suppress(subprocess.TimeoutExpired):
        assert told(tmp_path, BROKEN)[1] != LINE


PLAYED = ["c2-c3", "c4xc2"]

GROWS = """
import time
from companion.ui.stage import Stage
draw, held, since = Stage.draw, [], []
def hungry(stage, *given):
    since.append(time.monotonic())
    # By then all its threads run: where memory ends as one begins, Python waits for ever,
    # and the watchdog has the program started anew.
    if since[-1] - since[0] > 3:
        held.append(bytearray(1_000_000))
    draw(stage, *given)
    stage.redraw()
Stage.draw = hungry
"""
"""Has the program need a megabyte more for each picture that it draws."""


@pytest.mark.parametrize("left_mb", [5, 40])
def test_fault_23_where_memory_ends_while_it_is_played_the_game_is_there(tmp_path, left_mb):
    folder = tmp_path / "state"
    with StateDir(folder) as state:
        play(Saves(state).begin(NewMatch(ALQUERQUE)), *PLAYED)
    with running(folder, before=GROWS) as program:
        process = program.process
        time.sleep(2)
        pages = int(Path(f"/proc/{process.pid}/statm").read_text("ascii").split()[0])
        cap = pages * resource.getpagesize() + left_mb * 1_000_000
        resource.prlimit(process.pid, resource.RLIMIT_AS, (cap, cap))
        status = process.wait(60)
        message = process.stderr.read()
    assert status == 2, message
    assert (
        message.startswith("companion: ") and "memory" in message and message.count("\n") == 1
    ), message
    with StateDir(folder) as state:
        unfinished = Saves(state).unfinished({})
        assert (moves(unfinished.match), unfinished.notices) == (PLAYED, ())
