"""What a scene is: one screenful with its four buttons, its banner and its lamps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.contract import Game, Move, Position
from companion.match.seats import Seats
from companion.ports import ButtonName, Press, Previous
from companion.ui.context import UiContext
from companion.ui.targets import Place, TouchTarget
from companion.ui.view import NO_LABELS, Labels, Topic, View
from companion.ui.widgets.pen import Banner, Pen
from companion.words.voice import Voice

if TYPE_CHECKING:
    from companion.ui.play.phone import PhonePlayer
    from companion.ui.play.table_view import TableView
    from companion.ui.play.turn import Turn


class Scene(ABC):
    """One screenful.  The stage draws the banner and the buttons around it.

    Attributes:
        keeps_lamps: board and lamps stay as they are in the scene behind.
        topic: what banner and note are about.
        table: where a match is on screen, or None where none is.
        turn: the turn that is made here by touch, or None where none is.
        phone: takes what phones ask for, or None where nothing is done for them.
        hears_other_table: what another table wants may be asked in front of it.
        wants_text: the keyboard types here instead of standing for the four buttons.
    """

    keeps_lamps = False
    hears_other_table = False
    wants_text = False
    topic = Topic.SCREEN
    table: TableView | None = None
    turn: Turn | None = None
    phone: PhonePlayer | None = None

    def __init__(self, stage: UiContext) -> None:
        self.stage = stage

    @property
    @abstractmethod
    def name(self) -> str:
        """Return what scripts call the scene."""

    def show(self) -> View:
        """Return what shows now, over what stands behind where the lamps are kept."""
        table = self.table
        board = table.board if table is not None else None
        behind = self.stage.behind(self) if self.keeps_lamps else None
        lit = behind.show() if behind is not None else View(None, board=board)
        return View(
            key=(id(self), self.name),
            banner=self.banner(),
            labels=self.labels(),
            note=self.note(),
            board=lit.board,
            picture=lit.picture,
            panels=(self.draw,),
            targets=self.targets(),
            topics=(self.topic, self.topic),
            played=self.played(),
        )

    def banner(self) -> Banner:
        """Return the text on top: a heading, or whose turn it is and what is expected next."""
        return Banner("")

    def labels(self) -> Labels:
        """Return what Back, Next, Hint and Confirm do right now."""
        return NO_LABELS

    def note(self) -> str:
        """Return the sentence on what was touched, refused or chosen, or an empty text."""
        return ""

    def draw(self, pen: Pen, view: View) -> None:
        """Draw everything of *view* between banner and buttons; change nothing."""

    def targets(self) -> tuple[TouchTarget, ...]:
        """Return what a finger can mean, what is in front first."""
        return ()

    def played(self) -> tuple[int, str]:
        """Return how many moves were made, and the last of them in words."""
        table = self.table
        if table is None or not table.match.plies:
            return 0, ""
        match = table.match
        return len(match.plies), _headline(match.positions[-2], match.plies[-1].move, match.seats)

    def playing(self) -> Game | None:
        """Return the game whose positions are shown here, or None: also where `show` fails."""
        if self.table is not None:
            return self.table.match.game
        behind = self.stage.behind(self) if self.keeps_lamps else None
        return behind.playing() if isinstance(behind, Scene) else None

    def on(self, event: Press | Previous) -> None:
        """Take a press of one of the four buttons, or the way back of Next."""

    def entries(self) -> tuple[str, ...]:
        """Return the titles of what can be chosen here, for scripts."""
        return tuple(title for target in self.show().targets for title in target.titles())

    def entry_place(self, title: str) -> Place | None:
        """Return where what is called *title* is, brought into view; for scripts."""
        places = (target.place_of(title) for target in self.show().targets)
        return next((place for place in places if place is not None), None)

    def enter(self) -> None:
        """Take the stage, for the first time or again."""

    def lay_out(self) -> None:
        """Take the layout of the stage, which is new."""

    def update(self, now_s: float) -> None:
        """Let time pass up to *now_s*."""

    def is_waiting(self) -> bool:
        """Return whether something goes on that `update` looks for in every turn."""
        return False

    def next_change_s(self, now_s: float) -> float:
        """Return when something here changes by itself, so that time has to pass by then."""
        return float("inf")

    def type_text(self, text: str) -> None:
        """Take what was typed; see `companion.ui.widgets.events.TextInput`."""


def is_back(press: Press) -> bool:
    """Return whether *press* is a short press of Back."""
    return press.button is ButtonName.BACK and not press.is_long


def opens_menu(press: Press) -> bool:
    """Return whether *press* is the long press of Back."""
    return press.button is ButtonName.BACK and press.is_long


@lru_cache(maxsize=2)
def _headline(before: Position, move: Move, seats: Seats) -> str:
    return Voice(seats).told(before.half_move(move))
