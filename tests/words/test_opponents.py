import pytest

from companion.words.program import (
    opponents_line,
    opponents_lines,
    opponents_title,
    players_line,
    players_title,
)

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
    assert players_line(("Ann", "Ben"), "alquerque") == "Ann: White – Ben: Black"
    assert players_line(("Ann", "program level 2"), "alquerque") == (
        "Ann: White – computer, level 2: Black"
    )
    assert players_line((), "alquerque") == ""


@pytest.mark.parametrize(
    ("players", "game", "lines"),
    [
        (("Ann", "Ben"), "alquerque", ("Ann: White", "Ben: Black")),
        (("Ann", "person"), "querni", ("Ann: Blue", "Guest: Pink")),
        (("Ann", "Ben", "Cleo", "Dan"), "quincy", ("Ann & Cleo: Blue", "Ben & Dan: Yellow")),
        (
            ("Ann", "program level 3"),
            "alquerque",
            ("Ann (White) against the computer, level 3",),
        ),
        (
            ("program level 1", "Ann", "program level 1", "program level 1"),
            "quincy",
            ("Ann and a computer partner (Yellow) against the computer, level 1",),
        ),
    ],
)
def test_who_has_a_name_is_told_with_the_side(players, game, lines):
    assert opponents_lines(players, game) == lines
    assert opponents_line(players, game) == " – ".join(lines)


@pytest.mark.parametrize(
    ("players", "title"),
    [
        (("person", "person"), ""),
        (("Maximiliane-Antoinet", "Ben"), "Maximili… – Ben"),
        (("Ann", "program level 2"), "Ann – computer, level 2"),
        (("Ann", "Ben", "Cleo", "Dan"), "Ann & Cleo – Ben & Dan"),
    ],
)
def test_in_a_list_of_records_long_names_are_shortened(players, title):
    assert players_title(players) == title
