"""A short mark of what matters about a board to the rules, to tell two of one name apart."""

from __future__ import annotations

import contextlib
from importlib import import_module

from companion.contract import Board

MARK_DIGITS = 12


def board_mark(board: Board) -> str:
    """Return hex digits that change with any dot, line, cut, set-up or area of *board*."""
    parts = (
        board.rows,
        board.neighbors,
        sorted((name, pieces) for name, pieces in board.setups.items()),
        sorted((name, sorted(sites)) for name, sites in board.areas.items()),
    )
    return _sha256(repr(parts).encode())[:MARK_DIGITS]


def _sha256(data: bytes) -> str:
    # Python's own first, as `random` does it: hashlib loads OpenSSL, which takes 3.6 MB.
    for name in ("_sha2", "_sha256"):
        with contextlib.suppress(ImportError):
            return str(import_module(name).sha256(data).hexdigest())
    return str(import_module("hashlib").sha256(data).hexdigest())
