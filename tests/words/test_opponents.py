import pytest

from companion.words.screens import opponents_line, opponents_title, players_line

YOU = ("person", "program level 3")


@pytest.mark.parametrize(
    ("players", "title", "line"),
    [
        (("person", "person"), "two people", "Two people"),
        (("person",) * 4, "four people", "Four people"),
        (YOU, "computer, level 3", "You (White) against the computer, level 3"),
        (YOU[::-1], "computer, level 3", "You (Black) against the computer, level 3"),
        (
            ("person", *["program level 2"] * 3),
            "computer, level 2",
            "You and a computer partner (White) against the computer, level 2",
        ),
        (("program level 1", "program level 2"), "level 1 – level 2", "Level 1 – level 2"),
    ],
)
def test_who_plays_is_told_in_a_few_words(players, title, line):
    assert opponents_title(players) == title
    assert opponents_line(players, "alquerque") == line
    assert players_line(players, "alquerque") == line


def test_a_record_may_have_names_or_nobody():
    assert players_line(("Ann", "Ben"), "alquerque") == "Ann – Ben"
    assert players_line((), "alquerque") == ""
