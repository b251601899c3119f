"""Writes beside the main loop: what is handed over is done in that order, by one thread.

A card that is worn, or busy with itself, takes seconds to sync.  The screen must go on
turning meanwhile, so whoever hands something over waits for a moment only, and then looks
now and then at how far it is.
"""

from __future__ import annotations

import math
import queue
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from companion.errors import reason_of, unexpected
from companion.match.sink import PendingWrite

Made = TypeVar("Made")

QUICK_S: Final = 0.03
"""How long the main loop waits: most cards have synced in this time."""

PATIENCE_S: Final = 60.0
"""
A disk that finishes nothing for this long does not answer, and nobody waits for it.

The first record of a run takes four syncs, which may take 15 s each on a card that is worn.
"""

STUCK: Final = "the disk does not answer"


class DiskJob(PendingWrite, Generic[Made]):
    """One thing that is done to the disk.

    Attributes:
        made: what came of it, None before that.
        error: why it could not be done, or None.
        done: set once it has been done, or has failed.
    """

    def __init__(self, work: Callable[[], Made], is_stuck: Callable[[], bool]) -> None:
        self.made: Made | None = None
        self.error: OSError | None = None
        self._work = work
        self._is_stuck = is_stuck
        self.done = threading.Event()

    @property
    def is_over(self) -> bool:
        return self.done.is_set() or self._is_stuck()

    @property
    def problem(self) -> str:
        if self.done.is_set():
            return "" if self.error is None else reason_of(self.error)
        return STUCK if self._is_stuck() else ""

    def run(self) -> None:
        """Do it; an error is kept, whichever it is: somebody waits for it."""
        try:
            self.made = self._work()
        except OSError as error:
            self.error = error
        except Exception as error:
            if threading.current_thread() is threading.main_thread():
                raise
            # Else what is next would never be written.
            traceback.print_exc()
            self.error = OSError(unexpected(error))
        finally:
            self.done.set()


class _PendingJob(NamedTuple):
    """A job that was not done when it was looked at last, and since when it has been there."""

    since_s: float
    job: DiskJob[Any]
    is_watched: bool


class Writer:
    """One thread that does jobs in the order in which they come; it begins with the first.

    Args:
        quick_s: how long `do` waits for its job; without an end there is no thread, as who
            waits for it anyway does it itself.
        patience_s: how long a job may take, once those before it are done, before the disk
            counts as one that hangs.
        clock: seconds that never go back.
    """

    def __init__(
        self,
        quick_s: float = QUICK_S,
        patience_s: float = PATIENCE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._quick_s = quick_s
        self._patience_s = patience_s
        self._clock = clock
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._waiting: deque[_PendingJob] = deque()
        self._failures: list[str] = []
        self._thread: threading.Thread | None = None
        self._answered_s = -math.inf

    @property
    def waits_s(self) -> float:
        """Return for how long the oldest job has been on its way; 0 if all are done."""
        self._look()
        return self._clock() - self._waiting[0].since_s if self._waiting else 0.0

    def do(self, work: Callable[[], Made], *, is_watched: bool = False) -> DiskJob[Made]:
        """Return the job that does *work*, behind all before it; it is over unless it takes long.

        Where *is_watched* is false, a failure that comes later is kept for `failures`.
        """
        job = DiskJob(work, self._is_stuck)
        # Before it waits itself: to look takes out what is done.
        is_stuck = self._is_stuck()
        waiting = _PendingJob(self._clock(), job, is_watched)
        self._waiting.append(waiting)
        if not self._has_thread():
            job.run()
        else:
            self._queue.put(job.run)
            if not is_stuck:
                job.done.wait(self._quick_s)
        if job.done.is_set():
            # Whoever asked sees how it went.
            self._waiting.remove(waiting)
        return job

    def failures(self) -> list[str]:
        """Return why jobs have failed that nobody watches, each once."""
        self._look()
        failures, self._failures = self._failures, []
        return failures

    def close(self, limit_s: float = PATIENCE_S) -> None:
        """Return when all is done, or after *limit_s*; nothing is handed over any more."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(limit_s)

    def _has_thread(self) -> bool:
        if self._quick_s == math.inf:
            return False
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="writer", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                # There is none to be had: the loop does it itself, as long as it takes.
                return False
            self._thread = thread
        return True

    def _run(self) -> None:
        while (run := self._queue.get()) is not None:
            run()
            self._answered_s = self._clock()

    def _look(self) -> None:
        while self._waiting and self._waiting[0].job.done.is_set():
            _, job, is_watched = self._waiting.popleft()
            if job.problem and not is_watched:
                self._failures.append(job.problem)

    def _is_stuck(self) -> bool:
        self._look()
        if not self._waiting:
            return False
        # A queue behind a slow disk is no disk that hangs: each job has its own time.
        since_s = max(self._waiting[0].since_s, self._answered_s)
        return self._clock() - since_s > self._patience_s
