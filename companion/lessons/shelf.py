"""The shipped lessons of each game, in the order in which they are learned."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.games import plugin_of
from companion.lessons.lesson import Lesson
from companion.lessons.reader import read_lesson


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of *game*: the files of its folder ``lessons``, by name, if any.

    Raises:
        OptionError: there is no such game.
        LessonError: a file there is no lesson.
    """
    folder = plugin_of(game).file("lessons")
    files = sorted(Path(str(folder)).glob("*.txt")) if folder is not None else ()
    return tuple(read_lesson(path, game) for path in files)
