"""What a piece of the loop takes, on a machine that does other things as well."""

import time
from pathlib import Path
from typing import NamedTuple


class Took(NamedTuple):
    """Seconds that pass, that this thread runs, and that it waits for a core."""

    passed_s: float
    ran_s: float
    starved_s: float

    @property
    def own_s(self):
        """What it takes on a core of its own: what ran, and what was waited for."""
        return self.passed_s - self.starved_s


def measured(act):
    """Do *act* and return what it took."""
    ran, starved = _of_this_thread()
    before = time.monotonic()
    act()
    passed = time.monotonic() - before
    ran_since, starved_since = _of_this_thread()
    return Took(passed, ran_since - ran, starved_since - starved)


def _of_this_thread():
    """Return how long this thread has run, and how long it has waited for a core."""
    ran_ns, starved_ns, _ = Path("/proc/thread-self/schedstat").read_text("ascii").split()
    return int(ran_ns) / 1e9, int(starved_ns) / 1e9


def p99(values):
    """Return what one of a hundred *values* exceeds."""
    return sorted(values)[len(values) * 99 // 100]
