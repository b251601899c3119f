"""Measures the rules in random games: listing all legal moves, and answering a touch.

Seeds are fixed, so that every run measures the same positions, and the clock is that
of the thread: what else the machine does at the time is no property of the rules.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

from companion.bench.cases import Kind
from companion.contract import HalfMove, Position, Progress

MOST_PLIES = 500
LONGEST_ROUTE = 12
"""Touches after which a turn by touches ends as soon as it may."""


def percentile(values: Sequence[float], part: float) -> float:
    """Return the least of *values* that *part* of them (0.0 to 1.0) do not exceed.

    Source: the inverse of the empirical distribution, type 1 in Hyndman and Fan, "Sample
    Quantiles in Statistical Packages", The American Statistician 50 (1996).
    """
    rank = math.ceil(round(len(values) * part, 9))
    return sorted(values)[max(rank, 1) - 1]


def legal_moves_ms(kind: Kind) -> float:
    """Return the 99th percentile of listing all legal moves, in games of random legal moves."""
    took: list[float] = []
    for seed in range(kind.listed):
        chance = random.Random(seed)
        position = kind.first_position(seed)
        for _ in range(MOST_PLIES):
            started = time.thread_time()
            moves = position.legal_moves()
            took.append(time.thread_time() - started)
            if not moves:
                break
            position = position.play(chance.choice(moves))
    return 1000 * percentile(took, 0.99)


def touch_ms(kind: Kind) -> float:
    """Return the 99th percentile of answering a touch, in games of random touches.

    A touch makes the next half-made turn, and that says what may be touched then;
    after the last one of a turn the next turn is begun.  Random touches keep large
    towers together, so these are the positions with most to answer.
    """
    took: list[float] = []
    for seed in range(kind.touched):
        chance = random.Random(seed)
        position = kind.first_position(seed)
        for _ in range(MOST_PLIES):
            if position.outcome() is not None:
                break
            position = position.after(_made(position, chance, took))
    return 1000 * percentile(took, 0.99)


def random_plies(kind: Kind, seed: int) -> int:
    """Return the number of plies in a game of random legal moves, each listed, chosen, played."""
    chance = random.Random(seed)
    position = kind.first_position(seed)
    for plies in range(MOST_PLIES):
        moves = position.legal_moves()
        if not moves:
            return plies
        position = position.play(chance.choice(moves))
    return MOST_PLIES


def _made(position: Position, chance: random.Random, took: list[float]) -> HalfMove:
    """Return a turn made by random touches; add the time of each answer to *took*."""
    started = time.thread_time()
    half = position.begin()
    touches = half.next_touches()
    took.append(time.thread_time() - started)
    while half.progress is not Progress.COMPLETE:
        is_long = len(half.touches) >= LONGEST_ROUTE
        if half.progress is Progress.EXTENDABLE and (is_long or chance.random() < 0.5):
            break
        touch = chance.choice(list(touches))
        started = time.thread_time()
        half = half.extended(touch)
        touches = half.next_touches()
        took.append(time.thread_time() - started)
    return half
