"""The ways to scenes that others do not know; `companion.ui.routes` leads along them.

A scene that knows the one that follows pushes it by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from companion.contract import Board, Game, Options, Position
from companion.engine.turning_points import TurningPoint
from companion.lessons.course import LessonCourse
from companion.match.match import Match
from companion.match.new_match import NewMatch
from companion.match.question import Answer
from companion.ports import Press
from companion.storage.playback import Playback
from companion.table.steps import TableStep
from companion.ui.widgets.background import Made, Telling, Work
from companion.ui.widgets.pen import Banner
from companion.words.parts.set_up import Told
from companion.words.voice import Voice

GuideStep = Told | TableStep
"""A step at the board, or one beside it."""


class Played(Protocol):
    """A match being played, as its menu knows it."""

    @property
    def match(self) -> Match: ...
    def is_programs(self) -> bool: ...
    def take(self, answer: Answer) -> None: ...
    def show_moves(self) -> None: ...


class Taught(Protocol):
    """A lesson, as its menu knows it."""

    course: LessonCourse
    at: int

    @property
    def is_at_beginning(self) -> bool: ...
    def begin(self, at: int) -> None: ...
    def go_back(self) -> None: ...
    def skip(self) -> None: ...


class Viewed(Protocol):
    """A record looked through, as its menu knows it."""

    path: Path
    playback: Playback
    turning_points: dict[int, TurningPoint] | None

    @property
    def voice(self) -> Voice: ...
    def banner(self) -> Banner: ...
    def take_over(self) -> None: ...
    def to_first(self) -> None: ...
    def to_last(self) -> None: ...
    def to_turning_point(self) -> None: ...


class Read(Protocol):
    """A scene whose position is read: what its menu and its list of moves are opened by."""

    def press(self, press: Press) -> None: ...
    def has_menu(self) -> bool: ...
    def lists_moves(self) -> bool: ...


class Ways(Protocol):
    """Where a scene may lead without knowing what follows."""

    def to_start(self) -> None:
        """Show the start screen."""

    def to_new_game(self) -> None:
        """Let the players choose a game, in front of the present scene."""

    def to_options(self, game: Game, *, is_changing: bool = False) -> None:
        """Let the players choose the options of *game*; *is_changing* begins on who plays."""

    def to_set_up(self, new: NewMatch) -> None:
        """Set the table for *new*, and begin it then."""

    def to_set_right(self, match: Match, steps: Sequence[GuideStep]) -> None:
        """Lead the table to where *match* is by *steps*, in front of the present scene."""

    def to_reading(self, scene: Read, match: Match) -> None:
        """Read how *match* stands, in front of *scene*, which shows it."""

    def to_out_of_step(self, match: Match) -> None:
        """Ask how the table stands, in front of the present scene."""

    def to_play(self, match: Match) -> None:
        """Play *match*, or show how it ended."""

    def to_resumed(self) -> None:
        """Go on with the unfinished match, its pieces shown on the lamps first."""

    def to_standing_table(self, match: Match) -> None:
        """Go on with *match* where it stands, its pieces shown first, whatever the table shows."""

    def to_game_menu(self, scene: Played) -> None:
        """Show the menu of a match."""

    def to_game_over(self, match: Match) -> None:
        """Show how *match* ended."""

    def to_settings(self) -> None:
        """Show the settings, in front of the present scene."""

    def to_languages(self) -> None:
        """Ask for the language, in front of the present scene."""

    def to_switch_off(self) -> None:
        """Ask whether to switch off, in front of the present scene; once is enough."""

    def to_records(self) -> None:
        """Show the saved games, in front of the present scene."""

    def to_viewer(self, path: Path, *, is_lenient: bool = False) -> None:
        """Open the record at *path* and look through it, in front of the present scene.

        A faulty one is shown with its fault; with *is_lenient* it is opened up to there.
        """

    def to_learn(self) -> None:
        """Let the players choose a game to learn, in front of the present scene."""

    def to_lessons(self, game: Game) -> None:
        """Show the lessons of *game*, in front of the present scene."""

    def to_lesson(self, course: LessonCourse) -> None:
        """Begin a lesson, in front of the list of lessons."""

    def to_rules_of_a_game(self) -> None:
        """Let the players choose a game to read its rules, in front of the present scene."""

    def to_rules(self, game: Game, options: Options, board: Board) -> None:
        """Show the rules of *game* as played with *options* on *board*."""

    def to_taken_back(self, match: Match, answer: Answer, stood: Position) -> None:
        """Show *match*, finished, with *answer*: its last move is taken back, or that is asked.

        On the table is what *stood* at the end.
        """

    def to_work(
        self,
        work: Work[Made],
        telling: Telling,
        then: Callable[[Made], None],
        failed: Callable[[str], None],
    ) -> None:
        """Call *then* or *failed* with what comes of *work*, at once where it is done already."""
