"""Files that come into a state folder together: all of them or none.

What comes in waits beside its place, under another name, until all of it is on disk.  A list
says what belongs where: while it is called `PLANNED_NAME`, a power cut leaves nothing behind;
once it is called `LISTED_NAME`, the next start goes on with the renaming.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, TypeAlias

from companion.storage.disk import Disk, write_synced, write_whole
from companion.storage.saves import NUMBERED, RECORDS_NAME
from companion.storage.state_dir import JOURNAL_NAME, NAMES_NAME, TURN_NAME, USED_NAMES

NAME_LIMIT: Final = 200
"""Bytes of a name, behind which more is written."""

MOST_FILES: Final = 150_000
"""Ten years of records are two thirds of it."""

LISTS: Final = {*USED_NAMES, NAMES_NAME} - {RECORDS_NAME, JOURNAL_NAME}
"""What a table has one of: brought back where there is none."""

PLANNED_NAME: Final = "import.planned"
LISTED_NAME: Final = "import.list"
SUFFIX: Final = ".import"
LISTED_LIMIT: Final = MOST_FILES * (NAME_LIMIT + 20)

ASIDE: Final = re.compile(r"((?:current\.journal|settings\.toml)\.[a-z-]+-)\d{1,9}", re.ASCII)
_RECORD: Final = re.compile(rf"{RECORDS_NAME}/[^/]+\.txt")


Watch: TypeAlias = Callable[[int, int], None]
"""Is told how many files are done, and of how many; what it raises ends the work."""


def unwatched(done: int, number: int) -> None:
    """Tell nobody."""


def bring_in(
    targets: Sequence[str],
    contents: Iterable[bytes],
    folder: Path,
    disk: Disk,
    watch: Watch = unwatched,
) -> None:
    """Give the files *targets* of the state *folder*, which are not there, their *contents*.

    Raises:
        OSError: it could not be written; nothing has changed, or will have at the next start.
    """
    if not targets:
        return
    finish_import(folder, disk)
    if any(map(is_record, targets)):
        disk.make_dir(folder / RECORDS_NAME)
    # It syncs the name of that folder as well.
    write_whole(disk, folder / PLANNED_NAME, ("\n".join(targets) + "\n").encode("utf-8"))
    try:
        for done, (target, data) in enumerate(zip(targets, contents, strict=True)):
            watch(done, len(targets))
            write_synced(disk, disk.create(_waiting(folder, target), is_new=True), data)
        _sync_folders(targets, folder, disk)
        disk.rename(folder / PLANNED_NAME, folder / LISTED_NAME)
        disk.sync_dir(folder)
    except BaseException:
        _give_up(targets, folder, disk)
        raise
    finish_import(folder, disk)


def finish_import(folder: Path, disk: Disk) -> None:
    """Put in place, or remove, what a restore into the state *folder* has left that was cut off.

    Raises:
        OSError: that could not be done now.
    """
    if disk.exists(folder / LISTED_NAME):
        for target in _targets_in(folder / LISTED_NAME, disk):
            if disk.exists(_waiting(folder, target)):
                _move_in(target, folder, disk)
        _sync_folders(_targets_in(folder / LISTED_NAME, disk), folder, disk)
        # Where the list comes back nothing waits for its places any more.
        disk.remove(folder / LISTED_NAME)
    elif disk.exists(folder / PLANNED_NAME):
        _give_up(list(_targets_in(folder / PLANNED_NAME, disk)), folder, disk)


def _give_up(targets: Sequence[str], folder: Path, disk: Disk) -> None:
    """Remove what was to be put in place at *targets*; what cannot be goes at the next start."""
    with contextlib.suppress(OSError):
        if disk.exists(folder / LISTED_NAME):
            disk.rename(folder / LISTED_NAME, folder / PLANNED_NAME)
            disk.sync_dir(folder)
        for target in targets:
            if disk.exists(_waiting(folder, target)):
                disk.remove(_waiting(folder, target))
        # Before the list goes: nothing else knows of what is left.
        _sync_folders(targets, folder, disk)
        disk.remove(folder / PLANNED_NAME)


def _targets_in(path: Path, disk: Disk) -> Iterator[str]:
    """Yield the targets that the list at *path* names: all at once would take 20 MB."""
    data = io.BytesIO(disk.read(path, LISTED_LIMIT))
    for line in io.TextIOWrapper(data, encoding="utf-8", errors="replace", newline="\n"):
        target = line.removesuffix("\n")
        if _is_target(target):
            yield target


def _is_target(name: str) -> bool:
    is_own = name in LISTS or name in (JOURNAL_NAME, TURN_NAME)
    return bool(is_own or is_record(name) or ASIDE.fullmatch(name))


def is_record(name: str) -> bool:
    """Return whether *name* may be that of a record, with room for what is put behind it."""
    # What is not printable steers a terminal, or ends a line of the list of what belongs where.
    is_fit = name.isprintable() and len(name.encode()) <= NAME_LIMIT
    return is_fit and bool(_RECORD.fullmatch(name))


def _waiting(folder: Path, target: str) -> Path:
    """Return where what belongs at *target* waits, in the same folder as that."""
    path = folder / target
    return path.with_name(path.name + SUFFIX)


def _move_in(target: str, folder: Path, disk: Disk) -> None:
    """Put what waits for *target* in its place, or beside what has been put there meanwhile."""
    path, waiting = folder / target, _waiting(folder, target)
    if disk.exists(path):
        if target in LISTS or target == TURN_NAME:
            return disk.remove(waiting)
        name = f"{JOURNAL_NAME}.set-aside-1" if target == JOURNAL_NAME else path.name
        path = _free(path, name, disk)
    return disk.rename(waiting, path)


def _free(path: Path, name: str, disk: Disk) -> Path:
    """Return the first path beside *path*, in the series of *name*, that nothing has."""
    paths = (path.with_name(numbered(name, number)) for number in count(1))
    return next(free for free in paths if not disk.exists(free))


def _sync_folders(targets: Iterable[str], folder: Path, disk: Disk) -> None:
    disk.sync_dir(folder)
    if any(map(is_record, targets)):
        disk.sync_dir(folder / RECORDS_NAME)


def numbered(name: str, number: int) -> str:
    """Return the name that stands at *number* in the series of *name*.

    A record is ``x.txt``, ``x_2.txt`` and so on, what was put aside ``x.damaged-1`` and so on.
    """
    if aside := ASIDE.fullmatch(name):
        return f"{aside[1]}{number}"
    record = NUMBERED.fullmatch(name)
    stem = record[1] if record else name.removesuffix(".txt")
    return f"{stem}.txt" if number == 1 else f"{stem}_{number}.txt"
