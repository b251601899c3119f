"""A short mark of what matters about a board to the rules, to tell two of one name apart."""

from __future__ import annotations

from companion.contract import Board

MARK_DIGITS = 12


def board_mark(board: Board) -> str:
    """Return hex digits that change with any dot, line, cut, set-up or area of *board*."""
    # Imported here, behind the first picture: it loads a library of three megabytes.
    import hashlib

    parts = (
        board.rows,
        board.neighbors,
        sorted((name, pieces) for name, pieces in board.setups.items()),
        sorted((name, sorted(sites)) for name, sites in board.areas.items()),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:MARK_DIGITS]
