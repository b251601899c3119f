"""A board: dots on a lattice, their names, neighbors and rays, and all that hangs on them.

Knows geometry only; what stands on a board and how it moves is the games' business.  Places
are (file, rank), both from 0 at the near left; sites count along them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.errors import BoardError

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


@dataclass(frozen=True, eq=False)
class Board:
    """The dots of one board and all that hangs on them.

    Attributes:
        rows: the drawing of the file, the farthest rank first; ``o`` is a dot.
        note: the file's word on where the geometry comes from.
        naming: how sites are named, ``files`` or ``rows``.
        names: the name of each site, such as ``a1``, or ``91`` by rows.
        places: (file, rank) of each site, both from 0 at the near left.
        neighbors: for each site and each of `DIRECTIONS` the next site, or -1.
        rays: for each site and direction all sites outward, up to the edge or a cut.
        setups: piece lists as (side, value, site), by name.
        areas: sets of sites, by name.
        orders: lists of sites in the order in which pieces are laid on them, by name.
        cuts: pairs of neighboring sites whose connecting segment is no way.
        lamps: lamp positions by panel name.
        drawing: how it is drawn: ``dots``, ``lines`` or ``squares``.
        outline: whether the ornamental line is drawn around the dots.
        checkered: whether squares are light and dark in turn, the one of a1 dark.
        pieces: what the real pieces are: ``discs``, ``tiles`` or ``stones``.
        colors: the color of each side's pieces, two of `COLORS`.
        marks: the dots at the near left of the marked intersections.
        strokes: pairs of dots between which a line is drawn that is no way.
        ornament: ``curves`` around the outline on a board of dark wood, a ``border`` along
            its edges, or ``none``.
        text: the whole file, from which `parse_board` makes the same board elsewhere.
    """

    name: str
    note: str
    rows: tuple[str, ...]
    naming: str
    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    neighbors: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[tuple[Site, ...], ...], ...]
    setups: Mapping[str, tuple[tuple[int, int, Site], ...]]
    areas: Mapping[str, frozenset[Site]]
    orders: Mapping[str, tuple[Site, ...]]
    cuts: frozenset[frozenset[Site]]
    lamps: Mapping[str, LampGrid]
    drawing: str
    outline: bool
    checkered: bool
    pieces: str
    colors: tuple[str, str]
    marks: tuple[Site, ...]
    strokes: tuple[tuple[Site, Site], ...]
    ornament: str
    text: str

    @property
    def files(self) -> int:
        """Return the width of the lattice."""
        return len(self.rows[0])

    @property
    def ranks(self) -> int:
        """Return the height of the lattice."""
        return len(self.rows)

    @property
    def is_named_by_rows(self) -> bool:
        """Return whether sites are named by row and column digits, row 1 on top."""
        return self.naming == "rows"

    def file_name(self, file: int) -> str:
        """Return what a file, from 0 at the left, is called in the notation."""
        return str(file + 1) if self.is_named_by_rows else chr(ord("a") + file)

    def rank_name(self, rank: int) -> str:
        """Return what a rank, from 0 at the near side, is called in the notation."""
        return str(self.ranks - rank if self.is_named_by_rows else rank + 1)

    def __len__(self) -> int:
        """Return the number of sites."""
        return len(self.names)

    def name_of(self, site: Site) -> str:
        """Return the name of *site*, or ``?`` when it is no site of this board."""
        return self.names[site] if 0 <= site < len(self.names) else "?"

    def site_of(self, name: str) -> Site:
        """Return the site called *name*.

        Raises:
            BoardError: the board has no such dot.
        """
        try:
            return self.names.index(name)
        except ValueError:
            raise BoardError(
                "expected a dot of board {board}, got {name!r}", board=self.name, name=name
            ) from None

    def segments(self) -> list[tuple[Site, Site]]:
        """Return every pair of neighboring sites that a line joins, once, in board order."""
        return [
            (site, other)
            for site, around in enumerate(self.neighbors)
            for other in around
            if other > site
        ]

    def drawn(self) -> list[tuple[Site, Site]]:
        """Return the pairs of sites with a line between them, on a board of lines strokes too."""
        return [*self.segments(), *(self.strokes if self.drawing == "lines" else ())]

    def ground(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Return the pairs of places between which the board's face lies, a cell apart at most."""
        places = self.places
        if self.drawing != "lines" or not self.strokes:
            ways = [(places[one], places[other]) for one, other in self.segments()]
            return [*((place, place) for place in places), *ways]
        # Strokes may run anywhere and stay on the board: its face is the whole lattice.
        lattice = [(file, rank) for file in range(self.files) for rank in range(self.ranks)]
        near = [((f, r), end) for f, r in lattice for end in ((f, r), (f + 1, r), (f, r + 1))]
        return [(one, other) for one, other in near if other in lattice]


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

    def outward(site: int, direction: int) -> Iterator[int]:
        while (site := neighbors[site][direction]) >= 0:
            yield site

    return tuple(
        tuple(tuple(outward(site, d)) for d in range(8)) for site in range(len(neighbors))
    )
