"""Reads the log that the kernel's ``dm-log-writes`` keeps of a disk, in its order.

Source: Linux, Documentation/admin-guide/device-mapper/log-writes.rst, drivers/md/dm-log-writes.c.
"""

from __future__ import annotations

import enum
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MAGIC = 0x6A736677736872
VERSION = 1
SUPER = struct.Struct("<QQQI")
"""Magic number, version, number of entries, size of a sector."""

ENTRY = struct.Struct("<QQQQ")
"""Sector, number of sectors, flags, length of the data beside them."""


LAST_MARK = "dm-log-writes-end"
"""The kernel's own, as the target is removed."""


class Flag(enum.IntFlag):
    """What kind of write it was."""

    FLUSH = 1 << 0
    FUA = 1 << 1
    DISCARD = 1 << 2
    MARK = 1 << 3
    METADATA = 1 << 4


class Entry(NamedTuple):
    """A write, or a mark.

    Attributes:
        flags: what kind it is.
        at: where on the disk, in bytes.
        data: what was written; of a discard, zeros.
        mark: what a mark says.
    """

    flags: Flag
    at: int
    data: bytes
    mark: str

    @property
    def is_barrier(self) -> bool:
        """Return whether all before it is on the disk once it is over."""
        return bool(self.flags & (Flag.FLUSH | Flag.FUA))


def read_log(file: Path) -> Iterator[Entry]:
    """Return the entries of the log in *file*, the oldest first."""
    with file.open("rb") as log:
        magic, version, count, sector = SUPER.unpack(log.read(SUPER.size))
        assert (magic, version) == (MAGIC, VERSION), f"expected a log of writes in {file}"
        at = sector
        for _ in range(count):
            log.seek(at)
            place, sectors, flags, beside = ENTRY.unpack(log.read(ENTRY.size))
            mark = log.read(beside).rstrip(b"\0").decode() if flags & Flag.MARK else ""
            at += sector
            data = b""
            if flags & Flag.DISCARD:
                data = bytes(sectors * sector)
            elif sectors:
                log.seek(at)
                data = log.read(sectors * sector)
                at += sectors * sector
            yield Entry(Flag(flags), place * sector, data, mark)
