"""The files of this repository, as they lie here and as a commit has them."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


def git(folder: Path, *words: str, given: bytes | None = None) -> bytes:
    """Return what git prints.

    Raises:
        subprocess.CalledProcessError: git fails.
    """
    done = subprocess.run(
        ["git", *words], cwd=folder, input=given, stdout=subprocess.PIPE, check=True
    )
    return done.stdout


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """Give a folder with the files of *commit*.

    Raises:
        subprocess.CalledProcessError: it is not in this repository.
    """
    packed = git(ROOT, "archive", commit)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "--extract"], cwd=folder, input=packed, check=True)
        yield Path(folder)
