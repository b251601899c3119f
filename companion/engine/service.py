"""The search in a process of its own, asked and looked at without ever waiting for it.

Knows processes, pipes and positions, no screen and no words: what went wrong is a
code.  Nothing here blocks, so the loop of the screen may call all of it.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.contract import Move, Position, Touch
from companion.engine.limits import WIN, Limits, Result
from companion.engine.own_python import own_python
from companion.engine.reason_wire import from_data
from companion.errors import CompanionError, EngineError

GRACE_S: Final = 0.5
"""How long after its limit of time an answer is waited for before the process is killed."""

START_S: Final = 3.0
"""What a process that has not answered yet is given on top, to start."""

LONGEST_ANSWER: Final = 1 << 16
MOST_MOVES_TOLD: Final = 64

COMMAND: Final = (*own_python(), "-m", "companion.engine.worker")


@dataclass(frozen=True)
class Fault:
    """Why there is no answer: ``late``, ``crashed``, ``nonsense`` or ``no-start``."""

    code: str


@dataclass(frozen=True)
class _Question:
    number: int
    position: Position
    deadline_s: float


class Engine:
    """
    A searcher in another process; at most one question is open.

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
        self._question: _Question | None = None
        self._fault: Fault | None = None
        self._number = 0
        self._read = b""
        self._dying: list[subprocess.Popen[bytes]] = []

    @property
    def position(self) -> Position | None:
        """Return the position that is being searched, or None."""
        return self._question.position if self._question else None

    @property
    def question(self) -> int | None:
        """Return the number of the open question, or None: who has asked it knows it by that."""
        return self._question.number if self._question else None

    @property
    def pid(self) -> int | None:
        """Return the number of the process, or None while there is none."""
        return self._process.pid if self._process else None

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
    ) -> None:
        """
        Ask for a move after *moves* from *start*; an open question is forgotten.

        With *is_explained* the last answer also has the reasons for its move.
        Where not all is known to the side to move, the move begins with *begun*.

        Raises:
            EngineError: *limits* have no time, so that nobody knew when to give up.
        """
        if limits.time_s is None:
            raise EngineError("expected a limit of time, got none")
        self.cancel()
        self._bury()
        position = start
        for move in moves:
            position = position.play(move)
        self._number += 1
        message = _message(self._number, start, moves, limits, seed)
        message["explain"] = is_explained
        if begun:
            message["begun"] = begun
        self._open(message, position, limits.time_s + GRACE_S)

    def ask_risk(self, position: Position, move: Move, time_s: float) -> None:
        """
        Ask whether *move* loses within the next turn needlessly; `poll_risk` has the answer.

        An open question is forgotten.  After *time_s*, without grace, it is late.
        """
        self.cancel()
        self._bury()
        self._number += 1
        message = {**_where(self._number, position), "moves": [], "risk": move.text}
        self._open(message, position, time_s)

    def _open(self, message: dict[str, Any], position: Position, wait_s: float) -> None:
        """Send *message*, the question about *position* that is open for *wait_s* from now."""
        # A process that ended unseen, or whose pipe is full, is replaced by another at once.
        if not (self._process and self._sent(message)):
            self._kill()
            if not self._started():
                self._fault = Fault("no-start")
                return
            if not self._sent(message):
                self._kill()
                self._fault = Fault("crashed")
                return
        wait_s += 0 if self._has_answered else START_S
        self._question = _Question(self._number, position, self._clock() + wait_s)

    def cancel(self) -> None:
        """Forget the open question, if there is one: its answer will never be seen."""
        self._fault = None
        if self._question is not None:
            self._question = None
            if not self._sent({"stop": True}):
                self._kill()

    def poll(self) -> Result | Fault | None:
        """
        Return each answer to the open question once, a fault once, or None as yet.

        An answer is for the very position that was asked about, and its moves are
        legal.  The question stays open until the final one; where several answers
        have come, earlier ones are left out.
        """
        self._bury()
        fault, self._fault = self._fault, None
        if fault is not None or self._question is None:
            return fault
        found = self._answered(self._question)
        if found is None and self._clock() >= self._question.deadline_s:
            found = Fault("late")
        if isinstance(found, Fault):
            self._kill()
        if isinstance(found, Fault) or (found is not None and found.is_final):
            self._question = None
        return found

    def poll_risk(self) -> bool | Fault | None:
        """Return the answer to `ask_risk` once, a fault once, or None as yet."""
        self._bury()
        fault, self._fault = self._fault, None
        if fault is not None or self._question is None:
            return fault
        found = self._risk_answered(self._question)
        if found is None and self._clock() >= self._question.deadline_s:
            found = Fault("late")
        if found is not None:
            self._question = None
        if isinstance(found, Fault):
            self._kill()
        return found

    def close(self) -> None:
        """End the process; the engine may be asked again, which starts another."""
        self._question = None
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

    def _sent(self, message: dict[str, Any]) -> bool:
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

    def _answered(self, question: _Question) -> Result | Fault | None:
        """Return the newest answer to *question* that has come; others are dropped."""
        has_ended = self._receive()
        newest: Result | None = None
        while b"\n" in self._read:
            line, _, self._read = self._read.partition(b"\n")
            number, result = _understood(line, question)
            if number is None:
                return Fault("nonsense")
            self._has_answered = True
            if number != question.number:
                continue
            if result is None:
                return Fault("nonsense")
            newest = result
            if newest.is_final:
                return newest
        if len(self._read) > LONGEST_ANSWER:
            return Fault("nonsense")
        if newest is None and has_ended:
            return Fault("crashed")
        return newest

    def _risk_answered(self, question: _Question) -> bool | Fault | None:
        """Return the answer to *question*, which is `ask_risk`'s, if it has come."""
        has_ended = self._receive()
        while b"\n" in self._read:
            line, _, self._read = self._read.partition(b"\n")
            number, is_risky = _understood_risk(line, question)
            if number is None:
                return Fault("nonsense")
            self._has_answered = True
            if number == question.number:
                return Fault("nonsense") if is_risky is None else is_risky
        if len(self._read) > LONGEST_ANSWER:
            return Fault("nonsense")
        return Fault("crashed") if has_ended else None

    def _receive(self) -> bool:
        """Take in what has come; return whether the process has closed its end."""
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


