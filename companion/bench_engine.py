"""Measures counting and playing through the rules, compiled and as sources, in one run.

Whether rules are compiled is chosen when a process starts, so each kind of game is measured
in two processes, one right after the other.  The clock is that of the thread.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

from companion import RULES_TEXT
from companion.bench_games import KINDS, MOST_PLIES, Kind, first_position
from companion.compiling import VARIABLE
from companion.errors import CompanionError

SEED = 1
DEPTHS = {"alquerque": 6, "querni": 2, "quincala-knocking": 2, "quincala-mixing": 1, "quincy": 3}
DEPTH_OF_DEALT_BY_HAND = 2
"""Dominoes that nobody has dealt branch as far at depth 2 as dealt ones at depth 5."""

LEAST_S = 0.5
"""What is over sooner is measured again and again for this long."""


def depth_of(kind: Kind) -> int:
    """Return the depth to which perft is counted: the most that takes a second or so."""
    if kind.options.get("dominoes") == "physical":
        return DEPTH_OF_DEALT_BY_HAND
    return DEPTHS[kind.name]


def perft_leaves(kind: Kind) -> int:
    """Return the number of leaves that counting from the start finds."""
    return first_position(kind, SEED).perft(depth_of(kind))


def random_plies(kind: Kind) -> int:
    """Return the number of plies in games of random legal moves, each listed, chosen, played."""
    plies = 0
    for seed in range(kind.listed):
        chance = random.Random(seed)
        position = first_position(kind, seed)
        for _ in range(MOST_PLIES):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(chance.choice(moves))
            plies += 1
    return plies


def rate(done: Callable[[Kind], int], kind: Kind) -> float:
    """Return how many of what *done* counts are done in a second of the thread's time."""
    count = 0
    started = time.thread_time()
    while (took := time.thread_time() - started) < LEAST_S:
        count += done(kind)
    return count / took


def measured(index: int, compiled: str) -> tuple[str, float, float]:
    """
    Return what a process of its own measures of ``KINDS[index]``.

    Args:
        index: of the kind.
        compiled: ``yes``, or ``no`` for rules as sources.

    Returns:
        How its rules ran, in words; leaves and plies a second.

    Raises:
        CompanionError: the process has failed.
    """
    done = subprocess.run(
        [sys.executable, "-m", "companion.bench_engine", str(index)],
        env={**os.environ, VARIABLE: compiled}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise CompanionError(f"expected figures of {KINDS[index].title}, got {done.stderr!r}")
    text, leaves, plies = json.loads(done.stdout)
    return text, leaves, plies


def report() -> None:
    """Print leaves and plies a second of every kind, as sources, compiled, and the ratios."""
    print(f"{'':28}{'perft, leaves a second':>36}    {'random games, plies a second':>36}")
    print(f"{'':28}{columns('sources', 'compiled', '')}    {columns('sources', 'compiled', '')}")
    for index, kind in enumerate(KINDS):
        _, *slow = measured(index, "no")
        text, *fast = measured(index, "yes")
        told = [
            columns(f"{before:,.0f}", f"{after:,.0f}", f"{after / before:.1f}x")
            if text == "rules compiled"
            else columns(f"{before:,.0f}", "-", "")
            for before, after in zip(slow, fast, strict=True)
        ]
        print(f"{kind.title:28}{'    '.join(told)}", flush=True)
    if text != "rules compiled":
        print(text)


def columns(before: str, after: str, ratio: str) -> str:
    """Return three cells of a line."""
    return f"{before:>14}{after:>14}{ratio:>8}"


if __name__ == "__main__":
    CHOSEN = KINDS[int(sys.argv[1])]
    print(json.dumps([RULES_TEXT, rate(perft_leaves, CHOSEN), rate(random_plies, CHOSEN)]))
