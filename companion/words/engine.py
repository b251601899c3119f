"""What the search says, in words: how good a position is, and why there is no answer."""

from __future__ import annotations

from companion.contract import Side
from companion.engine.endgames import EndgameValue
from companion.engine.limits import WINNING, plies_to_end
from companion.words.games import side_name
from companion.words.translate import tr
from companion.words.voice import PLAIN, Voice

EVEN, SLIGHT, CLEAR = 40, 150, 400
"""Scores below which a position is even, slightly better, or clearly better."""


def score_text(score: int, side: Side, game: str, voice: Voice = PLAIN) -> str:
    """Return how *side*, which is to move in *game*, stands by the *score* of its best move."""
    end = plies_to_end(score)
    better = side if score > 0 else 1 - side
    if voice.seats.is_duel and better not in voice.seats.obliging:
        return _your_text(score)
    name = voice.side(better, game)
    if end == 1:
        return tr("{side} wins now.").format(side=name)
    if end is not None:
        return tr("{side} wins in {plies} moves, counting both sides.").format(
            side=name, plies=end
        )
    if abs(score) < EVEN:
        return tr("The game is even.")
    if abs(score) < SLIGHT:
        return tr("{side} is slightly ahead.").format(side=name)
    if abs(score) < CLEAR:
        return tr("{side} is ahead.").format(side=name)
    if abs(score) < WINNING:
        return tr("{side} is far ahead.").format(side=name)
    return tr("{side} is winning.").format(side=name)


def _your_text(score: int) -> str:
    """Return how the only person at the table stands, who is not behind."""
    end = plies_to_end(score)
    if end == 1:
        return tr("You can win now.")
    if end is not None:
        return tr("You can win in {plies} moves, counting both sides.").format(plies=end)
    if abs(score) < EVEN:
        return tr("The game is even.")
    if abs(score) < SLIGHT:
        return tr("You are slightly ahead.")
    if abs(score) < CLEAR:
        return tr("You are ahead.")
    return tr("You are far ahead.") if abs(score) < WINNING else tr("You are winning.")


def known_text(end: EndgameValue, game: str) -> str:
    """Return how a position of *game* ends with best play, as the table of endgames knows it."""
    if end.winner is None:
        return tr("A draw with best play.")
    if end.plies == 1:
        return tr("{side} wins now.").format(side=side_name(end.winner, game))
    return tr("With best play, {side} wins in {plies} moves, counting both sides.").format(
        side=side_name(end.winner, game), plies=end.plies
    )


def fault_text(code: str) -> str:
    """Return what to tell the players when the search gave no answer for the reason *code*."""
    return {
        "late": tr("No hint this time: it took too long. Ask again."),
        "crashed": tr("No hint this time: the search stopped. Ask again."),
        "nonsense": tr("No hint this time: the answer made no sense. Ask again."),
        "no-start": tr("Hints are off: the search cannot start."),
    }[code]
