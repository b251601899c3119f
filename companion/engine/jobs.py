"""Jobs that take long, done several at once: who does them is chosen in one place.

A job is a value, what is done with it a function of a module, and both can be pickled.  Answers
come in any order; what must not depend on it has its job in the answer.  An `Executor` does the
jobs: `Processes` of this machine, or a `Cluster` of Dask on many.

That has a scheduler, which this process talks to, and workers, which have the same program and do
what the scheduler hands them.  It carries Python objects and runs them, so whoever reaches it can
do there whatever the workers' user can.  Dask is loaded only where a cluster was asked for.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import hashlib
import pickle
import queue
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.engine.service import spawn_context
from companion.errors import CompanionError, EngineError, Message, UsageError, one_line, reason_of
from companion.plugins.watch import keep_output

if TYPE_CHECKING:
    from distributed import Client, Future
    from distributed.security import Security

Job = TypeVar("Job")
Answer = TypeVar("Answer")

Tell: TypeAlias = Callable[[int], None]
"""Hears how far a job is, in numbers that mean something to whoever has given it."""

Work: TypeAlias = Callable[[Job, Tell], Answer]
"""Does a job and returns its answer; a CompanionError that it raises ends all jobs."""


class Executor(Protocol):
    """Does jobs."""

    def run(
        self, work: Work[Job, Answer], jobs: Sequence[Job], watch: Callable[[Job, int], None]
    ) -> Iterator[Answer]:
        """Yield the answer of *work* to each of *jobs*, begun in their order.

        Args:
            work: what does a job.
            jobs: what is done; no two are equal.
            watch: hears now and then how far a job is; one that was lost begins anew.

        Raises:
            CompanionError: a job has raised it, or there is nobody left to do the jobs.
        """


class Processes:
    """Does up to *count* jobs at once, each in a process of its own; a single one is done here."""

    def __init__(self, count: int) -> None:
        self._count = count

    def run(
        self, work: Work[Job, Answer], jobs: Sequence[Job], watch: Callable[[Job, int], None]
    ) -> Iterator[Answer]:
        """Yield the answers; see `Executor`."""
        count = min(self._count, len(jobs))
        if count <= 1:
            for job in jobs:
                yield work(job, partial(watch, job))
            return
        waiting = deque(jobs)
        processes: dict[Connection, BaseProcess] = {}
        doing: dict[Connection, Job] = {}
        try:
            for _ in range(count):
                connection, process = _started(work)
                processes[connection] = process
            while waiting or doing:
                for connection in processes:
                    if waiting and connection not in doing:
                        doing[connection] = waiting.popleft()
                        _send(connection, doing[connection])
                ready = wait(list(doing))
                for connection in [each for each in doing if each in ready]:
                    message = _heard(connection)
                    if isinstance(message, _Told):
                        watch(doing[connection], message.number)
                    else:
                        del doing[connection]
                        yield message.answer()
        finally:
            for connection, process in processes.items():
                process.terminate()
                process.join()
                connection.close()


class _Told(NamedTuple):
    """How far a job is."""

    number: int


class Done(NamedTuple, Generic[Answer]):
    """What a job has come to: its answer, or the error that it has raised."""

    result: Answer | CompanionError

    def answer(self) -> Answer:
        """Return the answer; raises the error where it is one."""
        if isinstance(self.result, CompanionError):
            raise self.result
        return self.result


def done(work: Work[Job, Answer], job: Job, tell: Tell) -> Done[Answer]:
    """Return what *work* comes to with *job*."""
    try:
        return Done(work(job, tell))
    except CompanionError as error:
        return Done(error)


def _started(work: Work[Job, Answer]) -> tuple[Connection, BaseProcess]:
    context = spawn_context()
    here, there = context.Pipe()
    process = context.Process(target=_work_apart, args=(there, work), daemon=True)
    process.start()
    there.close()
    return here, process


def _work_apart(connection: Connection, work: Work[Any, Any]) -> None:
    """Do each job that comes, until nobody is at the other end."""
    # Ctrl-C reaches all processes of a terminal; the one at the other end says what happens.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep_output()
    try:
        while True:
            job = connection.recv()
            connection.send(done(work, job, lambda number: connection.send(_Told(number))))
    except (EOFError, OSError):
        connection.close()


def _send(connection: Connection, job: Job) -> None:
    try:
        connection.send(job)
    except OSError as error:
        raise _end_of_process() from error


def _heard(connection: Connection) -> _Told | Done[Any]:
    try:
        message: _Told | Done[Any] = connection.recv()
    except (EOFError, OSError) as error:
        raise _end_of_process() from error
    return message


def _end_of_process() -> EngineError:
    return EngineError("expected a process to do its job, got its end")


MOST_AHEAD: Final = 256
"""Jobs that the scheduler has at once, more than a cluster has cores: each may carry megabytes."""

CONNECT_S: Final = 5.0
WORKERS_S: Final = 30.0
"""How long a cluster may be without any worker; the nanny of one that has died starts another."""

MOST_TIMES: Final = 4
"""How often a job is sent whose answer was lost."""

LOOK_S: Final = 1.0
TELL_S: Final = 0.5
"""How often a job tells how far it is."""

TOPIC: Final = "board-companion"


@contextlib.contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Yield the cluster of the Dask scheduler at *address*, tcp://HOST:PORT or tls://HOST:PORT.

    Raises:
        UsageError: what talks to clusters is not installed.
        EngineError: there is no cluster.
    """
    try:
        # Before it is imported: what it would log, a line here tells.
        import dask

        dask.config.set({"logging": {"distributed": "critical", "distributed.client": "critical"}})
        from distributed.security import Security
    except ImportError as error:
        raise UsageError(
            "expected the package distributed for --cluster, got none: "
            'install it by pip install "board-companion[cluster]"'
        ) from error
    security = Security()
    if address.startswith("tls:"):
        _check_certificates(security)
    with warnings.catch_warnings():
        # Other versions of libraries at the other end, and the size of what is sent there.
        warnings.simplefilter("ignore")
        client = _client(address, security)
        try:
            yield Cluster(client, address)
        finally:
            client.close(timeout=CONNECT_S)


