"""What is answered at once about a position, whatever the search does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.commands.position_args import played
from companion.contract import Position
from companion.errors import CompanionError, UsageError


def answer_to(words: Sequence[str], position: Position) -> str:
    """Return the answer to the ``query`` of *words* about *position*, without ``moves``.

    Raises:
        UsageError: there is no such query.
    """
    answers: dict[str, Callable[[], str]] = {
        "p1turn": lambda: _truth(position.side == 0),
        "gameover": lambda: _truth(position.outcome() is not None),
        "result": lambda: _result(position),
        "islegal": lambda: _truth(_is_legal(position, words[1])),
        "position": position.to_text,
    }
    count = 2 if list(words[:1]) == ["islegal"] else 1
    if len(words) != count or words[0] not in answers:
        known = " or ".join([*answers, "moves", "moves all"])
        raise UsageError(f"expected query {known}, got {' '.join(words)!r}")
    return answers[words[0]]()


def _is_legal(position: Position, text: str) -> bool:
    try:
        played(position, text)
    except CompanionError:
        return False
    return True


def _result(position: Position) -> str:
    outcome = position.outcome()
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else f"p{outcome.winner + 1}win"


def _truth(is_so: bool) -> str:
    return "true" if is_so else "false"
