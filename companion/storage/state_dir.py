"""The folder that belongs to one running instance: journal, records, settings, notes of starts.

Each start and its orderly end are noted, to notice repeated crashes: where reading what was
saved has ended the program, that is moved out of the way, unread.

Remembered beside the matches are who plays at the table and how games were begun last, a line
for each name or game, and now and then how much of its time the running turn had used: the
journal has only the times as of each ply.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import platformdirs

from companion.contract.texts import composed
from companion.errors import JournalError, StateInUseError, reason_of
from companion.match.entries import Header, from_json, to_json
from companion.match.match import Match
from companion.match.seats import is_name
from companion.storage.disk import Disk, Notice, Writer, moved_aside, write_whole

JOURNAL_NAME = "current.journal"
EXPORTS_NAME = "exports"
LAST_GAMES_NAME = "last-games.txt"
GAMES_HEADING = "# How each game was begun last, written by Board Companion."

NAMES_NAME = "players.txt"
NAMES_HEADING = "# Who plays at this table, a name a line, the newest first."
MOST_NAMES = 200

TURN_NAME = "current.turn"

SETTINGS_NAME: Final = "settings.toml"
LESSONS_NAME: Final = "lessons.txt"

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


LOCK_NAME = "lock"
USED_NAMES: Final = (
    SETTINGS_NAME, LAST_GAMES_NAME, LESSONS_NAME, "records", JOURNAL_NAME,
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


NAME: Final = "starts"
OWN_NAME: Final = "board-companion-starts"
"""In a folder that others use as well."""

CRASHES: Final = 3
WITHIN_S: Final = 60.0
"""So many starts without an orderly end within this time lead to a safe start."""

SLOW_CRASHES: Final = 4
RUN_S: Final = 20 * 60.0
"""So do this many in a row of which none ran for so long: a loop that takes its time."""

KEPT: Final = max(CRASHES, SLOW_CRASHES)
STARTS_LIMIT: Final = 4096
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
READING: Final = "reading"
REASON: Final = "reading it ended the program"


class Start(NamedTuple):
    """A start without an orderly end: when, and whether it was still reading what was saved."""

    at_s: float
    is_reading: bool


def since_boot_s() -> float:
    """Return seconds on a clock that all processes share and that no one sets."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def starts_paths(state: Path, environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return where starts may be noted, the best place first.

    Behind the folder *state* comes the one in memory that the service manager of the system
    or of the session has for us under this *environment*: a card that can no longer be
    written must not hide that the program crashes.
    """
    paths = [state / NAME]
    if own := environment.get("RUNTIME_DIRECTORY", "").split(":")[0]:
        paths.append(Path(own) / NAME)
    elif shared := environment.get("XDG_RUNTIME_DIR", ""):
        paths.append(Path(shared) / OWN_NAME)
    return tuple(paths)


class Starts:
    """The starts that had no orderly end, in the first of *paths* that can be written.

    Each start is a line: which boot of the machine and which copy of the program, seconds since
    then, and the word ``reading`` until what was saved has been read.  What befell another
    version tells nothing of this one, which reads the same files.  A file that cannot be read
    or written counts as empty: it must not keep the program from starting.

    Attributes:
        is_reading_fatal: whether the last starts all ended before what was saved was read.
    """

    def __init__(self, *paths: Path) -> None:
        self._paths = paths
        self._disk = Disk()
        self._boot = ""
        self._noted: list[Start] = []
        self.is_reading_fatal = False

    def begin(self, now_s: float | None = None, boot: str | None = None, copy: str = "") -> bool:
        """Note a start of *copy*, which reads what was saved; return whether it must be safe."""
        now_s = since_boot_s() if now_s is None else now_s
        of_boot = _boot_id() if boot is None else boot
        self._boot = f"{of_boot}/{''.join(copy.split())}" if copy else of_boot
        before = [start for start in self._read() if start.at_s <= now_s][-KEPT:]
        self._noted = [*before, Start(now_s, True)]
        self._write()
        last = before[-CRASHES:]
        self.is_reading_fatal = len(last) == CRASHES and all(start.is_reading for start in last)
        return self.is_reading_fatal or _is_fast(before, now_s) or _is_slow(before, now_s)

    def opened(self) -> None:
        """Note that what was saved has been read: what crashes from now on is not that."""
        if self._noted:
            self._noted[-1] = self._noted[-1]._replace(is_reading=False)
            self._write()

    def end(self) -> None:
        """Note that the program has ended as it should."""
        for path in self._paths:
            with contextlib.suppress(OSError):
                self._disk.remove(path)

    def _write(self) -> None:
        lines = [
            f"{self._boot} {at_s!r}" + (f" {READING}" if is_reading else "")
            for at_s, is_reading in self._noted
        ]
        for path in self._paths:
            with contextlib.suppress(OSError):
                write_whole(self._disk, path, ("\n".join(lines) + "\n").encode())
                return

    def _read(self) -> list[Start]:
        """Return the starts of this boot, wherever they are noted, in order."""
        starts: dict[float, bool] = {}
        for path in self._paths:
            for start in self._read_one(path):
                starts[start.at_s] = starts.get(start.at_s, True) and start.is_reading
        return [Start(*item) for item in sorted(starts.items())]

    def _read_one(self, path: Path) -> list[Start]:
        try:
            text = self._disk.read(path, STARTS_LIMIT).decode("ascii", "replace")
        except OSError:
            return []
        starts = []
        for line in text.splitlines():
            of, at, *rest = line.split(" ") if " " in line else (line, "")
            if of == self._boot:
                with contextlib.suppress(ValueError):
                    starts.append(Start(float(at), rest == [READING]))
        return starts


def _is_fast(before: list[Start], now_s: float) -> bool:
    return sum(now_s - start.at_s <= WITHIN_S for start in before) >= CRASHES


def _is_slow(before: list[Start], now_s: float) -> bool:
    times = [*(start.at_s for start in before[-SLOW_CRASHES:]), now_s]
    return len(times) > SLOW_CRASHES and all(b - a <= RUN_S for a, b in pairwise(times))


def _boot_id() -> str:
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return "-"


def set_state_aside(state: Path, settings_name: str) -> tuple[Notice, ...]:
    """Return what to tell after moving aside all that a start reads in the folder *state*.

    Nobody knows which of the files it was; none is lost, and each may be put back.
    Records are no part of it: no start reads them.
    """
    disk, notices = Disk(), []
    for name, code in ((JOURNAL_NAME, "journal-unreadable"), (settings_name, "settings-damaged")):
        if disk.exists(state / name):
            notices.append(Notice(code, (REASON, moved_aside(disk, state / name))))
    moved_aside(disk, state / LAST_GAMES_NAME)
    return tuple(notices)
