"""The turns and mirrorings of a board under which its steps and hops stay the same."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.tablebase.ranks import POINTS, sets_of_size

SIDE = 5
"""Files and ranks of the board."""

SiteMap = tuple[int, ...]
"""For each site the one to which it is brought."""


def symmetries(steps: Sequence[int]) -> tuple[SiteMap, ...]:
    """
    Return those of the eight symmetries of a square that keep *steps*, the identity first.

    *steps* gives for each site the points to which a step leads.  A hop goes over one
    step in a straight line to another, so what keeps the steps keeps the hops.
    """
    return tuple(each for each in _of_a_square() if _is_kept(steps, each))


def _of_a_square() -> list[SiteMap]:
    found = []
    last = SIDE - 1
    for is_mirrored in (False, True):
        for turns in range(4):
            sites = []
            for site in range(POINTS):
                file, rank = site % SIDE, site // SIDE
                file = last - file if is_mirrored else file
                for _ in range(turns):
                    file, rank = last - rank, file
                sites.append(rank * SIDE + file)
            found.append(tuple(sites))
    return found


def _is_kept(steps: Sequence[int], sites: SiteMap) -> bool:
    return all(moved(ends, sites) == steps[sites[site]] for site, ends in enumerate(steps))


def moved(points: int, sites: SiteMap) -> int:
    """Return the set to which *sites* brings *points*."""
    found = 0
    while points:
        lowest = points & -points
        points ^= lowest
        found |= 1 << sites[lowest.bit_length() - 1]
    return found


def representative(points: int, maps: Sequence[SiteMap]) -> tuple[int, SiteMap]:
    """Return the lowest set to which one of *maps* brings *points*, and that map."""
    found, best = points, maps[0]
    for sites in maps[1:]:
        other = moved(points, sites)
        if other < found:
            found, best = other, sites
    return found, best


def representatives(size: int, maps: Sequence[SiteMap]) -> list[int]:
    """Return the sets of *size* points that no map brings to a lower one, in order."""
    return [
        points
        for points in sets_of_size(size)
        if all(moved(points, sites) >= points for sites in maps)
    ]
