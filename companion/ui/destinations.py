"""Where one may go from a screen: values that `Stage.go` takes.

`companion.ui.screens` has the scene of each, and is loaded late.  A scene that knows
the one that follows pushes it by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol

from companion.ui.widgets.background import Made

if TYPE_CHECKING:
    from companion.contract import Board, Game, Position
    from companion.contract import Options as GameOptions
    from companion.lessons.course import LessonCourse
    from companion.match.match import Match, NewMatch
    from companion.match.question import Answer
    from companion.ports import Press, Previous
    from companion.table.steps import TableStep
    from companion.ui.play.program_player import ProgramPlayer
    from companion.ui.view import View
    from companion.ui.widgets.background import Telling, Work
    from companion.words.names import SetUpTask


class MatchScreen(Protocol):
    """A match being played, as its menu knows it."""

    match: Match
    program: ProgramPlayer

    @property
    def is_others_turn(self) -> bool: ...
    def take(self, answer: Answer) -> None: ...
    def show_moves(self) -> None: ...


class PositionScreen(Protocol):
    """A scene whose position is read: what its menu and its list of moves are opened by."""

    def on(self, event: Press | Previous) -> None: ...
    def show(self) -> View: ...


class Destination:
    """A screen, and what it is about."""


class StartScreen(Destination):
    """The start screen, instead of all others."""


class ChooseGame(Destination):
    """The choice of a game."""


@dataclass(frozen=True)
class Options(Destination):
    """The options of a game; *is_changing* begins on who plays."""

    game: Game
    is_changing: bool = False


@dataclass(frozen=True)
class SetUp(Destination):
    """The table being set for a new match, which then begins."""

    new: NewMatch


@dataclass(frozen=True)
class SetRight(Destination):
    """The table being led to where the match is."""

    match: Match
    steps: Sequence[SetUpTask | TableStep]


@dataclass(frozen=True)
class ReadPosition(Destination):
    """How a match stands, in words; *scene* shows it."""

    scene: PositionScreen
    match: Match


@dataclass(frozen=True)
class OutOfStep(Destination):
    """The question how the table stands."""

    match: Match


@dataclass(frozen=True)
class Play(Destination):
    """A match being played, or how it ended."""

    match: Match


class ResumeGame(Destination):
    """The unfinished match, its pieces shown on the lamps first."""


@dataclass(frozen=True)
class StandingTable(Destination):
    """A match going on where it stands, its pieces shown first, whatever the table shows."""

    match: Match


@dataclass(frozen=True)
class GameMenu(Destination):
    """The menu of the match that *scene* shows."""

    scene: MatchScreen


@dataclass(frozen=True)
class GameOver(Destination):
    """How a match ended."""

    match: Match


@dataclass(frozen=True)
class MeetOtherTable(Destination):
    """The ways to play the *new* match with another table."""

    new: NewMatch


@dataclass(frozen=True)
class PairPhones(Destination):
    """The phones of the seats of a match that are played at phones."""

    match: Match


class AboutOtherTable(Destination):
    """What both tables have to agree on."""


class SettingsMenu(Destination):
    """The settings."""


class Languages(Destination):
    """The choice of a language."""


class SwitchOff(Destination):
    """The question whether to switch off, once."""


class Records(Destination):
    """The saved games."""


@dataclass(frozen=True)
class Viewer(Destination):
    """The record at *path*, to be looked through.

    A faulty one is shown with its fault; with *is_lenient* it is opened up to there.
    """

    path: Path
    is_lenient: bool = False


@dataclass(frozen=True)
class UseStick(Destination):
    """The USB stick that is in; *record* is the game that is looked at, if any."""

    record: Path | None = None


class Learn(Destination):
    """The choice of a game to learn."""


@dataclass(frozen=True)
class Lessons(Destination):
    """The lessons of a game."""

    game: Game


@dataclass(frozen=True)
class TakeLesson(Destination):
    """A lesson from where the learner left it."""

    course: LessonCourse


class RulesOfAGame(Destination):
    """The choice of a game to read its rules."""


@dataclass(frozen=True)
class Rules(Destination):
    """The rules of a game as played with *options* on *board*."""

    game: Game
    options: GameOptions
    board: Board


@dataclass(frozen=True)
class TakenBack(Destination):
    """A finished match with *answer*: its last move is taken back, or that is asked.

    On the table is what *stood* at the end.
    """

    match: Match
    answer: Answer
    stood: Position


@dataclass(frozen=True)
class AwaitWork(Destination, Generic[Made]):
    """Work that is waited for, unless it is done already; *then* or *failed* gets what it made."""

    work: Work[Made]
    telling: Telling
    then: Callable[[Made], None]
    failed: Callable[[str], None]
