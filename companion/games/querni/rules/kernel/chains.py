"""Chains of Querni as sets of links: what three or more consecutive numbers may leave.

A set of links is an int with bit *n* set where the numbers *n* and *n* + 1 of one
side lie on adjacent squares.  Knows nothing of squares.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

TILES: Final = 16
"""Tiles of each side, numbered from 1; 16 and 1 are not consecutive."""

SHORTEST_CHAIN: Final = 3
MOST_KEPT: Final = 1 << 14

Links: TypeAlias = int
"""A set of links: bit n stands for the numbers n and n + 1 on adjacent squares."""

Chain: TypeAlias = tuple[int, int]
"""The first and the last number of a chain."""


@lru_cache(maxsize=MOST_KEPT)
def runs_of(links: Links) -> tuple[Chain, ...]:
    """Return the longest chains, of three numbers or more, that *links* hold together."""
    runs = []
    first = 1
    for number in range(1, TILES + 1):
        if not links >> number & 1:
            if number - first + 1 >= SHORTEST_CHAIN:
                runs.append((first, number))
            first = number + 1
    return tuple(runs)


@lru_cache(maxsize=MOST_KEPT)
def chains_of(links: Links) -> tuple[Chain, ...]:
    """Return every chain that may be removed: each run and its parts of at least three."""
    return tuple(
        (first, last)
        for start, end in runs_of(links)
        for first in range(start, end - SHORTEST_CHAIN + 2)
        for last in range(first + SHORTEST_CHAIN - 1, end + 1)
    )


@lru_cache(maxsize=MOST_KEPT)
def chains_with(links: Links, number: int) -> tuple[Chain, ...]:
    """Return every chain that may be removed and holds *number*."""
    return tuple(chain for chain in chains_of(links) if chain[0] <= number <= chain[1])


def is_chained(links: Links, number: int) -> bool:
    """Return whether a chain that may be removed holds *number*."""
    # Bit n of the pairs: n, n + 1 and n + 2 are a chain, the shortest that there is.
    pairs = links & links >> 1
    return bool(pairs << 2 >> number & 7)


def other_ends(links: Links, number: int) -> list[int]:
    """Return the numbers that end a removable chain of which *number* is the other end."""
    return [
        first if last == number else last
        for first, last in chains_of(links)
        if number in (first, last)
    ]
