"""The sources that a copy of the program is made of: which files, and whether they have changed.

Times of files would not tell: installers and version control set them as they like.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

PACKAGES: Final = ("companion", "hardware", "sim")
BUILT_BY: Final = ("pyproject.toml", "setup.py")
BESIDE: Final = ("README.md", "LICENSE")
"""What a wheel quotes; a change in them makes no other program."""

LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "*.so", "*.pyc", "unrolled.py")

Digests = Mapping[str, str]
"""The digest of each file, by its path below the checkout."""


def digests_of(checkout: Path) -> Digests:
    """Return what tells the sources in *checkout* from all others."""
    return {
        path.relative_to(checkout).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(_files(checkout))
    }


def _files(checkout: Path) -> Iterator[Path]:
    yield from (checkout / name for name in BUILT_BY)
    left = [checkout / name for name in PACKAGES]
    while left:
        folder = left.pop()
        names = [path.name for path in folder.iterdir()]
        for name in set(names) - LEFT_OUT(str(folder), names):
            path = folder / name
            if path.is_dir():
                left.append(path)
            else:
                yield path


def copy_sources(checkout: Path, folder: Path) -> None:
    """Copy what a wheel is built from into *folder*, so that building leaves nothing behind."""
    folder.mkdir(parents=True)
    for name in PACKAGES:
        # Without their modes: what is read-only there has to be writable here.
        shutil.copytree(
            checkout / name, folder / name, ignore=LEFT_OUT, copy_function=shutil.copyfile
        )
    for name in (*BUILT_BY, *BESIDE):
        shutil.copyfile(checkout / name, folder / name)
