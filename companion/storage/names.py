"""The names of those who have played at this table, kept in the state folder."""

from __future__ import annotations

from pathlib import Path

from companion.match.seats import is_name
from companion.storage.disk import Disk, write_whole

NAMES_NAME = "players.txt"
SIZE_LIMIT = 2**16
MOST_NAMES = 200
HEADING = "# Who plays at this table, a name a line, the newest first."


class NamesKept:
    """The names in *folder*, the one chosen last first."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self._path = folder / NAMES_NAME
        self._disk = disk or Disk()
        self._names = self._read()

    def _read(self) -> list[str]:
        try:
            raw = self._disk.read(self._path, SIZE_LIMIT)
        except OSError:
            return []
        lines = raw[:SIZE_LIMIT].decode("utf-8", errors="replace").splitlines()
        found = (line.strip() for line in lines if not line.startswith("#"))
        return [name for name in dict.fromkeys(found) if is_name(name)][:MOST_NAMES]

    def all(self) -> tuple[str, ...]:
        """Return all names, the one chosen last first."""
        return tuple(self._names)

    def note(self, name: str) -> None:
        """Keep that *name* was chosen.

        Raises:
            OSError: it is remembered, but not beyond the end of the program.
        """
        if self._names[:1] == [name]:
            return
        self._names = [name, *(other for other in self._names if other != name)][:MOST_NAMES]
        text = "\n".join([HEADING, *self._names]) + "\n"
        write_whole(self._disk, self._path, text.encode("utf-8"))
