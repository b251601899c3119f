"""The search in a process of its own, asked and looked at without ever waiting for it.

Knows processes, pipes and positions, no screen and no words: what went wrong is a
code.  Nothing here blocks, so the loop of the screen may call all of it.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.context import SpawnContext
from typing import Any, Final, Generic, TypeVar

from companion.contract import Move, Position, Touch
from companion.engine.answers import (
    JsonObject,
    question_of,
    read_answer,
    read_result,
    read_risk,
    where_of,
)
from companion.engine.limits import Limits, Result
from companion.errors import EngineError

GRACE_S: Final = 0.5
"""How long after its limit of time an answer is waited for before the process is killed."""

START_S: Final = 3.0
"""What a process that has not answered yet is given on top, to start."""

LONGEST_ANSWER: Final = 1 << 16


def own_python() -> tuple[str, ...]:
    """Return the first words of a command for this Python, shut off from where somebody stands.

    With ``-P`` no module is taken from the working directory, whatever is called ``json.py``
    there.  An installed program is started with ``-I``: PYTHONPATH brings nothing in either,
    and so it is with its children.
    """
    return (sys.executable, "-I" if sys.flags.isolated else "-P")


def spawn_context() -> SpawnContext:
    """Return what starts processes anew, shut off as those that `own_python` begins.

    Nothing is inherited, and it is the same on every system.
    """
    # The commands that multiprocessing makes take no other options.
    os.environ["PYTHONSAFEPATH"] = "1"
    return multiprocessing.get_context("spawn")


COMMAND: Final = (*own_python(), "-m", "companion.engine.worker")


@dataclass(frozen=True)
class Fault:
    """Why there is no answer: ``late``, ``crashed``, ``nonsense`` or ``no-start``."""

    code: str


Answer = TypeVar("Answer", Result, bool)


class SearchRequest(Generic[Answer]):
    """A question to the search, in the hands of whoever asked it.

    It is open until its last answer has come, something went wrong, it is dropped, or
    another question is asked: the search answers the newest one alone.

    Attributes:
        position: the position that it is about.
        number: tells its answers from those to other questions.
        deadline_s: when nobody waits any longer.
        read: tells what an answer found, or None where it does not hold.
        fault: why it was never open, or None.
    """

    def __init__(
        self,
        engine: Engine,
        number: int,
        position: Position,
        deadline_s: float,
        read: Callable[[JsonObject, Position], Answer | None],
        fault: Fault | None = None,
    ) -> None:
        self.position = position
        self.number = number
        self.deadline_s = deadline_s
        self.read: Callable[[JsonObject, Position], Answer | None] = read
        self.fault = fault
        self._engine = engine

    @property
    def is_open(self) -> bool:
        """Return whether an answer, or another one, may still come."""
        return self._engine.is_asked(self)

    def answer(self) -> Answer | Fault | None:
        """Return each answer once, a fault once, or None as yet and for ever after.

        An answer is for the very position that was asked about, and its moves are
        legal.  Where several have come, earlier ones are left out.
        """
        fault, self.fault = self.fault, None
        return self._engine.answer_to(self) if fault is None else fault

    def drop(self) -> None:
        """Forget it, if it is open: its answer will never be seen."""
        if self.is_open:
            self._engine.cancel()


class Engine:
    """A searcher in another process; at most one question is open.

    Args:
        clock: returns seconds, from any beginning.
        command: what is started; it is started anew after a fault, when asked again.
            With an empty one nothing is: every question gets the fault ``no-start``.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._clock = clock
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._has_answered = False
        self._asked: SearchRequest[Any] | None = None
        self._number = 0
        self._read = b""
        self._dying: list[subprocess.Popen[bytes]] = []

    @property
    def is_busy(self) -> bool:
        """Return whether a question is open."""
        return self._asked is not None

    def is_asked(self, asked: SearchRequest[Any]) -> bool:
        """Return whether *asked* is the open question."""
        return self._asked is asked

    def start(self) -> None:
        """Start the process where none is, so that the first answer does not wait for it."""
        if self._process is None:
            self._started()

    def ask(
        self,
        start: Position,
        moves: Sequence[Move],
        limits: Limits,
        seed: int = 0,
        *,
        is_explained: bool = False,
        begun: Sequence[Touch] = (),
    ) -> SearchRequest[Result]:
        """Ask for a move after *moves* from *start*; an open question is forgotten.

        With *is_explained* the last answer also has the reasons for its move.
        Where not all is known to the side to move, the move begins with *begun*.

        Raises:
            EngineError: *limits* have no time, so that nobody knew when to give up.
        """
        if limits.time_s is None:
            raise EngineError("expected a limit of time, got none")
        position = start
        for move in moves:
            position = position.play(move)
        message = question_of(start, moves, limits, seed)
        message["explain"] = is_explained
        if begun:
            message["begun"] = begun
        return self._opened(message, position, limits.time_s + GRACE_S, read_result)

    def ask_risk(self, position: Position, move: Move, time_s: float) -> SearchRequest[bool]:
        """Ask whether *move* loses within the next turn needlessly; an open question is forgotten.

        After *time_s*, without grace, it is late.
        """
        message = {**where_of(position), "moves": [], "risk": move.text}
        return self._opened(message, position, time_s, read_risk)

    def _opened(
        self,
        message: JsonObject,
        position: Position,
        wait_s: float,
        read: Callable[[JsonObject, Position], Answer | None],
    ) -> SearchRequest[Answer]:
        """Send *message*; return the question about *position* that is open for *wait_s*."""
        self.cancel()
        self._bury()
        self._number += 1
        fault = self._fault_of_sending({"id": self._number, **message})
        wait_s += 0 if self._has_answered else START_S
        asked = SearchRequest(self, self._number, position, self._clock() + wait_s, read, fault)
        self._asked = None if fault else asked
        return asked

    def _fault_of_sending(self, message: JsonObject) -> Fault | None:
        # A process that ended unseen, or whose pipe is full, is replaced by another at once.
        if self._process and self._sent(message):
            return None
        self._kill()
        if not self._started():
            return Fault("no-start")
        if not self._sent(message):
            self._kill()
            return Fault("crashed")
        return None

    def cancel(self) -> None:
        """Forget the open question, if there is one: its answer will never be seen."""
        if self._asked is not None:
            self._asked = None
            if not self._sent({"stop": True}):
                self._kill()

    def answer_to(self, asked: SearchRequest[Answer]) -> Answer | Fault | None:
        """Return the newest answer to *asked*, if it is the open question."""
        self._bury()
        if not self.is_asked(asked):
            return None
        answer = self._newest(asked)
        if answer is None and self._clock() >= asked.deadline_s:
            answer = Fault("late")
        if isinstance(answer, Fault):
            self._kill()
        if answer is not None and _is_last(answer):
            self._asked = None
        return answer

    def close(self) -> None:
        """End the process; the engine may be asked again, which starts another."""
        self._asked = None
        self._kill()
        for process in self._dying:
            process.wait()
        self._dying.clear()

    # The process

    def _started(self) -> bool:
        if not self._command:
            return False
        try:
            # An own session: a Ctrl-C meant for the program does not end it in the middle.
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            return False
        assert process.stdin is not None and process.stdout is not None, "both are pipes"
        os.set_blocking(process.stdin.fileno(), False)
        os.set_blocking(process.stdout.fileno(), False)
        self._process, self._read, self._has_answered = process, b"", False
        return True

    def _sent(self, message: JsonObject) -> bool:
        """Send *message*; return False where the process has ended or does not read."""
        if self._process is None or self._process.stdin is None:
            return False
        data = json.dumps(message).encode() + b"\n"
        try:
            return os.write(self._process.stdin.fileno(), data) == len(data)
        except OSError:
            return False

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            self._dying.append(process)

    def _bury(self) -> None:
        """Collect processes that have ended, so that none stays behind as a zombie."""
        self._dying = [process for process in self._dying if process.poll() is None]

    # Answers

    def _newest(self, asked: SearchRequest[Answer]) -> Answer | Fault | None:
        """Return the newest answer to *asked* that has come; others are dropped."""
        has_ended = self._receive()
        newest: Answer | None = None
        while b"\n" in self._read:
            line, _, self._read = self._read.partition(b"\n")
            answer = read_answer(line, asked.number)
            if answer is None:
                return Fault("nonsense")
            self._has_answered = True
            if answer["id"] != asked.number:
                continue
            newest = asked.read(answer, asked.position)
            if newest is None:
                return Fault("nonsense")
            if _is_last(newest):
                return newest
        if len(self._read) > LONGEST_ANSWER:
            return Fault("nonsense")
        return Fault("crashed") if newest is None and has_ended else newest

    def _receive(self) -> bool:
        """Read what has come; return whether the process has closed its end."""
        if self._process is None or self._process.stdout is None:
            return True
        try:
            data = os.read(self._process.stdout.fileno(), LONGEST_ANSWER)
        except BlockingIOError:
            return False
        except OSError:
            return True
        self._read += data
        return not data


def _is_last(answer: Result | bool | Fault) -> bool:
    return not isinstance(answer, Result) or answer.is_final
