"""23. Too little memory for the program that the table runs: one line, the save untouched."""

import contextlib
import os
import subprocess
import sys

from tests.faults.running import ROOT

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
