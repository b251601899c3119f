"""The journal: a text file that a match grows line by line, and that a crash cannot spoil.

Each line is ``CHECKSUM JSON``.  The checksum is the CRC-32 of the JSON, started
from the checksum of the line before, in eight lower-case hex digits: it finds a
line that is damaged, and also one that is missing, doubled or out of place.
The first line is the header.  A ply costs one append and one sync; the folder
is synced once, when the file is made.
"""

from __future__ import annotations

import errno
import math
import zlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.errors import JournalError
from companion.match.entries import (
    CommentEntry,
    Entry,
    Header,
    HintEntry,
    NewerJournalError,
    PlyEntry,
    RedoEntry,
    TakeBackEntry,
    TimeEntry,
    from_json,
    to_json,
)
from companion.storage.disk import Disk, DiskJob, Writer, set_aside, write_synced, write_whole

SIZE_LIMIT = 2**19 - 2**12
"""Bytes: about 9,000 plies.  What is larger is not written, and refused when read."""

GROWTH = 2**12
"""Bytes: where shortening a journal has not helped, it is tried again after so many more."""

LINE_LIMIT = 8192
_CHECKSUM_DIGITS = 8


class Damage(NamedTuple):
    """What is wrong from some line of a journal on.

    Attributes:
        line: number of the first bad line, from 1.
        is_torn: the file merely ends in the middle of its last line, as after a power cut.
        reason: in a few words.
        dropped: how many bytes are not used.
    """

    line: int
    is_torn: bool
    reason: str
    dropped: int


class Contents(NamedTuple):
    """The good part of a journal; *ends* has the offset behind the line of each entry."""

    entries: tuple[Entry, ...]
    ends: tuple[int, ...]
    damage: Damage | None


def line_of(entry: Entry, checksum: int) -> tuple[bytes, int]:
    """Return the line of *entry* behind a line of that *checksum* (0 at first), and its own."""
    body = to_json(entry).encode("ascii")
    checksum = zlib.crc32(body, checksum)
    return b"%08x %s\n" % (checksum, body), checksum


def parse_journal(data: bytes) -> Contents:
    """Return the good part of the journal *data* and what is wrong with the rest.

    Raises:
        JournalError: it is of a newer version or larger than any journal; leave it alone.
    """
    if len(data) > SIZE_LIMIT:
        raise JournalError(
            "expected a journal of at most {size_limit} bytes, got more", size_limit=SIZE_LIMIT
        )
    return _parsed(data)


def _parsed(data: bytes) -> Contents:
    entries: list[Entry] = []
    ends: list[int] = []
    checksum = start = 0
    damage = None
    while start < len(data) and damage is None:
        end = data.find(b"\n", start) + 1
        try:
            entry, checksum = _read_line(data[start : end or len(data)], checksum)
            if isinstance(entry, Header) == bool(entries):
                raise JournalError("expected one header, as the first line")
            entries.append(entry)
            ends.append(end)
            start = end
        except NewerJournalError:
            raise
        except JournalError as error:
            damage = Damage(len(entries) + 1, end == 0, error.message, len(data) - start)
    return Contents(tuple(entries), tuple(ends), damage)


def _read_line(line: bytes, checksum: int) -> tuple[Entry, int]:
    if not line.endswith(b"\n"):
        raise JournalError("expected a whole last line")
    if len(line) > LINE_LIMIT:
        raise JournalError("expected a line of at most {line_limit} bytes", line_limit=LINE_LIMIT)
    body = line[_CHECKSUM_DIGITS + 1 : -1]
    checksum = zlib.crc32(body, checksum)
    # Compared as text: hex digits have two cases, one bit apart.
    if line[: _CHECKSUM_DIGITS + 1] != b"%08x " % checksum:
        raise JournalError("expected the checksum of the line")
    return from_json(body.decode("ascii", errors="replace")), checksum


def shortened(entries: Sequence[Entry]) -> list[Entry]:
    """Return fewer *entries* that lead to the same match: plies, what can be redone, hints, time.

    Plies that were taken back go once another one was played in their place, with all that
    was entered between the two; where one of these was hinted they stay, as that counts.
    """
    kept: list[Entry] = []
    # Where among them each ply was made, and made again: of those that stand, of those taken back.
    line: list[list[int]] = []
    undone: list[list[int]] = []
    for entry in entries:
        match entry:
            case PlyEntry():
                start = undone[-1][-1] if undone else len(kept)
                between = kept[start:]
                if between and not any(isinstance(each, HintEntry) for each in between):
                    # Plies that stand and were made again there are as they were before.
                    line = [[at for at in made if at < start] for made in line]
                    kept[start:] = [
                        each
                        for each in between
                        if isinstance(each, TimeEntry)
                        or (isinstance(each, CommentEntry) and each.ply < len(line))
                    ]
                undone.clear()
                line.append([len(kept)])
            case TakeBackEntry(plies):
                undone += [line.pop() for _ in range(plies)]
            case RedoEntry():
                made, last = undone.pop(), kept[-1]
                # A hint for the next ply went when this one was taken back.
                hinted = any(isinstance(each, HintEntry) for each in kept[made[-1] :])
                if isinstance(last, TakeBackEntry) and last.plies > hinted:
                    # What was taken back last stands where it stood.
                    kept[-1:] = [TakeBackEntry(last.plies - 1)] * (last.plies > 1)
                    line.append(made)
                    continue
                line.append([*made, len(kept)])
        kept.append(entry)
    return kept


