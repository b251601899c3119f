"""Watches how far compiling is, for a program that is played meanwhile."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TextIO

from companion.building.progress import RUNNING, VARIABLE, CompileProgress, bar_text, read_progress

LOOK_S: Final = 1.0
"""How often it is looked: a bar in whole percents moves about as often."""


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
