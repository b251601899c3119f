"""Reasons as they go over the pipe to and from the process that searches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from companion.contract import Piece, Position
from companion.engine.reasons.reason import MOST, Reason

LONGEST_LIST: Final = 1000
"""Of what one reason speaks of; far more than any board has."""


def to_data(reasons: Iterable[Reason]) -> list[list[Any]]:
    """Return *reasons* as values that JSON has: code, sites, pieces, numbers of each."""
    return [[r.code, [*r.sites], [[*p] for p in r.pieces], [*r.numbers]] for r in reasons]


def from_data(data: object, position: Position) -> tuple[Reason, ...]:
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
    found = _numbers(sites)
    if not all(0 <= site < places for site in found):
        raise ValueError(f"expected places 0 to {places - 1}, got {sites!r:.60}")
    return Reason(code, found, tuple(Piece(*pair) for pair in pairs), _numbers(numbers))


def _numbers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) > LONGEST_LIST:
        raise ValueError(f"expected a list of numbers, got {values!r:.60}")
    if not all(type(value) is int for value in values):
        raise ValueError(f"expected whole numbers, got {values!r:.60}")
    return tuple(values)
