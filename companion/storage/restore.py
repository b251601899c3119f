"""A collection, as `bundle` packs it, brought back into a state folder: all of it or nothing.

The file comes from a stick that anybody may have had in hand.  Every byte of it is read and
checked before anything is written, and nothing in it decides where a file goes but names of ours.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import struct
import zipfile
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from companion.contract import Board
from companion.errors import CollectionError, CompanionError, JournalError, Message, RecordError
from companion.plugins import find_game
from companion.storage.bundle import FILE_LIMIT, LIST_NAME
from companion.storage.disk import Disk
from companion.storage.incoming import (
    ASIDE,
    LISTS,
    MOST_FILES,
    NAME_LIMIT,
    Watch,
    bring_in,
    is_record,
    numbered,
    unwatched,
)
from companion.storage.journal import parse_journal
from companion.storage.record import TITLE, Record, record_of, record_stem, record_text
from companion.storage.record_reader import parse_record
from companion.storage.saves import RECORDS_NAME, match_in
from companion.storage.state_dir import (
    JOURNAL_NAME,
    LOCK_NAME,
    TURN_NAME,
)
from companion.storage.state_dir import NAME as STARTS_NAME

ARCHIVE_LIMIT: Final = 1 << 27
"""Bytes of the file itself: ten years of records take half of it."""

WHOLE_LIMIT: Final = 1 << 29
"""Bytes of all that is in it, unpacked."""

NOT_KEPT: Final = (LIST_NAME, LOCK_NAME, STARTS_NAME, TURN_NAME)
"""What is of no use at another table, or only with something else."""

_ENTRY: Final = b"PK\x01\x02"
"""Stands before each entry of which `zipfile` makes an object."""

_BLOCK: Final = 1 << 16

_FAULTS: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError,
    ValueError, OverflowError,
)  # fmt: skip
"""What `zipfile` raises at files that are none, or not whole."""


class Collection:
    """A zip file whose every entry has been read: names, sizes and checksums are right.

    Only its list is held in memory: an entry is read, and its checksum looked at, each time.

    Attributes:
        name: what the zip file is called.
        files: the names of the files in it, in order.
    """

    def __init__(self, file: BinaryIO, name: str, watch: Watch = unwatched) -> None:
        """Check the open *file* called *name*, which is read from as long as this is in use.

        Raises:
            CollectionError: it is no zip file, or one that is damaged or meant to harm.
            OSError: it cannot be read.
        """
        self.name = name
        if file.seek(0, os.SEEK_END) > ARCHIVE_LIMIT:
            raise self._refused(Message("it is larger than {limit} bytes", limit=ARCHIVE_LIMIT))
        if _count_in(file, _ENTRY) > MOST_FILES:
            raise self._refused(Message("it has more than {count} files", count=MOST_FILES))
        with self._refusing(Message("it is no zip file, or a damaged one")):
            self._archive = zipfile.ZipFile(file)
        self.files = self._checked(self._archive.infolist())
        for done, entry in enumerate(self.files):
            watch(done, len(self.files))
            self.read(entry)

    def read(self, name: str) -> bytes:
        """Return the content of the file called *name*.

        Raises:
            CollectionError: it is damaged, or has changed.
            OSError: it cannot be read.
        """
        fault = Message("{entry!r} is damaged", entry=name)
        entry = self._archive.getinfo(name)
        with self._refusing(fault), self._archive.open(entry) as file:
            data = file.read(FILE_LIMIT + 1)
        if len(data) != entry.file_size:
            raise self._refused(fault)
        return data

    def _checked(self, entries: Sequence[zipfile.ZipInfo]) -> list[str]:
        """Return the names of the files among *entries*, none of which can lead elsewhere."""
        names = set()
        for entry in entries:
            if fault := _fault_of(entry, entry.orig_filename[:NAME_LIMIT]):
                raise self._refused(fault)
            if entry.filename in names:
                raise self._refused(Message("{entry!r} is in it twice", entry=entry.filename))
            names.add(entry.filename)
        if sum(entry.file_size for entry in entries) > WHOLE_LIMIT:
            raise self._refused(Message("more than {limit} bytes are in it", limit=WHOLE_LIMIT))
        return sorted(entry.filename for entry in entries if not entry.is_dir())

    @contextlib.contextmanager
    def _refusing(self, fault: Message) -> Iterator[None]:
        """Refuse the file for *fault* where `zipfile` cannot make sense of it."""
        try:
            yield
        except _FAULTS as error:
            raise self._refused(fault) from error
        except OSError as error:
            # What it raises where it is led to before the beginning of the file.
            if error.errno != errno.EINVAL:
                raise
            raise self._refused(fault) from error

    def _refused(self, fault: Message) -> CollectionError:
        return CollectionError(
            "expected a collection of saved games, got {name!r}: {fault}",
            name=self.name,
            fault=fault,
        )

    def check_some(self, is_some: bool) -> None:
        """Raise a CollectionError unless *is_some* of it is of a collection."""
        if not is_some:
            raise self._refused(Message("nothing in it is of a collection"))


def _count_in(file: BinaryIO, signature: bytes) -> int:
    """Return how often *signature* is in *file*."""
    file.seek(0)
    found, end = 0, b""
    while block := file.read(_BLOCK):
        block = end + block
        found += block.count(signature)
        # What is shorter than the signature is not counted twice.
        end = block[1 - len(signature) :]
    return found


def _fault_of(entry: zipfile.ZipInfo, shown: str) -> Message | None:
    """Return why *entry* of a zip file, whose name is *shown*, is not read; None where it is."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    parts = entry.orig_filename.removesuffix("/").split("/")
    if entry.flag_bits & 0x1:
        return Message("{entry!r} is encrypted", entry=shown)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return Message("{entry!r} is a link or a device", entry=shown)
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return Message("{entry!r} is packed in an unknown way", entry=shown)
    if entry.file_size > FILE_LIMIT:
        return Message("{entry!r} is too large", entry=shown)
    if any(part in ("", ".", "..") for part in parts):
        return Message("{entry!r} leads elsewhere", entry=shown)
    return None


