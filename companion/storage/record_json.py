"""Game records as JSON, for programs; ``docs/records.md`` has the keys."""

from __future__ import annotations

from typing import Final

from companion.storage.json_text import Json
from companion.storage.record import Record, result_text

FORMAT: Final = "board-companion-record"
VERSION: Final = 1


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
        "plies": [
            {
                "side": sides[ply.side],
                "move": ply.text,
                "comment": ply.comment,
                "is_hinted": ply.is_hinted,
            }
            for ply in record.plies
        ],
    }
