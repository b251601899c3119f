"""Lines of a pipe or terminal, read by a thread of their own, so that a search never waits."""

from __future__ import annotations

import os
import queue
import threading
from typing import Final

LONGEST_LINE: Final = 1 << 20
"""Bytes: room for the moves of a hundred long games."""

MOST_WAITING: Final = 1000
"""Lines that are read ahead; who writes more has to wait."""

READ_AT_ONCE: Final = 1 << 16


class LineReader:
    """What comes in through *descriptor*, line by line.

    It is read as raw bytes: at its end Python would wait for a thread inside a buffered file.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        threading.Thread(target=self._read, name="engine-lines", daemon=True).start()

    def next(self, timeout_s: float | None) -> str | None:
        """Return the next line, or None at the end of the input.

        Of a line that is too long its beginning comes, one byte more than allowed.

        Raises:
            TimeoutError: none came within *timeout_s*; None waits for ever.
        """
        try:
            return self._lines.get(timeout=timeout_s)
        except queue.Empty as error:
            raise TimeoutError from error

    def _read(self) -> None:
        try:
            self._read_all()
        finally:
            # Whatever ended it: who waits for a line is not to wait for ever.
            self._lines.put(None)

    def _read_all(self) -> None:
        rest, is_skipping = b"", False
        while data := self._some():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if not is_skipping:
                    self._put(line)
                is_skipping = False
            if len(rest) > LONGEST_LINE:
                if not is_skipping:
                    self._put(rest)
                rest, is_skipping = b"", True
        if rest and not is_skipping:
            self._put(rest)

    def _some(self) -> bytes:
        """Return what has come, waiting for some; nothing at the end, whatever it is."""
        try:
            return os.read(self._descriptor, READ_AT_ONCE)
        except OSError:
            return b""

    def _put(self, line: bytes) -> None:
        self._lines.put(line[: LONGEST_LINE + 1].decode("utf-8", "backslashreplace"))
