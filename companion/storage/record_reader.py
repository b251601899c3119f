"""Reads game records, which anybody may have written: bounded, and with one kind of error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.contract import Game, OptionValue, Outcome, check_seed
from companion.errors import CompanionError, Message, RecordError, at_line, reason_of, unfit_sign
from companion.match.entries import COMMENT_LIMIT, PLAYER_COUNTS, clean_comment, clean_name
from companion.storage.disk import Disk
from companion.storage.record import (
    HEADERS_LIMIT,
    LINE_LIMIT,
    SIZE_LIMIT,
    TITLE,
    VERSION,
    FindGame,
    Record,
    RecordPly,
    parse_note,
)

_SHOWN = 40
VALUE_LIMIT = 200
_KEYS = (
    "Game", "Seed", "Board", "Title", "Shows", "Started", "Players", "Result", "Reason",
    "Position", "Comment",
)  # fmt: skip
_CODE = re.compile(r"[a-z]+(-[a-z]+)*", re.ASCII)
_PLY = re.compile(r"(\d{1,6})\. *([A-Z][a-z]*) +(\S.*)", re.ASCII)
_COMMON_NAMES = Game.side_names
"""Read in every game: once all records called the first player White."""


def read_record(
    path: Path, find_game: FindGame, disk: Disk | None = None, *, is_lenient: bool = False
) -> Record:
    """Return the record in the file at *path*; *find_game* returns the game of a name.

    With *is_lenient* a text that goes wrong after its headers is read up to there.

    Raises:
        RecordError: naming the file, and line and reason where the text is wrong.
    """
    try:
        data = (disk or Disk()).read(path, SIZE_LIMIT)
    except OSError as error:
        message = Message(
            "expected a readable record, got {path!r}: {error}",
            path=str(path),
            error=reason_of(error),
        )
        raise RecordError(message) from error
    try:
        return parse_record(data, find_game, is_lenient=is_lenient)
    except RecordError as error:
        raise RecordError("{path!r}: {error}", path=str(path), error=error) from error


def parse_record(data: bytes, find_game: FindGame, *, is_lenient: bool = False) -> Record:
    """Return the record that *data*, the bytes of a file, describes.

    With *is_lenient* plies are read up to the first fault, which the record then tells.

    Raises:
        RecordError: naming line and reason.
    """
    lines, fault = _lines_of(data)
    end = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    if fault and (not is_lenient or end == len(lines)):
        raise RecordError(fault)
    _check_title(lines[0])
    headers = _Headers(lines[1:end])
    game = headers.game(find_game)
    plies, clock, cut, wrong_ply = _plies(lines, end, game)
    if wrong_ply and not is_lenient:
        raise RecordError(wrong_ply)
    return replace(headers.record(plies, clock, game, wrong_ply or fault), cut=cut)


def _lines_of(data: bytes) -> tuple[list[str], str]:
    """Return the lines of *data* that can be read, at least one, and why not more."""
    fault = ""
    if len(data) > SIZE_LIMIT:
        line = data.count(b"\n", 0, SIZE_LIMIT) + 1
        fault = at_line(
            line,
            "expected a record of at most {size_limit} bytes, got more",
            size_limit=SIZE_LIMIT,
        )
        data = _whole_lines(data[:SIZE_LIMIT])
    try:
        # Editors on some systems begin a file with a byte order mark.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # What the decoder calls the start leaves out a byte order mark.
        start = len(data) - len(error.object) + error.start
        line = data.count(b"\n", 0, start) + 1
        fault = at_line(line, "expected UTF-8, got byte {byte:#04x}", byte=data[start])
        text = _whole_lines(data[:start]).decode("utf-8-sig")
    lines = text.replace("\r\n", "\n").replace("\t", " ").split("\n")
    for number, line_text in enumerate(lines, 1):
        if len(line_text) > LINE_LIMIT:
            fault = at_line(
                number, "expected at most {line_limit} characters", line_limit=LINE_LIMIT
            )
        elif sign := unfit_sign(line_text):
            fault = at_line(
                number,
                "expected printable text, got {sign} in {text!r}",
                sign=sign,
                text=_short(line_text),
            )
        else:
            continue
        return lines[: max(1, number - 1)], fault
    return lines, fault


def _whole_lines(data: bytes) -> bytes:
    return data[: data.rfind(b"\n") + 1]


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def _check_title(line: str) -> None:
    parsed = re.fullmatch(rf"{TITLE} (\d{{1,9}})\s*", line, re.ASCII)
    if not parsed:
        raise RecordError(
            at_line(
                1,
                "expected '{title} {version}', got {line!r}",
                title=TITLE,
                version=VERSION,
                line=_short(line),
            )
        )
    if int(parsed[1]) != VERSION:
        raise RecordError(
            at_line(
                1,
                "expected version {version} or older, got {given}",
                version=VERSION,
                given=parsed[1],
            )
        )


def _plies(
    lines: Sequence[str], start: int, game: Game
) -> tuple[tuple[RecordPly, ...], str, tuple[int, ...], str]:
    """Return the plies up to a line that holds none, and what is wrong with that line.

    Between the two their clock, and the plies with comments that were cut.
    """
    sides = {name: side for names in _names_of(game) for side, name in enumerate(names)}
    plies: list[RecordPly] = []
    clock = ""
    cut: list[int] = []
    for number, line in enumerate(lines[start:], start + 1):
        if not line.strip():
            continue
        body, _, comment = line.partition(";")
        parsed = _PLY.fullmatch(body.strip())
        if not parsed or parsed[2] not in sides:
            wrong = Message("expected 'NUMBER. SIDE MOVE', got {line!r}", line=_short(line))
            return tuple(plies), clock, tuple(cut), at_line(number, wrong)
        if int(parsed[1]) != len(plies) + 1:
            wrong = Message(
                "expected move {next}, got {got!r}", next=len(plies) + 1, got=parsed[1]
            )
            return tuple(plies), clock, tuple(cut), at_line(number, wrong)
        note = parse_note(comment)
        clock = clock or note.setting
        side, own = sides[parsed[2]], clean_comment(note.comment)
        if len(note.comment) > COMMENT_LIMIT:
            cut.append(len(plies) + 1)
        plies.append(RecordPly(side, parsed[3], own, note.is_hinted, number, note.clock))
    return tuple(plies), clock, tuple(cut), ""


def _names_of(game: Game) -> tuple[tuple[str, str], ...]:
    return _COMMON_NAMES, game.side_names


class _Headers:
    """The ``Key: value`` lines of one record."""

    def __init__(self, lines: Sequence[str]) -> None:
        if len(lines) > HEADERS_LIMIT:
            first_wrong = HEADERS_LIMIT + 2
            raise RecordError(
                at_line(
                    first_wrong,
                    "expected at most {headers_limit} headers, got more",
                    headers_limit=HEADERS_LIMIT,
                )
            )
        self.values: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.options: dict[str, str] = {}
        for number, line in enumerate(lines, 2):
            self.take(number, line)

    def take(self, number: int, line: str) -> None:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if key != "Position" and len(value) > VALUE_LIMIT:
            raise RecordError(
                at_line(
                    number, "expected at most {value_limit} characters", value_limit=VALUE_LIMIT
                )
            )
        if not colon or key not in (*_KEYS, "Option"):
            known = ", ".join((*_KEYS, "Option"))
            raise RecordError(
                at_line(
                    number,
                    "expected a header ({known}), got {line!r}",
                    known=known,
                    line=_short(line),
                )
            )
        if key == "Option":
            key, _, value = (part.strip() for part in value.partition("="))
            if key in self.options:
                raise RecordError(at_line(number, "expected option {key!r} once", key=_short(key)))
            self.options[key] = value
            self.numbers[key] = number
        elif key in self.values:
            raise RecordError(at_line(number, "expected {key} once", key=key))
        else:
            self.values[key] = value
            self.numbers[key] = number

    def game(self, find_game: FindGame) -> Game:
        if "Game" not in self.values:
            raise RecordError(at_line(2, "expected a header 'Game', got none"))
        try:
            return find_game(self.values["Game"])
        except CompanionError as error:
            raise RecordError(at_line(self.numbers["Game"], error.message)) from error

    def record(self, plies: tuple[RecordPly, ...], clock: str, game: Game, fault: str) -> Record:
        board, _, mark = self.values.get("Board", game.board_name).partition(" ")
        return Record(
            game,
            self.game_options(game),
            self.seed(),
            board,
            plies,
            mark.strip(),
            self.values.get("Started", ""),
            self.values.get("Position", ""),
            self.outcome(game),
            self.players(),
            clean_comment(self.values.get("Title", "")),
            self.shows(),
            clean_comment(self.values.get("Comment", "")),
            self.numbers,
            fault,
            clock,
        )

    def game_options(self, game: Game) -> dict[str, OptionValue]:
        line = self.numbers["Game"]
        try:
            for name, text in self.options.items():
                line = self.numbers[name]
                if name != "preset":
                    game.spec(name).parse(text)
            return game.parse_options(self.options)
        except CompanionError as error:
            raise RecordError(at_line(line, error.message)) from error

    def seed(self) -> int:
        text = self.values.get("Seed", "0")
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            raise RecordError(
                at_line(self.numbers["Seed"], "expected a seed, got {text!r}", text=_short(text))
            )
        try:
            return check_seed(int(text))
        except CompanionError as error:
            raise RecordError(at_line(self.numbers["Seed"], error.message)) from error

    def outcome(self, game: Game) -> Outcome | None:
        if "Result" not in self.values:
            return None
        text, reason = self.values["Result"], self.values.get("Reason", "")
        ends: dict[str, Outcome | None] = {
            f"{name} wins": Outcome(side, reason)
            for names in _names_of(game)
            for side, name in enumerate(names)
        }
        ends["draw"], ends["unfinished"] = Outcome(None, reason), None
        if text not in ends:
            first, second = game.side_names
            raise RecordError(
                at_line(
                    self.numbers["Result"],
                    "expected {first} wins, {second} wins, draw or unfinished, got {text!r}",
                    first=first,
                    second=second,
                    text=_short(text),
                )
            )
        return ends[text]

    def players(self) -> tuple[str, ...]:
        names = [clean_name(name) for name in self.values.get("Players", "").split(",")]
        if names == [""]:
            return ()
        if len(names) not in PLAYER_COUNTS:
            line = self.numbers["Players"]
            raise RecordError(
                at_line(line, "expected two or four players, got {count}", count=len(names))
            )
        return tuple(names)

    def shows(self) -> tuple[str, ...]:
        codes = [code.strip() for code in self.values.get("Shows", "").split(",")]
        if codes == [""]:
            return ()
        for code in codes:
            if not _CODE.fullmatch(code):
                line = self.numbers["Shows"]
                raise RecordError(
                    at_line(line, "expected codes of facts, got {code!r}", code=_short(code))
                )
        return tuple(codes)
