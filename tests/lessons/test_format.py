"""Holds the description of the format to the code."""

import re
from pathlib import Path

from companion.lessons.course import answers, set_up
from companion.lessons.lesson import BEATS, HEAD, TASK, parse_lesson
from companion.plugins import GAMES

TOLD = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")


def test_the_example_is_a_lesson_that_can_be_solved():
    example = re.search(r"^```\n(.*?)^```$", TOLD, re.MULTILINE | re.DOTALL)[1]
    course = set_up(parse_lesson(example, "alquerque/example", "docs/lessons.md"))
    moves = answers(course.steps[1])
    assert moves.right
    assert {verdict.text for _, verdict in moves.wrong} == {
        "That was a step. A hop goes over a black piece."
    }


def test_every_key_and_every_fact_is_told():
    assert [key for key in {*BEATS, *HEAD, *TASK} if not re.search(rf"`{key}\b", TOLD)] == []
    codes = {code for game in GAMES.values() for code in game.fact_codes}
    assert [code for code in codes if f"`{code}`" not in TOLD] == []
