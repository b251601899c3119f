"""Game records as JSON, for programs; ``docs/records.md`` has the keys."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from companion.clock.setting import clock_text, parse_clock
from companion.clock.times import parse_both
from companion.contract import OptionValue, option_text
from companion.contract.notation import NotedGame, NotedPly
from companion.errors import RecordError, any_of, syntax_reason
from companion.plugins import find_game
from companion.storage.json_text import Json
from companion.storage.ply_note import PlyNote
from companion.storage.record import Record, result_text

FORMAT: Final = "board-companion-record"
VERSION: Final = 1

_TEXTS: Final = ("board", "title", "started", "result", "reason", "position", "comment")
_LISTS: Final = ("shows", "players")


def record_data(record: Record) -> dict[str, Json]:
    """Return all that *record* tells, as what a JSON document holds."""
    sides = record.game.side_names
    return {
        "format": FORMAT,
        "version": VERSION,
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
    if data.get("version") != VERSION:
        raise RecordError(
            "expected version {version}, got {got!r:.40}",
            version=VERSION,
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