class Journal:
    """The journal of one match, in memory and, as soon as the disk allows, on it.

    A failed append leaves the entry in memory; the next append or `save` writes
    everything anew into a fresh file and puts that in the place of the old one.

    Args:
        writer: writes it, in its thread; without one a call returns when it has written.
    """

    def __init__(self, disk: Disk, path: Path, writer: Writer | None = None) -> None:
        self._disk = disk
        self._path = path
        self._writer = writer or Writer(math.inf)
        self._data = bytearray()
        self._checksum = 0
        self._written = 0
        self._shorten_from = 0
        self._is_ours = False
        self._is_intact = False
        self._is_durable = False

    @classmethod
    def going_on(cls, disk: Disk, path: Path, contents: Contents, writer: Writer) -> Journal:
        """Return the journal at *path* that goes on behind its good *contents*.

        It is written anew before it grows: what the last process wrote may be in
        the system's memory only, even after a sync of the same file.
        """
        journal = cls(disk, path, writer)
        for entry in contents.entries:
            journal._add(entry)
        journal._is_ours = True
        return journal

    def append(self, entry: Entry) -> DiskJob[None]:
        """Return the job after which *entry* and all before it would survive a power cut.

        Where it fails they might not; they are kept and tried again.
        """
        return self._writer.do(partial(self._write, entry), is_watched=True)

    def save(self) -> DiskJob[None]:
        """Return the job after which everything appended would survive a power cut."""
        return self._writer.do(self._write, is_watched=True)

    def _add(self, entry: Entry) -> None:
        line, self._checksum = line_of(entry, self._checksum)
        self._data += line

    def _shorten(self) -> None:
        """Leave out what was taken back and cannot come again; the next writing does all anew."""
        entries = shortened(_parsed(bytes(self._data)).entries)
        self._data, self._checksum, self._is_intact = bytearray(), 0, False
        for entry in entries:
            self._add(entry)
        self._shorten_from = len(self._data) + GROWTH

    def _write(self, entry: Entry | None = None) -> None:
        """Return once everything, with *entry* at its end, would survive a power cut.

        Raises:
            OSError: it might not.
        """
        if entry is not None:
            self._add(entry)
            self._is_durable = False
            if len(self._data) > max(SIZE_LIMIT, self._shorten_from):
                self._shorten()
        if self._is_durable:
            return
        if len(self._data) > SIZE_LIMIT:
            raise OSError(errno.EFBIG, "the journal is full")
        # Until this attempt has succeeded nobody knows what the file holds.
        was_intact, self._is_intact = self._is_intact, False
        if not self._is_ours:
            self._make()
        elif was_intact:
            # Opened for each ply: a file that was taken away meanwhile is missed at
            # once, and no descriptor outlives a failed sync.
            rest = bytes(self._data[self._written :])
            write_synced(self._disk, self._disk.open_end(self._path), rest)
        else:
            write_whole(self._disk, self._path, bytes(self._data))
        self._written = len(self._data)
        self._is_intact = self._is_durable = True

    def _make(self) -> None:
        if self._disk.exists(self._path):
            _make_room(self._disk, self._path)
        descriptor = self._disk.create(self._path, is_new=True)
        self._is_ours = True
        write_synced(self._disk, descriptor, bytes(self._data))
        self._disk.sync_dir(self._path.parent)

    def remove(self) -> None:
        """Remove the file, when the match has its record.

        Raises:
            OSError: it may still be there.
        """
        if self._is_ours and self._disk.exists(self._path):
            self._disk.remove(self._path)
            self._disk.sync_dir(self._path.parent)
        self._is_ours = self._is_intact = self._is_durable = False


def _make_room(disk: Disk, path: Path) -> None:
    """Move the journal at *path* out of the way, or remove it where no ply was played."""
    try:
        contents = parse_journal(disk.read(path, SIZE_LIMIT))
        is_empty = len(contents.entries) < 2 and contents.damage is None
    except (JournalError, OSError):
        is_empty = False
    if is_empty:
        disk.remove(path)
    else:
        set_aside(disk, path)
