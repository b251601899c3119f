"""Alquerque as PDN, the notation of draughts programs, derived from the PGN of chess.

Source: Portable Draughts Notation 3.0, and its grammar for reading what others have written.
Points are told by letter and number, as it allows beside numbers. Reading: PDN has no number
for Alquerque among its types of game, so the tag ``Variant`` names it, as in PGN. It has no
huff either: one is written ``huff:d4``, as on the command line. What PDN has no tag for stands
in tags of our own, which others pass over; what a record has no place for becomes a comment:
variations, signs such as ``!?`` and lines that begin with ``%``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from companion.contract.notation import Notation, NotedGame, NotedPly
from companion.errors import Message, NotationError, at_line

VARIANT: Final = "alquerque"
UNKNOWN: Final = "?"
ENDS: Final = {
    "1-0": "White wins", "2-0": "White wins", "0-1": "Black wins", "0-2": "Black wins",
    "1/2-1/2": "draw", "1/2": "draw", "1-1": "draw", "\N{VULGAR FRACTION ONE HALF}": "draw",
    "*": "unfinished", "-": "unfinished", "?": "unfinished", "": "unfinished",
}  # fmt: skip
"""What results mean, those of chess and those of draughts."""

OWN: Final = {
    "Seed": "Seed", "Board": "Board", "Shows": "Shows", "Position": "Position",
    "Reason": "Termination",
}  # fmt: skip
"""Headers of a record and the tags that they become."""

TAGS: Final = (
    "Event", "Date", "Time", "Started", "White", "Black", "Result", "Variant", "SetUp", "FEN",
    "Options", *OWN.values(),
)  # fmt: skip
"""The tags that a record has a place for."""

OWN_NOTES: Final = ("[hint]", "[clock ")
"""What a record notes of a ply before its comment."""

GLYPHS: Final = ("", "!", "?", "!!", "??", "!?", "?!")
"""Numeric glyphs that have a sign."""

_DATE = re.compile(r"(\d{4})[./-](\d\d|\?\?)[./-](\d\d|\?\?)", re.ASCII)
_DAY_FIRST = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})", re.ASCII)

_SHOWN = 20
_BODY = ("move", "variation", "end")
_DASHES = "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
_POINT = r"[a-z]\d{1,2}"
_BETWEEN = rf"[ \t]*[{_DASHES}x:\N{{MULTIPLICATION SIGN}}][ \t]*"
_TOKEN = re.compile(
    rf"""
    (?P<blank>\s+)
    |(?P<comment>\{{[^}}]*\}}|[;%][^\n]*)
    |(?P<tag>\[\s*(?P<name>[a-z]\w*)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    |(?P<sign>\([!?]+\)|[!?]+|\$[ ]?\d+|\+/?[{_DASHES}=]|[{_DASHES}=]/?\+|[\u2190-\u2bff\u00b1=]+)
    |(?P<end>(?:1/2(?:-1/2)?|\u00bd(?:-\u00bd)?|[012]-[012]|\*|-)(?=[\s{{;%(\[]|$))
    |(?P<number>\d+(?=[\s.)\u2026]|{_POINT})[.)\u2026]*|[.\u2026]+)
    |(?P<move>(?:huff[ :]?{_POINT}|{_POINT}(?:(?:{_BETWEEN})?{_POINT})+)(?!\w))
    |(?P<variation>\()
    """,
    re.VERBOSE | re.IGNORECASE,
)
_IN_VARIATION = re.compile(r"\{[^}]*\}|[;%][^\n]*|[()]")
_FEN = re.compile(r"([WB])\s*:\s*([WB])([^:]*):\s*([WB])([^:.]*)\.?", re.IGNORECASE)
POINT_OF = re.compile(_POINT)

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


class PdnToken(NamedTuple):
    """A piece of a text: what it is, from where to where, and in which line it begins."""

    kind: str
    start: int
    end: int
    line: int
    text: str
    name: str = ""


def is_of(text: str) -> bool:
    """Return whether *text* has the tag that names the game."""
    return any(_is_variant(token) for token in _tokens(text))


def _is_variant(token: PdnToken) -> bool:
    return token.name == "Variant" and token.text.strip().lower() == VARIANT


def names_of(text: str) -> str:
    """Return what *text*, which is not of this game, says that it is of."""
    for token in _tokens(text):
        if token.name in ("Variant", "GameType"):
            return f'[{token.name} "{token.text[:40]}"]'
    return "neither that tag nor GameType"


def spans(text: str) -> list[tuple[int, int]]:
    """Return from where to where each game in *text* goes: tags after moves begin another."""
    games: list[list[PdnToken]] = [[]]
    for token in _tokens(text):
        game = games[-1]
        if token.kind == "tag" and any(each.kind in _BODY for each in game):
            # What stands below the result belongs to the tags that follow.
            end = max((each.line for each in game if each.kind == "end"), default=token.line)
            lead = len(game)
            while game[lead - 1].kind == "comment" and game[lead - 1].line > end:
                lead -= 1
            games.append(game[lead:])
            del game[lead:]
        games[-1].append(token)
    return [(game[0].start, game[-1].end) for game in games if game]


def read(text: str) -> NotedGame:
    """Return the game that *text* tells; what its tags leave out is left out.

    Raises:
        NotationError: naming the line.
    """
    reading = _PartialGame()
    for token in _tokens(text):
        reading.take(token)
    return reading.noted()


def _headers_of(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of a record that *tags* stand for, without result and position."""
    headers = {header: tags[tag] for header, tag in OWN.items() if tag in tags}
    if tags.get("Event", UNKNOWN) not in ("", UNKNOWN):
        headers["Title"] = tags["Event"]
    started = tags.get("Started") or _started(tags.get("Date", ""), tags.get("Time", ""))
    if started:
        headers["Started"] = started
    sides = [tags.get(color) or UNKNOWN for color in ("White", "Black")]
    if sides != [UNKNOWN, UNKNOWN]:
        # Records separate two names by a comma.
        headers["Players"] = ", ".join(" ".join(each.replace(",", " ").split()) for each in sides)
    return headers


def _started(date: str, time: str) -> str:
    """Return when the game began, as far as *date* and *time* say; another text as it is."""
    if first := _DAY_FIRST.fullmatch(date):
        date = f"{first[3]}.{int(first[2]):02}.{int(first[1]):02}"
    parsed = _DATE.fullmatch(date)
    if parsed is None:
        return "" if set(date) <= {"?", "."} else date
    if UNKNOWN in parsed[3]:
        return parsed[1] if UNKNOWN in parsed[2] else f"{parsed[1]}-{parsed[2]}"
    return f"{'-'.join(parsed.groups())} {time or '00:00:00'}"


def _position(fen: str) -> str:
    """Return the text of the position that *fen* tells, on the board of five by five."""
    parsed = _FEN.fullmatch(fen.strip())
    if parsed is None or parsed[2].lower() == parsed[4].lower():
        raise NotationError("expected FEN such as W:Wa1,b1:Ba5, got {fen!r}", fen=fen[:60])
    at: dict[str, str] = {}
    files, ranks = "abcde", "54321"
    known = {file + rank for file in files for rank in ranks}
    for color, names in ((parsed[2], parsed[3]), (parsed[4], parsed[5])):
        for name in filter(None, (name.strip().lower() for name in names.split(","))):
            if name not in known or name in at:
                wanted = Message("points a1 to e5")
                if name in at:
                    wanted = Message("each point once")
                raise NotationError(
                    "expected {wanted} in FEN, got {name!r}", wanted=wanted, name=name
                )
            at[name] = color.lower()
    rows = ("".join(at.get(file + rank, ".") for file in files) for rank in ranks)
    return f"{'/'.join(rows)} {parsed[1].lower()}"


def _tokens(text: str) -> Iterator[PdnToken]:
    """Yield what *text* is made of; where nothing is known begins one of the kind ``wrong``."""
    at, line, has_open, last_brace = 0, 1, False, text.rfind("}")
    while at < len(text):
        # Of braces that are never closed nobody looks for the end of each.
        is_open = text[at] == "{" and at > last_brace
        parsed = None if is_open else _TOKEN.match(text, at)
        kind = (parsed.lastgroup or "") if parsed else "wrong"
        end = parsed.end() if parsed else at + 1
        if kind == "variation":
            end = 0 if has_open else _end_of_variation(text, at)
            has_open = end == 0
            kind, end = ("variation", end) if end else ("wrong", at + 1)
        if parsed and kind == "tag":
            value = re.sub(r'\\(["\\])', r"\1", parsed["value"])
            yield PdnToken("tag", at, end, line, value, _tag_name(parsed["name"]))
        elif kind == "wrong":
            yield PdnToken("wrong", at, end, line, text[at : at + _SHOWN])
        elif kind != "blank":
            yield PdnToken(kind, at, end, line, text[at:end])
        line += text.count("\n", at, end)
        at = end


def _tag_name(name: str) -> str:
    """Return *name* as it is known, whatever its capitals."""
    return next((tag for tag in TAGS if tag.lower() == name.lower()), name)


def _end_of_variation(text: str, start: int) -> int:
    """Return where the parenthesis that opens at *start* is closed, or 0."""
    depth = 0
    for parsed in _IN_VARIATION.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(parsed[0], 0)
        if depth == 0:
            return parsed.end()
    return 0


class _PartialGame:
    """One game, as far as it has been read."""

    def __init__(self) -> None:
        self._tags: dict[str, PdnToken] = {}
        self._opening: list[str] = []
        self._plies: list[NotedPly] = []
        self._end: PdnToken | None = None

    def take(self, token: PdnToken) -> None:
        """Take the next token.

        Raises:
            NotationError: it is none, or not in its place.
        """
        if token.kind == "comment":
            self._comment(token.text[1 : -1 if token.text[0] == "{" else None])
        elif token.kind == "sign":
            self._sign(token.text)
        elif token.kind == "variation":
            self._comment(token.text)
        elif self._end is not None:
            raise _error(token, "nothing after the result")
        elif token.kind == "tag":
            self._tag(token)
        elif token.kind == "move":
            self._plies.append(NotedPly(_own(token.text), line=token.line))
        elif token.kind == "end":
            self._end = token
        elif token.kind == "wrong":
            wanted = Message("a move such as c2-c3 or c4xc2")
            if token.text.startswith("["):
                wanted = Message('a tag such as [White "person"]')
            elif token.text[0] in "({":
                wanted = Message("what is closed again after {sign}", sign=token.text[0])
            raise _error(token, wanted)

    def _tag(self, token: PdnToken) -> None:
        if token.name in self._tags or self._plies:
            wanted = Message("moves or a result")
            if token.name in self._tags:
                wanted = Message("each tag once")
            raise _error(token._replace(text=f'[{token.name} "{token.text}"]'), wanted)
        self._tags[token.name] = token

    def _comment(self, text: str) -> None:
        text = " ".join(text.split())
        if not self._plies:
            self._opening.append(text)
            return
        last = self._plies[-1]
        # What the program itself notes stands before all else.
        both = (text, last.comment) if text.startswith(OWN_NOTES) else (last.comment, text)
        self._plies[-1] = last._replace(comment=" ".join(filter(None, both)))

    def _sign(self, text: str) -> None:
        if text[0] == "$" and int(text[1:]) < len(GLYPHS):
            text = GLYPHS[int(text[1:])]
        text = text.strip("()")
        if not self._plies or self._plies[-1].comment != text:
            self._comment(text)

    def noted(self) -> NotedGame:
        """Return the game.

        Raises:
            NotationError: naming the line of a tag or result that says nothing.
        """
        tags = {name: token.text.strip() for name, token in self._tags.items()}
        headers = _headers_of(tags)
        result = self._result(tags)
        if result:
            headers["Result"] = result
        if "FEN" in tags and "Position" not in tags:
            try:
                headers["Position"] = _position(tags["FEN"])
            except NotationError as error:
                raise NotationError(at_line(self._tags["FEN"].line, error.message)) from error
        if any(self._opening):
            headers["Comment"] = " ".join(filter(None, self._opening))
        options = dict(word.partition("=")[::2] for word in tags.get("Options", "").split())
        known = {*TAGS} - ({"Time"} if not _DATE.fullmatch(tags.get("Date", "")) else set())
        unused = (
            f'[{name} "{escaped(text)}"]'
            for name, text in tags.items()
            if name not in known and text not in ("", UNKNOWN, "-")
        )
        return NotedGame(headers, options, tuple(self._plies), tuple(unused))

    def _result(self, tags: Mapping[str, str]) -> str:
        """Return the result, which the tag and the end of the moves have to agree on."""
        result = ""
        for token in filter(None, (self._tags.get("Result"), self._end)):
            text = _with_hyphens(token.text.strip()).replace("\u00bd-\u00bd", "\u00bd")
            if text not in ENDS:
                raise _error(token, Message("a result such as 1-0, 0-1, 1/2-1/2 or *"))
            if result in ("", "unfinished"):
                result = ENDS[text]
            elif ENDS[text] not in (result, "unfinished"):
                raise _error(
                    token, Message("the result of the tags, {result}", result=tags["Result"])
                )
        return result


def _error(token: PdnToken, wanted: str) -> NotationError:
    got = token.text.split("\n")[0][:_SHOWN]
    return NotationError(
        at_line(token.line, "expected {expected}, got {got!r}", expected=wanted, got=got)
    )


def _with_hyphens(text: str) -> str:
    return re.sub(f"[{_DASHES}]", "-", text)


def _own(move: str) -> str:
    """Return *move* as the command line has it."""
    move = "".join(_with_hyphens(move.lower()).split()).replace("\N{MULTIPLICATION SIGN}", "x")
    points = POINT_OF.findall(move)
    if move.startswith("huff"):
        return f"huff {points[0]}"
    between = "x" if "x" in move or ":" in move else "-"
    if move == "".join(points) and not _is_step(points[0], points[1]):
        between = "x"
    return between.join(points)


def _is_step(start: str, end: str) -> bool:
    across = abs(ord(start[0]) - ord(end[0]))
    return max(across, abs(int(start[1:]) - int(end[1:]))) == 1


def escaped(text: str) -> str:
    """Return *text* as it stands in quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


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
