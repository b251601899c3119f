"""Real files on a disk that fails when it is told to, and notes what is done to it."""

import errno
import os

from companion.storage.disk import Disk

WRITING = ("make_dir", "create", "open_end", "write", "sync", "rename", "remove", "sync_dir")


class FailingDisk(Disk):
    """
    A disk whose calls are counted, and fail while `fails(number, name)` says so.

    Attributes:
        done: (name, bytes) of every call that changes or syncs anything.
    """

    def __init__(self):
        self.fails = lambda number, name: None
        self.done = []

    def _note(self, name, size=0):
        self.done.append((name, size))
        code = self.fails(len(self.done), name)
        if code:
            raise OSError(code, os.strerror(code))

    def make_dir(self, path):
        self._note("make_dir")
        super().make_dir(path)

    def create(self, path, *, is_new):
        self._note("create")
        return super().create(path, is_new=is_new)

    def open_end(self, path):
        self._note("open_end")
        return super().open_end(path)

    def write(self, descriptor, data):
        try:
            self._note("write", len(data))
        except OSError:
            # A full disk takes the first half.
            super().write(descriptor, data[: len(data) // 2])
            raise
        super().write(descriptor, data)

    def sync(self, descriptor):
        self._note("sync")
        super().sync(descriptor)

    def rename(self, old, new):
        self._note("rename")
        super().rename(old, new)

    def remove(self, path):
        self._note("remove")
        super().remove(path)

    def sync_dir(self, folder):
        self._note("sync_dir")
        super().sync_dir(folder)


def full(number, name):
    """A disk without space: nothing new fits, but names and syncs work."""
    return errno.ENOSPC if name in ("create", "write") else None


def read_only(number, name):
    """A disk that became read-only."""
    return errno.EROFS
