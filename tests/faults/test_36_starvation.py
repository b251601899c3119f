"""36. A quarter of a core and delayed writes: touches are answered, no watchdog bites."""

import contextlib
import os
import random
import subprocess
import sys
import time

import pytest

from companion.storage.disk import Disk
from companion.storage.writer import Writer

TOUCH_S = 0.25
WATCHDOG_S = 10.0
BUSY = "while True: pass"


class DelayedDisk(Disk):
    """A disk that keeps nine of ten syncs waiting for a while."""

    def __init__(self):
        self._chance = random.Random(36)

    def sync(self, descriptor):
        if self._chance.random() < 0.9:
            time.sleep(0.3)
        super().sync(descriptor)


@contextlib.contextmanager
def a_quarter_of_a_core():
    """Share one core with three others that want all of it."""
    before = os.sched_getaffinity(0)
    core = {min(before)}
    os.sched_setaffinity(0, core)
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(3)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, before)


def answered(sitting, seconds):
    """Touch for so long; return the times until each was drawn, and the longest turn."""
    times, longest_s, end = [], 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        match = sitting.match
        if match.outcome or match.question or sitting.scene.name == "game over":
            sitting.play("alquerque")
            continue
        before = time.monotonic()
        sitting.begin_move(match.position.legal_moves()[0].text)
        times.append((time.monotonic() - before) / max(1, len(match.half.touches)))
        sitting.press("confirm")
        while match.is_saving and time.monotonic() < end:
            turn = time.monotonic()
            sitting.ticks(1)
            longest_s = max(longest_s, time.monotonic() - turn)
            time.sleep(0.01)
        sitting.ticks(5)
    return sorted(times), longest_s


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [10, 600])
def test_fault_36_touches_are_answered_in_time_on_a_quarter_of_a_core(sit, seconds):
    sitting = sit(disk=DelayedDisk(), writer=Writer(quick_s=0.02))
    sitting.play("alquerque")
    with a_quarter_of_a_core():
        times, longest_s = answered(sitting, seconds)
    p99 = times[len(times) * 99 // 100]
    print(f"{len(times)} plies: p99 of a touch {p99:.3f} s, longest turn {longest_s:.3f} s")
    assert p99 < TOUCH_S
    assert longest_s < WATCHDOG_S / 3
