"""What the program does to files, gathered so that tests can fail or record each step.

Knows bytes, names and what survives a power cut; no games, journals or settings.

A card that is worn, or busy with itself, takes seconds to sync.  The screen must go on
turning meanwhile, so a thread writes, in the order in which things are handed over; whoever
hands one over waits for a moment only, and then looks now and then at how far it is.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import math
import os
import queue
import stat
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Final, Generic, NamedTuple, TypeVar

from companion.contract.board_table import STANDARD_INPUT
from companion.errors import Message, UsageError, reason_of, unexpected

# macOS has no fdatasync; its fsync does at least as much.
_datasync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


class Notice(NamedTuple):
    """Something about the files that a player should hear of once: a code with values.

    Codes in use: ``torn-tail`` (bytes dropped), ``journal-damaged`` (line, reason,
    file kept aside), ``journal-unreadable`` (reason, file kept aside),
    ``settings-damaged`` (reason, file kept aside), ``settings-unreadable`` (reason).
    A file that could not be kept aside is named by an empty text.
    """

    code: str
    values: tuple[str | int, ...] = ()


class Disk:
    """Files as the operating system has them.  Every method raises OSError on failure."""

    def read(self, path: Path, limit: int) -> bytes:
        """Return the bytes of the regular file *path*, at most one more than *limit*.

        Standard input may be a pipe or a terminal as well, and is read to its end.
        """
        if path == STANDARD_INPUT:
            with open(0, "rb", closefd=False) as given:
                return given.read(limit + 1)
        with self.open(path) as file:
            return file.read(limit + 1)

    def open(self, path: Path) -> BinaryIO:
        """Return the regular file *path*, to be read and closed."""
        try:
            # O_NONBLOCK: a named pipe in the place of a file must not hang the program.
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except ValueError as error:
            # A name that no file can have.
            raise OSError(str(error)) from error
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        return os.fdopen(descriptor, "rb")

    def exists(self, path: Path) -> bool:
        """Return whether there is anything called *path*."""
        return os.path.lexists(path)

    def listing(self, folder: Path) -> list[str]:
        """Return the names of all that is in *folder*, in no order."""
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries]

    def make_dir(self, path: Path) -> None:
        """Make the folder *path*, whose parent exists; one that is there already is fine."""
        path.mkdir(exist_ok=True)

    def create(self, path: Path, *, is_new: bool) -> int:
        """Return a descriptor of the empty file *path*; with *is_new* it must not exist yet."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (os.O_EXCL if is_new else os.O_TRUNC)
        return os.open(path, flags, 0o644)

    def open_end(self, path: Path) -> int:
        """Return a descriptor that writes at the end of *path*, which must exist."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)

    def write(self, descriptor: int, data: bytes | memoryview) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]

    def sync(self, descriptor: int) -> None:
        """Return once everything written to the file would survive a power cut."""
        _datasync(descriptor)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def rename(self, old: Path, new: Path) -> None:
        """Give *old* the name *new*, in one step, in the place of what was there."""
        old.replace(new)

    def remove(self, path: Path) -> None:
        """Remove the file *path*."""
        path.unlink()

    def sync_dir(self, folder: Path) -> None:
        """Return once the names in *folder* would survive a power cut."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_whole(disk: Disk, path: Path, data: bytes | memoryview) -> None:
    """Make *data* the content of *path*; a crash leaves the old file or the new one whole.

    Raises:
        OSError: *path* may not hold *data*; what it held before is intact.
    """
    new = path.with_name(path.name + ".new")
    try:
        write_synced(disk, disk.create(new, is_new=False), data)
        disk.rename(new, path)
    except OSError:
        # Half a file on a full disk takes the room that the next attempt needs.
        with contextlib.suppress(OSError):
            disk.remove(new)
        raise
    disk.sync_dir(path.parent)


def write_out(path: Path, data: bytes | memoryview) -> None:
    """Write *data* to what a person named: a file whole or not at all, or a device or pipe.

    Raises:
        OSError: naming *path*; a file that was there is intact, and none is left half-written.
    """
    try:
        if is_file_or_free(path):
            # The name stays a link where it is one: the file behind it is replaced.
            write_whole(Disk(), Path(os.path.realpath(path)), data)
        else:
            _write_into(path, data)
    except OSError as error:
        raise OSError(error.errno, reason_of(error), str(path)) from error


