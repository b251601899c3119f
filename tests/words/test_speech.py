"""What is said aloud of what is written."""

import pytest

from companion.contract import Fact, Piece
from companion.contract.codes import Does
from companion.games.quincala.codes import TowerDoes
from companion.plugins import find_game
from companion.words.facts import answer_text, untold_text
from companion.words.voice import PLAIN, aloud, reading, sentences


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("c2-c3", "c2 to c3"),
        ("b4xd2xf4", "b4, capturing, to d2, capturing, to f4"),
        ("3|5", "3 and 5"),
        ("4–6", "4 to 6"),
        ("no-one", "no-one"),
        ("Finding all moves…", "Finding all moves"),
    ],
)
def test_signs_are_words(written, said):
    assert aloud(written) == said


def test_each_text_ends_as_a_sentence():
    assert sentences(["one", "", "two.", "three?", "four\nfive"]) == "one. two. three? four five."


def test_a_side_is_read_with_how_many_pieces_stand_on_a_tower():
    board = find_game("quincala-knocking").initial().board
    c3, e4 = board.site_of("c3"), board.site_of("e4")
    tower = (Piece(0, 3), Piece(0, 1), Piece(1, 1))
    standing = {c3: (Piece(0, 2),), e4: tower}
    white, black, *_ = reading(board, standing, "quincala-knocking", PLAIN)
    assert white == ("White: 3 pieces", "c3, 2\xa0on\xa0e4")
    assert black == ("Black: 1 piece", "e4")


def test_a_side_of_numbered_tiles_is_read_with_their_numbers_and_nothing_twice():
    board = find_game("querni").initial().board
    b2, g2, d3 = map(board.site_of, ("b2", "g2", "d3"))
    standing = {b2: (Piece(0, 12),), g2: (Piece(0, 4),), d3: (Piece(1, 7),)}
    blue, pink, *rows = reading(board, standing, "querni", PLAIN)
    assert blue == ("Blue: 2 tiles", "4\xa0on\xa0g2, 12\xa0on\xa0b2")
    assert pink == ("Pink: 1 tile", "7\xa0on\xa0d3")
    assert all(title.startswith("Row ") for title, _ in rows)


def test_of_what_a_move_does_its_words_leave_the_rest_to_be_told():
    position = find_game("quincala-knocking").initial()
    facts = (Fact(Does.KNOCK, (Piece(1, 1), 0)), Fact(TowerDoes.MIXED, (0,)))
    whole = answer_text(facts, True, position)
    assert whole.startswith("Knocks Black's small piece")
    assert untold_text(facts, True, position) == "Makes a mixed tower on b1."
