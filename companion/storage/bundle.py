"""All that was saved in one file, to be carried to another machine."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
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


def bundle_bytes(folder: Path, disk: Disk | None = None) -> bytes:
    """
    Return a zip file with everything saved in *folder*: games, records, settings, lessons.

    A file that cannot be read is left out and named in `LIST_NAME`, so that a damaged
    one does not keep the others from being saved.
    """
    disk = disk or Disk()
    left_out = []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path in _files(folder):
            name = path.relative_to(folder).as_posix()
            try:
                data = disk.read(path, FILE_LIMIT)
            except OSError as error:
                left_out.append(f"{name}: {reason_of(error)}")
                continue
            if len(data) > FILE_LIMIT:
                left_out.append(f"{name}: larger than {FILE_LIMIT} bytes")
                continue
            bundle.writestr(_entry(name), data)
        if left_out:
            bundle.writestr(_entry(LIST_NAME), "\n".join(left_out) + "\n")
    return packed.getvalue()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        if inside[0] not in (LOCK_NAME, EXPORTS_NAME) and path.is_file() and not path.is_symlink():
            yield path


def _entry(name: str) -> zipfile.ZipInfo:
    # A fixed time: the same saves make the same bundle, whatever the clock of a Pi says.
    entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry
