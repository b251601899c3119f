"""What a reader may cost for one input, whatever is in it: 100 ms of a core, and 50 MB."""

import contextlib
import gc
import resource
import time

MOST_S = 0.1
MOST_MB = 50


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
