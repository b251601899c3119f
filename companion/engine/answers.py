"""What goes through the pipe to the search and back, and which answers hold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from companion.contract import Move, Piece, Position
from companion.engine.limits import WIN, Limits, Result
from companion.engine.reason import MOST, Reason
from companion.errors import CompanionError

MOST_MOVES_TOLD: Final = 64

LONGEST_LIST: Final = 1000
"""Of what one reason speaks of; far more than any board has."""

JsonObject: TypeAlias = dict[str, Any]
"""A message as JSON tells it: its keys are looked at before they are believed."""


def question_of(start: Position, moves: Sequence[Move], limits: Limits, seed: int) -> JsonObject:
    """Return the question for a move after *moves* from *start*."""
    # The last moves are enough to know what may not be repeated, and keep the line short.
    for move in moves[:-MOST_MOVES_TOLD]:
        start = start.play(move)
    return {
        **where_of(start),
        "moves": [move.text for move in moves[-MOST_MOVES_TOLD:]],
        "nodes": limits.nodes,
        "time_s": limits.time_s,
        "depth": limits.depth,
        "level": limits.level,
        "seed": seed,
    }


def where_of(position: Position) -> JsonObject:
    """Return what a question tells of *position*."""
    return {
        "game": position.game.name,
        "board": position.board.text,
        "position": position.to_text(),
    }


def read_risk(data: JsonObject, position: Position) -> bool | None:
    """Return whether an answer about *position* tells of a risk; None where it does not hold."""
    is_risky = data.get("risk")
    if data["position"] != position.to_text() or type(is_risky) is not bool:
        return None
    return is_risky


def read_result(data: JsonObject, position: Position) -> Result | None:
    """Return what an answer about *position* found, or None where it does not hold."""
    try:
        score, nodes, depth = data["score"], data["nodes"], data["depth"]
        texts, is_final = data["line"], data["final"]
    except KeyError:
        return None
    figures = (score, nodes, depth)
    if any(type(figure) is not int for figure in figures) or abs(score) > WIN:
        return None
    if type(is_final) is not bool or not isinstance(texts, list) or not texts:
        return None
    if data["position"] != position.to_text():
        return None
    try:
        line = _legal_line(position, texts)
        reasons = read_reasons(data.get("reasons", []), position)
    except (CompanionError, TypeError, AttributeError, ValueError):
        return None
    return Result(line[0], line, score, nodes, depth, is_final, reasons)


def read_answer(line: bytes, number: int) -> JsonObject | None:
    """Return an answer to question *number* or an older one, or None for no answer at all."""
    try:
        data = json.loads(line)
        asked, _ = data["id"], data["position"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return data if type(asked) is int and asked <= number else None


def _legal_line(position: Position, texts: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves that *texts* notate, one after the other from *position*.

    Raises:
        CompanionError: one of them is not legal there.
    """
    moves = []
    for text in texts:
        move = position.parse(text)
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def reasons_data(reasons: Iterable[Reason]) -> list[list[Any]]:
    """Return *reasons* as values that JSON has: code, sites, pieces, numbers of each."""
    return [[r.code, [*r.sites], [[*p] for p in r.pieces], [*r.numbers]] for r in reasons]


def read_reasons(data: object, position: Position) -> tuple[Reason, ...]:
    """Return the reasons that *data* tells of a move in *position*.

    Raises:
        ValueError: it tells none, or of places that the board does not have.
    """
    if not isinstance(data, list) or len(data) > MOST:
        raise ValueError(f"expected at most {MOST} reasons, got {data!r:.60}")
    return tuple(_reason(item, len(position.board)) for item in data)


def _reason(item: object, places: int) -> Reason:
    if not isinstance(item, list) or len(item) != 4 or not isinstance(item[0], str):
        raise ValueError(f"expected a code and three lists, got {item!r:.60}")
    code, sites, pieces, numbers = item
    if not isinstance(pieces, list) or len(pieces) > LONGEST_LIST:
        raise ValueError(f"expected a list of pieces, got {pieces!r:.60}")
    pairs = [_numbers(piece) for piece in pieces]
    if any(len(pair) != 2 or pair[0] not in (0, 1) for pair in pairs):
        raise ValueError(f"expected a side and a value for each piece, got {pieces!r:.60}")
    indices = _numbers(sites)
    if not all(0 <= site < places for site in indices):
        raise ValueError(f"expected places 0 to {places - 1}, got {sites!r:.60}")
    return Reason(code, indices, tuple(Piece(*pair) for pair in pairs), _numbers(numbers))


def _numbers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) > LONGEST_LIST:
        raise ValueError(f"expected a list of numbers, got {values!r:.60}")
    if not all(type(value) is int for value in values):
        raise ValueError(f"expected whole numbers, got {values!r:.60}")
    return tuple(values)
