"""The shipped lessons of each game, in the order in which they are learned."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from companion.games import find_game
from companion.lessons.lesson import Lesson
from companion.lessons.reader import read_lesson


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """
    Return the lessons of *game*: the files of its folder ``lessons``, by name.

    Raises:
        OptionError: there is no such game.
        LessonError: a file there is no lesson.
    """
    folder = Path(str(resources.files(find_game(game).folder)), "lessons")
    return tuple(read_lesson(path, game) for path in sorted(folder.glob("*.txt")))
