"""Which lessons have been done at this table, kept in the state folder, and where one was left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.errors import reason_of
from companion.storage.disk import Disk, write_whole

PROGRESS_NAME = "lessons.txt"
SIZE_LIMIT = 2**16
Do: TypeAlias = Callable[[Callable[[], None]], None]
HEADER = "# Lessons done, written by Board Companion."


def at_once(work: Callable[[], None]) -> None:
    """Do *work* before anything else."""
    work()


class LessonsDone:
    """The names of the lessons done, and until the program ends the step at which each was left.

    Attributes:
        problem: why they could not be kept, or an empty text.
    """

    def __init__(self, folder: Path, disk: Disk | None = None, do: Do = at_once) -> None:
        """Read what *folder* has; a file that cannot be read is left as it is.

        What is noted is written by *do*: at once, or beside the main loop.
        """
        self._do = do
        self.problem = ""
        self._path = folder / PROGRESS_NAME
        self._disk = disk or Disk()
        self._is_read = True
        self._done = self._read()
        self._places: dict[str, int] = {}

    def _read(self) -> list[str]:
        try:
            raw = self._disk.read(self._path, SIZE_LIMIT)
        except FileNotFoundError:
            return []
        except OSError as error:
            self.problem, self._is_read = reason_of(error), False
            return []
        lines = raw.decode("utf-8", errors="replace").splitlines()
        return [line for line in lines if line and not line.startswith("#")]

    def is_done(self, lesson: str) -> bool:
        """Return whether the lesson called *lesson* has been gone through."""
        return lesson in self._done

    def place(self, lesson: str) -> int:
        """Return the step at which the lesson called *lesson* goes on, from 0."""
        return self._places.get(lesson, 0)

    def keep_place(self, lesson: str, step: int) -> None:
        """Keep that the lesson called *lesson* is at *step*."""
        self._places[lesson] = step

    def note(self, lesson: str) -> None:
        """Keep that *lesson* has been gone through; `problem` tells when that failed."""
        self._places.pop(lesson, None)
        if lesson in self._done:
            return
        self._done.append(lesson)
        if not self._is_read:
            return
        data = "\n".join([HEADER, *self._done]) + "\n"
        self.problem = ""
        try:
            self._do(lambda: write_whole(self._disk, self._path, data.encode("utf-8")))
        except OSError as error:
            self.problem = reason_of(error)
