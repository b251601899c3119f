"""The ways from scene to scene, as scenes know them; `companion.ui.routes` leads along them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from companion.clock.setting import ClockSetting
from companion.contract import Board, Game, Options, Position
from companion.engine.turning_points import TurningPoint
from companion.lessons.course import LessonCourse
from companion.match.entries import COMMENT_LIMIT
from companion.match.match import Match
from companion.match.question import Answer
from companion.match.seats import PERSONS
from companion.ports import Press
from companion.storage.library import Shelved
from companion.storage.playback import Playback
from companion.storage.saves import NewMatch
from companion.table.steps import TableStep
from companion.ui.lamps.calibration import Calibration
from companion.ui.scenes.choice import Choice
from companion.ui.widgets.pen import Banner
from companion.ui.widgets.touch_fit import TouchAt
from companion.ui.widgets.work import Made, Telling, Work
from companion.words.guide import Told
from companion.words.voice import Voice

GuideStep = Told | TableStep
"""A step at the board, or one beside it."""


class Played(Protocol):
    """A match being played, as its menu knows it."""

    match: Match

    def is_programs(self) -> bool: ...
    def take(self, answer: Answer) -> None: ...
    def show_moves(self) -> None: ...


class Taught(Protocol):
    """A lesson, as its menu knows it."""

    course: LessonCourse

    @property
    def is_at_beginning(self) -> bool: ...
    def go_back(self) -> None: ...
    def restart(self) -> None: ...
    def skip(self) -> None: ...
    def start_over(self) -> None: ...


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
    def toggle_legs(self) -> None: ...


class Read(Protocol):
    """A scene whose position is read: what its menu and its list of moves are opened by."""

    def press(self, press: Press) -> None: ...
    def has_menu(self) -> bool: ...


class Ways(Protocol):
    """Where a scene may lead."""

    def to_start(self) -> None:
        """Show the start screen."""

    def to_new_game(self) -> None:
        """Let the players choose a game, in front of the present scene."""

    def to_options(self, game: Game, *, is_changing: bool = False) -> None:
        """Let the players choose the options of *game*; *is_changing* begins on who plays."""

    def to_players(self, game: Game, options: Options, start: Choice) -> None:
        """Let the players choose who plays *game*; *start* begins it."""

    def to_player(self, title: str, player: str, take: Callable[[str], None]) -> None:
        """Let the players choose who has the seat called *title*, *player* as yet."""

    def to_clock(
        self, setting: ClockSetting | None, game: str, take: Callable[[ClockSetting | None], None]
    ) -> None:
        """Let the players choose the clock of *game*, *setting* as yet; *take* gets theirs."""

    def to_own_clock(
        self, setting: ClockSetting, game: str, take: Callable[[ClockSetting | None], None]
    ) -> None:
        """Let the players put together a clock of their own, beginning with *setting*."""

    def to_pause(self, scene: Played) -> None:
        """Hide the board until the players go on; no clock runs."""

    def to_new_match(
        self,
        game: Game,
        options: Options,
        seed: int,
        players: tuple[str, ...] = PERSONS,
        clock: ClockSetting | None = None,
    ) -> None:
        """Begin a match and play it at once: the table is set."""

    def to_set_up(self, new: NewMatch) -> None:
        """Begin the *new* match, and set the table for it."""

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

    def to_tables(self) -> None:
        """Let the players have tables of endgames built, in front of the settings."""

    def to_about(self) -> None:
        """Tell of the program and of who made the games beside it, in front of the settings."""

    def to_legend(self, match: Match) -> None:
        """Explain what lamps and buttons mean, on the board of *match*."""

    def to_voice(self) -> None:
        """Let the players choose what is spoken."""

    def to_touch_test(self) -> None:
        """Have four targets touched, in front of the settings."""

    def to_choose_calibration(self) -> None:
        """Ask which board lies on the lamps, in front of the settings."""

    def to_calibration(self, begin: Calibration) -> None:
        """Find out which lamp is under which dot, in front of the question for the board."""

    def to_calibrated(self, state: Calibration) -> None:
        """Show what came of it instead of the last question."""

    def to_switch_off(self) -> None:
        """Ask whether to switch off, in front of the present scene; once is enough."""

    def to_records(self) -> None:
        """Show the saved games, in front of the present scene."""

    def to_results(self, shelf: Sequence[Shelved]) -> None:
        """Show who has won how often, in front of the records."""

    def to_samples(self, samples: Sequence[Shelved]) -> None:
        """Show the games that come with the program, in front of the present scene."""

    def to_viewer(self, path: Path, *, is_lenient: bool = False) -> None:
        """Open the record at *path* and look through it, in front of the present scene.

        A faulty one is shown with its fault; with *is_lenient* it is opened up to there.
        """

    def to_fault(self, path: Path, problem: str) -> None:
        """Tell why the record at *path* cannot be read, and offer to open its good part."""

    def to_viewer_menu(self, scene: Viewed) -> None:
        """Show what else can be done with the record that is looked through."""

    def to_typing(
        self, title: str, text: str, take: Callable[[str], None], most: int = COMMENT_LIMIT
    ) -> None:
        """Let *most* characters be typed, beginning with *text*; *take* gets what was typed."""

    def to_continued(self, playback: Playback, players: tuple[str, ...] = PERSONS) -> None:
        """Begin a match where *playback* is, the pieces shown on the lamps first."""

    def to_learn(self) -> None:
        """Let the players choose a game to learn, in front of the present scene."""

    def to_lessons(self, game: Game) -> None:
        """Show the lessons of *game*, in front of the present scene."""

    def to_lesson(self, course: LessonCourse) -> None:
        """Begin a lesson, in front of the list of lessons."""

    def to_lesson_menu(self, scene: Taught) -> None:
        """Show the menu of a lesson."""

    def to_lesson_done(self, course: LessonCourse) -> None:
        """Note the lesson in front as done, and show what may follow it."""

    def to_rules_of_a_game(self) -> None:
        """Let the players choose a game to read its rules, in front of the present scene."""

    def to_rules(self, game: Game, options: Options, board: Board) -> None:
        """Show the rules of *game* as played with *options* on *board*."""

    def to_question(self, question: str, no: Choice, yes: Choice) -> None:
        """Ask before something that cannot be undone."""

    def to_taken_back(self, match: Match, answer: Answer, stood: Position) -> None:
        """Show *match*, finished, with *answer*: its last move is taken back, or that is asked.

        On the table is what *stood* at the end.
        """

    def to_touch_verdict(self, touches: list[TouchAt]) -> None:
        """Show how far off *touches* were, instead of the test."""

    def to_work(
        self,
        work: Work[Made],
        told: Telling,
        then: Callable[[Made], None],
        failed: Callable[[str], None],
    ) -> None:
        """Call *then* or *failed* with what comes of *work*, at once where it is done already."""
