"""Names, neighbors, rays and lamps of dots on a lattice, for `companion.contract.board`.

Places are (file, rank), both from 0 at the near left; sites count along them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Site: TypeAlias = int
"""Index of a dot: 0 is the nearest left one, then along each rank, rank by rank."""

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The eight steps as (files, ranks), east first, turning left; opposite = index ^ 4."""


@dataclass(frozen=True)
class LampGrid:
    """Where the lamps of a board lie on a panel, from 0 at its near left corner."""

    first: tuple[int, int]
    pitch: int

    def at(self, place: tuple[int, int]) -> tuple[int, int]:
        """Return column and row of the lamp under file and rank *place*."""
        return self.first[0] + place[0] * self.pitch, self.first[1] + place[1] * self.pitch


def names_of(places: tuple[tuple[int, int], ...], naming: str, ranks: int) -> tuple[str, ...]:
    """Return what each of *places* is called, by ``files`` or by ``rows``."""
    if naming == "rows":
        return tuple(f"{ranks - r}{f + 1}" for f, r in places)
    return tuple(f"{chr(ord('a') + f)}{r + 1}" for f, r in places)


def neighbors_of(places: tuple[tuple[int, int], ...], lines: str) -> tuple[tuple[int, ...], ...]:
    """Return for each place and direction the next site that *lines* join it to, or -1."""
    site_at = {place: site for site, place in enumerate(places)}
    table = []
    for f, r in places:
        # Ranks and files count from 0 here: file + rank has the same parity as from 1.
        diagonals = lines == "all" or (f + r) % 2 == 0
        around = [-1] * 8
        for d, (df, dr) in enumerate(DIRECTIONS):
            if lines != "none" and (diagonals or df == 0 or dr == 0):
                around[d] = site_at.get((f + df, r + dr), -1)
        table.append(tuple(around))
    return tuple(table)


def rays_of(neighbors: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for each site and direction all sites outward, as far as neighbors go."""
    rays = []
    for site in range(len(neighbors)):
        outward = []
        for d in range(8):
            ray = []
            at = neighbors[site][d]
            while at >= 0:
                ray.append(at)
                at = neighbors[at][d]
            outward.append(tuple(ray))
        rays.append(tuple(outward))
    return tuple(rays)


def has_square(place: tuple[int, int], places: tuple[tuple[int, int], ...]) -> bool:
    """Return whether *place* is at the near left of four that form a square."""
    file, rank = place
    return {(file + 1, rank), (file, rank + 1), (file + 1, rank + 1)} <= set(places)
