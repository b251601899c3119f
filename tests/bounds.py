"""What a reader may cost for one input, whatever is in it, and what this process holds."""

import contextlib
import ctypes
import gc
import os
import re
import resource
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

MOST_S = 0.1
MOST_MB = 50
"""What one input may cost: time on a core, and memory."""


def own_peak_mb() -> float:
    """Return the most memory that this process has held, whatever that which started it held."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1024


def begin_peak() -> None:
    """Have the peak of this process count from what it holds now.

    Else what a test before has held hides what this one takes.
    """
    Path("/proc/self/clear_refs").write_text("5", "ascii")


def peak_mb() -> float:
    """Return the peak, in a tenth of the time of `own_peak_mb`; that of the parent counts, too."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextlib.contextmanager
def bounded(*which: object):
    """Fail where what is done inside takes more; *which* tells the input in the failure."""
    begin_peak()
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


def held_mb() -> float:
    """
    Return the memory in use by this process, in Python's objects and in the C library's blocks.

    What either has been given back and keeps for later is none of it.  That goes up and down by
    a hundred megabytes with what ran before: one object that stays keeps the megabyte that
    Python has put it into, however many others of it are free.

    Raises:
        OSError, AttributeError: the C library is not GNU's.
    """
    gc.collect()
    return (_python_bytes() + _library_bytes()) / 1e6


def _python_bytes() -> int:
    """Return what is in use of the arenas; what is larger than 512 bytes is the library's."""
    with tempfile.TemporaryFile() as file:
        kept = os.dup(2)
        try:
            os.dup2(file.fileno(), 2)
            sys._debugmallocstats()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        (used,) = re.findall(rb"# bytes in allocated blocks\s+=\s+([\d,]+)", file.read())
    return int(used.replace(b",", b""))


def _library_bytes() -> int:
    """Return what is in use of all heaps of all threads, see ``malloc_info(3)``."""
    library = ctypes.CDLL(None)
    library.fopen.restype = ctypes.c_void_p
    library.fopen.argtypes = (ctypes.c_char_p, ctypes.c_char_p)
    library.malloc_info.argtypes = (ctypes.c_int, ctypes.c_void_p)
    library.fclose.argtypes = (ctypes.c_void_p,)
    with tempfile.NamedTemporaryFile() as file:
        stream = library.fopen(os.fsencode(file.name), b"w")
        library.malloc_info(0, stream)
        library.fclose(stream)
        root = ElementTree.fromstring(file.read())
    (system,) = [each for each in root.findall("system") if each.get("type") == "current"]
    total = {each.get("type"): int(each.get("size", 0)) for each in root.findall("total")}
    # From glibc 2.43 on no blocks are kept apart for small ones to come.
    return int(system.get("size", 0)) + total["mmap"] - total.get("fast", 0) - total["rest"]


def open_descriptors() -> int:
    """Return how many files, ports and pipes this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())
