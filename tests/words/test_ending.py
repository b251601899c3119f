"""Who won, as the headline says it, and how."""

import pytest

from companion.contract import Outcome
from companion.match.seats import PERSON, program_at
from companion.ui.scenes.game_over import how_text, won_text

FOUR = ("Anna", "Ben", "Cleo", "Dan")
WHITE, BLACK, DRAW = Outcome(0, "resigned"), Outcome(1, "resigned"), Outcome(None, "agreed")


@pytest.mark.parametrize(
    ("players", "outcome", "sentence"),
    [
        ((PERSON, PERSON), WHITE, "White wins"),
        (("Anna", "Ben"), WHITE, "Anna won"),
        (("Anna", "Ben"), BLACK, "Ben won"),
        (("Anna", PERSON), BLACK, "Black wins"),
        (("Anna", "Ben"), DRAW, "The game is a draw"),
        (("Anna", program_at(3)), WHITE, "You won!"),
        (("Anna", program_at(3)), BLACK, "The computer won"),
        (("Anna", "Ben", "Cleo", "Dan"), BLACK, "Ben and Dan won"),
        (("Anna", "Ben", "Anna", "Ben"), WHITE, "Anna won"),
        (("Anna", "Ben", program_at(2), "Dan"), WHITE, "White wins"),
        ((), WHITE, "White wins"),
    ],
)
def test_who_won_is_told_by_name_where_every_winner_has_one(players, outcome, sentence):
    assert won_text(outcome, players, "alquerque") == sentence


def test_which_side_won_is_told_once():
    assert how_text(WHITE, (PERSON, PERSON), "alquerque") == "Black resigned."
    assert how_text(WHITE, ("Anna", "Ben"), "alquerque") == "Ben resigned."
    assert how_text(WHITE, ("Anna", PERSON), "alquerque") == "Black resigned."
    assert how_text(BLACK, ("Anna", PERSON), "alquerque") == "Anna resigned."
    assert how_text(WHITE, ("Anna", program_at(3)), "alquerque") == "White wins. Black resigned."
    assert how_text(WHITE, FOUR, "quincy") == "Blue wins. Yellow resigned."
    assert how_text(DRAW, ("Anna", "Ben"), "alquerque") == "Both sides agreed to a draw."
