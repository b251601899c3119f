"""The folder that belongs to one running instance: journal, records, settings."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import platformdirs

from companion.errors import StateInUseError, reason_of

LOCK_NAME = "lock"
USED_NAMES: Final = (
    "settings.toml", "last-games.txt", "lessons.txt", "records", "current.journal",
)  # fmt: skip
"""One of these is in the folder once somebody has used the program."""

LET_GO_S = 0.5
"""How long a lock is asked for again.

A program that was killed while it started its search leaves the lock to that process until
it runs another program: 0.2 s were seen.
"""

LOOK_S = 0.02

APPLICATION = "board-companion"

_held: set[int] = set()


def state_path(environment: Mapping[str, str]) -> Path:
    """Return where the state belongs under this *environment*.

    The service manager names the folder in ``STATE_DIRECTORY``; it may name
    several, separated by colons, of which the first is ours.
    """
    given = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    return Path(platformdirs.user_state_dir(APPLICATION, appauthor=False))


class StateDir:
    """A state folder held for this process alone, until `close` or the end of the process.

    Attributes:
        path: the folder; it may be missing where *problem* says why.
        problem: why nothing can be kept in it, or an empty text.
    """

    def __init__(self, path: Path) -> None:
        """Lock *path*, which is made if it is missing.

        A folder that cannot be written is no error: the game is playable and
        `problem` says why it is not saved.

        Raises:
            StateInUseError: another instance holds it.
        """
        self.path = path
        self.problem = ""
        self._descriptor = -1
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._descriptor = _lock(path / LOCK_NAME)
        except BlockingIOError as error:
            raise StateInUseError(
                "expected no other running instance, got one that holds {path!r}", path=str(path)
            ) from error
        except OSError as error:
            self.problem = reason_of(error)

    @property
    def is_new(self) -> bool:
        """Whether nobody has used the program with this folder yet."""
        return not self.problem and not any((self.path / name).exists() for name in USED_NAMES)

    def close(self) -> None:
        """Let go of the folder; may be called twice."""
        if self._descriptor >= 0:
            _held.discard(self._descriptor)
            # A process forked a moment ago may still have the descriptor.
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> StateDir:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _lock(path: Path) -> int:
    """Return a descriptor that holds the lock on *path* as long as it is open."""
    descriptor = _open(path)
    try:
        _flock(descriptor, time.monotonic() + LET_GO_S)
    except OSError:
        os.close(descriptor)
        raise
    _close_in_forks()
    _held.add(descriptor)
    return descriptor


def _flock(descriptor: int, until_s: float) -> None:
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until_s:
                raise
        time.sleep(LOOK_S)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        # A lock from better days can be held on a disk that became read-only.
        if error.errno not in (errno.EROFS, errno.EACCES) or not path.exists():
            raise
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


@cache
def _close_in_forks() -> None:
    """See to it, once, that no forked search process holds the lock beyond the program's end."""
    os.register_at_fork(after_in_child=_let_go)


def _let_go() -> None:
    for descriptor in _held:
        os.close(descriptor)
    _held.clear()
