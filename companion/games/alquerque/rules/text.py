"""Alquerque as text: positions such as ``bbbbb/bbbbb/bb.ww/wwwww/wwwww w`` and moves.

A position text gives the rows of the board, the farthest first, with ``w``,
``b`` and ``.`` for the points; then the side to move; then ``name=value`` for
everything that is not as at the start: ``quiet=3``, ``offenders=d4,e4``,
``visited=c3:c2.b2,d4:d5`` (piece, then the other points on which it has stood),
and the options.
"""

from __future__ import annotations

import re

from companion.contract import Board, Game, Move, Side, Site
from companion.contract.texts import cells_of, count_of, option_words, parts_of, rows_text
from companion.errors import NotationError, PositionError
from companion.games.alquerque.rules.kernel.state import (
    AlquerqueRules,
    AlquerqueState,
    Sites,
    rules_for,
    sites_of,
    unmoved,
)

_MOVE = re.compile(
    r"huff[ :](?P<huffed>[a-z]\d+)"
    r"|(?P<start>[a-z]\d+)(?:-(?P<end>[a-z]\d+)|(?P<hops>(?:x[a-z]\d+)+))",
    re.ASCII,
)


def huff_text(board: Board, site: Site) -> str:
    """Return the notation of the huff on *site*."""
    return f"huff {board.name_of(site)}"


def route_text(board: Board, touches: tuple[Site, ...], *, is_capture: bool) -> str:
    """Return the notation of a step or of a capture along *touches*."""
    return ("x" if is_capture else "-").join(board.name_of(site) for site in touches)


def move_of(board: Board, touches: tuple[Site, ...]) -> Move:
    """Return the huff, the step or the capture that *touches* make."""
    if len(touches) == 1:
        return Move(huff_text(board, touches[0]), touches)
    is_capture = touches[1] not in board.neighbors[touches[0]]
    return Move(route_text(board, touches, is_capture=is_capture), touches)


def touches_from_text(board: Board, text: str) -> tuple[tuple[Site, ...], str]:
    """Return the touches that a move text names, and the text as the notation writes it.

    Raises:
        NotationError: *text* is no move text, or names a point that the board lacks.
    """
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            "expected a move such as c2-c3, c4xc2 or huff d4, got {text!r}", text=text
        )
    if match["huffed"]:
        site = _move_site(board, match["huffed"], text)
        return (site,), huff_text(board, site)
    names = match["hops"][1:].split("x") if match["hops"] else [match["end"]]
    touches = tuple(_move_site(board, name, text) for name in (match["start"], *names))
    return touches, route_text(board, touches, is_capture=match["hops"] is not None)


def _move_site(board: Board, name: str, text: str) -> Site:
    if name not in board.names:
        raise NotationError(
            "expected points of board {board} in a move, got {text!r}", board=board.name, text=text
        )
    return board.site_of(name)


def text_of(game: Game, rules: AlquerqueRules, state: AlquerqueState) -> str:
    """Return the text of *state*, with the options that differ from the defaults."""
    cells = dict.fromkeys(sites_of(state.white), "w") | dict.fromkeys(sites_of(state.black), "b")
    words = [rows_text(rules.board, cells), "wb"[state.side]]
    if state.quiet:
        words.append(f"quiet={state.quiet}")
    if state.offenders:
        words.append("offenders=" + _names(rules.board, state.offenders, ","))
    if state.visited != unmoved(rules, state.white | state.black):
        words.append("visited=" + _visited_text(rules.board, state.visited))
    return " ".join([*words, *option_words(game, rules.options)])


def _names(board: Board, sites: Sites, separator: str) -> str:
    return separator.join(board.names[site] for site in sites_of(sites))


def _visited_text(board: Board, visited: tuple[Sites, ...]) -> str:
    return ",".join(
        f"{board.names[site]}:{_names(board, others, '.')}"
        for site, points in enumerate(visited)
        if (others := points & ~(1 << site))
    )


def rules_and_state(game: Game, board: Board, text: str) -> tuple[AlquerqueRules, AlquerqueState]:
    """Return what *text* describes.

    Raises:
        PositionError: *text* is not a position of Alquerque on *board*.
    """
    # Blanks may come as they like.
    parts = parts_of(game, " ".join(text.split()), "wb", ("quiet", "offenders", "visited"))
    rules = rules_for(board, parts.options)
    return rules, _state(rules, parts.rows, parts.side, parts.fields)


def _state(rules: AlquerqueRules, rows: str, side: Side, fields: dict[str, str]) -> AlquerqueState:
    white, black = _pieces(rules, rows)
    enemy = white if side else black
    offenders = 0
    if "offenders" in fields:
        if not rules.huffing:
            raise PositionError("expected offenders only with huffing=on in position text")
        offenders = _set_of(rules.board, fields["offenders"], ",", "offenders", enemy)
    visited = unmoved(rules, white | black)
    if "visited" in fields:
        if not rules.no_return:
            raise PositionError("expected visited only with no_return=on in position text")
        visited = _visited(rules.board, fields["visited"], visited)
    quiet = count_of(fields, "quiet", rules.quiet_limit)
    return AlquerqueState(white, black, side, quiet, offenders, visited)


def _pieces(rules: AlquerqueRules, text: str) -> tuple[Sites, Sites]:
    cells = cells_of(rules.board, text, "wb")
    white, black = (
        sum(1 << site for site, cell in cells.items() if cell == letter) for letter in "wb"
    )
    for name, pieces, full in zip(("white", "black"), (white, black), rules.full, strict=True):
        if pieces.bit_count() > full.bit_count():
            raise PositionError(
                "expected at most {most} {name} pieces, got {count!r}",
                most=full.bit_count(),
                name=name,
                count=pieces.bit_count(),
            )
    if not white | black:
        raise PositionError(
            "expected at least one piece in position text, got {text!r}", text=text
        )
    return white, black


def _set_of(board: Board, text: str, separator: str, field: str, allowed: Sites) -> Sites:
    sites = 0
    for name in text.split(separator):
        bit = 1 << board.site_of(name) if name in board.names else 0
        if not bit & allowed or bit & sites:
            raise PositionError(
                "expected {field} as fitting points, each once, got {name!r}",
                field=field,
                name=name,
            )
        sites |= bit
    return sites


def _visited(board: Board, text: str, unmoved_points: tuple[Sites, ...]) -> tuple[Sites, ...]:
    visited = list(unmoved_points)
    for entry in text.split(","):
        name, _, points = entry.partition(":")
        site = board.site_of(name) if name in board.names else -1
        if site < 0 or visited[site] != 1 << site:
            raise PositionError(
                "expected visited as piece:points, each once, got {entry!r}", entry=entry
            )
        others = (1 << len(board)) - 1 ^ 1 << site
        visited[site] |= _set_of(board, points, ".", "visited", others)
    return tuple(visited)
