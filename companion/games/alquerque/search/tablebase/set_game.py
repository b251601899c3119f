"""What tables of Alquerque are made of: the plies of the base rules, on the board in use."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, TypeAlias

from companion.engine.tables.set_game import SetGame
from companion.games.alquerque.rules.kernel.state import AlquerqueRules, Hop
from companion.games.alquerque.search.kernel.two_sets import POINTS, TwoSets

SIDE: Final = 5
"""Files and ranks of the board."""

SiteMap: TypeAlias = tuple[int, ...]
"""For each site the one to which it is brought."""


def set_game_of(rules: AlquerqueRules) -> SetGame | None:
    """Return the plies of *rules* as tables are built by them, or None where none can be."""
    if rules.kernel is None or rules.must_capture or len(rules.board) != POINTS:
        return None
    return set_game(rules.steps[0], rules.hops[0])


@lru_cache(maxsize=8)
def set_game(steps: tuple[int, ...], hops: tuple[tuple[Hop, ...], ...]) -> SetGame:
    """Return the base rules with these *steps* and *hops* as tables are built by them."""
    # A table holds for no other board: its name is how pieces move there.
    text = json.dumps([list(steps), [sorted(hop[2] for hop in at) for at in hops]])
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    return TwoSets(name, symmetries(steps), steps, hops)


def symmetries(steps: Sequence[int]) -> tuple[SiteMap, ...]:
    """Return those of the eight symmetries of a square that keep *steps*, the identity first.

    *steps* gives for each site the points to which a step leads.  A hop goes over one
    step in a straight line to another, so what keeps the steps keeps the hops.
    """
    return tuple(each for each in _of_a_square() if _is_kept(steps, each))


def _of_a_square() -> list[SiteMap]:
    turns = [[tuple(range(SIDE * rank, SIDE * (rank + 1))) for rank in range(SIDE)]]
    for _ in range(3):
        turns.append(list(zip(*turns[-1], strict=True))[::-1])
    mirrored = [[row[::-1] for row in rows] for rows in turns]
    return [tuple(chain.from_iterable(rows)) for rows in (*turns, *mirrored)]


def _is_kept(steps: Sequence[int], sites: SiteMap) -> bool:
    return all(_moved(ends, sites) == steps[to] for ends, to in zip(steps, sites, strict=True))


def _moved(points: int, sites: SiteMap) -> int:
    return sum(1 << to for site, to in enumerate(sites) if points >> site & 1)
