"""How far compiling is: told by the process that compiles, watched by the program that plays.

And how far a set-up is, in one line of the terminal.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TextIO

VARIABLE: Final = "COMPANION_COMPILING"
"""Names the file, in the environment of a program that is started while rules are compiled."""

STATE: Final = "compiling.json"
"""What the file is called, in the folder of the environment that is compiled for."""

TRIAL: Final = "trial"
"""The file of a version that has not come up yet, in the same folder; see `UpdateTrial`."""

RUNNING: Final = "running"
DONE: Final = "done"
FAILED: Final = "failed"

LOOK_S: Final = 1.0
"""How often it is looked: a bar in whole percents moves about as often."""


@dataclass(frozen=True)
class CompileProgress:
    """How far compiling is.

    Attributes:
        state: running, done or failed.
        fraction: 0.0 to 1.0 of the way.
        pid: the process that compiles.
    """

    state: str
    fraction: float = 0.0
    pid: int = 0


def write_progress(path: Path, progress: CompileProgress) -> None:
    """Write *progress*; a reader sees it whole, or the one before."""
    new = path.with_suffix(".new")
    data = {**asdict(progress), "started": _started(progress.pid)}
    new.write_text(json.dumps(data), encoding="utf-8")
    new.replace(path)


def read_progress(path: Path) -> CompileProgress | None:
    """Return what *path* says; None where it says nothing, or its process is no more."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        progress = CompileProgress(str(data["state"]), float(data["fraction"]), int(data["pid"]))
        started = data["started"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    # After a power cut another process may have got the number.
    is_same = _is_alive(progress.pid) and _started(progress.pid) == started
    return progress if is_same or progress.state != RUNNING else None


def _started(pid: int) -> str:
    """Return when the process *pid* was started, as Linux counts it; empty where nothing tells.

    Source: proc(5), ``starttime``, the twentieth word after the name in parentheses.
    """
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    return status.rpartition(")")[2].split()[19]


def _is_alive(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def bar_text(fraction: float) -> str:
    """Return a bar of 30 signs for a terminal, with the percentage."""
    return f"[{'#' * round(30 * fraction):.<30}] {round(100 * fraction):3} %"


FETCHED_MB: Final = 26
"""What pip fetches for a first set-up on x86-64 (2026-11-27); the bar rests on it."""

FETCHING: Final = 0.15
"""The part of a set-up before pip begins."""

INSTALLING: Final = 0.6
BUILDING: Final = 0.85
"""The parts after which all is fetched, and installed."""

_FETCHED: Final = re.compile(r"(?:Downloading|Using cached|Processing) (?:\S*/)?(\w+-[\d.]+\d)")
_COLLECTED: Final = re.compile(r"^Installing collected packages: (.*)$", re.MULTILINE)


def pip_progress(log: Path, fetched: Path, libraries: Path) -> tuple[float, str]:
    """Return how far a set-up is while pip runs, and what is being done.

    Args:
        log: what pip has said.
        fetched: the folder in which it keeps what it has fetched.
        libraries: the folder into which it installs that.
    """
    text = log.read_text(encoding="utf-8", errors="replace")
    if collected := _COLLECTED.findall(text):
        names = [name.replace("-", "_") for name in collected[-1].split(", ")]
        there = sum(any(libraries.glob(f"{name}-*.dist-info")) for name in names)
        part = INSTALLING + (BUILDING - INSTALLING) * there / len(names)
        return part, f"installing {there} of {len(names)} libraries"
    size_mb = sum(map(size_of, _wheels_in(fetched))) / 1e6
    part = FETCHING + (INSTALLING - FETCHING) * min(1.0, size_mb / FETCHED_MB)
    now = f": {names[-1]}" if (names := _FETCHED.findall(text)) else ""
    of_all = f" of some {FETCHED_MB}" if size_mb <= FETCHED_MB else ""
    return part, f"fetched {size_mb:.0f}{of_all} MB{now}"


def _wheels_in(folder: Path) -> Iterator[Path]:
    """Yield the wheels somewhere in *folder*, from which pip removes folders at any moment."""
    for within, _, names in os.walk(folder):
        yield from (Path(within, name) for name in names if name.endswith(".whl"))


def size_of(path: Path) -> int:
    """Return the size of *path*; none where it is gone by now, as what others remove."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


class SetUpBar:
    """How far a set-up is, in one line of *terminal*; where that is none nothing is shown."""

    def __init__(self, terminal: TextIO | None) -> None:
        self._terminal = terminal if terminal is not None and terminal.isatty() else None
        self._began_s = time.monotonic()
        self._fraction = 0.0

    def show(self, fraction: float, what: str) -> None:
        """Show how far it is, since when it runs, and *what* is being done."""
        if self._terminal is not None:
            took_s = time.monotonic() - self._began_s
            # Where one library takes the place of another it would go back.
            self._fraction = max(self._fraction, fraction)
            line = f"{bar_text(self._fraction)} {took_s:3.0f} s  {what}"
            width = shutil.get_terminal_size().columns - 1
            print(f"\r{line:<{width}.{width}}", end="", file=self._terminal, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self._terminal is not None:
            print(file=self._terminal, flush=True)


class CompileWatch:
    """How far compiling is, on a terminal and for the start screen.

    Args:
        path: the file that says it.
        terminal: where a bar is shown, or None.

    Attributes:
        progress: how far it was when last looked; None when nobody compiles.
    """

    def __init__(self, path: Path, terminal: TextIO | None = None) -> None:
        self.progress: CompileProgress | None = None
        self._path = path
        self._terminal = terminal
        self._looked_at_s = float("-inf")
        self._is_over = False

    def update(self, now_s: float) -> bool:
        """Look again when it is time to; return whether anything has changed."""
        if self._is_over or 0 <= now_s - self._looked_at_s < LOOK_S:
            return False
        self._looked_at_s = now_s
        before, self.progress = self.progress, read_progress(self._path)
        self._is_over = self.progress is None or self.progress.state != RUNNING
        if self.progress == before:
            return False
        self._show()
        return True

    def _show(self) -> None:
        if self._terminal is None or self.progress is None:
            return
        end = "\n" if self._is_over else ""
        print(f"\r{bar_text(self.progress.fraction)}", end=end, file=self._terminal, flush=True)


def watch_of(environment: Mapping[str, str]) -> CompileWatch | None:
    """Return what watches the compiling that *environment* names; None where nobody compiles."""
    path = environment.get(VARIABLE, "")
    if not path:
        return None
    is_terminal = sys.stderr is not None and os.isatty(sys.stderr.fileno())
    return CompileWatch(Path(path), sys.stderr if is_terminal else None)
