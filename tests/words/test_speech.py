"""What is said aloud of what is written."""

import pytest

from companion.contract import Piece
from companion.plugins import find_game
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