def is_file_or_free(path: Path) -> bool:
    """Return whether a file may be put at *path*: one is there, or nothing."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return True


def _write_into(path: Path, data: bytes | memoryview) -> None:
    """Write *data* into a device or pipe, in whose place no file may be put."""
    # O_NONBLOCK: a named pipe that nobody reads must not hang the program.
    descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.set_blocking(descriptor, True)
        Disk().write(descriptor, data)
    finally:
        os.close(descriptor)


def write_synced(disk: Disk, descriptor: int, data: bytes | memoryview) -> None:
    """Write *data* to *descriptor*, sync it and close it, whatever happens.

    A descriptor whose sync has failed is of no further use: the system may have
    marked the lost pages as clean, so that a second sync would claim success.
    """
    try:
        disk.write(descriptor, data)
        disk.sync(descriptor)
    finally:
        disk.close(descriptor)


def keep_aside(disk: Disk, path: Path, data: bytes, limit: int) -> Path:
    """Return the file ``NAME.damaged-N`` beside *path* that now holds *data*.

    A file that holds the same bytes already is taken, so that a program that is
    started again and again over one damaged file keeps one copy.

    Raises:
        OSError: no such file could be written.
    """
    for number in count(1):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not disk.exists(aside):
            write_whole(disk, aside, data)
            return aside
        with contextlib.suppress(OSError):
            if disk.read(aside, limit) == data:
                return aside
    raise AssertionError("unreachable: the numbers never end")


SIZE_LIMIT = 1 << 30
SUFFIX = ".part"


def set_aside(disk: Disk, path: Path, label: str = "set-aside") -> Path:
    """Return the free name ``NAME.LABEL-N`` that the file at *path* has now.

    Raises:
        OSError: it is still where it was.
    """
    for number in count(1):
        aside = path.with_name(f"{path.name}.{label}-{number}")
        if not disk.exists(aside):
            disk.rename(path, aside)
            disk.sync_dir(path.parent)
            return aside
    raise AssertionError("unreachable: the numbers never end")


def moved_aside(disk: Disk, path: Path) -> str:
    """Return the name that the damaged file at *path* has got; empty where it has none."""
    try:
        return set_aside(disk, path, "damaged").name
    except OSError:
        return ""


class FolderParts:
    """The parts in *folder*, made with the first of them; see `engine.endgames.PartStore`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, name: str) -> bytes | None:
        """Return what was saved as *name*, or None where it cannot be read."""
        try:
            with self._file(name).open("rb") as file:
                return file.read(SIZE_LIMIT)
        except OSError:
            return None

    def save(self, name: str, data: bytes) -> None:
        """Keep *data*: a power cut leaves it whole or not there; raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_out(self._file(name), data)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes from making the same for as long as this goes on.

        Raises:
            UsageError: one is at it.
            OSError: the folder cannot be made.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                message = Message(
                    "expected no other process to use {folder}, got one",
                    folder=self._folder,
                )
                raise UsageError(message) from error
            yield
        finally:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                self._folder.rmdir()

    def size(self) -> int:
        """Return how many bytes are kept."""
        return sum(path.stat().st_size for path in self._folder.glob(f"*{SUFFIX}"))

    def clear(self) -> None:
        """Remove the parts, and what a power cut left of one that was being written."""
        for path in (*self._folder.glob(f"*{SUFFIX}"), *self._folder.glob(f"*{SUFFIX}.new")):
            path.unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"


Made = TypeVar("Made")

QUICK_S: Final = 0.03
"""How long the main loop waits: most cards have synced in this time."""

PATIENCE_S: Final = 60.0
"""
A disk that finishes nothing for this long does not answer, and nobody waits for it.

The first record of a run takes four syncs, which may take 15 s each on a card that is worn.
"""

STUCK: Final = "the disk does not answer"


class DiskJob(Generic[Made]):
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
        """Return whether it is done, or nobody is to wait for it any more."""
        return self.done.is_set() or self._is_stuck()

    @property
    def problem(self) -> str:
        """Return why it is over and not safe, or an empty text."""
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
