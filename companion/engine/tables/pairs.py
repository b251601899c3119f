"""Solves pairs of blocks, one after the other here or several at once in processes of their own.

A pair is so many pieces against so many others, and the same with the sides changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from companion.engine.service import spawn_context
from companion.engine.tables.file import Counts, packed, unpacked
from companion.engine.tables.kernel.solving import Solver
from companion.engine.tables.set_game import SetGame
from companion.engine.tables.table import numbering_of, shape_of
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


Visits = Callable[[Counts, int], None]
"""Hears how many positions of a pair were visited."""


def job_of(game: SetGame, pair: Counts, blocks: Mapping[Counts, bytes]) -> PairJob:
    """Return the job of solving *pair*, with what it needs of *blocks*."""
    known = {
        counts: block
        for counts, block in blocks.items()
        if counts[1] in pair and sum(counts) < sum(pair)
    }
    return PairJob(game, pair, known)


def solved(job: PairJob, watch: Visits) -> Solution:
    """Return what *job* asks for; raises EngineError where a game takes too long for a table."""
    game = job.game
    known = {
        counts: unpacked(block, int(shape_of(game, counts).size))
        for counts, block in job.known.items()
    }
    solver = Solver(game, numbering_of(game), known, lambda visits: watch(job.pair, visits))
    values = solver.solve(*job.pair)
    return Solution(job.pair, {counts: packed(block) for counts, block in values.items()})


def all_solved(jobs: Sequence[PairJob], watch: Visits, processes: int) -> Iterator[Solution]:
    """Yield the solution of each of *jobs*, in any order, by at most so many *processes* at once.

    Raises:
        EngineError: a game takes too long for a table, or a process has ended.
    """
    if processes == 1 or len(jobs) == 1:
        for job in jobs:
            yield solved(job, watch)
        return
    waiting = list(jobs)
    running: dict[Connection, BaseProcess] = {}
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                connection, process = _started(waiting.pop(0))
                running[connection] = process
            ready = wait(list(running))
            for connection in [each for each in running if each in ready]:
                message = _heard(connection)
                if isinstance(message, Solution):
                    running.pop(connection).join()
                    connection.close()
                    yield message
                else:
                    watch(*message)
    finally:
        for connection, process in running.items():
            process.terminate()
            process.join()
            connection.close()


def _started(job: PairJob) -> tuple[Connection, BaseProcess]:
    context = spawn_context()
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_solve_apart, args=(there, job), daemon=True)
    process.start()
    there.close()
    return here, process


def _solve_apart(connection: Connection, job: PairJob) -> None:
    """Solve *job* and tell of it; the other end has a name for each thing that may come."""
    try:
        connection.send(solved(job, lambda pair, visits: connection.send((pair, visits))))
    except EngineError as error:
        connection.send(error.message)
    finally:
        connection.close()


def _heard(connection: Connection) -> Solution | tuple[Counts, int]:
    try:
        message: Solution | tuple[Counts, int] | str = connection.recv()
    except EOFError as error:
        raise EngineError("expected a process to solve its pair, got its end") from error
    if isinstance(message, str):
        raise EngineError(message)
    return message
