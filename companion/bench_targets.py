"""What the rules have to reach, compiled, on one core: figures that `bench_engine` prints.

The clock is that of the thread.  A count that is known is checked.
"""

from __future__ import annotations

import random
import time

from companion.bench_figure import Figure
from companion.games import find_game
from companion.games.options import Options

LEAST_S = 0.5
"""What is over sooner is measured again and again for this long."""

LONGEST_PLAYOUT = 200
"""Plies of a playout, by which those of other programs were measured."""

WITHOUT_LIMIT: Options = {"quiet_limit": 0}


def alquerque_playouts_k() -> float:
    """Return thousands of random playouts a second of Alquerque's base game."""
    position = find_game("alquerque").initial(WITHOUT_LIMIT)
    count = 0
    started = time.thread_time()
    while (took := time.thread_time() - started) < LEAST_S:
        for seed in range(count, count + 100):
            position.playout(seed, LONGEST_PLAYOUT)
        count += 100
    return count / took / 1e3


def alquerque_leaves_m() -> float:
    """Return millions of leaves a second of perft 9 of Alquerque's base game."""
    position = find_game("alquerque").initial(WITHOUT_LIMIT)
    count = 0
    started = time.thread_time()
    while (took := time.thread_time() - started) < LEAST_S:
        leaves = position.perft(9)
        assert leaves == 9_839_062, f"expected 9839062 leaves, got {leaves}"
        count += leaves
    return count / took / 1e6


def perft_3_s(name: str, seed: int, expected: int) -> float:
    """Return the seconds that perft 3 takes from the start of the game *name* with *seed*."""
    position = find_game(name).initial(seed=seed)
    started = time.thread_time()
    leaves = position.perft(3)
    took = time.thread_time() - started
    assert leaves == expected, f"expected {expected} leaves, got {leaves}"
    return took


def quincy_plies_k() -> float:
    """Return thousands of plies a second of Quincy, each listed, chosen at random, played."""
    game = find_game("quincy")
    plies = seed = 0
    started = time.thread_time()
    while (took := time.thread_time() - started) < LEAST_S:
        chance = random.Random(seed)
        position = game.initial(seed=seed)
        seed += 1
        while moves := position.legal_moves():
            position = position.play(chance.choice(moves))
            plies += 1
    return plies / took / 1e3


def mixing_generations_k() -> float:
    """Return thousands of times a second that all moves from the start of Mixing are found."""
    position = find_game("quincala-mixing").initial({"sizes": 5})
    count = 0
    started = time.thread_time()
    while (took := time.thread_time() - started) < LEAST_S:
        # Nothing is kept between counts, and each placement that a move leads to is made.
        found = position.perft(1)
        assert found == 1467, f"expected 1467 moves, got {found}"
        count += 1
    return count / took / 1e3


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
