"""Builds a table tier by tier, and goes on where an earlier attempt was stopped.

A pair of blocks is so many pieces against so many others, and the same with the sides changed;
the pairs of one number of pieces do not need each other: each is a job of its own.

A `TableBuild` does all that in a process that is looked at without ever waiting for it.
Whatever ends it, what it has solved is kept: another goes on there.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from companion.engine.endgames import ENDED, TableCost, TableWork
from companion.engine.jobs import Tell
from companion.engine.service import own_python
from companion.engine.tables.file import (
    Counts,
    block_of,
    blocks_of,
    file_bytes,
    packed,
    reader_in,
    unpacked,
)
from companion.engine.tables.kernel import solving
from companion.engine.tables.kernel.solving import Solver
from companion.engine.tables.table import SetGame, numbering_of, position_count, shape_of, tiers
from companion.errors import EngineError


class PairJob(NamedTuple):
    """A *pair* of *game* to be solved.

    Attributes:
        known: the blocks that captures lead to, packed.
    """

    game: SetGame
    pair: Counts
    known: Mapping[Counts, bytes]


class Solution(NamedTuple):
    """Both blocks of a *pair*, packed."""

    pair: Counts
    blocks: Mapping[Counts, bytes]


def job_of(game: SetGame, pair: Counts, blocks: Mapping[Counts, bytes]) -> PairJob:
    """Return the job of solving *pair*, with what it needs of *blocks*."""
    known = {
        counts: block
        for counts, block in blocks.items()
        if counts[1] in pair and sum(counts) < sum(pair)
    }
    return PairJob(game, pair, known)


def solved(job: PairJob, tell: Tell) -> Solution:
    """Return what *job* asks for, and *tell* how many positions were visited.

    Raises:
        EngineError: a game takes too long for a table.
    """
    game = job.game
    known = {
        counts: unpacked(block, int(shape_of(game, counts).size))
        for counts, block in job.known.items()
    }
    solver = Solver(game, numbering_of(game), known, tell)
    values = solver.solve(*job.pair)
    return Solution(job.pair, {counts: packed(block) for counts, block in values.items()})


SOLVED_A_S: Final = 250_000
"""Positions solved and packed on one core at 2.5 GHz: those with 8 pieces in some 3 minutes."""

SOLVED_UNCOMPILED_A_S: Final = 45_000
BYTES_A_POSITION: Final = 0.34
"""Of a file: 14.6 MB for a table of 8 pieces."""

VISITS = 1.8
"""How often a position is visited: once to begin with, once more when it is found won or lost."""


class Builder:
    """Solves the positions of *game*, pair by pair: so many against so many, and the other way."""

    def __init__(self, game: SetGame, work: TableWork) -> None:
        self._game = game
        self._work = work
        self._blocks: dict[Counts, bytes] = {}

    def build(self, pieces: int, begun: Mapping[Counts, bytes]) -> bytes:
        """Return the file of a table of *pieces*, of which the blocks *begun* are known already.

        Raises:
            EngineError: a game takes too long for a table.
            OSError: a part cannot be kept.
        """
        self._blocks = {counts: block for counts, block in begun.items() if sum(counts) <= pieces}
        for pair in self._pairs(pieces):
            if pair not in self._blocks:
                self._blocks.update(self._loaded(pair))
        todo = [pair for pair in self._pairs(pieces) if pair not in self._blocks]
        progress = _Progress(self._game, todo, self._work.watch)
        for number in sorted({sum(pair) for pair in todo}):
            self._solve([pair for pair in todo if sum(pair) == number], progress)
            self._work.tell(number)
        return file_bytes(self._game.name, self._blocks)

    def _pairs(self, pieces: int) -> Iterator[Counts]:
        return (pair for pair in tiers(self._game.least, pieces) if pair[0] >= pair[1])

    def _solve(self, tier: Sequence[Counts], progress: _Progress) -> None:
        # What takes longest first, so that at the end no process waits for another for long.
        game = self._game
        ordered = sorted(tier, key=lambda pair: _positions(game, pair), reverse=True)
        jobs = [job_of(game, pair, self._blocks) for pair in ordered]
        answers = self._work.executor.run(
            solved, jobs, lambda job, visits: progress.visited(job.pair, visits)
        )
        for pair, blocks in answers:
            self._work.parts.save(_part_name(pair), file_bytes(game.name, blocks))
            self._blocks.update(blocks)
            progress.finished(pair)

    def _loaded(self, pair: Counts) -> dict[Counts, bytes]:
        """Return the blocks of *pair* where an earlier attempt has kept them, or none."""
        data = self._work.parts.load(_part_name(pair))
        if data is None:
            return {}
        read = reader_in(data)
        try:
            places = blocks_of(read, self._game.name)
            blocks = {counts: block_of(read, counts, at) for counts, at in places.items()}
        except EngineError:
            # Damaged, or of another version: it is solved again.
            return {}
        return blocks if set(blocks) == {pair, pair[::-1]} else {}


def _positions(game: SetGame, pair: Counts) -> int:
    """Return how many positions of *game* there are in both blocks of *pair*."""
    return sum(position_count(game.points, counts) for counts in {pair, pair[::-1]})


def cost_of(game: SetGame, pieces: int, known: int) -> TableCost:
    """Return what a table of *game* with *pieces* takes where one with *known* is at hand."""
    every = {least: tiers(game.least, least) for least in (pieces, known)}
    kept = {
        most: sum(position_count(game.points, pair) for pair in pairs) / len(game.maps)
        for most, pairs in every.items()
    }
    is_compiled = not str(solving.__file__).endswith(".py")
    speed = SOLVED_A_S if is_compiled else SOLVED_UNCOMPILED_A_S
    return TableCost(
        round(max(0.0, kept[pieces] - kept[known]) / speed),
        round(kept[pieces] * BYTES_A_POSITION),
    )


class _Progress:
    """How much of the *todo* of *game* is done, told to *watch* as a share."""

    def __init__(
        self, game: SetGame, todo: Sequence[Counts], watch: Callable[[float], None]
    ) -> None:
        self._watch = watch
        # Of eight positions that are symmetric to each other the solver visits one.
        self._most = {pair: VISITS * _positions(game, pair) / len(game.maps) for pair in todo}
        self._done = dict.fromkeys(todo, 0.0)

    def visited(self, pair: Counts, visits: int) -> None:
        """Note that so many positions of *pair* were visited."""
        self._done[pair] = min(self._most[pair], visits)
        self._watch(min(1.0, sum(self._done.values()) / sum(self._most.values())))

    def finished(self, pair: Counts) -> None:
        """Note that *pair* is done."""
        self.visited(pair, sys.maxsize)


def _part_name(pair: Sequence[int]) -> str:
    return f"{pair[0]}-{pair[1]}"


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
