"""What is said aloud of what is written."""

import pytest

from companion.words.scenes.speech import aloud, sentences


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("c2-c3", "c2 to c3"),
        ("b4xd2xf4", "b4 takes to d2 takes to f4"),
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