def _check_certificates(security: Security) -> None:
    """Raise EngineError where *security* has none, or they cannot be read."""
    reason = Message("none")
    try:
        if security.get_connection_args("client").get("ssl_context") is not None:
            return
    except OSError as error:
        reason = reason_of(error)
    raise EngineError(
        "expected certificates for tls:// in the configuration of Dask, got {reason}: "
        "distributed.comm.tls.ca-file, client.cert and client.key name their files",
        reason=reason,
    )


def _client(address: str, security: Security) -> Client:
    """Return what is connected to the scheduler at *address*; raises EngineError without one."""
    from distributed import Client

    found: queue.SimpleQueue[object] = queue.SimpleQueue()

    def connect() -> None:
        try:
            found.put(Client(address, timeout=CONNECT_S, set_as_default=False, security=security))
        except (OSError, ValueError, TypeError, RuntimeError, AssertionError) as error:
            found.put(error)

    # Aside: where something else listens than a scheduler, it would wait forever.
    threading.Thread(target=connect, name="cluster-connect", daemon=True).start()
    try:
        client = found.get(timeout=2 * CONNECT_S)
    except queue.Empty:
        client = OSError("no answer")
    if isinstance(client, Client):
        return client
    raise EngineError(
        "expected a Dask scheduler at {address!r}, got {error!r}",
        address=address,
        error=one_line(str(client)),
    )


