"""The lessons of each game, in the order in which they are learned, and which have been done.

A lesson that cannot be read, or does not hold by the rules, is left out with one line that says
why.  Those of a game from outside are set up to see that; one of the program is damaged then.
What has been done at this table, and where a lesson was left, is kept in the state folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from companion.damage import note_damaged
from companion.errors import LessonError, Message, PluginError, reason_of
from companion.lessons.lesson import Lesson, read_lesson
from companion.plugins import built_in, outside, plugin_of
from companion.plugins.outside import PATIENCE_S, LeftOut, in_time
from companion.storage.disk import Disk, write_whole

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


PROGRESS_NAME = "lessons.txt"
SIZE_LIMIT = 2**16
Do: TypeAlias = Callable[[Callable[[], None]], None]
HEADER = "# Lessons done, written by Board Companion."


def at_once(work: Callable[[], None]) -> None:
    """Do *work* before anything else."""
    work()


class LessonsDone:
    """The names of the lessons done, and until the program ends the step at which each was left.

    Attributes:
        problem: why they could not be kept, or an empty text.
    """

    def __init__(self, folder: Path, disk: Disk | None = None, do: Do = at_once) -> None:
        """Read what *folder* has; a file that cannot be read is left as it is.

        What is noted is written by *do*: at once, or beside the main loop.
        """
        self._do = do
        self.problem = ""
        self._path = folder / PROGRESS_NAME
        self._disk = disk or Disk()
        self._is_read = True
        self._done = self._read()
        self._places: dict[str, int] = {}

    def _read(self) -> list[str]:
        try:
            raw = self._disk.read(self._path, SIZE_LIMIT)
        except FileNotFoundError:
            return []
        except OSError as error:
            self.problem, self._is_read = reason_of(error), False
            return []
        lines = raw.decode("utf-8", errors="replace").splitlines()
        return [line for line in lines if line and not line.startswith("#")]

    def read_again(self) -> None:
        """Read what has been brought back into the folder meanwhile."""
        self._done = [*dict.fromkeys([*self._read(), *self._done])]

    def is_done(self, lesson: str) -> bool:
        """Return whether the lesson called *lesson* has been gone through."""
        return lesson in self._done

    def place(self, lesson: str) -> int:
        """Return the step at which the lesson called *lesson* goes on, from 0."""
        return self._places.get(lesson, 0)

    def keep_place(self, lesson: str, step: int) -> None:
        """Keep that the lesson called *lesson* is at *step*."""
        self._places[lesson] = step

    def note(self, lesson: str) -> None:
        """Keep that *lesson* has been gone through; `problem` tells when that failed."""
        self._places.pop(lesson, None)
        if lesson in self._done:
            return
        self._done.append(lesson)
        if not self._is_read:
            return
        data = "\n".join([HEADER, *self._done]) + "\n"
        self.problem = ""
        try:
            self._do(lambda: write_whole(self._disk, self._path, data.encode("utf-8")))
        except OSError as error:
            self.problem = reason_of(error)
