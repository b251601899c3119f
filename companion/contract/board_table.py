"""Boards as data: a TOML file, each value checked on its own and by the board's dots.

The format is described in ``docs/boards.md``.
"""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from companion.contract.board import Board, LampGrid, Site, names_of, neighbors_of, rays_of
from companion.errors import BoardError, Message, any_of, reason_of, syntax_reason, unfit_sign

KEYS = (
    "name", "note", "rows", "names", "lines", "drawing", "outline", "cuts",
    "setups", "areas", "orders", "lamps",
    "checkered", "pieces", "colors", "marks", "strokes", "ornament",
)  # fmt: skip
"""All that a board file may say."""

SIZE_LIMIT = 2**16
LINE_LIMIT = 1000
"""Characters: the largest shipped board has 2,000, and 97 on a line."""

NAMINGS = ("files", "rows")
LINE_RULES = ("all", "alquerque", "none")
DRAWINGS = ("dots", "lines", "squares")
ORNAMENTS = ("none", "curves", "border")
PIECES = ("discs", "tiles", "stones")
COLORS = ("ivory", "ebony", "blue", "pink", "yellow")
MOST_FILES = 26
MOST_RANKS = 26
MOST_NAMED_BY_DIGITS = 9
MOST_LAMPS = 64

SHOWN_LIMIT = 200
"""Longer values are cut short in messages."""


def shortened(text: str) -> str:
    """Return *text*, cut where it is too long for a message."""
    return text if len(text) <= SHOWN_LIMIT else text[: SHOWN_LIMIT - 3] + "..."


class BoardTable:
    """The parsed TOML of one file, read value by value; *where* is its name, for messages."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.data = data
        self.where = where
        self.names: dict[str, Site] = {}

    def fail(self, key: str, expected: str, got: object, /, **values: object) -> BoardError:
        """Return the error that *key* should be what is *expected*, a template, and is *got*."""
        # A quoted key may hold anything; the message is one line that can be printed.
        name = key if key.isprintable() else repr(key)[1:-1]
        return BoardError(
            "{where}: {name}: expected {expected}, got {got}",
            where=self.where, name=shortened(name), expected=Message(expected, **values),
            got=shortened(repr(got)),
        )  # fmt: skip

    def check_keys(self, known: Sequence[str]) -> None:
        """Raise BoardError unless all keys are among *known*."""
        for key in self.data:
            if key not in known:
                raise self.fail(key, "one of {known}", key, known=", ".join(sorted(known)))

    def text(self, key: str) -> str:
        """Return the text of *key*, on one line."""
        value = self.data.get(key)
        text = " ".join(value.split()) if isinstance(value, str) else ""
        if not text or unfit_sign(text):
            raise self.fail(key, "a text", value)
        return text

    def word(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        """Return the word of *key*, one of *allowed*."""
        value = self.data.get(key, default)
        if value not in allowed:
            raise self.fail(key, any_of(allowed), value)
        return str(value)

    def flag(self, key: str, default: bool) -> bool:
        """Return whether *key* is true."""
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.fail(key, "true or false", value)
        return value

    def table(self, key: str) -> dict[str, Any]:
        """Return the table *key*, empty where there is none."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.fail(key, "a table", value)
        return value

    def rows(self) -> tuple[str, ...]:
        """Return the drawing of the dots, the farthest rank first."""
        rows = self.data.get("rows")
        if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_RANKS:
            raise self.fail("rows", "a list of 1 to {most} rows", rows, most=MOST_RANKS)
        for number, row in enumerate(rows, 1):
            if not isinstance(row, str) or not 1 <= len(row) <= MOST_FILES or set(row) - set(".o"):
                raise self.fail(
                    f"rows[{number}]", "1 to {most} of '.' and 'o'", row, most=MOST_FILES
                )
            if len(row) != len(rows[0]):
                raise self.fail(
                    f"rows[{number}]", "{count} cells as in the first", row, count=len(rows[0])
                )
        if not any("o" in row for row in rows):
            raise self.fail("rows", "at least one dot", rows)
        return tuple(rows)

    def naming(self, rows: tuple[str, ...]) -> str:
        """Return how sites are named, by ``files`` or by ``rows``."""
        naming = self.word("names", NAMINGS, "files")
        if naming == "rows" and max(len(rows), len(rows[0])) > MOST_NAMED_BY_DIGITS:
            most = MOST_NAMED_BY_DIGITS
            raise self.fail(
                "names", "files on more than {most} rows or columns", naming, most=most
            )
        return naming

    def site(self, key: str, name: object) -> Site:
        """Return the site called *name*; *key* is where it is named."""
        if not isinstance(name, str) or name not in self.names:
            raise self.fail(key, "a dot of the board", name)
        return self.names[name]

    def pairs(self, key: str) -> list[tuple[Site, Site]]:
        """Return the list of pairs of different sites *key*."""
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
        """Return the pairs that are cut, of which *bare* has to make neighbors."""
        pairs = self.pairs("cuts")
        for number, pair in enumerate(pairs, 1):
            if pair[1] not in bare[pair[0]]:
                got = self.data["cuts"][number - 1]
                raise self.fail(f"cuts[{number}]", "two neighboring dots", got)
        return frozenset(map(frozenset, pairs))

    def colors(self) -> tuple[str, str]:
        """Return the colors of the two sides."""
        colors = self.data.get("colors", list(COLORS[:2]))
        if not isinstance(colors, list) or len(colors) != 2 or colors[0] == colors[1]:
            raise self.fail("colors", "a list of two different colors", colors)
        for color in colors:
            if color not in COLORS:
                raise self.fail("colors", any_of(COLORS), color)
        return colors[0], colors[1]

    def marks(self, places: tuple[tuple[int, int], ...]) -> tuple[Site, ...]:
        """Return the marked intersections by their near left sites."""
        marks = self.sites("marks", self.data.get("marks", []))
        for site in marks:
            if not _has_square(places[site], places):
                name = list(self.names)[site]
                raise self.fail("marks", "dots with others right of and behind them", name)
        return marks

    def site_lists(self, key: str) -> dict[str, tuple[Site, ...]]:
        """Return the lists of sites in the table *key* by their names."""
        return {
            name: self.sites(f"{key}.{name}", sites) for name, sites in self.table(key).items()
        }

    def sites(self, key: str, names: object) -> tuple[Site, ...]:
        """Return the sites called *names*, each once."""
        if not isinstance(names, list):
            raise self.fail(key, "a list of dots", names)
        sites = tuple(self.site(key, name) for name in names)
        for number, site in enumerate(sites):
            if site in sites[:number]:
                raise self.fail(key, "each dot once", names[number])
        return sites

    def setups(self) -> dict[str, tuple[tuple[int, int, Site], ...]]:
        """Return the set-ups as (side, value, site), by their names."""
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
                    if not (value.isascii() and value.isdigit() and len(value) < 3 and int(value)):
                        raise self.fail(where, "a piece value of 1 to 99", value)
                    for site in self.sites(where, names):
                        if any(site == taken for _, _, taken in pieces):
                            raise self.fail(where, "one piece a dot", list(self.names)[site])
                        pieces.append((side, int(value), site))
            setups[name] = tuple(sorted(pieces, key=lambda p: (p[0], -p[1], p[2])))
        return setups

    def lamps(self, places: tuple[tuple[int, int], ...]) -> dict[str, LampGrid]:
        """Return where dots at *places* lie on each panel, by its name."""
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
                raise self.fail(f"{key}.pitch", "{low} to {high}", pitch, low=1, high=64)
            lamps[panel] = LampGrid((first[0], first[1]), pitch)
            self.check_panel(key, panel, lamps[panel], places)
        return lamps

    def check_panel(
        self, key: str, panel: str, grid: LampGrid, places: tuple[tuple[int, int], ...]
    ) -> None:
        """Raise BoardError unless *panel* has a size, and a lamp for each of *places*."""
        size = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", panel, re.ASCII)
        if size is None or max(int(size[1]), int(size[2])) > MOST_LAMPS:
            raise self.fail(
                key, "a panel such as 16x16, at most {most} each way", panel, most=MOST_LAMPS
            )
        for name, place in zip(self.names, places, strict=True):
            column, row = grid.at(place)
            if column >= int(size[1]) or row >= int(size[2]):
                raise self.fail(
                    key,
                    "a lamp on the panel for {name}",
                    Message("column {column}, row {row}", column=column, row=row),
                    name=name,
                )


