"""Figures with their targets, and what the rules have to reach, compiled, on one core.

The clock is that of the thread.  Other work on the machine takes none of its time, but
shares its caches and the units of its core; so the best of some rounds counts, as that
work can only make one slower.  A count that is known is checked.

Rules and search are also measured compiled and as sources in one run: whether they are compiled is
chosen when a process starts, so each kind of game has two processes, one right after the other.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from companion import RULES_TEXT
from companion.bench.cases import Kind, Target, all_kinds, cases_of, checked, random_plies
from companion.building.compiling import VARIABLE
from companion.engine.limits import Limits
from companion.engine.service import own_python
from companion.errors import CompanionError
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


SEED = 1
NODES = 3000
"""Positions valued in one search: enough to get past the first ply in every game."""


def perft_leaves(kind: Kind) -> int:
    """Return the number of leaves that counting from the start finds."""
    return checked(kind.first_position(SEED).perft(kind.depth), kind.leaves)


def listed_plies(kind: Kind) -> int:
    """Return the number of plies in games of random legal moves, each listed, chosen, played."""
    return sum(random_plies(kind, seed) for seed in range(kind.listed))


def playouts(kind: Kind) -> int:
    """Return how many random games `Position.playout` has played to their end or far enough."""
    games = max(1, kind.listed // 3)
    for seed in range(games):
        kind.first_position(seed).playout(seed, LONGEST_PLAYOUT)
    return games


def nodes(kind: Kind) -> int:
    """Return the number of positions that a search from the start has valued."""
    # Imported here, so that the memory of the program is measured without it.
    from companion.engine.search import search

    return search(kind.first_position(SEED), Limits(nodes=NODES), SEED).nodes


RATES = {
    "perft, leaves": perft_leaves,
    "random games, plies": listed_plies,
    "playouts": playouts,
    "search, nodes": nodes,
}
"""What is counted, and by what."""


def measured(what: str, compiled: str) -> tuple[str, Sequence[float]]:
    """Return what a process of its own measures.

    Args:
        what: the index of a kind of `all_kinds`, or ``targets``.
        compiled: ``yes``, or ``no`` for rules as sources.

    Returns:
        How its rules ran, in words; how much of each of `RATES` it does a second, or
        the figures of `targets`.

    Raises:
        CompanionError: the process has failed.
    """
    done = subprocess.run(
        [*own_python(), "-m", "companion.bench.targets", what],
        env={**os.environ, VARIABLE: compiled}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise CompanionError(f"expected figures of {what!r}, got {done.stderr!r}")
    text, figures = json.loads(done.stdout)
    return text, figures


class Rate(NamedTuple):
    """How much of *what*, one of `RATES`, a kind of game does a second.

    Attributes:
        compiled: None where there are no compiled rules.
    """

    kind: str
    what: str
    sources: float
    compiled: float | None

    def line(self) -> str:
        """Return both rates and their ratio, or the one there is."""
        text = _columns(amount(self.sources), "-", "")
        if self.compiled is not None:
            ratio = f"{self.compiled / self.sources:.1f}x"
            text = _columns(amount(self.sources), amount(self.compiled), ratio)
        return f"{self.kind:28}{self.what:22}{text}"


def rate_lines(kinds: Iterable[tuple[int, Kind]]) -> Iterator[str]:
    """Yield what each of *kinds* does as sources, compiled, and the ratios; then the targets."""
    yield f"{'a second':50}{_columns('sources', 'compiled', '')}"
    yield from (rate.line() for rate in _rates(kinds))
    text, values = measured("targets", "yes")
    yield text
    for figure, value in zip(targets(), values, strict=True):
        yield figure.line(value)


def rate_data(kinds: Iterable[tuple[int, Kind]]) -> Json:
    """Return the same as what a JSON document holds."""
    rates = [rate._asdict() for rate in _rates(kinds)]
    text, values = measured("targets", "yes")
    pairs = zip(targets(), values, strict=True)
    return {"rules": text, "rates": rates, "figures": [f.data(value) for f, value in pairs]}


def _rates(kinds: Iterable[tuple[int, Kind]]) -> Iterator[Rate]:
    for index, kind in kinds:
        _, slow = measured(str(index), "no")
        text, fast = measured(str(index), "yes")
        is_compiled = text == "rules compiled"
        for name, before, after in zip(RATES, slow, fast, strict=True):
            yield Rate(kind.title, name, before, after if is_compiled else None)


def amount(value: float) -> str:
    """Return a rate in words that keep at least two digits."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def _columns(before: str, after: str, ratio: str) -> str:
    return f"{before:>14}{after:>14}{ratio:>8}"


def figures_of(what: str) -> list[float]:
    """Return what this process measures for `measured`."""
    if what == "targets":
        return [figure.measure() for figure in targets()]
    kind = all_kinds()[int(what)]
    return [best_rate(partial(done, kind)) for done in RATES.values()]


if __name__ == "__main__":
    print(json.dumps([RULES_TEXT, figures_of(sys.argv[1])]))
