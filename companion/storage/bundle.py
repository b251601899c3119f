"""All that was saved in one file, to be carried to another machine."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import reason_of
from companion.storage.disk import Disk
from companion.storage.state_dir import EXPORTS_NAME, LOCK_NAME, USED_NAMES

FILE_LIMIT: Final = 1 << 24
"""Bytes of one file; no journal or record comes near."""

BUNDLE_NAME: Final = "board-companion-saves.zip"
LIST_NAME: Final = "not-included.txt"


class Bundle(NamedTuple):
    """A zip file of everything that was saved, and how much of it could not be put into it."""

    data: memoryview
    left_out: int


def bundle_of(
    folder: Path,
    disk: Disk | None = None,
    watch: Callable[[int, int], None] = lambda done, count: None,
) -> Bundle:
    """Return a zip file with everything saved in *folder*: games, records, settings, lessons.

    A file that cannot be read is left out and named in `LIST_NAME`, so that a damaged
    one does not keep the others from being saved.  So is a link, unless it stands for
    something of ours, such as the records on a stick.  *watch* is told how many files are
    in it, and of how many; what it raises ends the work.
    """
    disk = disk or Disk()
    left_out: list[str] = []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        files = list(_files(folder, left_out))
        for done, file in enumerate(files):
            watch(done, len(files))
            name = _printable(file)
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
    return Bundle(packed.getbuffer(), len(left_out))


def _files(
    folder: Path, left_out: list[str], inside: str = "", *, is_linked: bool = False
) -> Iterator[str]:
    """Yield the files in *folder*, in order, as they are named from there.

    What is not looked into is added to *left_out*: links, unless they are of names of ours,
    and where such a link leads, *is_linked*, whatever is no record.
    """
    # As texts: a hundred thousand paths would take 70 MB more.
    entries: list[os.DirEntry[str]] = []
    try:
        with os.scandir(folder / inside) as scan:
            entries = sorted(scan, key=lambda entry: entry.name)
    except OSError as error:
        left_out.append(f"{_printable(inside)}: {reason_of(error)}")
    for entry in entries:
        name = f"{inside}{entry.name}"
        if name in (LOCK_NAME, EXPORTS_NAME):
            continue
        is_link = entry.is_symlink()
        if is_link and name not in USED_NAMES:
            left_out.append(f"{_printable(name)}: a link")
        elif is_linked and not name.endswith(".txt"):
            left_out.append(f"{_printable(name)}: not a record")
        elif os.path.isdir(entry):  # noqa: PTH112 - the others raise at links in a circle
            yield from _files(folder, left_out, f"{name}/", is_linked=is_link)
        else:
            yield name


def _printable(name: str) -> str:
    """Return *name* as a zip file can tell it: bytes that are no UTF-8 are spelled out."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _entry(name: str) -> zipfile.ZipInfo:
    # A fixed time: the same saves make the same bundle, whatever the clock of a Pi says.
    entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry
