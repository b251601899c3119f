"""How much of its time the running turn had used, kept beside the journal now and then.

The journal has the times as of each ply; this is for a turn in which the power went.
"""

from __future__ import annotations

import json
from pathlib import Path

from companion.match.match import Match
from companion.storage.disk import Disk, write_whole
from companion.storage.writer import Writer

TURN_NAME = "current.turn"
SIZE_LIMIT = 512


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
        """Have the running turn of *match* go on where it was kept last; else it begins anew."""
        try:
            found = json.loads(self._disk.read(self._path, SIZE_LIMIT))
        except (OSError, ValueError, RecursionError):
            return
        if not isinstance(found, list) or found[:2] != _key(match) or len(found) != 3:
            return
        used_ms = found[2]
        if type(used_ms) is int and used_ms > 0:
            match.used_ms = used_ms


def _key(match: Match) -> list[object]:
    return [match.header.started, len(match.plies)]
