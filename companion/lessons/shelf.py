"""The lessons that come with each game, in the order in which they are learned.

A lesson that cannot be read, or does not hold by the rules, is left out with one line that says
why.  Those of a game from outside are set up to see that; one of the program is damaged then.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Final, NamedTuple

from companion.damage import note_damaged
from companion.errors import LessonError, Message, PluginError
from companion.lessons.lesson import Lesson
from companion.lessons.reader import read_lesson
from companion.plugins import built_in, outside, plugin_of
from companion.plugins.outside import PATIENCE_S, LeftOut, in_time

_damaged: Final[set[str]] = set()
"""The files of lessons of the program that do not hold by the rules."""


class Shelf(NamedTuple):
    """The lessons of a game, and why others of it are left out."""

    lessons: tuple[Lesson, ...]
    problems: tuple[str, ...]


def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of *game*: the files of its folder ``lessons``, by name, if any.

    Raises:
        OptionError: there is no such game.
    """
    shelf = _shelf(plugin_of(game).folder, game)
    return tuple(lesson for lesson in shelf.lessons if lesson.where not in _damaged)


def leave_out(lesson: Lesson, error: LessonError) -> None:
    """Leave out *lesson*, one of the program, because of *error*."""
    _damaged.add(lesson.where)
    note_damaged(lesson.where, error)


def lesson_problems(game: str) -> tuple[str, ...]:
    """Return a line for each lesson of *game* that is left out: why.

    Raises:
        OptionError: there is no such game.
    """
    return _shelf(plugin_of(game).folder, game).problems


def lessons_left_out() -> list[LeftOut]:
    """Return the lessons that are left out, each by the name of its game."""
    names = [plugin.game.name for plugin in outside().plugins]
    return [LeftOut(name, problem) for name in names for problem in lesson_problems(name)]


@cache
def _shelf(folder: str, game: str) -> Shelf:
    """Return the shelf of *game*, which lies in the package *folder*."""
    texts = plugin_of(game).file("lessons")
    files = sorted(Path(str(texts)).glob("*.txt")) if texts is not None else []
    lessons, problems = [], []
    for path in files:
        try:
            if game in built_in():
                lessons.append(read_lesson(path, game))
            else:
                # Setting it up asks the rules of the game, which may do anything.
                lessons.append(
                    in_time(partial(_checked, path, game), PATIENCE_S, Message("a lesson"))
                )
        except LessonError as error:
            note_damaged(path, error)
        except PluginError as error:
            problems.append(error.message)
    return Shelf(tuple(lessons), tuple(problems))


def _checked(path: Path, game: str) -> Lesson:
    """Return the lesson in the file *path*, which can be gone through by the rules of *game*."""
    # Imported here: the first picture does without.
    from companion.lessons.course import set_up

    lesson = read_lesson(path, game)
    if lesson.game != game:
        raise LessonError(
            "{path}: expected a lesson of {game}, got one of {other}",
            path=path,
            game=game,
            other=lesson.game,
        )
    set_up(lesson)
    return lesson
