"""Files on a USB stick: put there one whole file after the other, and found there.

A stick may be full, read-only, slow, pulled out at any moment, and have links that lead anywhere:
nothing is written through one, and no file that is there is replaced.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.plugins import find_game
from companion.storage.bundle import BUNDLE_NAME, FILE_LIMIT, bundle_of
from companion.storage.disk import Disk, write_synced
from companion.storage.exchange import exchange_bytes, suffixes_of
from companion.storage.incoming import Watch, unwatched
from companion.storage.record import SIZE_LIMIT
from companion.storage.record_reader import read_record
from companion.storage.saves import RECORDS_NAME
from companion.storage.state_dir import EXPORTS_NAME

OWN_FOLDER: Final = "board-companion"
_PART_SUFFIX: Final = ".part"
"""What a file is called until all of it is on the stick."""

MOST_LOOKED_AT: Final = 5000
"""Of the names in a folder of a stick so many are looked at for a collection."""

MOST_FOUND: Final = 6
"""So many collections are offered, the newest."""

_UNFIT: Final = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
"""What no name on FAT may have."""


def own_folder(stick: Path, disk: Disk) -> Path:
    """Return the folder of ours on *stick*, made where it is missing.

    Raises:
        OSError: it cannot be made, or a link has its name.
    """
    folder = stick / OWN_FOLDER
    disk.make_dir(folder)
    if not stat.S_ISDIR(os.lstat(folder).st_mode):
        raise NotADirectoryError(20, "Not a directory", str(folder))
    return folder


def put_file(folder: Path, name: str, data: bytes | memoryview, disk: Disk) -> None:
    """Have *data* in a file of *folder* called *name*, or with a number where another one is.

    Raises:
        OSError: it could not be written; nothing that was there has changed.
    """
    path = _place_for(folder, _UNFIT.sub("_", name), data, disk)
    if path is None:
        return
    part = folder / f"{path.name}{_PART_SUFFIX}"
    if disk.exists(part):
        # Left by a stick that was pulled out, or a link, through which nothing is written.
        disk.remove(part)
    try:
        write_synced(disk, disk.create(part, is_new=True), data)
        disk.rename(part, path)
    except OSError:
        with contextlib.suppress(OSError):
            disk.remove(part)
        raise


def _place_for(folder: Path, name: str, data: bytes | memoryview, disk: Disk) -> Path | None:
    """Return a free path for *data*; None where a file of this name has just that."""
    stem, ending = os.path.splitext(name)  # noqa: PTH122 - of a name
    for number in count(1):
        path = folder / (name if number == 1 else f"{stem}_{number}{ending}")
        if not disk.exists(path):
            return path
        with contextlib.suppress(OSError):
            if disk.read(path, len(data)) == data:
                return None
    raise AssertionError("unreachable: the numbers never end")


def take_collection(state: Path, stick: Path, disk: Disk, watch: Watch = unwatched) -> int:
    """Put everything saved in the folder *state* on *stick* as one file.

    Returns:
        How many files could not be put into it; `LIST_NAME` in it says which.

    Raises:
        OSError: it could not be written.
    """
    bundle = bundle_of(state, disk, watch)
    folder = own_folder(stick, disk)
    put_file(folder, BUNDLE_NAME, bundle.data, disk)
    disk.sync_dir(folder)
    return bundle.left_out


def take_files(state: Path, stick: Path, disk: Disk, watch: Watch = unwatched) -> int:
    """Put the records and exports in the folder *state* on *stick*; return how many there are.

    Raises:
        OSError: one could not be read or written; those before it are there.
    """
    paths = [
        state / kind / name
        for kind in (RECORDS_NAME, EXPORTS_NAME)
        for name in _regular_files(state / kind, disk)
        if name != BUNDLE_NAME
    ]
    files = ((path.name, partial(disk.read, path, FILE_LIMIT)) for path in paths)
    return put_files(files, len(paths), stick, disk, watch)


def _regular_files(folder: Path, disk: Disk) -> list[str]:
    try:
        names = disk.listing(folder)
    except FileNotFoundError:
        return []
    return sorted(name for name in names if (folder / name).is_file())


def put_files(
    files: Iterable[tuple[str, Callable[[], bytes]]],
    number: int,
    stick: Path,
    disk: Disk,
    watch: Watch = unwatched,
) -> int:
    """Put *files*, *number* names with what returns their content, on *stick*; return *number*.

    Raises:
        OSError: one could not be read or written; those before it are there.
    """
    folder = own_folder(stick, disk)
    for done, (name, content) in enumerate(files):
        watch(done, number)
        put_file(folder, name, content(), disk)
    disk.sync_dir(folder)
    return number


def collections_on(stick: Path) -> list[Path]:
    """Return the zip files on *stick* and in our folder there, the newest first, a few at most.

    Links are left out, and so is all that lies deeper.

    Raises:
        OSError: the stick cannot be read.
    """
    found: list[tuple[float, Path]] = []
    for folder in (stick / OWN_FOLDER, stick):
        if folder != stick and not _is_folder(folder):
            continue
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_LOOKED_AT):
                if entry.name.lower().endswith(".zip") and entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime, Path(entry.path)))
    return [path for _, path in sorted(found, reverse=True)[:MOST_FOUND]]


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def game_files(record: Path, disk: Disk) -> list[tuple[str, bytes]]:
    """Return name and content of each file that tells the game of *record*, itself the first.

    One that is faulty is told by itself alone.

    Raises:
        OSError: it cannot be read.
    """
    files = [(record.name, disk.read(record, SIZE_LIMIT))]
    try:
        game = read_record(record, find_game, disk)
        for suffix in suffixes_of(game.game):
            if suffix != record.suffix:
                files.append((f"{record.stem}{suffix}", exchange_bytes(game, suffix)))
    except CompanionError:
        return files[:1]
    return files
