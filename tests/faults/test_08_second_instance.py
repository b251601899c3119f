"""8. A second instance of the whole program: it says so within a second, in one line."""

import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest

from companion.errors import StateInUseError
from companion.storage import state_dir
from companion.storage.state_dir import StateDir
from tests.faults.running import ROOT, running

CODE = """
import sys
from companion.cli import main
status = main()
print("pygame" in sys.modules)
sys.exit(status)
"""


NURSERY = """
import os, resource, sys
from pathlib import Path
from companion.engine.service import Engine
from companion.storage.state_dir import StateDir
most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 20_000)
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
for _ in range(most - 100):
    os.dup(0)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        with StateDir(Path(sys.argv[1])):
            print(os.getpid(), flush=True)
            while True:
                engine = Engine(command=("true",))
                engine.start()
                engine.close()
    os.waitpid(child, 0)
    print("gone", flush=True)
"""
"""Has as many programs as it is asked for, one after the other, start searches without end.

A search that starts closes what is open, the lock after thousands of others: else hardly one
kill in a thousand comes at a moment when it holds it.
"""


def refusals_after_kills(folder, kills):
    """Kill so many programs while they start a search; yield whether the next is refused."""
    chance = random.Random(8)
    with subprocess.Popen(
        [sys.executable, "-P", "-c", NURSERY, str(folder)], text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as nursery:  # fmt: skip
        for _ in range(kills):
            nursery.stdin.write("\n")
            nursery.stdin.flush()
            program = int(nursery.stdout.readline())
            time.sleep(chance.uniform(0, 0.02))
            os.kill(program, signal.SIGKILL)
            assert nursery.stdout.readline() == "gone\n"
            try:
                StateDir(folder).close()
            except StateInUseError:
                yield True
                # What holds the folder is gone before the next one is asked for it.
                time.sleep(1.0)
            else:
                yield False
        nursery.stdin.close()


def test_fault_08_a_program_killed_while_it_starts_its_search_leaves_no_lock_behind(tmp_path):
    assert not any(refusals_after_kills(tmp_path, 60))


def test_fault_08_a_lock_that_is_asked_for_once_is_refused_after_such_kills(tmp_path, monkeypatch):
    monkeypatch.setattr(state_dir, "LET_GO_S", 0.0)
    assert any(refusals_after_kills(tmp_path, 60))


def test_fault_08_the_program_says_so_within_a_second_of_processor_time(tmp_path):
    with running(tmp_path / "state"):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        second = subprocess.run(
            [sys.executable, "-P", "-c", CODE, "sim", "--state", str(tmp_path / "state")],
            env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
            check=False, timeout=60, cwd=tmp_path,
        )  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert second.returncode == 2
    assert second.stderr.count("\n") == 1
    assert "expected no other running instance" in second.stderr
    # Nothing large was imported for that; half a second more it waits for a lock that is let go.
    assert second.stdout == "False\n"
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1.0


def test_fault_08_a_lock_that_is_about_to_be_let_go_is_waited_for(tmp_path):
    held = StateDir(tmp_path)
    threading.Timer(0.2, held.close).start()
    with StateDir(tmp_path) as state:
        assert not state.problem


def test_fault_08_asking_only_once_is_caught(tmp_path, monkeypatch):
    monkeypatch.setattr(state_dir, "LET_GO_S", 0.0)
    held = StateDir(tmp_path)
    timer = threading.Timer(0.2, held.close)
    timer.start()
    with pytest.raises(StateInUseError):
        StateDir(tmp_path)
    timer.join()


def test_fault_08_nobody_waits_long_for_one_that_runs(tmp_path):
    with StateDir(tmp_path):
        before = time.monotonic()
        with pytest.raises(StateInUseError):
            StateDir(tmp_path)
        assert time.monotonic() - before < 1.0
