"""Placements of towers and routes of legs as text, and back.

Knows how the Quincala games write things, not what they allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.contract import Board, Move, Piece, Site
from companion.contract.texts import rows_text, shown
from companion.errors import NotationError, PositionError
from companion.games.quincala.rules.kernel.core import Placed, Tower, TowerRoutes, TowerRules

SIDE_LETTERS = "wb"

LONGEST_ROUTE = 2**20
"""Characters of a move text that are read: routes are endless, memory and patience are not."""

_CELL = re.compile(r"\.|[1-9][0-9]?[wb]|\((?:[1-9][0-9]?[wb]){2,}\)")
_PIECE = re.compile(r"([0-9]+)([wb])")
_DOT = re.compile(r"([-x]?)([a-z][1-9][0-9]?)")

# Placements.


def placement_text(rules: TowerRules, placement: Placed) -> str:
    """Return *placement* rank by rank, the farthest first: ``.3w(3w2b)/...``."""
    towers = enumerate(rules.towers(placement))
    cells = {site: _cell_text(rules.pieces(tower)) for site, tower in towers if tower}
    return rows_text(rules.board, cells)


def tower_text(pieces: Sequence[Piece]) -> str:
    """Return the cell of a dot with *pieces*: ``.``, ``3w`` or ``(3w2b)``."""
    text = "".join(f"{piece.value}{SIDE_LETTERS[piece.side]}" for piece in pieces)
    if len(pieces) > 1:
        return f"({text})"
    return text or "."


# There are few different towers, and every text of a position asks for those on all dots.
_cell_text = lru_cache(maxsize=4096)(tower_text)


def parse_placement(rules: TowerRules, text: str) -> Placed:
    """Return the placement that *text* describes.

    Raises:
        PositionError: rows, cells, towers or numbers of pieces are not as they must be.
    """
    rows, drawn = text.split("/"), rules.board.rows
    if len(rows) != len(drawn):
        raise PositionError(
            "expected {wanted} rows in position text, got {count}: {text}",
            wanted=len(drawn),
            count=len(rows),
            text=shown(text),
        )
    towers: list[Tower] = []
    for number, (row, dots) in enumerate(zip(rows, drawn, strict=True), 1):
        # Sites count from the nearest row, which comes last.
        towers[:0] = _row_towers(rules, row, number, dots.count("o"))
    placement = sum(tower * unit for tower, unit in zip(towers, rules.units, strict=True))
    for kind, total, lack in zip(rules.kinds, rules.totals, rules.missing(placement), strict=True):
        if lack < 0:
            name = tower_text([kind])
            raise PositionError(
                "expected at most {total} pieces {name}, got {count}",
                total=total,
                name=name,
                count=total - lack,
            )
    return placement


def _row_towers(rules: TowerRules, row: str, number: int, dots: int) -> list[Tower]:
    towers: list[Tower] = []
    at = 0
    while at < len(row):
        cell = _CELL.match(row, at)
        if cell is None or len(towers) == dots:
            raise PositionError(
                "expected {dots} dots in row {number}, each '.', '3w' or '(3w2b)', "
                "got {row} at character {at}",
                dots=dots,
                number=number,
                row=shown(row),
                at=at + 1,
            )
        towers.append(0 if cell[0] == "." else _tower_of(rules, cell[0]))
        at = cell.end()
    if len(towers) != dots:
        raise PositionError(
            "expected {dots} dots in row {number}, got {count}: {row}",
            dots=dots,
            number=number,
            count=len(towers),
            row=shown(row),
        )
    return towers


def _tower_of(rules: TowerRules, cell: str) -> Tower:
    tower = 0
    below = rules.sizes[-1] + 1
    for size, letter in _PIECE.findall(cell):
        value = int(size)
        if value not in rules.sizes:
            sizes = ", ".join(str(size) for size in rules.sizes)
            raise PositionError(
                "expected a size of {sizes}, got {value!r} in {cell}",
                sizes=sizes,
                value=value,
                cell=shown(cell),
            )
        if value >= below:
            raise PositionError(
                "expected sizes falling from the bottom, got {cell}", cell=shown(cell)
            )
        tower |= 1 << rules.bit_of(Piece(SIDE_LETTERS.index(letter), value))
        below = value
    return tower


# Routes.


def route_text(board: Board, sites: Sequence[Site], knocks: Iterable[bool]) -> str:
    """Return a route over *sites* as ``d3xd5-e6``, with an ``x`` where an arrival *knocks*."""
    names = board.names
    legs = zip(sites[1:], knocks, strict=True)
    return names[sites[0]] + "".join(("x" if k else "-") + names[site] for site, k in legs)


def canonical_moves(board: Board, routes: TowerRoutes) -> list[Move]:
    """Return the canonical route of every placement in *routes*, in order of discovery."""
    lifts = routes.entries.count(-1)
    # Plain pairs and texts put together at once: there are thousands in a ply.
    legs = [(f"-{name}", f"x{name}") for name in board.names]
    prefixes: list[tuple[str, tuple[Site, ...]]] = [
        (board.names[site], (site,)) for site in routes.sites[:lifts]
    ]
    for origin, site, is_knock in routes.told(routes.entries[lifts:]):
        text, sites = prefixes[origin]
        prefixes.append((text + legs[site][is_knock], (*sites, site)))
    moves = []
    for origin, site, is_knock in routes.told(routes.arrivals):
        text, sites = prefixes[origin]
        moves.append(Move(text + legs[site][is_knock], (*sites, site)))
    return moves


def canonical_move(board: Board, routes: TowerRoutes, arrival: int) -> Move:
    """Return the canonical route that ends with *arrival*, one of *routes*, alone."""
    sites: list[Site] = []
    knocks: list[bool] = []
    origin = -1
    while arrival >= 0:
        ((origin, site, is_knock),) = routes.told([arrival])
        sites.append(site)
        knocks.append(is_knock)
        arrival = routes.entries[origin]
    sites.append(routes.sites[origin])
    return Move(route_text(board, sites[::-1], knocks[::-1]), tuple(sites[::-1]))


def parse_route(board: Board, text: str) -> tuple[list[Site], list[bool]]:
    """Return the sites of the route that *text* notates, and for each arrival if it knocks.

    Raises:
        NotationError: *text* is no route of legs between dots of *board*.
    """
    if len(text) > LONGEST_ROUTE:
        raise NotationError(
            "expected a move of at most {longest_route} characters, got {count}: {text}",
            longest_route=LONGEST_ROUTE,
            count=len(text),
            text=shown(text),
        )
    site_of = {name: site for site, name in enumerate(board.names)}
    sites: list[Site] = []
    marks: list[str] = []
    at = 0
    while at < len(text):
        dot = _DOT.match(text, at)
        if dot is None or bool(dot[1]) != bool(sites) or dot[2] not in site_of:
            raise NotationError(
                "expected a move such as 'b1-c2' or 'd3xd5-e6' on the dots of {board!r}, "
                "got {text} at character {at}",
                board=board.name,
                text=shown(text),
                at=at + 1,
            )
        sites.append(site_of[dot[2]])
        marks.append(dot[1])
        at = dot.end()
    if len(sites) < 2:
        raise NotationError(
            "expected a move such as 'b1-c2' or 'pass', got {text}", text=shown(text)
        )
    return sites, [mark == "x" for mark in marks[1:]]
