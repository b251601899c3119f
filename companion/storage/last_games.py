"""How each game was begun last at this table, kept in the state folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.errors import JournalError
from companion.match.entries import Header, from_json, to_json
from companion.storage.disk import Disk, write_whole

LAST_GAMES_NAME = "last-games.txt"
SIZE_LIMIT = 2**18
HEADING = "# How each game was begun last, written by Board Companion."


class LastGames:
    """The header of the last match of each game, the newest at the end."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        """Read what *folder* has; lines that cannot be read are left out."""
        self._path = folder / LAST_GAMES_NAME
        self._disk = disk or Disk()
        self._headers = self._read()

    def _read(self) -> dict[str, Header]:
        try:
            raw = self._disk.read(self._path, SIZE_LIMIT)
        except OSError:
            return {}
        found: dict[str, Header] = {}
        for line in raw.decode("utf-8", errors="replace").splitlines():
            header = _header_of(line)
            if header is not None:
                found[header.game] = header
        return found

    def all(self) -> tuple[Header, ...]:
        """Return how each game was begun last, the newest first."""
        return tuple(reversed(self._headers.values()))

    def of(self, game: str) -> Header | None:
        """Return how *game* was begun last, or None."""
        return self._headers.get(game)

    def noting(self, header: Header) -> Callable[[], None]:
        """Remember that a match was begun as *header* says; return what keeps it on disk.

        That raises OSError where it is remembered, but not beyond the end of the program.
        """
        self._headers.pop(header.game, None)
        self._headers[header.game] = replace(header, started="", position="")
        lines = [HEADING, *map(to_json, self._headers.values())]
        data = ("\n".join(lines) + "\n").encode("ascii")
        return lambda: write_whole(self._disk, self._path, data)


def _header_of(line: str) -> Header | None:
    try:
        entry = from_json(line)
    except JournalError:
        return None
    return entry if isinstance(entry, Header) else None
