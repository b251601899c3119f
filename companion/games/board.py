"""Boards as data: dots, lines, set-ups, areas, orders and lamps, read from a TOML file.

Knows geometry only; what stands on a board and how it moves is the games'
business.  The format is described in ``docs/boards.md``.

The key ``names`` says what the sites are called: ``files`` (the default) gives a
letter for the file and a number for the rank, ``a1`` at the near left; ``rows``
gives two digits, row then column, row 1 at the far side and column 1 on the
left, for boards of at most 9 rows and 9 columns.

Where a set-up is dealt at random, the table ``[orders]`` lists for each name the
dots in the order in which the pieces are laid: ``blue = ["a2", "b2"]``.

The keys ``checkered``, ``pieces``, ``colors``, ``marks`` (intersections, each by the
dot at its near left) and ``strokes`` (lines that are no ways) say how it all looks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

from companion.errors import BoardError
from companion.games.lattice import DIRECTIONS as DIRECTIONS
from companion.games.lattice import LampGrid as LampGrid
from companion.games.lattice import has_square, names_of, neighbors_of, rays_of

Site: TypeAlias = int
"""Index of a dot: 0 is the nearest left one, then along each rank, rank by rank."""

NAMINGS = ("files", "rows")
LINE_RULES = ("all", "alquerque", "none")
DRAWINGS = ("dots", "lines", "squares")
PIECES = ("discs", "tiles", "stones")
COLORS = ("ivory", "ebony", "blue", "pink", "yellow")
MOST_FILES = 26
MOST_RANKS = 26
MOST_NAMED_BY_DIGITS = 9


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

    @property
    def files(self) -> int:
        """Return the width of the lattice."""
        return len(self.rows[0])

    @property
    def ranks(self) -> int:
        """Return the height of the lattice."""
        return len(self.rows)

    def __len__(self) -> int:
        """Return the number of sites."""
        return len(self.names)

    def name_of(self, site: Site) -> str:
        """Return the name of *site*, or ``?`` when it is no site of this board."""
        return self.names[site] if 0 <= site < len(self.names) else "?"

    def site_of(self, name: str) -> Site:
        """
        Return the site called *name*.

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


def load_board(name: str) -> Board:
    """
    Return the shipped board called *name*.

    Raises:
        BoardError: no board of that name is shipped.
    """
    return _shipped_board(name)


@cache
def _shipped_board(name: str) -> Board:
    file = resources.files("companion.games") / "boards" / f"{name}.toml"
    if not file.is_file():
        known = ", ".join(shipped_boards())
        raise BoardError(f"expected a shipped board ({known}), got {name!r}")
    return parse_board(file.read_text(encoding="utf-8"), f"{name}.toml")


def shipped_boards() -> list[str]:
    """Return the names of the shipped boards, sorted."""
    folder = resources.files("companion.games") / "boards"
    return sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml"))


