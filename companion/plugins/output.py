"""Standard output, kept for what the program itself says there.

A game from outside may print whatever it likes while it is loaded or asked, which must not
come between the answers that another program reads: it goes to standard error.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Final, TextIO

from companion.errors import UsageError

_KEPT: Final[list[TextIO | None]] = []
"""The standard output that is kept, innermost last; empty where none is."""


def keep_output() -> None:
    """Keep standard output for `say` until the process ends."""
    _KEPT.append(sys.stdout)
    sys.stdout = sys.stderr


@contextlib.contextmanager
def kept_output() -> Iterator[None]:
    """Keep standard output for `say`; all else that is printed goes to standard error."""
    stdout = sys.stdout
    keep_output()
    try:
        yield
    finally:
        _KEPT.pop()
        sys.stdout = stdout


def say_bytes(data: bytes | memoryview) -> None:
    """Write *data*, a whole file, to standard output; what is said then goes to standard error.

    Raises:
        UsageError: it is closed, or has been given a file already.
    """
    stream = _KEPT[-1] if _KEPT else sys.stdout
    if stream is None:
        raise UsageError("expected an open standard output, got a closed one")
    if stream is sys.stderr:
        raise UsageError("expected one file for standard output, got another")
    stream.flush()
    stream.buffer.write(data)
    stream.flush()
    _KEPT[-1:] = [sys.stderr]


def say(*values: object, sep: str = " ", end: str = "\n", is_pressing: bool = False) -> None:
    """Print *values* to standard output, at once where it *is_pressing*.

    Raises:
        UsageError: it is closed.
    """
    stream = _KEPT[-1] if _KEPT else sys.stdout
    # `print` would take what stands in its place, or lose it.
    if stream is None:
        raise UsageError("expected an open standard output, got a closed one")
    print(*values, sep=sep, end=end, file=stream, flush=is_pressing)