class IncomingFile(NamedTuple):
    """A file that comes in.

    Attributes:
        target: its name in the state folder, which nothing there has.
        file: the file of the collection that it is.
        data: what it holds where that is not what *file* holds.
    """

    target: str
    file: str
    data: bytes | None = None


class RestorePlan(NamedTuple):
    """What bringing back a collection would do.

    Attributes:
        incoming: the files that come in; nothing else changes.
        new: how many records come in under their own names.
        beside: how many come in under another name, as another game has theirs.
        present: how many records are there already.
        faulty: how many of those that come in cannot be read; they stay as they are.
        match: what becomes of the unfinished game: ``resumed``, ``filed`` as a record as another
            one is unfinished here, ``aside`` where it cannot be read, ``present``, or empty.
        kept: names of what the table has one of and keeps as it is.
        ignored: how many files are of no collection.
    """

    incoming: tuple[IncomingFile, ...]
    new: int
    beside: int
    present: int
    faulty: int
    match: str
    kept: tuple[str, ...]
    ignored: int


class _Names:
    """The names in one folder, and those that what comes in gets there.

    A name has the *prefix* of that folder before it.  Of a hundred thousand records each name is
    in memory once, as the list of the collection has it.
    """

    def __init__(self, state: Path, prefix: str, disk: Disk, wanted: Sequence[str]) -> None:
        """Keep the names in *wanted* free for what is called so."""
        self._state = state
        self._disk = disk
        self._wanted = frozenset(wanted)
        self._given: set[str] = set()
        try:
            names = disk.listing(state / prefix)
        except FileNotFoundError:
            names = []
        self._here = frozenset(f"{prefix}{name}" for name in names)
        # What is in the files of each series, and by its first name how far that is known.
        self._digests: set[bytes] = set()
        self._read: dict[str, int] = {}
        self._last: dict[str, int] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._here

    def holds(self, name: str, data: bytes) -> bool:
        """Return whether the file called *name* has just this *data*."""
        return name in self._here and _digest("", data) == self._digest_of("", name)

    def place(self, name: str, data: bytes) -> str:
        """Return *name*, or another one that is free, for *data*; empty if that is here already.

        It is here under any number: what came in beside another game comes in once.
        """
        first = numbered(name, 1)
        digest = _digest(first, data)
        number = self._read.get(first, 1)
        while numbered(name, number) in self._here:
            self._digests.add(self._digest_of(first, numbered(name, number)))
            number += 1
            self._read[first] = number
        if digest in self._digests or self.holds(name, data):
            return ""
        self._digests.add(digest)
        return self.free(name)

    def free(self, name: str) -> str:
        """Return *name*, or where something has it the next of its series that nothing has."""
        if name in self._here or name in self._given:
            name = self._next(name)
        self._given.add(name)
        return name

    def _next(self, name: str) -> str:
        first = numbered(name, 1)
        for number in count(self._last.get(first, 1)):
            free = numbered(name, number)
            if not any(free in names for names in (self._here, self._wanted, self._given)):
                self._last[first] = number
                return free
        raise AssertionError("unreachable: the numbers never end")

    def _digest_of(self, series: str, name: str) -> bytes:
        try:
            return _digest(series, self._disk.read(self._state / name, FILE_LIMIT))
        except OSError:
            # A folder, or what cannot be read: it is something else.
            return b""


def _digest(series: str, data: bytes) -> bytes:
    return hashlib.sha256(b"%b\0%b" % (series.encode(), data)).digest()


def plan_restore(
    collection: Collection,
    folder: Path,
    disk: Disk,
    boards: Mapping[str, Board],
    watch: Watch = unwatched,
) -> RestorePlan:
    """Return what bringing back *collection* into the state *folder* would do.

    Raises:
        CollectionError: nothing in it is of a collection, or it has changed.
        OSError: the folder or the collection cannot be read.
    """
    planner = _Planner(collection, folder, disk)
    for done, file in enumerate(collection.files):
        watch(done, len(collection.files))
        planner.take(file)
    return planner.plan(boards)


