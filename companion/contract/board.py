"""Boards as data: dots, lines, set-ups, areas, orders and lamps, read from a TOML file.

Knows geometry only; what stands on a board and how it moves is the games'
business.  The format is described in ``docs/boards.md``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from companion.contract.board_table import (
    DRAWINGS,
    LINE_RULES,
    ORNAMENTS,
    PIECES,
    BoardTable,
    shortened,
)
from companion.contract.lattice import DIRECTIONS as DIRECTIONS
from companion.contract.lattice import LampGrid as LampGrid
from companion.contract.lattice import Site as Site
from companion.contract.lattice import names_of, neighbors_of, rays_of
from companion.errors import BoardError, reason_of

KEYS = (
    "name", "note", "rows", "names", "lines", "drawing", "outline", "cuts",
    "setups", "areas", "orders", "lamps",
    "checkered", "pieces", "colors", "marks", "strokes", "ornament",
)  # fmt: skip
"""All that a board file may say."""

SIZE_LIMIT = 2**16
LINE_LIMIT = 1000
"""Characters: the largest shipped board has 2,000, and 97 on a line."""


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
            raise BoardError(f"expected a dot of board {self.name}, got {name!r}") from None

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


@cache
def board_of(package: str) -> Board:
    """Return the board that lies in *package*, a game's folder, as ``board.toml``.

    Raises:
        BoardError: there is none, or it does not describe a board.
    """
    file = resources.files(package) / "board.toml"
    where = f"{package}/board.toml"
    if not file.is_file():
        raise BoardError(f"expected a board, got no {where}")
    return parse_board(file.read_text(encoding="utf-8"), where)


def read_board(path: Path) -> Board:
    """Return the board described by the file at *path*.

    Raises:
        BoardError: the file cannot be read or does not describe a board.
    """
    try:
        # Pipes and devices are no files: reading one may never end.
        if not path.is_file() and path.exists():
            raise BoardError(f"expected a board file, got {str(path)!r}, which is no file")
        with path.open("rb") as file:
            # A character has at most four bytes.
            text = file.read(4 * SIZE_LIMIT + 1).decode("utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, BoardError):
            raise
        reason = reason_of(error) if isinstance(error, OSError | UnicodeDecodeError) else error
        raise BoardError(f"expected a readable board file, got {str(path)!r}: {reason}") from error
    return parse_board(text, str(path))


def parse_board(text: str, where: str) -> Board:
    """Return the board that *text*, the TOML of the file *where*, describes.

    Raises:
        BoardError: naming file, key and value of what is wrong.
    """
    # Parsing a dotted key takes the cube of its length: a bounded line bounds it.
    longest = max(map(len, text.split("\n")))
    if len(text) > SIZE_LIMIT or longest > LINE_LIMIT:
        raise BoardError(
            f"{where}: expected at most {SIZE_LIMIT} characters and {LINE_LIMIT} a line, "
            f"got {len(text)} and {longest}"
        )
    try:
        return _board_of(BoardTable(tomllib.loads(text), where), text)
    except BoardError:
        raise
    except (ValueError, RecursionError) as error:
        # Beside bad TOML: numbers too long to convert or print, values nested too deeply.
        reason = " ".join(str(error).split())
        raise BoardError(f"{where}: expected TOML, {shortened(reason)}") from error


def _board_of(table: BoardTable, text: str) -> Board:
    """Return the board whose values *table* has, all of them checked, as *text* tells them."""
    table.check_keys(KEYS)
    rows = table.rows()
    places = tuple(
        (f, r) for r, row in enumerate(reversed(rows)) for f, cell in enumerate(row) if cell == "o"
    )
    naming = table.naming(rows)
    names = names_of(places, naming, len(rows))
    table.names = {name: site for site, name in enumerate(names)}
    lines = table.word("lines", LINE_RULES, "all")
    bare = neighbors_of(places, lines)
    cuts = table.cuts(bare)
    neighbors = tuple(
        tuple(-1 if frozenset((s, o)) in cuts else o for o in around)
        for s, around in enumerate(bare)
    )
    return Board(
        name=table.text("name"),
        note=table.text("note"),
        rows=rows,
        naming=naming,
        names=names,
        places=places,
        neighbors=neighbors,
        rays=rays_of(neighbors),
        setups=table.setups(),
        areas={key: frozenset(sites) for key, sites in table.site_lists("areas").items()},
        orders=table.site_lists("orders"),
        cuts=cuts,
        lamps=table.lamps(places),
        drawing=table.word("drawing", DRAWINGS, "dots"),
        outline=table.flag("outline", True),
        checkered=table.flag("checkered", False),
        pieces=table.word("pieces", PIECES, PIECES[0]),
        colors=table.colors(),
        marks=table.marks(places),
        strokes=tuple(table.pairs("strokes")),
        ornament=table.word("ornament", ORNAMENTS, ORNAMENTS[0]),
        text=text,
    )
