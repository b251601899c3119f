"""A table that is built in a process of its own, looked at without ever waiting for it.

Whatever ends the process, what it has solved is kept: another goes on there.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Final

from companion.engine.endgames import ENDED
from companion.engine.service import own_python

COMMAND: Final = (*own_python(), "-m", "companion.cli", "tablebase", "build", "--lines")
NICENESS: Final = 19
"""A game that is being played comes first."""

LOOK_S: Final = 0.5
"""How often it is looked: a bar moves no faster."""

MEASURED_FROM: Final = 0.02
"""From this share on, the time left can be told from the time it took."""

AT_ONCE: Final = 1 << 16
PATIENCE_S: Final = 0.2


class TableBuild:
    """The table of *game* with *pieces* that is being built.

    Args:
        command: what is started, without game and pieces.
        niceness: how much it yields to other processes, 0 .. 19.

    Attributes:
        share: how far it is, 0 .. 1.
        is_done: it is built.
        problem: why it ended without a table, as the system says it, or `ENDED`; empty as yet.
    """

    def __init__(
        self,
        game: str,
        pieces: int,
        command: Sequence[str] = COMMAND,
        niceness: int = NICENESS,
    ) -> None:
        self.game, self.pieces = game, pieces
        self.share, self.is_done, self.problem = 0.0, False, ""
        self._niceness = niceness
        self._begun: tuple[float, float] | None = None
        self._looked_at_s = float("-inf")
        self._read = b""
        self._process = self._started([*command, game, "--pieces", str(pieces)])

    @property
    def is_over(self) -> bool:
        """Return whether the process is no more."""
        return self._process is None

    def update(self, now_s: float) -> bool:
        """Look again when it is time to; return whether anything has changed."""
        if self._process is None or 0 <= now_s - self._looked_at_s < LOOK_S:
            return False
        self._looked_at_s = now_s
        before = self.share, self.is_done, self.problem
        self._look(self._process)
        return before != (self.share, self.is_done, self.problem)

    def left_s(self) -> float | None:
        """Return for how many seconds it will go on as fast as it did; None if not known yet."""
        if self._begun is None:
            return None
        since_s, share = self._begun
        done = self.share - share
        if done < MEASURED_FROM:
            return None
        return (time.monotonic() - since_s) / done * (1.0 - self.share)

    def stop(self) -> None:
        """End the process; what it has solved is kept."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        _close(process)
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            # A slow disk may hold it a little longer than anybody should wait.
            threading.Thread(target=process.wait, name="table-end", daemon=True).start()

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes] | None:
        try:
            # In the program's session: there, being nice makes room for the program.
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            self.problem = error.strerror or str(error)
            return None
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, self._niceness)
        assert process.stdout is not None, "it is a pipe"
        os.set_blocking(process.stdout.fileno(), False)
        return process

    def _look(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None, "it is a pipe"
        with contextlib.suppress(BlockingIOError):
            while data := os.read(process.stdout.fileno(), AT_ONCE):
                self._read += data
        *lines, self._read = self._read.split(b"\n")
        for line in lines:
            self._hear(line.decode("utf-8", "replace"))
        status = process.poll()
        if status is not None:
            self._process = None
            _close(process)
            self.is_done = status == 0
            if not self.is_done and not self.problem:
                self.problem = ENDED

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "done":
            with contextlib.suppress(ValueError):
                self.share = min(1.0, float(rest))
            if self._begun is None:
                self._begun = time.monotonic(), self.share
        elif word == "failed":
            self.problem = rest


def _close(process: subprocess.Popen[bytes]) -> None:
    if process.stdout is not None:
        process.stdout.close()
