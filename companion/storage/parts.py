"""What is made of something that takes long, in a folder of its own until all of it is there."""

from __future__ import annotations

import contextlib
from pathlib import Path

from companion.storage.disk import write_out

SIZE_LIMIT = 1 << 30
SUFFIX = ".part"


class FolderParts:
    """The parts in *folder*, made with the first of them; see `engine.endgames.PartStore`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, name: str) -> bytes | None:
        """Return what was saved as *name*, or None where it cannot be read."""
        try:
            with self._file(name).open("rb") as file:
                return file.read(SIZE_LIMIT)
        except OSError:
            return None

    def save(self, name: str, data: bytes) -> None:
        """Keep *data*: a power cut leaves it whole or not there; raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_out(self._file(name), data)

    def clear(self) -> None:
        """Remove the parts, and the folder where nothing else lies in it."""
        for path in self._folder.glob(f"*{SUFFIX}"):
            path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._folder.rmdir()

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"
