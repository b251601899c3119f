"""Measures how long a player waits for a hint: the first answer, and the last with its reasons."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache

from companion.bench.cases import Kind
from companion.contract import Move, Position
from companion.engine.limits import Limits, Result
from companion.engine.service import Engine
from companion.errors import EngineError
from companion.ui.play.hints.hinting import HINT_S

SEED = 5
PLIES = (0, 6, 13, 20, 27, 34)
"""After how many random plies a hint is asked for."""

POLL_S = 0.002
GIVE_UP_S = 20.0


def first_answer_s(kind: Kind) -> float:
    """Return the longest that the first answer to any of the questions took, in seconds."""
    return max(first for first, _ in _waits(kind))


def last_answer_s(kind: Kind) -> float:
    """Return the longest that the last answer took, with the reasons for its move."""
    return max(last for _, last in _waits(kind))


@lru_cache(maxsize=1)
def _waits(kind: Kind) -> list[tuple[float, float]]:
    """Return the seconds until the first and the last answer to each question."""
    with closing(Engine()) as engine:
        # A program that has run for a while has its process.
        _asked(engine, kind.first_position(SEED), ())
        return [_asked(engine, start, moves) for start, moves in _questions(kind)]


def _questions(kind: Kind) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield where a random game began, and its moves so far, for each of `PLIES`."""
    chance = random.Random(SEED)
    start = position = kind.first_position(SEED)
    moves: tuple[Move, ...] = ()
    while position.outcome() is None and len(moves) <= PLIES[-1]:
        if len(moves) in PLIES:
            yield start, moves
        move = chance.choice(position.legal_moves())
        position = position.play(move)
        moves = (*moves, move)


def _asked(engine: Engine, start: Position, moves: tuple[Move, ...]) -> tuple[float, float]:
    """Return the seconds until the first and the last answer.

    Raises:
        EngineError: the process gives none.
    """
    began = time.monotonic()
    asked = engine.ask(start, moves, Limits(time_s=HINT_S), is_explained=True)
    first: float | None = None
    while (waited := time.monotonic() - began) < GIVE_UP_S:
        answer = asked.answer()
        if isinstance(answer, Result):
            first = waited if first is None else first
            if answer.is_final:
                return first, waited
        elif answer is not None:
            raise EngineError(f"expected an answer, got {answer.code!r}")
        time.sleep(POLL_S)
    raise EngineError(f"expected an answer within {GIVE_UP_S:g} s, got none")
