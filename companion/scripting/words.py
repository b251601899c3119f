"""What scripts call sides, pieces and results: short, and the same in every language."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Outcome, Piece
from companion.games import find_game


def side_words(game: str) -> tuple[str, str]:
    """Return what scripts call the two sides of *game*."""
    first, second = find_game(game).side_names
    return first.lower(), second.lower()


def tower_word(tower: Sequence[Piece], game: str) -> str:
    """Return the pieces of a dot, the bottom one first, such as ``3w1b``; ``none`` for none."""
    names = side_words(game)
    return "".join(f"{piece.value}{names[piece.side][0]}" for piece in tower) or "none"


def outcome_words(outcome: Outcome | None, game: str) -> str:
    """Return a result such as ``white wins: no-pieces``; ``none`` while there is none."""
    if outcome is None:
        return "none"
    winner = outcome.winner
    told = "draw" if winner is None else f"{side_words(game)[winner]} wins"
    return f"{told}: {outcome.reason}"
