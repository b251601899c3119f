"""What tables of Alquerque are made of: the plies of the base rules, on the board in use."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from companion.engine.tables.set_game import SetGame
from companion.games.alquerque.search.kernel.two_sets import TwoSets
from companion.games.alquerque.search.tablebase.symmetry import symmetries

MOST_PIECES: Final = 10
"""Building a table of 10 takes some 0.7 GB of memory, and hours."""

MOST_OFFERED: Final = 8
"""Some minutes on any machine, 0.2 GB of memory and 15 MB of disk."""

Hop: TypeAlias = tuple[int, int, int]
"""The point jumped and the point landed on, each as a set of one, and the landing site."""


def digest_of(steps: Sequence[int], hops: Sequence[Sequence[Hop]]) -> str:
    """Return what names the way in which pieces move: a table holds for no other board."""
    told = json.dumps([list(steps), [sorted(hop[2] for hop in at) for at in hops]])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@lru_cache(maxsize=8)
def set_game(steps: tuple[int, ...], hops: tuple[tuple[Hop, ...], ...]) -> SetGame:
    """Return the base rules with these *steps* and *hops* as tables are built by them."""
    return TwoSets(digest_of(steps, hops), symmetries(steps), steps, hops)