class Cluster:
    """Does jobs on the workers of a Dask scheduler, to which *client* is connected.

    A job whose worker has died is done again by another one.  A job that was begun for a client
    that is gone is done to its end, and whoever wants its answer by then gets it.

    Args:
        client: the connection.
        address: what it is told by.
    """

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address

    def run(
        self, work: Work[Job, Answer], jobs: Sequence[Job], watch: Callable[[Job, int], None]
    ) -> Iterator[Answer]:
        """Yield the answers; see `Executor`."""
        heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        waiting = deque((job, 1) for job in jobs)
        doing: dict[str, tuple[Future, Job, int]] = {}
        seen_s = time.monotonic()
        self._client.subscribe_topic(TOPIC, lambda event: heard.put(event[1]))
        try:
            while waiting or doing:
                while waiting and len(doing) < MOST_AHEAD:
                    job, attempt = waiting.popleft()
                    future = self._sent(work, job, attempt)
                    doing[future.key] = (future, job, attempt)
                    future.add_done_callback(heard.put)
                try:
                    message = heard.get(timeout=LOOK_S)
                except queue.Empty:
                    seen_s = self._seen(seen_s)
                    continue
                if isinstance(message, dict):
                    if message["job"] in doing:
                        watch(doing[message["job"]][1], message["number"])
                    continue
                future, job, attempt = doing.pop(message.key)
                result = self._result(future)
                # Its worker need not keep it any longer.
                future.release()
                if result is not None:
                    yield result.answer()
                elif attempt < MOST_TIMES and self._client.status == "running":
                    waiting.appendleft((job, attempt + 1))
                else:
                    raise self._lost()
        finally:
            with contextlib.suppress(OSError, ValueError):
                self._client.unsubscribe_topic(TOPIC)
            for future, _, _ in doing.values():
                future.release()

    def _sent(self, work: Work[Job, Answer], job: Job, attempt: int) -> Future:
        """Return what stands for the answer of *work* to *job*: for equal jobs the same.

        Another *attempt* has another key: what is said late of the one that was lost is not said
        of this one.
        """
        program = program_mark()
        digest = hashlib.sha256(pickle.dumps((program, work, job))).hexdigest()
        key = f"companion-{digest}-{attempt}"
        return self._client.submit(_done_there, program, key, work, job, key=key)

    def _seen(self, before_s: float) -> float:
        """Return when a worker was seen last, which was *before_s* if there is none now."""
        if self._client.status != "running":
            raise self._lost()
        try:
            workers = self._client.nthreads()
        except OSError as error:
            raise self._lost() from error
        if workers:
            return time.monotonic()
        if time.monotonic() - before_s > WORKERS_S:
            raise EngineError(
                "expected workers at {address!r}, got none for {seconds:g} s: start some by "
                "dask worker {address} --nthreads 1",
                address=self._address,
                seconds=WORKERS_S,
            )
        return before_s

    def _result(self, future: Future) -> Done[Any] | None:
        """Return what a job has come to; None where that was lost."""
        if future.status == "error":
            from distributed import KilledWorker

            error = future.exception()
            if isinstance(error, KilledWorker):
                raise EngineError(
                    "expected workers at {address!r} that live through a job, got the end of "
                    "{count}: do they lack memory?",
                    address=self._address,
                    count=error.allowed_failures + 1,
                ) from error
            raise EngineError(
                "expected workers with this program ({digest}) at {address!r}, got {error!r}",
                digest=program_mark(),
                address=self._address,
                error=one_line(f"{type(error).__name__}: {error}"),
            ) from error
        if future.status != "finished":
            return None
        try:
            result: Done[Any] = future.result(timeout=WORKERS_S)
        except (OSError, asyncio.CancelledError, concurrent.futures.CancelledError):
            # Its worker has died before it has handed it over.
            return None
        return result

    def _lost(self) -> EngineError:
        return EngineError(
            "expected the scheduler at {address!r} to stay until all is done, got its end",
            address=self._address,
        )


def _done_there(program: str, key: str, work: Work[Job, Any], job: Job) -> Done[Any]:
    """Return, on a worker, what *work* comes to with *job*."""
    from distributed import get_worker

    worker = get_worker()
    if program_mark() != program:
        error = EngineError(
            "expected workers with this program ({digest}), got {other} at {address!r}",
            digest=program,
            other=program_mark(),
            address=worker.address,
        )
        return Done(error)
    if worker.state.nthreads != 1:
        error = EngineError(
            "expected workers with one thread each (--nthreads 1), got {count} at {address!r}",
            count=worker.state.nthreads,
            address=worker.address,
        )
        return Done(error)
    told_s = 0.0

    def tell(number: int) -> None:
        nonlocal told_s
        if time.monotonic() - told_s >= TELL_S:
            told_s = time.monotonic()
            worker.log_event(TOPIC, {"job": key, "number": int(number)})

    return done(work, job, tell)


@cache
def program_mark() -> str:
    """Return what tells the sources of this program from all others, a number says less."""
    folder = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        # Made for the compiler from what is counted.
        if path.name != "unrolled.py":
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
