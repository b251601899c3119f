from companion.contract import Outcome, Piece
from companion.scripting.scripted import outcome_words, side_words, tower_word


def test_pieces_are_told_by_their_value_and_the_letter_of_their_side():
    tower = (Piece(0, 3), Piece(1, 1))
    assert tower_word(tower, "quincala-knocking") == "3w1b"
    assert tower_word(tower, "querni") == "3b1p"
    assert tower_word((), "querni") == "none"


def test_results_are_told_with_the_sides_of_their_game():
    assert outcome_words(Outcome(1, "all-removed"), "querni") == "pink wins: all-removed"
    assert outcome_words(Outcome(0, "no-pieces"), "alquerque") == "white wins: no-pieces"
    assert outcome_words(Outcome(None, "agreed"), "querni") == "draw: agreed"
    assert outcome_words(None, "querni") == "none"


def test_two_letters_tell_the_sides_apart():
    for game in ("querni", "alquerque"):
        one, other = side_words(game)
        assert one[0] != other[0]
