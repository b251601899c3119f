"""What a player of each level sees; `companion.engine.search` plays by it."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Final


@dataclass(frozen=True)
class Level:
    """What a player of one level sees, and how he chooses.

    Attributes:
        depth: plies looked ahead, the own one among them.
        nodes: positions valued at the most.
        beam: first plies that are followed, the best evaluated ones, and chosen among.
        overlooks: share of the other side's replies that are overlooked, 0 .. 1.
        noise: how much worse a move may be and be taken about a third as often as the
            best, in `Knowledge.unit`.
        misses_wins: how often a win in this turn goes unnoticed, 0 .. 1.
        grows_tree: whether it looks as full strength does, by `Knowledge.searcher`, as far
            as *nodes* go; it has no noise then, and overlooks nothing.
        is_careful: whether it makes sure that the other side does not win in the next turn.
    """

    depth: int
    nodes: int
    beam: int
    _: KW_ONLY
    overlooks: float = 0.0
    noise: float = 0.0
    misses_wins: float = 0.0
    is_careful: bool = False
    grows_tree: bool = False


USUAL: Final = (
    Level(1, 20_000, 10, noise=1.5, misses_wins=0.4),
    Level(2, 20_000, 5, overlooks=0.85, noise=0.6, misses_wins=0.1),
    Level(2, 20_000, 8, overlooks=0.4, noise=0.25),
    Level(2, 20_000, 12, overlooks=0.15, noise=0.12),
    Level(2, 6_000, 16, overlooks=0.05, noise=0.05, is_careful=True),
    Level(3, 6_000, 24, overlooks=0.02, noise=0.02, is_careful=True),
    Level(4, 8_000, 32, overlooks=0.01, noise=0.01, is_careful=True),
)
"""Levels 1 to 7 of a game whose knowledge brings no others."""
