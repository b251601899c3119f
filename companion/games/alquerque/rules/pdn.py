"""Alquerque as PDN, the notation of draughts programs, derived from the PGN of chess.

Source: Portable Draughts Notation 3.0. Points are told by letter and number, as it allows
beside numbers. Reading: PDN has no number for Alquerque among its types of game, so the tag
``Variant`` names it, as in PGN. It has no huff either: one is written ``huff:d4``, as on the
command line. What PDN has no tag for stands in tags of our own, which others pass over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.contract.notation import Notation, NotedGame, NotedPly
from companion.errors import NotationError

VARIANT: Final = "alquerque"
UNKNOWN: Final = "?"
NO_DATE: Final = "????.??.??"
RESULTS: Final = {
    "White wins": "1-0", "Black wins": "0-1", "draw": "1/2-1/2", "unfinished": "*",
}  # fmt: skip
OWN: Final = {
    "Seed": "Seed", "Board": "Board", "Shows": "Shows", "Position": "Position",
    "Reason": "Termination",
}  # fmt: skip
"""Headers of a record and the tags that they become."""

_STARTED = re.compile(r"(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)", re.ASCII)
_DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)", re.ASCII)
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]', re.ASCII)
_VARIANT = re.compile(rf'^\[Variant "{VARIANT}"\]', re.MULTILINE | re.IGNORECASE)
_WORD = re.compile(
    r"(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<number>\d+\.+)|(?P<aside>\$\d+)"
    r"|(?P<end>1-0|0-1|1/2-1/2|\*)(?!\S)|(?P<move>[a-z][a-z0-9:-]*[!?]*)",
    re.ASCII,
)
_FEN = re.compile(r"(?P<side>[WB]):W(?P<white>[a-z0-9,]*):B(?P<black>[a-z0-9,]*)\.?", re.ASCII)


def is_of(text: str) -> bool:
    """Return whether *text* has the tag that names the game."""
    return _VARIANT.search(text) is not None


def written(noted: NotedGame) -> str:
    """Return *noted* as PDN: tags, an empty line, a line for each move of White."""
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in _tags_of(noted)]
    result = RESULTS.get(noted.headers.get("Result", ""), "*")
    comment = noted.headers.get("Comment", "")
    opening = [_comment(comment)] if comment else []
    return "\n".join([*lines, "", *opening, *_move_lines(noted.plies), result]) + "\n"


def read(text: str) -> NotedGame:
    """Return the game that *text* tells; what its tags leave out is left out.

    Raises:
        NotationError: naming the line.
    """
    text = text.replace("\r\n", "\n")
    tags, rest = _read_tags(text)
    opening, plies = _read_moves(rest, text.count("\n", 0, len(text) - len(rest)) + 1)
    headers = _headers_of(tags)
    if opening:
        headers["Comment"] = opening
    words = tags.get("Options", "").split()
    return NotedGame(headers, dict(word.partition("=")[::2] for word in words), plies)


PDN: Final = Notation(".pdn", is_of, written, read)


def _tags_of(noted: NotedGame) -> Iterator[tuple[str, str]]:
    headers = noted.headers
    started = _STARTED.fullmatch(headers.get("Started", ""))
    players = [name.strip() for name in headers.get("Players", "").split(",")]
    white, black = players if len(players) == 2 else (UNKNOWN, UNKNOWN)
    yield "Event", headers.get("Title", UNKNOWN)
    yield "Site", UNKNOWN
    yield "Date", ".".join(started.group(1, 2, 3)) if started else NO_DATE
    yield "Round", UNKNOWN
    yield "White", white
    yield "Black", black
    yield "Result", RESULTS.get(headers.get("Result", ""), "*")
    yield "Variant", VARIANT
    if started:
        yield "Time", started[4]
    elif headers.get("Started"):
        yield "Started", headers["Started"]
    if headers.get("Position"):
        yield "SetUp", "1"
        yield "FEN", _fen(headers["Position"])
    yield "Options", " ".join(f"{name}={value}" for name, value in noted.options.items())
    for header, tag in OWN.items():
        if headers.get(header):
            yield tag, headers[header]


def _headers_of(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of a record that *tags* stand for."""
    headers = {header: tags[tag] for header, tag in OWN.items() if tag in tags}
    if tags.get("Event", UNKNOWN) != UNKNOWN:
        headers["Title"] = tags["Event"]
    date = _DATE.fullmatch(tags.get("Date", ""))
    if "Started" in tags:
        headers["Started"] = tags["Started"]
    elif date:
        headers["Started"] = " ".join(["-".join(date.groups()), tags.get("Time", "00:00:00")])
    sides = (tags.get("White", UNKNOWN), tags.get("Black", UNKNOWN))
    if sides != (UNKNOWN, UNKNOWN):
        headers["Players"] = ", ".join(name.replace(",", " ") for name in sides)
    if "FEN" in tags and "Position" not in tags:
        headers["Position"] = _position(tags["FEN"])
    ends = {tag: result for result, tag in RESULTS.items()}
    if "Result" in tags:
        headers["Result"] = ends.get(tags["Result"], tags["Result"])
    return headers


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


def _position(fen: str) -> str:
    """Return the text of the position that *fen* tells, on the board of five by five."""
    parsed = _FEN.fullmatch(fen)
    if parsed is None:
        raise NotationError(f"expected FEN such as W:Wa1,b1:Ba5, got {fen[:60]!r}")
    at = {name: piece for piece in ("white", "black") for name in parsed[piece].split(",") if name}
    files, ranks = "abcde", "54321"
    known = {file + rank for file in files for rank in ranks}
    if not set(at) <= known:
        wrong = min(set(at) - known)
        raise NotationError(f"expected points a1 to e5 in FEN, got {wrong!r}")
    rows = ("".join(at.get(file + rank, ".")[0] for file in files) for rank in ranks)
    return f"{'/'.join(rows)} {parsed['side'].lower()}"


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


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _read_tags(text: str) -> tuple[dict[str, str], str]:
    """Return the tags of *text*, and all that follows them."""
    tags: dict[str, str] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if not line.startswith("["):
            return tags, "\n".join(lines[number - 1 :])
        parsed = _TAG.fullmatch(line.strip())
        if parsed is None or parsed[1] in tags:
            raise NotationError(
                f'line {number}: expected a tag such as [White "person"], each once, '
                f"got {line[:60]!r}"
            )
        tags[parsed[1]] = re.sub(r"\\(.)", r"\1", parsed[2])
    return tags, ""


def _read_moves(text: str, first_line: int) -> tuple[str, tuple[NotedPly, ...]]:
    """Return the comment before the moves, and the plies with theirs."""
    opening, plies, at, has_ended = "", list[NotedPly](), 0, False
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        word = _WORD.match(text, at)
        if word is None or has_ended:
            line = first_line + text.count("\n", 0, at)
            got = text[at : at + 20].split("\n")[0]
            wanted = "nothing after the result" if has_ended else "a move such as c2-c3 or c4xc2"
            raise NotationError(f"line {line}: expected {wanted}, got {got!r}")
        at, has_ended = word.end(), word["end"] is not None
        if word["comment"]:
            inner = word["comment"][1:].removesuffix("}" if text[word.start()] == "{" else "\n")
            comment = inner.replace("\n", " ").strip()
            if not plies:
                opening = f"{opening} {comment}".strip()
            else:
                both = f"{plies[-1].comment} {comment}".strip()
                plies[-1] = plies[-1]._replace(comment=both)
        elif word["move"]:
            plies.append(NotedPly(word["move"].rstrip("!?").replace(":", " ")))
    return opening, tuple(plies)
