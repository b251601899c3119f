"""How far compiling is: told by the process that compiles, read by the program that plays."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

VARIABLE: Final = "COMPANION_COMPILING"
"""Names the file, in the environment of a program that is started while rules are compiled."""

RUNNING: Final = "running"
DONE: Final = "done"
FAILED: Final = "failed"


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
    new.write_text(json.dumps(asdict(progress)), encoding="utf-8")
    new.replace(path)


def read_progress(path: Path) -> CompileProgress | None:
    """Return what *path* says; None where it says nothing, or its process is no more."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        progress = CompileProgress(str(data["state"]), float(data["fraction"]), int(data["pid"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if progress.state == RUNNING and not _is_alive(progress.pid):
        return None
    return progress


def _is_alive(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def bar_text(fraction: float, width: int = 30) -> str:
    """Return a bar of *width* signs for a terminal, with the percentage."""
    done = round(width * fraction)
    return f"[{'#' * done}{'.' * (width - done)}] {round(100 * fraction):3} %"
