"""How many turns a side of Querni needs to remove all its tiles, as seen at a glance.

Knows the tiles of one side alone, and is compiled with the rules where that can be done.
"""

from __future__ import annotations

from typing import Final

from companion.games.board import Site
from companion.games.querni_chains import SHORTEST_CHAIN, TILES

TURN: Final = 100
NEVER: Final = 5_000
"""What it is worth at the least that some tiles can be in no chain any more: they never leave."""

TO_JOIN: Final = (0, 0, 100, 130, 150, 165, 175, 180, 185, 190, 195)
"""What it takes to bring a number beside the one before it, by their distance in steps."""


def turns_left(joining: list[list[int]], tiles: tuple[Site, ...], off: Site) -> int:
    """
    Return how many turns it takes to remove *tiles*, in hundredths of a turn.

    The chains are chosen so that it takes fewest: each takes the moves that bring its
    numbers together, or a turn of its own where they are.

    Args:
        joining: for any two sites what it takes to bring the tiles there together.
        tiles: the site of every number, as in a `State`.
        off: the site that stands for "off the board".

    Returns:
        0 and up; `NEVER` and above, the more the more tiles are left, where it cannot be done.
    """
    least = [0] * (TILES + 1)
    lying = 0
    for last in range(1, TILES + 1):
        if tiles[last] == off:
            least[last] = least[last - 1]
            continue
        lying += 1
        found = NEVER
        first, gaps = last, 0
        while tiles[first - 1] != off:
            gaps += joining[tiles[first - 1]][tiles[first]]
            first -= 1
            if last - first >= SHORTEST_CHAIN - 1:
                needed = least[first - 1] + (gaps if gaps > TURN else TURN)
                if needed < found:
                    found = needed
        least[last] = found
    return least[TILES] if least[TILES] < NEVER else NEVER + TURN * lying
