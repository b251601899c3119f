"""How a game ended, as its players are told: who won, and why."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Outcome
from companion.match.seats import Seats, has_name
from companion.words.facts import outcome_text, reason_text
from companion.words.scenes.game import COMPUTER_WON, YOU_WON
from companion.words.translate import tr


def won_text(outcome: Outcome, players: Sequence[str], game: str) -> str:
    """Return who won: you or the computer, where these are the sides, or people by their names."""
    if outcome.winner is None:
        return outcome_text(outcome, game)
    obliging = Seats(players).obliging
    if len(obliging) == 1:
        return COMPUTER_WON() if outcome.winner in obliging else YOU_WON()
    names = list(dict.fromkeys(players[outcome.winner :: 2]))
    if not names or not all(map(has_name, names)):
        return outcome_text(outcome, game)
    if len(names) == 1:
        return tr("{name} won").format(name=names[0])
    return tr("{first} and {second} won").format(first=names[0], second=names[1])


def how_text(outcome: Outcome, players: Sequence[str], game: str) -> str:
    """Return why the game ended, and which side won where the headline names none."""
    text, side = reason_text(outcome, game), outcome_text(outcome, game)
    return text if won_text(outcome, players, game) == side else f"{side}. {text}"
