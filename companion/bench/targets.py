"""Figures with their targets, and what the rules have to reach, compiled, on one core.

The clock is that of the thread.  Other work on the machine takes none of its time, but
shares its caches and the units of its core; so the best of some rounds counts, as that
work can only make one slower.  A count that is known is checked.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from companion.bench.cases import Target, cases_of, checked, random_plies
from companion.plugins import GAMES
from companion.storage.exchange import Json

ROUND_S = 0.1
"""What is over sooner is done again and again for this long in a round."""

ROUNDS = 10
"""The most rounds."""

ENOUGH_S = 2.0
"""No round begins after this much time."""

LONGEST_PLAYOUT = 200
"""Plies of a playout, by which those of other programs were measured."""


@dataclass(frozen=True)
class Figure:
    """One thing to measure.

    Attributes:
        is_most: the target is the most that is wanted, else the least.
        is_deep: it takes minutes.
    """

    name: str
    unit: str
    target: float
    measure: Callable[[], float]
    is_most: bool = True
    is_deep: bool = False

    def is_met(self, value: float) -> bool:
        """Return whether *value* reaches the target."""
        return value <= self.target if self.is_most else value >= self.target

    def line(self, value: float) -> str:
        """Return the figure with its target, marked where it misses."""
        sign = "<=" if self.is_most else ">="
        mark = "ok" if self.is_met(value) else "MISSED"
        text = f"{value:10.2f} {self.unit:4}  target {sign} {self.target:.4g} {self.unit}"
        return f"{self.name:62} {text:40} {mark}"

    def data(self, value: float) -> Json:
        """Return the same as what a JSON document holds."""
        return {
            "name": self.name,
            "unit": self.unit,
            "value": value,
            "target": self.target,
            "is_most": self.is_most,
            "is_met": self.is_met(value),
        }


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


def playouts_k(target: Target) -> float:
    """Return thousands of random playouts a second."""
    position = target.kind.first_position(target.seed)
    hundreds = itertools.count()

    def hundred() -> int:
        first = 100 * next(hundreds)
        for seed in range(first, first + 100):
            position.playout(seed, LONGEST_PLAYOUT)
        return 100

    return best_rate(hundred) / 1e3


def leaves_m(target: Target) -> float:
    """Return millions of leaves a second of perft."""
    position = target.kind.first_position(target.seed)
    return best_rate(lambda: checked(position.perft(target.depth), target.leaves)) / 1e6


def perft_s(target: Target) -> float:
    """Return the seconds that perft takes, once."""
    position = target.kind.first_position(target.seed)
    started = time.thread_time()
    leaves = position.perft(target.depth)
    took = time.thread_time() - started
    checked(leaves, target.leaves)
    return took


def plies_k(target: Target) -> float:
    """Return thousands of plies a second, each listed, chosen at random, played."""
    seeds = itertools.count(target.seed)
    return best_rate(lambda: random_plies(target.kind, next(seeds))) / 1e3


def moves_k(target: Target) -> float:
    """Return thousands of times a second that all moves of the first position are found."""
    position = target.kind.first_position(target.seed)

    def once() -> float:
        # Nothing may be kept between counts: each move has to be found anew.
        checked(position.perft(1), target.leaves)
        return 1

    return best_rate(once) / 1e3


class Measure(NamedTuple):
    """How a target is named and measured; the target is the most where *is_most*."""

    name: str
    unit: str
    is_most: bool
    measure: Callable[[Target], float]


MEASURES: Mapping[str, Measure] = {
    "perft": Measure("perft {depth}{seed}", "s", True, perft_s),
    "leaves": Measure("leaves of perft {depth}{seed}", "M/s", False, leaves_m),
    "playouts": Measure(f"playouts of at most {LONGEST_PLAYOUT} plies", "k/s", False, playouts_k),
    "plies": Measure("plies of random games", "k/s", False, plies_k),
    "moves": Measure("all moves from the start found", "k/s", False, moves_k),
}
"""By what a target is about; rates are in thousands or millions a second."""


def figure_of(target: Target) -> Figure:
    """Return *target* as a figure of the bench."""
    name, unit, is_most, measure = MEASURES[target.what]
    seed = f" of seed {target.seed}" if target.seed else ""
    title = f"{target.kind.title}: {name.format(depth=target.depth, seed=seed)}"
    return Figure(title, unit, target.target, partial(measure, target), is_most, target.is_deep)


def targets() -> list[Figure]:
    """Return what the rules of all games have to reach."""
    return [figure_of(target) for name in GAMES for target in cases_of(name).targets]
