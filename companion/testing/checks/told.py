"""What a game tells of itself holds by its rules: its lessons, its rules pages, its samples."""

from __future__ import annotations

import pytest

from companion.contract import Game, GamePlugin, Position, RefusedError
from companion.errors import RecordError
from companion.lessons.course import TaskStep, answers, set_up
from companion.lessons.shelf import lesson_problems, lessons_of
from companion.plugins.outside import check_title
from companion.storage.record import Record, check_result, first_position, steps
from companion.storage.record_reader import read_record
from companion.storage.samples import samples_of
from companion.testing.cases import Case
from companion.words.games import game_title
from companion.words.rules.page import Example, Page
from companion.words.rules.pages import rules_pages


class WordChecks:
    """Checks of what players read; a game that has none of it passes."""

    def test_the_title_fits_a_line_of_the_menu(self, game_plugin: GamePlugin) -> None:
        check_title(game_title(game_plugin.game.name))

    def test_no_lesson_is_left_out(self, game_plugin: GamePlugin) -> None:
        assert not lesson_problems(game_plugin.game.name)

    def test_each_task_of_a_lesson_can_be_solved(self, game_plugin: GamePlugin) -> None:
        for lesson in lessons_of(game_plugin.game.name):
            for step in set_up(lesson).steps:
                if isinstance(step, TaskStep):
                    _check_task(step, f"{lesson.where}:{step.task.line}")

    def test_pictures_in_the_rules_show_what_is_said(self, case: Case) -> None:
        for page in rules_pages(case.game, case.options):
            check_page(case.game, page)

    def test_sample_games_are_legal_and_end_as_they_say(self, game_plugin: GamePlugin) -> None:
        game = game_plugin.game
        for path in samples_of(game):
            try:
                record = read_record(path, {game.name: game}.__getitem__)
                _check_record(record)
            except RecordError as error:
                raise AssertionError(f"{path}: {error}") from error


def check_page(game: Game, page: Page) -> None:
    """Fail where the picture of *page* is none of *game*, or shows other than what it says."""
    position = game.from_text(page.example.position, page.example.board)
    _check_moves(position, page.example, page.title)
    _check_refused(position, page.example, page.title)


def _check_task(step: TaskStep, where: str) -> None:
    moves = answers(step)
    assert moves.right, f"{where}: expected a legal move that solves it, got none"
    said = {verdict.text for _, verdict in moves.wrong}
    unsaid = [answer for _, answer in step.task.wrong if answer not in said]
    assert unsaid == [], f"{where}: expected a move that is answered so, got none"


def _check_record(record: Record) -> None:
    position, codes = first_position(record), set()
    for move, after in steps(record, position):
        codes |= {fact.code for fact in position.explain(move)}
        position = after
    check_result(record, position)
    assert set(record.shows) <= codes, f"expected plies that show it, got {sorted(codes)}"


def _check_moves(position: Position, example: Example, title: str) -> None:
    assert position.outcome() is None, title
    codes, ends = set(), []
    for text in example.moves:
        move = position.parse(text)
        codes |= {fact.code for fact in position.explain(move)}
        ends.append(position.play(move).outcome())
    assert set(example.shows) <= codes, title
    is_end = example.winner is not None or example.is_draw
    assert len(example.moves) == 1 or not is_end, title
    for end in ends:
        assert (end is not None) == is_end, title
        assert end is None or end.winner == example.winner, title
    for name in example.areas:
        assert position.board.areas[name], title


def _check_refused(position: Position, example: Example, title: str) -> None:
    for refused in example.refused:
        assert refused.site in position.board.names, title
        assert refused.site in refused.text, title
        with pytest.raises(RefusedError) as caught:
            position.play(position.parse(refused.text))
        assert caught.value.refusal.code == refused.code, title
