"""Choosing a lesson, its menu, and what comes after it."""

from __future__ import annotations

from functools import cache, partial
from typing import Protocol

from companion.contract import Game, Position
from companion.errors import LessonError
from companion.lessons.course import LessonCourse, set_up
from companion.lessons.lesson import Lesson
from companion.lessons.shelf import leave_out, lessons_of
from companion.plugins import GAMES
from companion.ui import destinations as to
from companion.ui.context import UiContext
from companion.ui.scenes.menu import Choice, MenuScene
from companion.words import buttons
from companion.words import lessons as words
from companion.words.game_words import game_line, game_title
from companion.words.lessons import DONE, SO_FAR, place_value
from companion.words.phrases import headed
from companion.words.translate import from_data


class LessonScreen(Protocol):
    """A lesson, as its menu knows it."""

    course: LessonCourse
    at: int

    @property
    def is_at_beginning(self) -> bool: ...
    def begin(self, at: int) -> None: ...
    def go_back(self) -> None: ...
    def skip(self) -> None: ...


class LearnScene(MenuScene):
    """The games that have lessons."""

    name = "learn"
    heading = words.WHICH_GAME
    has_picture = True

    def make_choices(self) -> list[Choice]:
        """Return a line for each game, with how many of its lessons are done."""
        return list(map(self._choice, taught_games()))

    def _choice(self, game: Game) -> Choice:
        progress = self.stage.services.progress
        lessons = lessons_of(game.name)
        done = sum(progress.is_done(lesson.name) for lesson in lessons)
        return Choice(
            game_title(game.name),
            partial(self.stage.go, to.Lessons(game)),
            game_line(game.name),
            SO_FAR(done=done, count=len(lessons)),
            is_ticked=done == len(lessons),
        )

    def pictured(self) -> Position:
        game = taught_games()[self.list.selected or 0]
        return self.stage.services.library.first_position(game)


class LessonsScene(MenuScene):
    """The lessons of one game, those done with a tick."""

    name = "lessons"
    has_picture = True

    def __init__(self, stage: UiContext, game: Game) -> None:
        super().__init__(stage)
        self.game = game
        self.lessons = lessons_of(game.name)
        self._course = cache(partial(course_of, stage))
        is_done = stage.services.progress.is_done
        self.list.selected = next(
            (at for at, lesson in enumerate(self.lessons) if not is_done(lesson.name)), 0
        )

    def title(self) -> str:
        return words.WHICH_LESSON(game=game_title(self.game.name))

    def make_choices(self) -> list[Choice]:
        return [self._choice(lesson) for lesson in self.lessons]

    def _choice(self, lesson: Lesson) -> Choice:
        progress = self.stage.services.progress
        is_done, place = progress.is_done(lesson.name), progress.place(lesson.name)
        value = DONE() if is_done else place_value(place, len(lesson.steps))
        return Choice(
            from_data(lesson.title), partial(self._learn, lesson), from_data(lesson.about), value,
            verb=buttons.LEARN(), is_ticked=is_done,
        )  # fmt: skip

    def _learn(self, lesson: Lesson) -> None:
        self.stage.go(to.TakeLesson(self._course(lesson)))

    def pictured(self) -> Position:
        return self._course(self.lessons[self.list.selected or 0]).steps[0].position


class LessonMenuScene(MenuScene):
    """What can be done in a lesson beside going on in it."""

    name = "lesson menu"
    keeps_lamps = True
    way_out = buttons.GO_ON

    def __init__(self, stage: UiContext, lesson: LessonScreen) -> None:
        super().__init__(stage)
        self.lesson = lesson

    def title(self) -> str:
        return from_data(self.lesson.course.lesson.title)

    def make_choices(self) -> list[Choice]:
        """Return the ways out of the present step."""
        lesson = self.lesson
        before = Choice.of(words.STEP_BEFORE, self.after_leaving(lesson.go_back))
        again = self.after_leaving(partial(lesson.begin, lesson.at))
        from_the_first = self.after_leaving(partial(lesson.begin, 0))
        return [
            Choice.of(words.LEAVE, self.after_leaving(self.stage.pop)),
            Choice.of(words.SKIP, self.after_leaving(lesson.skip)),
            *([] if lesson.is_at_beginning else [before]),
            Choice.of(words.STEP_AGAIN, again),
            Choice.of(words.START_OVER, from_the_first),
            Choice.of(words.CONTINUE, self.leave),
        ]


class LessonDoneScene(MenuScene):
    """The end of a lesson: on to the next one, or to a game."""

    name = "lesson done"
    has_picture = True

    def __init__(self, stage: UiContext, course: LessonCourse) -> None:
        super().__init__(stage)
        self.course = course

    def title(self) -> str:
        return words.LESSON_DONE(title=from_data(self.course.lesson.title))

    def _begin(self, course: LessonCourse) -> None:
        self.stage.go(to.TakeLesson(course))

    def make_choices(self) -> list[Choice]:
        """Return the next lesson if there is one, then what else may follow."""
        choices, begin = [], self._begin
        following = next_lesson(self.course.lesson)
        if following is not None:
            choices.append(
                Choice.of(
                    words.NEXT_LESSON,
                    self.after_leaving(lambda: begin(course_of(self.stage, following))),
                    headed(from_data(following.title), from_data(following.about)),
                    from_data(following.title),
                )
            )
        return [
            *choices,
            Choice.of(words.ALL_LESSONS, self.leave),
            Choice.of(words.LESSON_AGAIN, self.after_leaving(partial(begin, self.course))),
            Choice.of(words.PLAY, lambda: self.stage.go(to.Options(self.course.game))),
        ]

    def pictured(self) -> Position:
        """Return where the next lesson begins, after the last one where that began."""
        lesson = next_lesson(self.course.lesson) or self.course.lesson
        return course_of(self.stage, lesson).steps[0].position


def taught_games() -> list[Game]:
    """Return the games that have lessons, in the order in which they are offered."""
    return [game for game in GAMES.values() if lessons_of(game.name)]


def course_of(stage: UiContext, lesson: Lesson) -> LessonCourse:
    """Return *lesson* on the board that is in use, or on the shipped one where it does not fit."""
    board = stage.services.library.boards.get(GAMES[lesson.game].board_name)
    try:
        return set_up(lesson, board)
    except LessonError as error:
        if board is None:
            leave_out(lesson, error)
            raise
        return set_up(lesson)


def next_lesson(lesson: Lesson) -> Lesson | None:
    """Return the lesson after *lesson*, or None after the last one of its game."""
    lessons = lessons_of(lesson.game)
    at = lessons.index(lesson) + 1
    return lessons[at] if at < len(lessons) else None
