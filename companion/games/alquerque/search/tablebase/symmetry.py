"""The turns and mirrorings of a board under which its steps and hops stay the same."""

from __future__ import annotations

from collections.abc import Sequence

SIDE = 5
"""Files and ranks of the board."""

SiteMap = tuple[int, ...]
"""For each site the one to which it is brought."""


def symmetries(steps: Sequence[int]) -> tuple[SiteMap, ...]:
    """Return those of the eight symmetries of a square that keep *steps*, the identity first.

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
            for site in range(SIDE * SIDE):
                file, rank = site % SIDE, site // SIDE
                file = last - file if is_mirrored else file
                for _ in range(turns):
                    file, rank = last - rank, file
                sites.append(rank * SIDE + file)
            found.append(tuple(sites))
    return found


def _is_kept(steps: Sequence[int], sites: SiteMap) -> bool:
    return all(_moved(ends, sites) == steps[to] for ends, to in zip(steps, sites, strict=True))


def _moved(points: int, sites: SiteMap) -> int:
    return sum(1 << to for site, to in enumerate(sites) if points >> site & 1)
