"""What is made of something that takes long, in a folder of its own until all of it is there."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from companion.errors import Message, UsageError
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

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes from making the same for as long as this goes on.

        Raises:
            UsageError: one is at it.
            OSError: the folder cannot be made.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                message = Message(
                    "expected to be alone with {folder}, got another process at it",
                    folder=self._folder,
                )
                raise UsageError(message) from error
            yield
        finally:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                self._folder.rmdir()

    def size(self) -> int:
        """Return how many bytes are kept."""
        return sum(path.stat().st_size for path in self._folder.glob(f"*{SUFFIX}"))

    def clear(self) -> None:
        """Remove the parts, and what a power cut left of one that was being written."""
        for path in (*self._folder.glob(f"*{SUFFIX}"), *self._folder.glob(f"*{SUFFIX}.new")):
            path.unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"
