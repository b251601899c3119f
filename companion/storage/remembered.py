"""What this table remembers beside its matches: who plays at it, and how games were begun last.

Each is a file in the state folder, a line for each name or game.  A third one is written now
and then: how much of its time the running turn had used, as the journal has only the times as
of each ply.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from companion.contract.texts import composed
from companion.errors import JournalError
from companion.match.entries import Header, from_json, to_json
from companion.match.match import Match
from companion.match.seats import is_name
from companion.storage.disk import Disk, Writer, write_whole

LAST_GAMES_NAME = "last-games.txt"
GAMES_HEADING = "# How each game was begun last, written by Board Companion."

NAMES_NAME = "players.txt"
NAMES_HEADING = "# Who plays at this table, a name a line, the newest first."
MOST_NAMES = 200

TURN_NAME = "current.turn"

SIZE_LIMIT = 2**18


def _lines_in(disk: Disk, path: Path) -> list[str]:
    """Return the lines of the file at *path*; none where it cannot be read."""
    try:
        return disk.read(path, SIZE_LIMIT).decode("utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _data_of(heading: str, lines: Sequence[str]) -> bytes:
    return ("\n".join([heading, *lines]) + "\n").encode("utf-8")


class LastGames:
    """The header of the last match of each game, the newest at the end."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        """Read what *folder* has; lines that cannot be read are left out."""
        self._path = folder / LAST_GAMES_NAME
        self._disk = disk or Disk()
        headers = map(_header_of, _lines_in(self._disk, self._path))
        self._headers = {header.game: header for header in headers if header is not None}

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
        data = _data_of(GAMES_HEADING, list(map(to_json, self._headers.values())))
        return lambda: write_whole(self._disk, self._path, data)


def _header_of(line: str) -> Header | None:
    try:
        entry = from_json(line)
    except JournalError:
        return None
    return entry if isinstance(entry, Header) else None


class NameHistory:
    """The names in *folder*, the one chosen last first."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self._path = folder / NAMES_NAME
        self._disk = disk or Disk()
        lines = _lines_in(self._disk, self._path)
        names = dict.fromkeys(composed(line).strip() for line in lines if not line.startswith("#"))
        self._names = [name for name in names if is_name(name)][:MOST_NAMES]

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
        write_whole(self._disk, self._path, _data_of(NAMES_HEADING, self._names))


class TurnTime:
    """One small file in *folder*: of which match, after how many plies, how many milliseconds."""

    def __init__(self, folder: Path, disk: Disk, writer: Writer) -> None:
        self._path = folder / TURN_NAME
        self._disk = disk
        self._writer = writer

    def note(self, match: Match) -> None:
        """Keep how much the running turn of *match* has used; the last ply matters more."""
        data = f"{json.dumps([*_key(match), match.used_ms])}\n".encode("ascii")
        # Nobody asks how it went: where the disk is full the game goes on.
        self._writer.do(lambda: write_whole(self._disk, self._path, data), is_watched=True)

    def give_back(self, match: Match) -> None:
        """Resume the time of *match*'s running turn where it was kept last; else begin it anew."""
        try:
            data = json.loads(self._disk.read(self._path, SIZE_LIMIT))
        except (OSError, ValueError, RecursionError):
            return
        if not isinstance(data, list) or data[:2] != _key(match) or len(data) != 3:
            return
        used_ms = data[2]
        if type(used_ms) is int and used_ms > 0:
            match.used_ms = used_ms


def _key(match: Match) -> list[object]:
    return [match.header.started, len(match.plies)]