def _message(
    number: int, start: Position, moves: Sequence[Move], limits: Limits, seed: int
) -> dict[str, Any]:
    # The last moves are enough to know what may not be repeated, and keep the line short.
    for move in moves[:-MOST_MOVES_TOLD]:
        start = start.play(move)
    return {
        **_where(number, start),
        "moves": [move.text for move in moves[-MOST_MOVES_TOLD:]],
        "nodes": limits.nodes,
        "time_s": limits.time_s,
        "level": limits.level,
        "seed": seed,
    }


def _where(number: int, position: Position) -> dict[str, Any]:
    """Return what question *number* tells of *position*."""
    return {
        "id": number,
        "game": position.game.name,
        "board": base64.b64encode(pickle.dumps(position.board)).decode(),
        "position": position.to_text(),
    }


def _understood_risk(line: bytes, question: _Question) -> tuple[int | None, bool | None]:
    """Return the number of an answer, None for no answer at all, and what it says if it holds."""
    told = _told(line, question)
    if told is None:
        return None, None
    is_risky = told.get("risk")
    if told["position"] != question.position.to_text() or type(is_risky) is not bool:
        return told["id"], None
    return told["id"], is_risky


def _understood(line: bytes, question: _Question) -> tuple[int | None, Result | None]:
    """Return the number of an answer, None for no answer at all, and what it says if it holds."""
    told = _told(line, question)
    if told is None:
        return None, None
    number, text = told["id"], told["position"]
    if number != question.number:
        # An older one, which may have been about a risk.
        return number, None
    try:
        score, nodes, depth = told["score"], told["nodes"], told["depth"]
        texts, is_final = told["line"], told["final"]
    except KeyError:
        return number, None
    figures = (score, nodes, depth)
    if any(type(figure) is not int for figure in figures) or abs(score) > WIN:
        return number, None
    if type(is_final) is not bool:
        return number, None
    if text != question.position.to_text() or not isinstance(texts, list) or not texts:
        return number, None
    try:
        line_moves = _legal_line(question.position, texts)
        reasons = from_data(told.get("reasons", []), question.position)
    except (CompanionError, TypeError, AttributeError, ValueError):
        return number, None
    return number, Result(line_moves[0], line_moves, score, nodes, depth, is_final, reasons)


def _told(line: bytes, question: _Question) -> dict[str, Any] | None:
    """Return what an answer to *question* or an older one tells, or None for no answer at all."""
    try:
        told = json.loads(line)
        number, _ = told["id"], told["position"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return told if type(number) is int and number <= question.number else None


def _legal_line(position: Position, texts: Sequence[str]) -> tuple[Move, ...]:
    """
    Return the moves that *texts* notate, one after the other from *position*.

    Raises:
        CompanionError: one of them is not legal there.
    """
    moves = []
    for text in texts:
        move = position.parse(text)
        moves.append(move)
        position = position.play(move)
    return tuple(moves)
