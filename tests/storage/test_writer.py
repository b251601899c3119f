"""The thread that writes: how long it is waited for, and that all is done at the end."""

import math
import threading
import time
from types import SimpleNamespace

import pytest

from companion.storage.disk import STUCK, Disk, Writer
from companion.storage.state_dir import TurnTime


class Gate:
    """Holds jobs until it is opened."""

    def __init__(self):
        self._is_open = threading.Event()
        self.done = []

    def job(self, name):
        def work():
            assert self._is_open.wait(20)
            self.done.append(name)

        return work

    def open(self):
        self._is_open.set()


def test_the_oldest_job_tells_how_long_the_disk_takes():
    now_s, gate = [100.0], Gate()
    writer = Writer(quick_s=0.0, patience_s=30.0, clock=lambda: now_s[0])
    first = writer.do(gate.job("first"))
    now_s[0] += 20.0
    second = writer.do(gate.job("second"))
    assert writer.waits_s == 20.0
    assert not first.is_over
    now_s[0] += 11.0
    assert (first.problem, second.problem) == (STUCK, STUCK)
    gate.open()
    writer.close()
    assert (first.problem, second.problem, writer.waits_s) == ("", "", 0.0)


def test_at_the_end_all_is_waited_for():
    writer, gate = Writer(quick_s=0.0), Gate()
    for number in range(5):
        writer.do(gate.job(number))
    opener = threading.Timer(0.2, gate.open)
    opener.start()
    writer.close()
    assert gate.done == [0, 1, 2, 3, 4]
    opener.join()


def test_a_disk_that_hangs_is_not_waited_for_without_end():
    writer, gate = Writer(quick_s=0.0), Gate()
    writer.do(gate.job("never"))
    before_s = time.monotonic()
    writer.close(0.1)
    assert 0.1 <= time.monotonic() - before_s < 5
    assert gate.done == []
    gate.open()


def fails():
    raise OSError("of a test")


def test_a_late_failure_is_told_by_who_watches_the_job_or_else_by_the_writer():
    writer, gate = Writer(quick_s=0.0), Gate()
    writer.do(gate.job("first"))
    watched, unwatched = writer.do(fails, is_watched=True), writer.do(fails)
    gate.open()
    writer.close()
    assert watched.problem == unwatched.problem == "of a test"
    assert writer.failures() == ["of a test"]


@pytest.mark.parametrize(("started", "plies", "used_ms"), [
    ("one", [], 700), ("another", [], 0), ("one", ["a1-a2"], 0),
])  # fmt: skip
def test_the_time_of_a_turn_is_given_back_to_that_turn_alone(tmp_path, started, plies, used_ms):
    kept = TurnTime(tmp_path, Disk(), Writer(math.inf))
    kept.note(turn("one", [], 700))
    resumed = turn(started, plies, 0)
    kept.give_back(resumed)
    assert resumed.used_ms == used_ms


def turn(started, plies, used_ms):
    """What is looked at of a match."""
    return SimpleNamespace(header=SimpleNamespace(started=started), plies=plies, used_ms=used_ms)
