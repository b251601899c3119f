"""Querni as text: positions and moves.

A position text gives the rows of the board, the farthest first and separated by
``/``; in a row one cell for each square, separated by commas: ``4b`` for blue's
tile 4, ``16p`` for pink's tile 16, ``.`` for none.  Then the side to move, ``b`` or
``p``; then ``name=value`` for everything that is not as at the start: ``quiet=3``
(plies in a row without a removal) and the options.
"""

from __future__ import annotations

import re

from companion.contract import Board, Game, Side, Site
from companion.contract.texts import count_of, option_words, parts_of, rows_text, shown
from companion.errors import NotationError, PositionError
from companion.games.querni.rules.kernel.chains import TILES, Chain
from companion.games.querni.rules.kernel.moving import Route
from companion.games.querni.rules.kernel.state import (
    QuerniRules,
    QuerniState,
    Tiles,
    placement,
    rules_for,
    tiles_at,
)

SIDE_LETTERS = "bp"
PASS_TEXT = "pass"

LONGEST_TEXT = 2**14
"""Characters of a text that are read: no route on the largest board needs more."""

_ROUTE = r"(?P<start>[a-z]\d{1,2})(?:-(?P<end>[a-z]\d{1,2})|(?P<jumps>(?:\^[a-z]\d{1,2})+))"
_CHAIN = r"\[(?P<first>[1-9]\d?)-(?P<last>[1-9]\d?)\]"
_MOVE = re.compile(rf"(?:{_ROUTE})?(?:{_CHAIN})?", re.ASCII)
_CELL = re.compile(rf"([1-9]\d?)([{SIDE_LETTERS}])", re.ASCII)

# Moves


def route_text(board: Board, route: Route) -> str:
    """Return the notation of a step, ``c2-d3``, or of jumps, ``c2^c4^e6``."""
    is_step = route[1] in board.neighbors[route[0]]
    return ("-" if is_step else "^").join([board.names[site] for site in route])


def chain_text(chain: Chain) -> str:
    """Return the notation of a removal: ``[4-6]``."""
    return f"[{chain[0]}-{chain[1]}]"


def move_from_text(board: Board, text: str) -> tuple[Route, Chain | None]:
    """Return what a move text other than ``pass`` names: a route, a chain, or one of the two.

    Raises:
        NotationError: *text* is no move text, or names a square that the board lacks.
    """
    match = _MOVE.fullmatch(text) if 0 < len(text) <= LONGEST_TEXT else None
    if match is None:
        raise NotationError(
            "expected a move such as c2-d3, c2^c4^e6, [4-6], c2-d3[4-6] or pass, got {text}",
            text=shown(text),
        )
    return _route(board, match, text), _chain(match, text)


def _route(board: Board, match: re.Match[str], text: str) -> Route:
    if match["start"] is None:
        return ()
    names = match["jumps"][1:].split("^") if match["jumps"] else [match["end"]]
    known = {name: site for site, name in enumerate(board.names)}
    for name in (match["start"], *names):
        if name not in known:
            raise NotationError(
                "expected squares of board {board} in a move, got {name!r} in {text}",
                board=board.name,
                name=name,
                text=shown(text),
            )
    return tuple(known[name] for name in (match["start"], *names))


def _chain(match: re.Match[str], text: str) -> Chain | None:
    if match["first"] is None:
        return None
    first, last = int(match["first"]), int(match["last"])
    if not first < last <= TILES:
        raise NotationError(
            "expected a chain of rising numbers up to {tiles}, got {text}",
            tiles=TILES,
            text=shown(text),
        )
    return first, last


# Positions


def text_of(game: Game, rules: QuerniRules, state: QuerniState) -> str:
    """Return the text of *state*, with the options that differ from the defaults."""
    cells = {
        site: f"{tile.value}{SIDE_LETTERS[tile.side]}"
        for site, (tile,) in placement(rules, state.tiles).items()
    }
    words = [rows_text(rules.board, cells, ","), SIDE_LETTERS[state.side]]
    if state.quiet:
        words.append(f"quiet={state.quiet}")
    return " ".join([*words, *option_words(game, rules.options)])


def rules_and_state(game: Game, board: Board, text: str) -> tuple[QuerniRules, QuerniState]:
    """Return what *text* describes.

    Raises:
        PositionError: *text* is not a position of Querni on *board*.
    """
    parts = parts_of(game, text, SIDE_LETTERS, ("quiet",))
    rules = rules_for(board, parts.options)
    quiet = count_of(parts.fields, "quiet", rules.draw_after)
    return rules, QuerniState(_tiles(rules, parts.rows), parts.side, quiet)


def _tiles(rules: QuerniRules, text: str) -> tuple[Tiles, Tiles]:
    rows, drawn = text.split("/"), rules.board.rows
    if len(rows) != len(drawn):
        raise PositionError(
            "expected {wanted} rows in position text, got {count}: {text}",
            wanted=len(drawn),
            count=len(rows),
            text=shown(text),
        )
    cells: list[str] = []
    for row, squares in zip(reversed(rows), reversed(drawn), strict=True):
        words = row.split(",") if "o" in squares else []
        if len(words) != squares.count("o") or (not words and row):
            raise PositionError(
                "expected a row of {count} cells in position text, got {row}",
                count=squares.count("o"),
                row=shown(row),
            )
        cells += words
    sites: tuple[dict[int, Site], dict[int, Site]] = ({}, {})
    for site, cell in enumerate(cells):
        if cell != ".":
            side, number = _tile(cell)
            if number in sites[side]:
                raise PositionError(
                    "expected tile {cell!r} once in position text, got it twice", cell=cell
                )
            sites[side][number] = site
    if not sites[0] and not sites[1]:
        raise PositionError(
            "expected at least one tile in position text, got {text}", text=shown(text)
        )
    return tiles_at(rules, sites[0]), tiles_at(rules, sites[1])


def _tile(cell: str) -> tuple[Side, int]:
    match = _CELL.fullmatch(cell)
    if match is None or int(match[1]) > TILES:
        raise PositionError(
            "expected '.' or a tile such as 4b or {tiles}p in position text, got {cell}",
            tiles=TILES,
            cell=shown(cell),
        )
    return SIDE_LETTERS.index(match[2]), int(match[1])
