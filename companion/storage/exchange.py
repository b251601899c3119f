"""Records as files of other kinds: JSON for all games, and what a game has of its own.

Whatever a file is, it becomes the text of a record, which `record_reader` reads: so there is
one place that says what a record may hold.  ``docs/records.md`` has the keys of the JSON.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from companion.clock import clock_text, parse_both, parse_clock
from companion.contract import Board, Game, Move, OptionValue, Position, option_text
from companion.contract.board_table import STANDARD_INPUT
from companion.contract.notation import Notation, NotedGame, NotedPly
from companion.errors import (
    CompanionError,
    Message,
    RecordError,
    any_of,
    at_line,
    reason_of,
    syntax_reason,
    unfit_sign,
)
from companion.match.entries import COMMENT_LIMIT, clean_comment
from companion.plugins import find_game, plugin_of, plugins
from companion.storage.disk import Disk
from companion.storage.record import (
    SIZE_LIMIT,
    TITLE,
    VERSION,
    PlyNote,
    Record,
    first_position,
    ply_note,
    record_text,
    result_text,
)
from companion.storage.record_reader import parse_record

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""What a JSON document may hold."""


def json_text(value: Json) -> str:
    """Return *value* as one JSON document of several lines, in ASCII.

    A terminal or file of any encoding takes it, and no sign in it is written otherwise.
    """
    return json.dumps(value, indent=2)


FORMAT: Final = "board-companion-record"
JSON_VERSION: Final = 1

_TEXTS: Final = ("board", "title", "started", "result", "reason", "position", "comment")
_LISTS: Final = ("shows", "players")


def record_data(record: Record) -> dict[str, Json]:
    """Return all that *record* tells, as what a JSON document holds."""
    sides = record.game.side_names
    return {
        "format": FORMAT,
        "version": JSON_VERSION,
        "game": record.game.name,
        "options": dict(record.options),
        "seed": record.seed,
        "board": record.board,
        "board_mark": record.board_mark,
        "title": record.title,
        "shows": record.shows,
        "started": record.started,
        "players": record.players,
        "result": result_text(record.outcome, record.game),
        "reason": record.outcome.reason if record.outcome else "",
        "position": record.position,
        "comment": record.comment,
        "clock": record.clock,
        "plies": [
            {
                "side": sides[ply.side],
                "move": ply.text,
                "comment": ply.comment,
                "is_hinted": ply.is_hinted,
                "clock": ply.clock,
            }
            for ply in record.plies
        ],
    }


