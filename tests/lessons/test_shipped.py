"""Every shipped lesson: what the suite does not ask of the lessons of any game."""

from functools import cache
from pathlib import Path

import pytest

from companion.lessons import course
from companion.lessons.course import ShowStep, TaskStep, answers
from companion.lessons.lesson import MOST_DO_CHARACTERS
from companion.lessons.shelf import lessons_of
from companion.plugins import GAMES
from companion.words.game_words import side_name, words_of
from companion.words.lessons import task_banner, wrong_text
from companion.words.table import MOST_BANNER_CHARACTERS
from companion.words.voice import PLAIN

ROOT = Path(__file__).parents[2]
SHIPPED = [lesson for game in GAMES for lesson in lessons_of(game)]
every_lesson = pytest.mark.parametrize("lesson", SHIPPED, ids=lambda lesson: lesson.name)

FORCED = {("alquerque/04-must-capture", 2)}
"""Tasks, by their number in the lesson, that have a single legal move: the right one."""


# Several tests ask of the same lesson.
set_up = cache(course.set_up)


def steps(lesson, kind):
    return [step for step in set_up(lesson).steps if isinstance(step, kind)]


def test_every_game_has_lessons_and_no_file_is_left_out():
    assert all(lessons_of(game) for game in GAMES)
    assert len(SHIPPED) == len(list((ROOT / "companion" / "games").glob("*/lessons/*.txt")))


@every_lesson
def test_a_lesson_shows_something_and_asks_something(lesson):
    assert steps(lesson, ShowStep)
    assert steps(lesson, TaskStep)


@every_lesson
def test_each_task_can_be_failed_and_every_failure_is_explained(lesson):
    for number, task in enumerate(steps(lesson, TaskStep), 1):
        wrong = answers(task).wrong
        assert bool(wrong) != ((lesson.name, number) in FORCED), f"{lesson.where}:{task.task.line}"
        halves = (task.position.half_move(move) for move, _ in wrong)
        # What is told of a move follows from these: one move for all that are alike in them.
        alike = {
            (verdict, frozenset(fact.code for fact in half.facts())): half
            for half, (_, verdict) in zip(halves, wrong, strict=True)
        }
        for (verdict, _), half in alike.items():
            sentence = wrong_text(half, verdict.miss, verdict.text)
            named, _, explained = sentence.partition(": ")
            assert named == PLAIN.move(half)
            assert explained.endswith((".", "?"))
            assert explained != "That is legal, but not what the task asks for."


@every_lesson
def test_the_banner_holds_each_task(lesson):
    for task in steps(lesson, TaskStep):
        assert len(task_banner(task.position, task.task)) <= MOST_BANNER_CHARACTERS


def test_the_longest_task_fits_the_banner_for_the_longest_side():
    sides = {side_name(side, game) for side in (0, 1) for game in GAMES}
    longest = max(map(len, sides)) + len(": ")
    assert longest + MOST_DO_CHARACTERS <= MOST_BANNER_CHARACTERS


def test_a_move_that_knocks_nothing_where_a_knock_was_asked_for_is_told_so():
    (lesson,) = (lesson for lesson in SHIPPED if lesson.name == "quincala-knocking/04-knock")
    explanations = set()
    for task in steps(lesson, TaskStep):
        for move, verdict in answers(task).wrong:
            half = task.position.half_move(move)
            if not any(fact.code == "knock" for fact in half.facts()) and not verdict.text:
                explanations.add(wrong_text(half, verdict.miss, verdict.text).rpartition(": ")[2])
    assert explanations and all(text.endswith("That knocks nothing.") for text in explanations)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_lesson_shows_a_whole_turn_and_begins_with_nothing_in_hand(game):
    first = steps(lessons_of(game)[0], ShowStep)[0]
    assert any(beat.move is not None for beat in first.beats)
    assert not first.position.hand()


def test_no_lesson_needs_another_game():
    titles = {game: words_of(game).names.title() for game in GAMES} | {"": "Knocking game"}
    for path in (ROOT / "companion" / "games").glob("*/lessons/*.txt"):
        text = path.read_text(encoding="utf-8")
        own = text.split("game: ")[1].split("\n")[0]
        assert [title for game, title in titles.items() if game != own and title in text] == []
