"""A disk in memory that knows what a power cut may leave of it.

What POSIX promises is all that it keeps: bytes that were synced, and names in
folders that were synced.  Of the rest anything may be there: unsynced bytes
whole, in part, as zeros or not at all; unsynced names each or not.
"""

import itertools
from pathlib import Path
from typing import NamedTuple

from companion.storage.disk import Disk


class Change(NamedTuple):
    """One thing that happened; *what* is data, sync, lost, names, sync_dir or mark."""

    what: str
    on: object
    value: object = None


class ModelDisk(Disk):
    """Files in memory.  *skipped* is the number of the sync, from 1, that is left out."""

    def __init__(self, root, files=None, skipped=0):
        self.root = Path(root)
        self.names = {self.root: "folder"}
        self.contents = {}
        self.log = []
        self.syncs = 0
        self.skipped = skipped
        self.failing_syncs = frozenset()
        self._open = {}
        for path, data in (files or {}).items():
            self.names.setdefault(path.parent, "folder")
            self.names[path] = len(self.contents)
            self.contents[len(self.contents)] = bytearray(data)

    def mark(self, value):
        """Note that the table has been shown *value*."""
        self.log.append(Change("mark", None, value))

    def read(self, path, limit):
        if path not in self.names:
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return bytes(self.contents[self.names[path]][: limit + 1])

    def exists(self, path):
        return path in self.names

    def listing(self, folder):
        return [path.name for path in self.names if path.parent == folder]

    def make_dir(self, path):
        if path not in self.names:
            self._name(path.parent, {path: "folder"})

    def create(self, path, *, is_new):
        if is_new and path in self.names:
            raise FileExistsError(17, "File exists", str(path))
        inode = len(self.contents)
        self.contents[inode] = bytearray()
        self._name(path.parent, {path: inode})
        return self._descriptor(inode)

    def open_end(self, path):
        if path not in self.names:
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return self._descriptor(self.names[path])

    def write(self, descriptor, data):
        inode = self._open[descriptor]
        self.contents[inode] += data
        self.log.append(Change("data", inode, bytes(data)))

    def sync(self, descriptor):
        self.syncs += 1
        if self.syncs in self.failing_syncs:
            # As Linux does it: the pages count as clean from now on.
            self.log.append(Change("lost", self._open[descriptor]))
            raise OSError(5, "Input/output error")
        if self.syncs != self.skipped:
            self.log.append(Change("sync", self._open[descriptor]))

    def close(self, descriptor):
        del self._open[descriptor]

    def rename(self, old, new):
        self._name(old.parent, {old: None, new: self.names[old]})

    def remove(self, path):
        self._name(path.parent, {path: None})

    def sync_dir(self, folder):
        self.syncs += 1
        if self.syncs != self.skipped:
            self.log.append(Change("sync_dir", folder))

    def _descriptor(self, inode):
        descriptor = max(self._open, default=2) + 1
        self._open[descriptor] = inode
        return descriptor

    def _name(self, folder, changes):
        self.log.append(Change("names", folder, changes))
        for path, inode in changes.items():
            if inode is None:
                del self.names[path]
            else:
                self.names[path] = inode


class _Kept:
    """What is certain and what is possible at one moment."""

    def __init__(self, root):
        self.root = root
        self.data = {}
        self.unsynced = {}
        self.names = {}
        self.pending = {}

    def take(self, change):
        match change:
            case Change("data", inode, data):
                self.unsynced.setdefault(inode, []).append(data)
            case Change("sync", inode):
                self.data[inode] = self.data.get(inode, b"") + b"".join(
                    self.unsynced.pop(inode, [])
                )
            case Change("lost", inode):
                gone = [bytes(len(data)) for data in self.unsynced.pop(inode, [])]
                self.unsynced[inode] = gone
            case Change("names", folder, names):
                self.pending.setdefault(folder, []).append(names)
            case Change("sync_dir", folder):
                for names in self.pending.pop(folder, []):
                    self.names.update(names)

    def states(self):
        """Every set of files that a power cut may leave now."""
        pending = list(itertools.chain(*self.pending.values()))
        for chosen in itertools.product((False, True), repeat=len(pending)):
            names = dict(self.names)
            for changes, is_kept in zip(pending, chosen, strict=True):
                names.update(changes if is_kept else {})
            yield from self.contents(names)

    def contents(self, names):
        folders = {path for path, inode in names.items() if inode == "folder"} | {self.root}
        files = {
            path: inode
            for path, inode in names.items()
            if isinstance(inode, int) and path.parent in folders
        }
        for choice in itertools.product(*(self.possible(inode) for inode in files.values())):
            yield dict(zip(files, choice, strict=True))

    def possible(self, inode):
        sure, rest = self.data.get(inode, b""), b"".join(self.unsynced.get(inode, []))
        half = rest[: len(rest) // 2]
        return {sure, sure + half, sure + half + bytes(len(rest) - len(half)), sure + rest}


def crash_states(disk):
    """
    Yield (the marks before, the next one, the files) for all that a power cut may leave.

    The next mark is None at the moment of a mark: nothing of what follows has begun.
    """
    kept, marks, seen = _Kept(disk.root), [], set()
    for at, change in enumerate(disk.log):
        if change.what == "mark":
            marks.append(change.value)
        kept.take(change)
        rest = [] if change.what == "mark" else disk.log[at + 1 :]
        following = next((later.value for later in rest if later.what == "mark"), None)
        for files in kept.states():
            state = (len(marks), following is None, frozenset(files.items()))
            if state not in seen:
                seen.add(state)
                yield list(marks), following, files
