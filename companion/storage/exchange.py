"""Records as files of other kinds: JSON for all games, and what a game has of its own.

Whatever a file is, it becomes the text of a record, which `record_reader` reads: so there is
one place that says what a record may hold.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from companion.contract import Board, Game
from companion.contract.notation import Notation, NotedGame, NotedPly
from companion.errors import CompanionError, RecordError, reason_of
from companion.games import find_game, plugin_of, plugins
from companion.storage.disk import Disk
from companion.storage.json_text import json_text
from companion.storage.record import (
    SIZE_LIMIT,
    TITLE,
    VERSION,
    Record,
    first_position,
    ply_note,
    record_text,
)
from companion.storage.record_json import record_data, told_of_json
from companion.storage.record_reader import parse_record, read_record

TEXT, JSON = ".txt", ".json"

JSON_LIMIT: Final = 8 * SIZE_LIMIT
"""Bytes: a ply of JSON is some six times as long as its line."""

_LINE = re.compile(r"^line \d+: ")


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

    Raises:
        RecordError: records of this game are not written so.
    """
    notation = notation_of(record.game.name)
    if suffix == TEXT:
        text = record_text(record)
    elif suffix == JSON:
        text = json_text(record_data(record)) + "\n"
    elif notation is not None and suffix == notation.suffix:
        text = notation.written(_told_of(record))
    else:
        known = ", ".join(suffixes_of(record.game))
        raise RecordError(f"expected a name that ends in {known}, got {suffix!r}")
    return text.encode("utf-8")


def read_exchanged(path: Path, board: Board | None = None) -> Record:
    """Return the record in the file at *path*, of whatever kind its name says.

    Args:
        path: the file.
        board: replaces the shipped board of the game.

    Raises:
        RecordError: naming the file, and why it tells no record.
    """
    suffix = path.suffix.lower()
    notations = _notations_in(suffix)
    if suffix != JSON and not notations:
        return read_record(path, find_game)
    try:
        text = _text_in(path)
        if suffix == JSON:
            game, noted = told_of_json(text)
            return _record_of(game, noted)
        for game, notation in notations.items():
            if notation.is_of(text):
                return _record_of(game, _with_sides(game, notation.read(text), board))
        known = " or ".join(notations)
        raise RecordError(f"expected a game of {known}, got one that says no such thing")
    except CompanionError as error:
        raise RecordError(f"{str(path)!r}: {error}") from error


def _notations_in(suffix: str) -> dict[str, Notation]:
    """Return the notations, by the game that has each, in which files end with *suffix*."""
    notations = {name: notation_of(name) for name in plugins()}
    return {name: one for name, one in notations.items() if one and one.suffix == suffix}


def _text_in(path: Path) -> str:
    try:
        data = Disk().read(path, JSON_LIMIT)
    except OSError as error:
        raise RecordError(f"expected a readable file, got none: {reason_of(error)}") from error
    if len(data) > JSON_LIMIT:
        raise RecordError(f"expected at most {JSON_LIMIT} bytes, got more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"expected UTF-8, got {data[error.start]:#04x}") from error


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
        if not text.isprintable():
            raise RecordError(f"expected printable text, got {text[:60]!r}")
    try:
        return parse_record("\n".join(lines).encode("utf-8"), find_game)
    except RecordError as error:
        # The line is one that nobody has written.
        raise RecordError(_LINE.sub("", str(error))) from error


def _with_sides(game: str, noted: NotedGame, board: Board | None) -> NotedGame:
    """Return *noted* with the side of each ply, as the rules have it."""
    position = first_position(_record_of(game, NotedGame(noted.headers, noted.options)), board)
    plies = []
    for number, ply in enumerate(noted.plies, 1):
        try:
            move = position.parse(ply.text)
            plies.append(ply._replace(side=position.side, text=move.text))
            position = position.play(move)
        except CompanionError as error:
            raise RecordError(f"ply {number}: {error}") from error
    return NotedGame(noted.headers, noted.options, tuple(plies))
