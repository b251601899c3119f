"""Moves what was saved out of the way, unread, where reading it has ended the program."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from companion.storage.disk import Disk, Notice
from companion.storage.journal import JOURNAL_NAME, set_aside
from companion.storage.last_games import LAST_GAMES_NAME

LABEL: Final = "damaged"
REASON: Final = "reading it ended the program"


def set_state_aside(state: Path, settings: str, disk: Disk | None = None) -> tuple[Notice, ...]:
    """Return what to tell after moving aside all that a start reads in the folder *state*.

    Nobody knows which of the files it was; none is lost, and each may be put back.
    Records are no part of it: no start reads them.

    Args:
        state: the state folder.
        settings: the name of the settings in it.
        disk: where they are.
    """
    disk = disk or Disk()
    found = []
    for name, code in ((JOURNAL_NAME, "journal-unreadable"), (settings, "settings-damaged")):
        if disk.exists(state / name):
            found.append(Notice(code, (REASON, _aside(disk, state / name))))
    _aside(disk, state / LAST_GAMES_NAME)
    return tuple(found)


def _aside(disk: Disk, path: Path) -> str:
    with contextlib.suppress(OSError):
        return set_aside(disk, path, LABEL).name
    return ""