class _Planner:
    """Goes through the files of a collection, the unfinished game last."""

    def __init__(self, collection: Collection, folder: Path, disk: Disk) -> None:
        self._collection = collection
        self._own_journal = _read_or_empty(disk, folder / JOURNAL_NAME)
        files = collection.files
        records = [file for file in files if is_record(file)]
        self._records = _Names(folder, f"{RECORDS_NAME}/", disk, records)
        self._state = _Names(folder, "", disk, [file for file in files if ASIDE.fullmatch(file)])
        self._incoming: list[IncomingFile] = []
        self._new = self._beside = self._present = self._faulty = self._ignored = 0
        self._kept: list[str] = []

    def take(self, file: str) -> None:
        """Plan what becomes of *file*, unless it is the unfinished game."""
        if is_record(file) and self._take_record(file):
            return
        if file in LISTS:
            self._take_list(file)
        elif ASIDE.fullmatch(file):
            self._put(self._state.place(file, self._collection.read(file)), file)
        elif file not in (*NOT_KEPT, JOURNAL_NAME):
            self._ignored += 1

    def plan(self, boards: Mapping[str, Board]) -> RestorePlan:
        """Return the plan, with what becomes of the unfinished game."""
        match = ""
        if JOURNAL_NAME in self._collection.files:
            match = self._take_match(self._collection.read(JOURNAL_NAME), boards)
        self._collection.check_some(bool(self._incoming or self._present or self._kept or match))
        return RestorePlan(
            tuple(self._incoming),
            self._new,
            self._beside,
            self._present,
            self._faulty,
            match,
            tuple(self._kept),
            self._ignored,
        )

    def _put(self, target: str, file: str, data: bytes | None = None) -> None:
        if target:
            self._incoming.append(IncomingFile(target, file, data))

    def _take_list(self, file: str) -> None:
        if file not in self._state:
            self._put(file, file)
        elif not self._state.holds(file, self._collection.read(file)):
            self._kept.append(file)

    def _take_record(self, file: str) -> bool:
        """Plan what becomes of the record in *file*; return whether it is one."""
        data = self._collection.read(file)
        if not data.removeprefix(BOM_UTF8).startswith(TITLE.encode()):
            return False
        target = self._records.place(file, data)
        if target:
            self._new += target == file
            self._beside += target != file
            self._faulty += not _is_readable(data)
            self._put(target, file)
        else:
            self._present += 1
        return True

    def _take_match(self, data: bytes, boards: Mapping[str, Board]) -> str:
        """Plan what becomes of the journal *data*; return it as a code."""
        if not data:
            return ""
        if self._own_journal.startswith(data):
            # The game has gone on here, if anything.
            return "present"
        if JOURNAL_NAME not in self._state and _begins(data):
            self._put(JOURNAL_NAME, JOURNAL_NAME)
            if TURN_NAME in self._collection.files and TURN_NAME not in self._state:
                self._put(TURN_NAME, TURN_NAME)
            return "resumed"
        record = _record_in(data, boards)
        if record is None:
            target = self._state.place(f"{JOURNAL_NAME}.set-aside-1", data)
            self._put(target, JOURNAL_NAME)
            return "aside" if target else "present"
        text = record_text(record).encode("utf-8")
        target = self._records.place(f"{RECORDS_NAME}/{record_stem(record)}.txt", text)
        self._put(target, JOURNAL_NAME, text)
        return "filed" if target else "present"


def _read_or_empty(disk: Disk, path: Path) -> bytes:
    try:
        return disk.read(path, FILE_LIMIT)
    except OSError:
        return b""


def _is_readable(data: bytes) -> bool:
    try:
        parse_record(data, find_game)
    except RecordError:
        return False
    return True


def _begins(data: bytes) -> bool:
    """Return whether the journal *data* begins as one that this version reads."""
    try:
        return bool(parse_journal(data).entries)
    except JournalError:
        return False


def _record_in(data: bytes, boards: Mapping[str, Board]) -> Record | None:
    """Return the record of the match in the journal *data*; None where it is not read whole."""
    try:
        contents = parse_journal(data)
        if contents.damage is not None:
            return None
        match, _, reason = match_in(contents, boards)
    except CompanionError:
        return None
    if reason:
        return None
    match.conclude()
    return record_of(match)


def restore(
    plan: RestorePlan,
    collection: Collection,
    folder: Path,
    disk: Disk,
    watch: Watch = unwatched,
) -> None:
    """Bring into the state *folder* what *plan*, made for it, says, all of it or nothing.

    Raises:
        CollectionError: the collection has changed since; nothing has changed here.
        OSError: it could not be read or written; nothing has changed.
    """
    data = (
        collection.read(each.file) if each.data is None else each.data for each in plan.incoming
    )
    bring_in([each.target for each in plan.incoming], data, folder, disk, watch)
