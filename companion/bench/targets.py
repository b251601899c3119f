"""What the rules have to reach, compiled, on one core; `companion.bench.engine` prints it.

The clock is that of the thread.  Other work on the machine takes none of its time, but
shares its caches and the units of its core; so the best of some rounds counts, as that
work can only make one slower.  A count that is known is checked.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable

from companion.bench.figure import Figure
from companion.contract import Options
from companion.games import find_game

ROUND_S = 0.1
"""What is over sooner is done again and again for this long in a round."""

ROUNDS = 10
"""The most rounds."""

ENOUGH_S = 2.0
"""No round begins after this much time."""

LONGEST_PLAYOUT = 200
"""Plies of a playout, by which those of other programs were measured."""

WITHOUT_LIMIT: Options = {"quiet_limit": 0}


def best_rate(done: Callable[[], float]) -> float:
    """Return how much of what *done* counts is done in a second of the thread, at the best."""
    best = spent = 0.0
    for _ in range(ROUNDS):
        count = 0.0
        started = time.thread_time()
        while (took := time.thread_time() - started) < ROUND_S:
            count += done()
        best, spent = max(best, count / took), spent + took
        if spent > ENOUGH_S:
            break
    return best


def alquerque_playouts_k() -> float:
    """Return thousands of random playouts a second of Alquerque's base game."""
    position = find_game("alquerque").initial(WITHOUT_LIMIT)
    hundreds = itertools.count()

    def hundred() -> int:
        first = 100 * next(hundreds)
        for seed in range(first, first + 100):
            position.playout(seed, LONGEST_PLAYOUT)
        return 100

    return best_rate(hundred) / 1e3


def alquerque_leaves_m() -> float:
    """Return millions of leaves a second of perft 9 of Alquerque's base game."""
    position = find_game("alquerque").initial(WITHOUT_LIMIT)
    return best_rate(lambda: _checked(position.perft(9), 9_839_062)) / 1e6


def _checked(count: int, expected: int) -> int:
    assert count == expected, f"expected a count of {expected}, got {count}"
    return count


def perft_3_s(name: str, seed: int, expected: int) -> float:
    """Return the seconds that perft 3 takes from the start of the game *name* with *seed*."""
    position = find_game(name).initial(seed=seed)
    started = time.thread_time()
    leaves = position.perft(3)
    took = time.thread_time() - started
    _checked(leaves, expected)
    return took


def quincy_plies_k() -> float:
    """Return thousands of plies a second of Quincy, each listed, chosen at random, played."""
    game = find_game("quincy")
    seeds = itertools.count()

    def one_game() -> int:
        seed, plies = next(seeds), 0
        chance = random.Random(seed)
        position = game.initial(seed=seed)
        while moves := position.legal_moves():
            position = position.play(chance.choice(moves))
            plies += 1
        return plies

    return best_rate(one_game) / 1e3


def mixing_generations_k() -> float:
    """Return thousands of times a second that all moves from the start of Mixing are found."""
    position = find_game("quincala-mixing").initial({"sizes": 5})
    # Nothing is kept between counts, and each placement that a move leads to is made.
    return best_rate(lambda: _checked(position.perft(1), 1467) / 1467) / 1e3


TARGETS = (
    Figure(
        f"Alquerque: playouts of at most {LONGEST_PLAYOUT} plies",
        "k/s", 50, alquerque_playouts_k, is_most=False,
    ),
    Figure("Alquerque: leaves of perft 9", "M/s", 50, alquerque_leaves_m, is_most=False),
    Figure(
        "Mini Quincala: perft 3", "s", 8, lambda: perft_3_s("quincala-knocking", 0, 21_252_997)
    ),
    Figure("Querni: perft 3 of seed 1", "s", 3, lambda: perft_3_s("querni", 1, 7_512_093)),
    Figure("Quincy: plies of random games", "k/s", 100, quincy_plies_k, is_most=False),
    Figure(
        "Mixing with 5 sizes: all moves from the start found",
        "k/s", 2, mixing_generations_k, is_most=False,
    ),
)  # fmt: skip
"""Rates are in thousands or millions a second; Alquerque has no quiet limit here."""