def _has_square(place: tuple[int, int], places: tuple[tuple[int, int], ...]) -> bool:
    """Return whether *place* is at the near left of four that form a square."""
    file, rank = place
    return {(file + 1, rank), (file, rank + 1), (file + 1, rank + 1)} <= set(places)


@cache
def board_of(package: str) -> Board:
    """Return the board that lies in *package*, a game's folder, as ``board.toml``.

    Raises:
        BoardError: there is none, or it does not describe a board.
    """
    file = resources.files(package) / "board.toml"
    where = f"{package}/board.toml"
    if not file.is_file():
        raise BoardError("expected a board, got no {where}", where=where)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = Message(
            "expected a readable board file, got {path!r}: {reason}",
            path=where,
            reason=reason_of(error),
        )
        raise BoardError(message) from error
    return parse_board(text, where)


@cache
def whole_board(folder: str, check: int) -> Board:
    """Return the board in the package *folder*; *check* is as `Game` has it.

    Raises:
        BoardError: it has another check sum, or is none.
    """
    board = board_of(folder)
    total = zlib.crc32(board.text.encode("utf-8"))
    if check not in (0, total):
        raise BoardError(
            "{folder}/board.toml: expected an undamaged board of check sum {check:#010x}, "
            "got {total:#010x}",
            folder=folder, check=check, total=total,
        )  # fmt: skip
    return board


STANDARD_INPUT = Path("/dev/stdin")
"""What ``-`` on the command line stands for; unlike others, this pipe may be waited for."""


def read_board(path: Path) -> Board:
    """Return the board described by the file at *path*.

    Raises:
        BoardError: the file cannot be read or does not describe a board.
    """
    try:
        # Pipes and devices are no files: reading one may never end.
        if path != STANDARD_INPUT and not path.is_file() and path.exists():
            raise BoardError(
                "expected a board file, got {path!r}, which is no file", path=str(path)
            )
        with path.open("rb") as file:
            # A character has at most four bytes.
            text = file.read(4 * SIZE_LIMIT + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, BoardError):
            raise
        reason = reason_of(error) if isinstance(error, OSError | UnicodeDecodeError) else error
        raise BoardError(
            "expected a readable board file, got {path!r}: {reason}", path=str(path), reason=reason
        ) from error
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
            "{where}: expected at most {size_limit} characters and {line_limit} a line, "
            "got {count} and {longest}",
            where=where, size_limit=SIZE_LIMIT, line_limit=LINE_LIMIT, count=len(text),
            longest=longest,
        )  # fmt: skip
    try:
        return _board_of(BoardTable(tomllib.loads(text), where), text)
    except BoardError:
        raise
    except (ValueError, RecursionError) as error:
        # Beside bad TOML: numbers too long to convert or print, values nested too deeply.
        reason = shortened(syntax_reason(error))
        raise BoardError("{where}: expected TOML, {reason}", where=where, reason=reason) from error


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