def read_json_record(text: str) -> tuple[str, NotedGame]:
    """Return the name of the game and the texts that *text*, a JSON document, has of a record.

    Raises:
        CompanionError: it is no such document; naming the key.
    """
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError("expected JSON: {error}", error=syntax_reason(error)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(
            "expected an object with format {format!r}, got another document", format=FORMAT
        )
    if data.get("version") != JSON_VERSION:
        raise RecordError(
            "expected version {version}, got {got!r:.40}",
            version=JSON_VERSION,
            got=data.get("version"),
        )
    game = _text(data, "game")
    sides = find_game(game).side_names
    return game, NotedGame(_headers(data), _options(data), _plies(data, sides))


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON, each of whose keys is there once."""
    data: dict[str, object] = {}
    for key, value in pairs:
        if key in data:
            raise RecordError("expected each key once, got {key!r:.40} twice", key=key)
        data[key] = value
    return data


def _headers(data: Mapping[str, object]) -> dict[str, str]:
    headers = {key.capitalize(): _text(data, key) for key in _TEXTS}
    headers["Board"] = f"{headers['Board']} {_text(data, 'board_mark')}".strip()
    headers |= {key.capitalize(): ", ".join(_texts(data, key)) for key in _LISTS}
    seed = data.get("seed", 0)
    if type(seed) is not int:
        raise RecordError("expected seed as a whole number, got {seed!r:.40}", seed=seed)
    headers["Seed"] = str(seed)
    return {name: text for name, text in headers.items() if text}


def _options(data: Mapping[str, object]) -> dict[str, str]:
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise RecordError("expected options as an object, got {options!r:.40}", options=options)
    return {name: option_text(_option(name, value)) for name, value in options.items()}


def _option(name: str, value: object) -> OptionValue:
    if not isinstance(value, bool | int | str):
        raise RecordError("expected option {name:.40} as text, number, true or false", name=name)
    return value


def _plies(data: Mapping[str, object], sides: tuple[str, str]) -> tuple[NotedPly, ...]:
    plies = data.get("plies", [])
    if not isinstance(plies, list) or not all(isinstance(ply, dict) for ply in plies):
        raise RecordError("expected plies as a list of objects, got something else")
    clock = clock_text(parse_clock(_text(data, "clock")))
    return tuple(_ply(number, ply, sides, clock) for number, ply in enumerate(plies, 1))


def _ply(number: int, ply: Mapping[str, object], sides: tuple[str, str], clock: str) -> NotedPly:
    side, move, is_hinted = _text(ply, "side"), _text(ply, "move"), ply.get("is_hinted", False)
    if side not in sides:
        raise RecordError(
            "expected {sides} in ply {number}, got {side!r:.40}",
            sides=any_of(sides),
            number=number,
            side=side,
        )
    # What follows a semicolon would be a comment.
    if not move or ";" in move:
        raise RecordError(
            "expected a move in ply {number}, got {move!r:.40}", number=number, move=move
        )
    if type(is_hinted) is not bool:
        raise RecordError("expected is_hinted as true or false in ply {number}", number=number)
    setting = clock if number == 1 else ""
    if times := _text(ply, "clock"):
        parse_both(times)
    note = PlyNote(_text(ply, "comment"), is_hinted, times, setting)
    return NotedPly(move, note.text(), sides.index(side))


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise RecordError("expected {key} as text, got {value!r:.40}", key=key, value=value)
    return value


def _texts(data: Mapping[str, object], key: str) -> list[str]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise RecordError(
            "expected {key} as a list of texts, got {value!r:.40}", key=key, value=value
        )
    return value


TEXT, JSON = ".txt", ".json"

JSON_LIMIT: Final = 8 * SIZE_LIMIT
"""Bytes: a ply of JSON is some six times as long as its line."""


def notation_of(game: str) -> Notation | None:
    """Return the notation that the game called *game* shares with other programs, or None.

    Raises:
        PluginError: what it brings is no `Notation`.
    """
    plugin = plugin_of(game)
    return plugin.load(plugin.notation, Notation) if plugin.notation else None


def suffixes_of(game: Game) -> list[str]:
    """Return how files end into which a record of *game* can be written."""
    notation = notation_of(game.name)
    return [TEXT, JSON, *([notation.suffix] if notation else [])]


def exchange_bytes(record: Record, suffix: str) -> bytes:
    """Return the file of *record* whose name ends with *suffix*.

    Args:
        record: the record.
        suffix: one of `suffixes_of` its game.
    """
    if suffix == TEXT:
        text = record_text(record)
    elif suffix == JSON:
        text = json_text(record_data(record)) + "\n"
    else:
        notation = notation_of(record.game.name)
        assert notation is not None, suffix
        text = notation.written(_told_of(record))
    return text.encode("utf-8")


class ImportedGame(NamedTuple):
    """What a file tells.

    Attributes:
        record: the record.
        unused: what the file says of the game that a record has no place for.
    """

    record: Record
    unused: tuple[str, ...] = ()


def read_exchanged(
    path: Path, board: Board | None = None, number: int | None = None
) -> ImportedGame:
    """Return what the file at *path*, of whatever kind its name says, tells of a game.

    Args:
        path: the file.
        board: replaces the shipped board of the game.
        number: which game of several, from 1; None where the file is to hold a single one.

    Raises:
        RecordError: naming the file, and why it tells no record.
    """
    suffix = path.suffix.lower()
    notations = _notations_in(suffix)
    try:
        data = _data_in(path)
        if path == STANDARD_INPUT:
            suffix, notations = _kind_of(data)
        if suffix == JSON or not notations:
            _chosen(1, number)
        if suffix != JSON and not notations:
            return ImportedGame(parse_record(data, find_game))
        text = _text_of(data)
        if suffix == JSON:
            return _exchanged(*read_json_record(text))
        for game, notation in notations.items():
            if notation.is_of(text):
                text = _game_in(text, notation, number)
                if notation.is_of(text):
                    return _exchanged(game, _with_sides(game, notation, text, board))
        wanted = any_of([f"{name} ({each.sign})" for name, each in notations.items()])
        got = next(iter(notations.values())).names_of(text)
        raise RecordError("expected a game of {wanted}, got {got}", wanted=wanted, got=got)
    except CompanionError as error:
        raise RecordError("{path!r}: {error}", path=str(path), error=error) from error


def _kind_of(data: bytes) -> tuple[str, dict[str, Notation]]:
    """Return how a file with *data* would end, and the notations in which it may be."""
    start = data.removeprefix(BOM_UTF8).lstrip()[:1]
    if start == b"{":
        return JSON, {}
    # Headers of PDN, as of every notation of its family; a record begins with its title.
    return TEXT, _notations_in(None) if start in (b"[", b"%") else {}


def _chosen(count: int, number: int | None) -> int:
    """Return which of *count* games is meant, from 1.

    Raises:
        RecordError: there are several and *number* names none, or one that is not there.
    """
    if number is None and count > 1:
        raise RecordError(
            "expected a file with one game, got {count}: choose by --game 1", count=count
        )
    if number is not None and not 1 <= number <= count:
        raise RecordError("expected --game 1 to {count}, got {number}", count=count, number=number)
    return number or 1


def _game_in(text: str, notation: Notation, number: int | None) -> str:
    """Return the game of *text* that *number* chooses, on the lines where it stands."""
    spans = notation.spans(text)
    start, end = spans[_chosen(len(spans), number) - 1]
    return "\n" * text.count("\n", 0, start) + text[start:end]


def _exchanged(game: str, noted: NotedGame) -> ImportedGame:
    comment = noted.headers.get("Comment", "")
    if len(comment) <= COMMENT_LIMIT:
        return ImportedGame(_record_of(game, noted), noted.unused)
    headers = {**noted.headers, "Comment": clean_comment(comment)}
    record = _record_of(game, replace(noted, headers=headers))
    return ImportedGame(replace(record, cut=(0, *record.cut)), noted.unused)


def _notations_in(suffix: str | None) -> dict[str, Notation]:
    """Return by game the notations in which files end with *suffix*, or all."""
    notations = {name: notation_of(name) for name in plugins()}
    return {name: one for name, one in notations.items() if one and suffix in (None, one.suffix)}


def _data_in(path: Path) -> bytes:
    try:
        data = Disk().read(path, JSON_LIMIT)
    except OSError as error:
        raise RecordError(
            "expected a readable file, got none: {error}", error=reason_of(error)
        ) from error
    if len(data) > JSON_LIMIT:
        raise RecordError("expected at most {json_limit} bytes, got more", json_limit=JSON_LIMIT)
    return data


def _text_of(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # What the decoder calls the start leaves out a byte order mark.
        start = len(data) - len(error.object) + error.start
        line = data.count(b"\n", 0, start) + 1
        raise RecordError(
            at_line(line, "expected UTF-8, got byte {byte:#04x}", byte=data[start])
        ) from error
    # Lines may end as on any system; some programs end a file with Ctrl-Z.
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")


def _told_of(record: Record) -> NotedGame:
    """Return *record* as texts."""
    head, _, _ = record_text(record).partition("\n\n")
    lines = [line.partition(": ") for line in head.split("\n")[1:]]
    headers = {key: value for key, _, value in lines if key != "Option"}
    options = dict(value.partition("=")[::2] for key, _, value in lines if key == "Option")
    plies = tuple(
        NotedPly(ply.text, ply_note(number, ply, record.clock), ply.side)
        for number, ply in enumerate(record.plies, 1)
    )
    return NotedGame(headers, options, plies)


def _record_of(game: str, noted: NotedGame) -> Record:
    """Return the record that *noted* is of the game called *game*.

    Raises:
        RecordError: a text is none that a record may have.
    """
    names = find_game(game).side_names
    lines = [f"{TITLE} {VERSION}", f"Game: {game}"]
    lines += [f"Option: {name}={value}" for name, value in noted.options.items()]
    lines += [f"{name}: {value}" for name, value in noted.headers.items() if name != "Game"]
    lines.append("")
    for number, ply in enumerate(noted.plies, 1):
        note = f" ; {ply.comment}" if ply.comment else ""
        lines.append(f"{number}. {names[ply.side or 0]} {ply.text}{note}")
    for text in (*lines, *(f"{name}={value}" for name, value in noted.options.items())):
        if sign := unfit_sign(text):
            raise RecordError(
                "expected printable text, got {sign} in {text!r}", sign=sign, text=text[:60]
            )
    try:
        return parse_record("\n".join(lines).encode("utf-8"), find_game)
    except RecordError as error:
        # The line is one that nobody has written.
        fault = error.message.values.get("fault")
        raise RecordError(fault if isinstance(fault, Message) else error.message) from error


def _with_sides(game: str, notation: Notation, text: str, board: Board | None) -> NotedGame:
    """Return the game of *text* with the side of each ply, as the rules have it."""
    noted = notation.read(text)
    position = first_position(_exchanged(game, replace(noted, plies=())).record, board)
    plies = []
    for number, ply in enumerate(noted.plies, 1):
        try:
            move = _move_of(position, ply.text, notation)
            plies.append(ply._replace(side=position.side, text=move.text))
            position = position.play(move)
        except CompanionError as error:
            where = Message("line {line}, ", line=ply.line) if ply.line else ""
            raise RecordError(
                "{where}ply {number}: {error}", where=where, number=number, error=error
            ) from error
    return replace(noted, plies=tuple(plies))


def _move_of(position: Position, text: str, notation: Notation) -> Move:
    """Return the move that *text* is, or is short for."""
    try:
        return position.parse(text)
    except CompanionError:
        meant = [move for move in position.legal_moves() if notation.shortened(move.text) == text]
        if len(meant) > 1:
            texts = any_of([move.text for move in meant])
            raise RecordError("expected {texts}, got {text!r}", texts=texts, text=text) from None
        if not meant:
            raise
        return meant[0]
