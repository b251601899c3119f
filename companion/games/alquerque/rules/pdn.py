"""Alquerque as PDN, the notation of draughts programs, derived from the PGN of chess.

Source: Portable Draughts Notation 3.0. Points are told by letter and number, as it allows
beside numbers. Reading: PDN has no number for Alquerque among its types of game, so the tag
``Variant`` names it, as in PGN. It has no huff either: one is written ``huff:d4``, as on the
command line. What PDN has no tag for stands in tags of our own, which others pass over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from companion.contract.notation import Notation, NotedGame, NotedPly
from companion.games.alquerque.rules.pdn_reading import (
    OWN,
    POINT_OF,
    UNKNOWN,
    VARIANT,
    escaped,
    is_of,
    names_of,
    read,
    spans,
)

RESULTS: Final = {
    "White wins": "1-0", "Black wins": "0-1", "draw": "1/2-1/2", "unfinished": "*",
}  # fmt: skip

_STARTED = re.compile(r"(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)", re.ASCII)
_PART = re.compile(r"(\d{4})(?:-(\d\d))?", re.ASCII)


def written(noted: NotedGame) -> str:
    """Return *noted* as PDN: tags, an empty line, a line for each move of White."""
    lines = [f'[{name} "{escaped(text)}"]' for name, text in _tags_of(noted)]
    result = RESULTS.get(noted.headers.get("Result", ""), "*")
    comment = noted.headers.get("Comment", "")
    opening = [_comment(comment)] if comment else []
    return "\n".join([*lines, "", *opening, *_move_lines(noted.plies), result]) + "\n"


def shortened(move: str) -> str:
    """Return *move* as PDN writes it where that is clear: where it begins, and where it ends."""
    points = POINT_OF.findall(move)
    return f"{points[0]}x{points[-1]}" if "x" in move else move


PDN: Final = Notation(
    ".pdn",
    is_of,
    written,
    read,
    sign=f'[Variant "{VARIANT}"]',
    names_of=names_of,
    spans=spans,
    shortened=shortened,
)


def _tags_of(noted: NotedGame) -> Iterator[tuple[str, str]]:
    headers = noted.headers
    started = _STARTED.fullmatch(headers.get("Started", ""))
    players = [name.strip() for name in headers.get("Players", "").split(",")]
    white, black = players if len(players) == 2 else (UNKNOWN, UNKNOWN)
    yield "Event", headers.get("Title", UNKNOWN)
    yield "Site", UNKNOWN
    partly = _PART.fullmatch(headers.get("Started", ""))
    day = started.group(1, 2, 3) if started else ("????", "??", "??")
    if partly:
        day = (partly[1], partly[2] or "??", "??")
    yield "Date", ".".join(day)
    yield "Round", UNKNOWN
    yield "White", white
    yield "Black", black
    yield "Result", RESULTS.get(headers.get("Result", ""), "*")
    yield "Variant", VARIANT
    if started:
        yield "Time", started[4]
    elif headers.get("Started") and not partly:
        yield "Started", headers["Started"]
    if headers.get("Position"):
        yield "SetUp", "1"
        yield "FEN", _fen(headers["Position"])
    yield "Options", " ".join(f"{name}={value}" for name, value in noted.options.items())
    for header, tag in OWN.items():
        if headers.get(header):
            yield tag, headers[header]


def _fen(position: str) -> str:
    """Return rows and side of the text of a position as PDN has them."""
    rows, side, *_ = position.split()
    points: dict[str, list[str]] = {"w": [], "b": []}
    ranks = rows.split("/")
    for number, row in enumerate(ranks):
        for file, piece in enumerate(row):
            if piece in points:
                points[piece].append(f"{chr(ord('a') + file)}{len(ranks) - number}")
    return f"{side.upper()}:W{','.join(points['w'])}:B{','.join(points['b'])}"


def _move_lines(plies: Iterable[NotedPly]) -> list[str]:
    """Return a line for each move of White with what Black answers; comments have their own."""
    lines: list[str] = []
    number, is_open = 0, False
    for ply in plies:
        move = ply.text.replace(" ", ":")
        if ply.side == 0:
            number += 1
            lines.append(f"{number}. {move}")
        elif is_open:
            lines[-1] += f" {move}"
        else:
            lines.append(f"{max(number, 1)}... {move}")
        if ply.comment:
            lines.append(_comment(ply.comment))
        is_open = ply.side == 0 and not ply.comment
    return lines


def _comment(text: str) -> str:
    """Return *text* in braces or, where it has one itself, up to the end of the line."""
    return f"; {text}" if "}" in text else f"{{{text}}}"
