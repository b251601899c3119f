"""Ends the program when a signal asks for it, even where its loop does not turn any more."""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, Self

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

END_S: Final = 1.5
"""How long the loop has to end by itself, in order."""

STATUS: Final = 128
"""What a shell reports for a program that a signal ended, on top of its number."""


class EndSignals:
    """Waits for signals that end the program; a context manager, for the main thread.

    The first one is noted by `ask`, for the loop to end.  Where that is still not
    `is_left` after `END_S`, as in a game from outside that hangs, the process ends all the
    same, and at once with the second signal.  All that was confirmed is on disk by then.

    Args:
        ask: has the loop end, by SIGTERM or SIGHUP; SIGINT raises as ever.
        note: notes that the process ends because it was asked to.

    Attributes:
        is_asked: whether a signal has come that is not SIGINT.
        is_heard: whether any has, also where the main thread has not heard of it yet.
        is_left: whether the loop has ended.
    """

    def __init__(self, ask: Callable[[], None], note: Callable[[], None]) -> None:
        self.is_asked = False
        self.is_heard = False
        self.is_left = False
        self._ask = ask
        self._note = note
        self._reading, self._writing = os.pipe()

    def __enter__(self) -> Self:
        """Install handlers for the signals, except those that are ignored."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._take)
        os.set_blocking(self._writing, False)
        # Python writes the number of each signal there, whatever the main thread is busy with.
        signal.set_wakeup_fd(self._writing, warn_on_full_buffer=False)
        threading.Thread(target=self._run, name="ending", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for no more."""
        signal.set_wakeup_fd(-1)
        os.close(self._writing)

    def _take(self, _: int, __: FrameType | None) -> None:
        self.is_asked = True
        self._ask()

    def _run(self) -> None:
        first = self._next(None)
        self.is_heard = bool(first)
        second = first and self._next(END_S)
        if first and not second and not self.is_left:
            self._note()
            os._exit(0 if first != signal.SIGINT else STATUS + first)
        if first and not second:
            second = self._next(None)
        if second:
            os._exit(STATUS + second)

    def _next(self, limit_s: float | None) -> int:
        """Return the next signal that ends the program; 0 where none comes, or not in time."""
        until_s = float("inf") if limit_s is None else time.monotonic() + limit_s
        while True:
            rest_s = None if limit_s is None else max(0.0, until_s - time.monotonic())
            if not select.select([self._reading], [], [], rest_s)[0]:
                return 0
            number = os.read(self._reading, 1)
            if not number or number[0] in SIGNALS:
                return number[0] if number else 0
