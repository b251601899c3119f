"""Plays every shipped lesson by the rules: what is shown, what is asked, what is said to it."""

from functools import cache
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.lessons import course
from companion.lessons.course import ShowStep, TaskStep
from companion.lessons.reader import MOST_DO_CHARACTERS
from companion.lessons.shelf import lessons_of
from companion.words.games import side_name
from companion.words.lessons import task_banner, wrong_text
from companion.words.table import MOST_BANNER_CHARACTERS
from companion.words.voice import PLAIN

ROOT = Path(__file__).parents[2]
SHIPPED = [lesson for game in GAMES for lesson in lessons_of(game)]
every_lesson = pytest.mark.parametrize("lesson", SHIPPED, ids=lambda lesson: lesson.name)

FORCED = {("alquerque/04-must-capture", 2)}
"""Tasks, by their number in the lesson, that have a single legal move: the right one."""


# Several tests ask of the same lesson, and to judge each legal move of a task takes long.
set_up, answers = cache(course.set_up), cache(course.answers)


def steps(lesson, kind):
    return [step for step in set_up(lesson).steps if isinstance(step, kind)]


def test_every_game_has_lessons_and_no_file_is_left_out():
    assert all(lessons_of(game) for game in GAMES)
    assert len(SHIPPED) == len(list((ROOT / "companion" / "games").glob("*/lessons/*.txt")))


@every_lesson
def test_what_is_shown_is_legal_and_does_what_the_lesson_says(lesson):
    assert steps(lesson, ShowStep)


@every_lesson
def test_each_task_can_be_solved(lesson):
    tasks = steps(lesson, TaskStep)
    assert tasks
    for task in tasks:
        assert answers(task).right, f"{lesson.where}:{task.task.line}"


@every_lesson
def test_each_task_can_be_failed_and_every_failure_is_explained(lesson):
    for number, task in enumerate(steps(lesson, TaskStep), 1):
        wrong = answers(task).wrong
        assert bool(wrong) != ((lesson.name, number) in FORCED), f"{lesson.where}:{task.task.line}"
        for move, verdict in wrong:
            half = task.position.half_move(move)
            told = wrong_text(half, verdict.miss, verdict.told)
            named, _, explained = told.partition(": ")
            assert named == PLAIN.move(half)
            assert explained.endswith((".", "?"))
            assert explained != "That is legal, but not what the task asks for."


@every_lesson
def test_every_sentence_about_wrong_moves_is_said_to_some_wrong_move(lesson):
    for task in steps(lesson, TaskStep):
        said = {verdict.told for _, verdict in answers(task).wrong}
        assert [told for _, told in task.task.wrong if told not in said] == []


@every_lesson
def test_the_banner_holds_each_task(lesson):
    for task in steps(lesson, TaskStep):
        assert len(task_banner(task.position, task.task)) <= MOST_BANNER_CHARACTERS


def test_the_longest_task_fits_the_banner_for_the_longest_side():
    sides = {side_name(side, game) for side in (0, 1) for game in GAMES}
    longest = max(map(len, sides)) + len(": ")
    assert longest + MOST_DO_CHARACTERS <= MOST_BANNER_CHARACTERS
