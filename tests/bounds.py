"""What a reader may cost for one input, whatever is in it, and what this process holds."""

import contextlib
import ctypes
import gc
import resource
import time
from pathlib import Path

MOST_S = 0.1
MOST_MB = 50
"""What one input may cost: time on a core, and memory."""


def peak_mb() -> float:
    """Return the most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextlib.contextmanager
def bounded(*which: object):
    """Fail where what is done inside takes more; *which* tells the input in the failure."""
    before_mb = peak_mb()
    # A collection looks at all that the tests before have left, which is none of the reader's.
    gc.disable()
    began_s = time.process_time()
    try:
        yield
    finally:
        took_s = time.process_time() - began_s
        gc.enable()
        assert took_s < MOST_S, (took_s, which)
        assert peak_mb() - before_mb < MOST_MB, which


def resident_mb() -> float:
    """
    Return the memory that this process holds at this moment.

    What the C library has been given back and keeps for later is none of it: that goes up and
    down by a hundred megabytes with what ran before, and by which thread.
    """
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # Not the GNU library.
        ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def open_descriptors() -> int:
    """Return how many files, ports and pipes this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())