def read_board(path: Path) -> Board:
    """
    Return the board described by the file at *path*.

    Raises:
        BoardError: the file cannot be read or does not describe a board.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(f"expected a readable board file, got {str(path)!r}: {error}") from error
    return parse_board(text, str(path))


def parse_board(text: str, where: str) -> Board:
    """
    Return the board that the TOML *text* describes.

    Args:
        text: the whole file.
        where: the file's name, for messages.

    Raises:
        BoardError: naming file, key and value of what is wrong.
    """
    try:
        return _Reader(tomllib.loads(text), where).board()
    except BoardError:
        raise
    except (ValueError, RecursionError) as error:
        # Beside bad TOML: numbers too long to convert or print, values nested too deeply.
        raise BoardError(f"{where}: expected TOML, {error}") from error


class _Reader:
    """Turns the parsed TOML of one file into a `Board`, checking every value."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.data = data
        self.where = where
        self.names: dict[str, Site] = {}

    def fail(self, key: str, expected: str, got: object) -> BoardError:
        # A quoted key may hold line breaks; the message is one line.
        return BoardError(
            f"{self.where}: {' '.join(key.split())}: expected {expected}, got {got!r}"
        )

    def board(self) -> Board:
        known = {
            "name", "note", "rows", "names", "lines", "drawing", "outline", "cuts",
            "setups", "areas", "orders", "lamps",
            "checkered", "pieces", "colors", "marks", "strokes",
        }  # fmt: skip
        for key in self.data:
            if key not in known:
                raise self.fail(key, f"one of {', '.join(sorted(known))}", key)
        rows = self.rows()
        places = tuple(
            (f, r)
            for r, row in enumerate(reversed(rows))
            for f, cell in enumerate(row)
            if cell == "o"
        )
        naming = self.naming(rows)
        names = names_of(places, naming, len(rows))
        self.names = {name: site for site, name in enumerate(names)}
        lines = self.word("lines", LINE_RULES, "all")
        bare = neighbors_of(places, lines)
        cuts = self.cuts(bare)
        neighbors = tuple(
            tuple(-1 if frozenset((s, o)) in cuts else o for o in around)
            for s, around in enumerate(bare)
        )
        return Board(
            name=self.text("name"),
            note=self.text("note"),
            rows=rows,
            naming=naming,
            names=names,
            places=places,
            neighbors=neighbors,
            rays=rays_of(neighbors),
            setups=self.setups(),
            areas={key: frozenset(sites) for key, sites in self.site_lists("areas").items()},
            orders=self.site_lists("orders"),
            cuts=cuts,
            lamps=self.lamps(),
            drawing=self.word("drawing", DRAWINGS, "dots"),
            outline=self.flag("outline", True),
            checkered=self.flag("checkered", False),
            pieces=self.word("pieces", PIECES, PIECES[0]),
            colors=self.colors(),
            marks=self.marks(places),
            strokes=tuple(self.pairs("strokes")),
        )

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(key, "a text", value)
        return value.strip()

    def word(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        value = self.data.get(key, default)
        if value not in allowed:
            raise self.fail(key, " or ".join(allowed), value)
        return str(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.fail(key, "true or false", value)
        return value

    def table(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.fail(key, "a table", value)
        return value

    def rows(self) -> tuple[str, ...]:
        rows = self.data.get("rows")
        if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_RANKS:
            raise self.fail("rows", f"a list of 1 to {MOST_RANKS} rows", rows)
        for number, row in enumerate(rows, 1):
            if not isinstance(row, str) or not 1 <= len(row) <= MOST_FILES or set(row) - set(".o"):
                raise self.fail(f"rows[{number}]", f"1 to {MOST_FILES} of '.' and 'o'", row)
            if len(row) != len(rows[0]):
                raise self.fail(f"rows[{number}]", f"{len(rows[0])} cells as in the first", row)
        if not any("o" in row for row in rows):
            raise self.fail("rows", "at least one dot", rows)
        return tuple(rows)

    def naming(self, rows: tuple[str, ...]) -> str:
        naming = self.word("names", NAMINGS, "files")
        if naming == "rows" and max(len(rows), len(rows[0])) > MOST_NAMED_BY_DIGITS:
            most = MOST_NAMED_BY_DIGITS
            raise self.fail("names", f"files on more than {most} rows or columns", naming)
        return naming

    def site(self, key: str, name: object) -> Site:
        if not isinstance(name, str) or name not in self.names:
            raise self.fail(key, "a dot of the board", name)
        return self.names[name]

    def pairs(self, key: str) -> list[tuple[Site, Site]]:
        entries = self.data.get(key, [])
        if not isinstance(entries, list):
            raise self.fail(key, "a list of pairs of dots", entries)
        pairs = []
        for number, pair in enumerate(entries, 1):
            where = f"{key}[{number}]"
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
                raise self.fail(where, "a pair of dots", pair)
            pairs.append((self.site(where, pair[0]), self.site(where, pair[1])))
        return pairs

    def cuts(self, bare: tuple[tuple[int, ...], ...]) -> frozenset[frozenset[Site]]:
        pairs = self.pairs("cuts")
        for number, pair in enumerate(pairs, 1):
            if pair[1] not in bare[pair[0]]:
                got = self.data["cuts"][number - 1]
                raise self.fail(f"cuts[{number}]", "two neighboring dots", got)
        return frozenset(map(frozenset, pairs))

    def colors(self) -> tuple[str, str]:
        colors = self.data.get("colors", list(COLORS[:2]))
        if not isinstance(colors, list) or len(colors) != 2 or colors[0] == colors[1]:
            raise self.fail("colors", "a list of two different colors", colors)
        for color in colors:
            if color not in COLORS:
                raise self.fail("colors", " or ".join(COLORS), color)
        return colors[0], colors[1]

    def marks(self, places: tuple[tuple[int, int], ...]) -> tuple[Site, ...]:
        marks = self.sites("marks", self.data.get("marks", []))
        for site in marks:
            if not has_square(places[site], places):
                name = list(self.names)[site]
                raise self.fail("marks", "dots with others right of and behind them", name)
        return marks

    def site_lists(self, key: str) -> dict[str, tuple[Site, ...]]:
        lists = {}
        for name, sites in self.table(key).items():
            lists[name] = self.sites(f"{key}.{name}", sites)
        return lists

    def sites(self, key: str, names: object) -> tuple[Site, ...]:
        if not isinstance(names, list):
            raise self.fail(key, "a list of dots", names)
        sites = tuple(self.site(key, name) for name in names)
        for number, site in enumerate(sites):
            if site in sites[:number]:
                raise self.fail(key, "each dot once", names[number])
        return sites

    def setups(self) -> dict[str, tuple[tuple[int, int, Site], ...]]:
        setups = {}
        for name, sides in self.table("setups").items():
            key = f"setups.{name}"
            if not isinstance(sides, dict):
                raise self.fail(key, "a table with white and black", sides)
            pieces: list[tuple[int, int, Site]] = []
            for side_name, values in sides.items():
                if side_name not in ("white", "black") or not isinstance(values, dict):
                    raise self.fail(f"{key}.{side_name}", "white or black with a table", values)
                side = ("white", "black").index(side_name)
                for value, names in values.items():
                    where = f"{key}.{side_name}.{value}"
                    if not (value.isascii() and value.isdigit() and 1 <= int(value[:3]) <= 99):
                        raise self.fail(where, "a piece value of 1 to 99", value)
                    for site in self.sites(where, names):
                        if any(site == taken for _, _, taken in pieces):
                            raise self.fail(where, "one piece a dot", list(self.names)[site])
                        pieces.append((side, int(value), site))
            setups[name] = tuple(sorted(pieces, key=lambda p: (p[0], -p[1], p[2])))
        return setups

    def lamps(self) -> dict[str, LampGrid]:
        lamps = {}
        for panel, entry in self.table("lamps").items():
            key = f"lamps.{panel}"
            if not isinstance(entry, dict) or set(entry) != {"first", "pitch"}:
                raise self.fail(key, "a table with first and pitch", entry)
            first, pitch = entry["first"], entry["pitch"]
            if (
                not isinstance(first, list)
                or len(first) != 2
                or not all(type(n) is int and 0 <= n < 256 for n in first)
            ):
                raise self.fail(f"{key}.first", "column and row of 0 to 255", first)
            if type(pitch) is not int or not 1 <= pitch <= 64:
                raise self.fail(f"{key}.pitch", "1 to 64", pitch)
            lamps[panel] = LampGrid((first[0], first[1]), pitch)
        return lamps
