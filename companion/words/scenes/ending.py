"""How a game ended, as its players are told: who won, and why."""

from __future__ import annotations

from companion.contract import Outcome
from companion.match.seats import Seats
from companion.words.facts import outcome_text, reason_text
from companion.words.scenes.game import COMPUTER_WON, YOU_WON


def won_text(outcome: Outcome, seats: Seats, game: str) -> str:
    """Return who won: you or the computer, where these are the sides."""
    if outcome.winner is None or len(seats.obliging) != 1:
        return outcome_text(outcome, game)
    return COMPUTER_WON() if outcome.winner in seats.obliging else YOU_WON()


def how_text(outcome: Outcome, seats: Seats, game: str) -> str:
    """Return why the game ended, and which side won where the headline names none."""
    told = reason_text(outcome, game)
    if outcome.winner is None or len(seats.obliging) != 1:
        return told
    return f"{outcome_text(outcome, game)}. {told}"
