"""What lessons, sample games and the banner tell, beyond what the suite asks of every game."""

from __future__ import annotations

import itertools

import pytest

from companion.lessons.course import ShowStep, TaskStep, answers, set_up
from companion.lessons.shelf import lessons_of
from companion.plugins import find_game, plugins
from companion.storage.library import sample_path
from companion.storage.record import first_position, steps
from companion.storage.record_reader import read_record
from companion.testing.rule_checks import check_page
from companion.words.game_words import words_of
from companion.words.lessons import wrong_text
from companion.words.pages import rules_pages
from companion.words.table import turn_banner
from nine_mens_morris import PLUGIN
from nine_mens_morris.rules import MORRIS

NAME = MORRIS.name
LESSONS = lessons_of(NAME)
SAMPLES = sorted(file.name for file in PLUGIN.file("samples").iterdir())
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


def test_the_program_offers_the_game():
    assert plugins()[NAME] is PLUGIN
    assert words_of(NAME).names.title() == PLUGIN.title


@every_lesson
def test_a_lesson_shows_and_asks_and_explains_each_wrong_move(lesson):
    begun = set_up(lesson).steps
    assert any(isinstance(step, ShowStep) for step in begun)
    tasks = [step for step in begun if isinstance(step, TaskStep)]
    assert tasks
    for task in tasks:
        moves = answers(task)
        assert moves.wrong
        for move, verdict in moves.wrong:
            sentence = wrong_text(task.position.half_move(move), verdict.miss, verdict.text)
            assert not sentence.endswith("That is legal, but not what the task asks for.")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_a_whole_game_whose_comments_tell_what_it_shows(name):
    record = read_record(sample_path(name.removesuffix(".txt")), find_game)
    position, shown = first_position(record), set()
    for (move, after), ply in zip(steps(record, position), record.plies, strict=True):
        if ply.comment:
            shown |= {fact.code for fact in position.explain(move)}
        position = after
    assert record.outcome is not None
    assert set(record.shows) <= shown
    assert sum(bool(ply.comment) for ply in record.plies) >= 8


@pytest.mark.parametrize("values", list(itertools.product((False, True), (False, True), (0, 100))))
def test_the_pages_are_true_whatever_the_options_together(values):
    options = dict(zip(("flying", "diagonals", "draw_after"), values, strict=True))
    for page in rules_pages(MORRIS, options):
        check_page(MORRIS, page)
        assert all(part.text.endswith(".") for part in page.paragraphs)


def test_the_banner_counts_the_men_in_hand_and_asks_for_a_man_after_a_mill():
    assert turn_banner(MORRIS.initial().begin()) == "White's turn: place a man, 9 in hand"
    half = MORRIS.from_text("b../.../.../....../.../.../ww. w hand=7,8").begin().touch(2)
    assert turn_banner(half) == "White's turn: a mill! Touch a man to remove"
    taken = "White's turn: a white man on g1, taking 1. Confirm plays it"
    assert turn_banner(half.touch(21)) == taken
