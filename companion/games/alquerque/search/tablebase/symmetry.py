"""The turns and mirrorings of a board under which its steps and hops stay the same."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.alquerque.search.tablebase.ranks import LOW, LOW_BITS, POINTS, sets_of_size

SIDE = 5
"""Files and ranks of the board."""


class SiteMap:
    """
    Brings each site to another one, and so sets of points to others.

    Args:
        sites: for each site the one to which it is brought.
    """

    def __init__(self, sites: Sequence[int]) -> None:
        self.sites = tuple(sites)
        # In two parts, so that a set takes two looks and not one for each of its points.
        self._low = _brought(self.sites[:LOW_BITS])
        self._high = _brought(self.sites[LOW_BITS:])

    def moved(self, points: int) -> int:
        """Return the set to which *points* are brought."""
        return self._low[points & LOW] | self._high[points >> LOW_BITS]


def _brought(sites: Sequence[int]) -> list[int]:
    """Return for each set of the points that *sites* brings somewhere where they come to."""
    found = [0]
    for part in range(1, 1 << len(sites)):
        highest = part.bit_length() - 1
        found.append(found[part ^ 1 << highest] | 1 << sites[highest])
    return found


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
            found.append(SiteMap(sites))
    return found


def _is_kept(steps: Sequence[int], sites: SiteMap) -> bool:
    return all(sites.moved(ends) == steps[to] for ends, to in zip(steps, sites.sites, strict=True))


def representative(points: int, maps: Sequence[SiteMap]) -> tuple[int, SiteMap]:
    """Return the lowest set to which one of *maps* brings *points*, and that map."""
    found, best = points, maps[0]
    for sites in maps[1:]:
        other = sites.moved(points)
        if other < found:
            found, best = other, sites
    return found, best


def representatives(size: int, maps: Sequence[SiteMap]) -> list[int]:
    """Return the sets of *size* points that no map brings to a lower one, in order."""
    return [
        points
        for points in sets_of_size(size)
        if all(sites.moved(points) >= points for sites in maps)
    ]
