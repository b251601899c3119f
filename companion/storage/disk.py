"""The few things that the program does to files, gathered so that tests can fail or record each.

Knows bytes, names and what survives a power cut; no games, journals or settings.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from companion.contract.board_table import STANDARD_INPUT
from companion.errors import reason_of

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
        try:
            # O_NONBLOCK: a named pipe in the place of a file must not hang the program.
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except ValueError as error:
            # A name that no file can have.
            raise OSError(str(error)) from error
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(errno.EINVAL, "not a regular file", str(path))
            return file.read(limit + 1)

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
