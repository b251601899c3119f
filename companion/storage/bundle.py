"""All that was saved in one file, to be carried to another machine."""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.errors import reason_of
from companion.storage.disk import Disk
from companion.storage.saves import EXPORTS_NAME
from companion.storage.state_dir import LOCK_NAME

FILE_LIMIT: Final = 1 << 24
"""Bytes of one file; no journal or record comes near."""

BUNDLE_NAME: Final = "board-companion-saves.zip"
LIST_NAME: Final = "not-included.txt"


def bundle_bytes(
    folder: Path,
    disk: Disk | None = None,
    watch: Callable[[int, int], None] = lambda done, count: None,
) -> memoryview:
    """Return a zip file with everything saved in *folder*: games, records, settings, lessons.

    A file that cannot be read is left out and named in `LIST_NAME`, so that a damaged
    one does not keep the others from being saved.  *watch* is told how many files are in
    it, and of how many; what it raises ends the work.
    """
    disk = disk or Disk()
    left_out = []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        files = list(_files(folder))
        for done, file in enumerate(files):
            watch(done, len(files))
            # As a zip file can tell it: bytes that are no UTF-8 are spelled out.
            name = os.fsencode(file).decode("utf-8", "backslashreplace")
            try:
                data = disk.read(folder / file, FILE_LIMIT)
            except OSError as error:
                left_out.append(f"{name}: {reason_of(error)}")
                continue
            if len(data) > FILE_LIMIT:
                left_out.append(f"{name}: larger than {FILE_LIMIT} bytes")
                continue
            bundle.writestr(_entry(name), data)
        if left_out:
            bundle.writestr(_entry(LIST_NAME), "\n".join(left_out) + "\n")
    # Not a copy of it: ten years of records are 60 MB.
    return packed.getbuffer()


def _files(folder: Path, inside: str = "") -> Iterator[str]:
    """Yield the files in *folder*, in order, as they are named from there."""
    # As texts: a hundred thousand paths would take 70 MB more.
    entries: list[os.DirEntry[str]] = []
    with contextlib.suppress(OSError), os.scandir(folder / inside) as scan:
        entries = sorted(scan, key=lambda entry: entry.name)
    for entry in entries:
        name = f"{inside}{entry.name}"
        if name in (LOCK_NAME, EXPORTS_NAME) or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from _files(folder, f"{name}/")
        elif entry.is_file():
            yield name


def _entry(name: str) -> zipfile.ZipInfo:
    # A fixed time: the same saves make the same bundle, whatever the clock of a Pi says.
    entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry
