"""The shipped lessons of each game, in the order in which they are learned."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.lessons.lesson import Lesson
from companion.lessons.reader import read_lesson

LESSONS = Path(__file__).parent


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """
    Return the lessons of *game*: the files of its folder, by name.

    Raises:
        LessonError: a file there is no lesson.
    """
    return tuple(read_lesson(path) for path in sorted((LESSONS / game).glob("*.txt")))
