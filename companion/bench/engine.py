"""Measures rules and search, compiled and as sources, in one run.

Whether rules are compiled is chosen when a process starts, so each kind of game is measured
in two processes, one right after the other.  The clock is that of the thread; of some
rounds the best counts, see `best_rate`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from companion import RULES_TEXT
from companion.bench.cases import Kind, all_kinds, checked, random_plies
from companion.bench.targets import LONGEST_PLAYOUT, best_rate, targets
from companion.building.compiling import VARIABLE
from companion.engine.limits import Limits
from companion.engine.search import search
from companion.engine.service import own_python
from companion.errors import CompanionError
from companion.storage.exchange import Json

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
    return search(kind.first_position(SEED), Limits(nodes=NODES), SEED).nodes


MEASURES = {
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
        How its rules ran, in words; how much of each of `MEASURES` it does a second, or
        the figures of `targets`.

    Raises:
        CompanionError: the process has failed.
    """
    done = subprocess.run(
        [*own_python(), "-m", "companion.bench.engine", what],
        env={**os.environ, VARIABLE: compiled}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise CompanionError(f"expected figures of {what!r}, got {done.stderr!r}")
    text, figures = json.loads(done.stdout)
    return text, figures


class Rate(NamedTuple):
    """How much of *what*, one of `MEASURES`, a kind of game does a second.

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
        for name, before, after in zip(MEASURES, slow, fast, strict=True):
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
    return [best_rate(partial(done, kind)) for done in MEASURES.values()]


if __name__ == "__main__":
    print(json.dumps([RULES_TEXT, figures_of(sys.argv[1])]))
