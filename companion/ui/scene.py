"""What a scene is: one screenful with its four buttons, its banner and its lamps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

from companion.contract import Board, Game, Move, Position, Touch
from companion.match.match import Match
from companion.match.seats import Seats
from companion.ports import ButtonName, Press
from companion.ui.board.marks import BoardPicture
from companion.ui.desk import Desk
from companion.ui.lamps.light import PixelIndex
from companion.ui.view import NO_LABELS, Labels, Topic, View
from companion.ui.widgets.pen import Banner, Pen
from companion.words.scenes.speech import places_text, site_text
from companion.words.voice import Voice

if TYPE_CHECKING:
    from companion.ui.panels.tray import Tray
    from companion.ui.play.cursor import Cursor
    from companion.ui.play.table_view import TableView

DEED_ROOM: Final = 200
"""So many characters the move that was made may take: nothing has to fit."""


class Making(Protocol):
    """A turn that is made by touch, as whoever makes it knows it."""

    match: Match
    cursor: Cursor

    @property
    def focus(self) -> Touch | None: ...
    def tray(self) -> Tray: ...
    def table(self) -> TableView: ...


class Scene(ABC):
    """One screenful.  The stage draws the banner and the buttons around it.

    Attributes:
        keeps_lamps: board and lamps stay as they are in the scene behind.
        topic: what banner and note are about, where that is always the same.
    """

    keeps_lamps = False
    topic: Topic | None = None

    def __init__(self, stage: Desk) -> None:
        self.stage = stage

    @property
    @abstractmethod
    def name(self) -> str:
        """Return what scripts call the scene."""

    def show(self) -> View:
        """Return what shows now."""
        return View(
            key=(id(self), self.name),
            banner=self.banner(),
            labels=self.labels(),
            note=self.note(),
            is_alarming=self.is_note_alarming(),
            board=self.board(),
            picture=self.picture(self.stage.now_s),
            panels=(lambda pen, view: self.draw(pen),),
            single_lamp=self.single_lamp(),
            topics=self.topics(),
            pointed=self.pointed(),
            played=self.played(),
            is_brief=not self.is_telling(),
            stamp=self.stamp(),
            has_menu=self.has_menu(),
            takes_all=self.takes_every_touch(),
            keeps_hint=self.keeps_hint(),
        )

    def banner(self) -> Banner:
        """Return the text on top: a heading, or whose turn it is and what is expected next."""
        return Banner("")

    def labels(self) -> Labels:
        """Return what Back, Next, Hint and Confirm do right now."""
        return NO_LABELS

    def draw(self, pen: Pen) -> None:
        """Draw everything between banner and buttons; change nothing."""

    @abstractmethod
    def press(self, press: Press) -> None:
        """Take a press of one of the four buttons."""

    def has_menu(self) -> bool:
        """Return whether the menu's button is on screen."""
        return False

    def takes_every_touch(self) -> bool:
        """Return whether the four buttons are not on screen, and touches of their places come."""
        return False

    def note(self) -> str:
        """Return the sentence on what was touched, refused or chosen, or an empty text."""
        return ""

    def is_note_alarming(self) -> bool:
        """Return whether the note tells of something refused, or warns."""
        return False

    def topics(self) -> tuple[Topic, Topic]:
        """Return what banner and note are about, for who chose what is spoken."""
        if self.topic is not None:
            return self.topic, self.topic
        making = self.making()
        if making is None or making.match.half.touches or making.focus is not None:
            return Topic.SCREEN, Topic.SCREEN
        return Topic.TURNS, Topic.MOVES

    def pointed(self) -> str:
        """Return what the cursor is on, as it is said, or an empty text."""
        making = self.making()
        if making is None:
            return ""
        return _pointed_text(making.match, making.cursor, making.tray())

    def played(self) -> tuple[int, str]:
        """Return how many moves were made, and the last of them in words."""
        table = self.table()
        if table is None or not table.match.plies:
            return 0, ""
        match = table.match
        return len(match.plies), _deed(match.positions[-2], match.plies[-1].move, match.seats)

    def keeps_hint(self) -> bool:
        """Return whether nothing but holding Hint does what it does here."""
        return False

    def lists_moves(self) -> bool:
        """Return whether holding Hint opens the list of all moves."""
        return False

    def is_telling(self) -> bool:
        """Return whether what is shown is worth a sentence, or only there for a moment."""
        return True

    def table(self) -> TableView | None:
        """Return where a match is on screen, or None where none is."""
        return None

    def making(self) -> Making | None:
        """Return the turn that is made here by touch, or None where none is."""
        return None

    def entries(self) -> tuple[str, ...]:
        """Return the titles of what can be chosen from a list here, for scripts."""
        return ()

    def stamp(self) -> object:
        """Return a value that changes whenever Confirm would mean something else."""
        return None

    def board(self) -> Board | None:
        """Return the board whose dots the lamps light, or None for darkness."""
        if self.keeps_lamps:
            behind = self.stage.behind(self)
            return behind.board() if behind is not None else None
        table = self.table()
        return table.board if table is not None else None

    def playing(self) -> Game | None:
        """Return the game whose positions are shown here, or None where none is."""
        table = self.table()
        if table is not None:
            return table.match.game
        behind = self.stage.behind(self) if self.keeps_lamps else None
        return behind.playing() if isinstance(behind, Scene) else None

    def picture(self, now_s: float) -> BoardPicture:
        """Return what board and lamps show at *now_s*."""
        behind = self.stage.behind(self) if self.keeps_lamps else None
        return behind.picture(now_s) if behind is not None else BoardPicture()

    def single_lamp(self) -> PixelIndex | None:
        """Return the one lamp of the strip that is lit, or None where the picture tells."""
        return None

    def enter(self) -> None:
        """Take the stage, for the first time or again."""

    def lay_out(self) -> None:
        """Take the layout of the stage, which is new."""

    def update(self, now_s: float) -> None:
        """Let time pass up to *now_s*."""

    def is_waiting(self) -> bool:
        """Return whether something goes on that `update` looks for in every turn."""
        return False

    def is_thinking(self) -> bool:
        """Return whether an answer of the search is waited for."""
        return False

    def next_change_s(self, now_s: float) -> float:
        """Return when something here changes by itself, so that time has to pass by then."""
        return float("inf")

    def previous(self) -> None:
        """Walk back through what Next walks forward through."""

    def may_rest(self) -> bool:
        """Return whether nobody misses anything where the screen goes dark."""
        return self.single_lamp() is None and not self.takes_every_touch()

    def wants_text(self) -> bool:
        """Return whether the keyboard types here instead of standing for the four buttons."""
        return False

    def type_text(self, text: str) -> None:
        """Take what was typed; see `companion.ui.widgets.events.Typed`."""

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Take a finger that goes down anywhere but on the four buttons."""

    def pointer_move(self, x: float, y: float) -> None:
        """Take a finger that moves."""

    def pointer_up(self, x: float, y: float) -> None:
        """Take a finger that goes up, at no place where nobody saw it: that chooses nothing."""

    def wheel(self, notches: int) -> None:
        """Take a turn of the wheel."""

    def entry_place(self, title: str) -> tuple[int, int] | None:
        """Return where the list entry called *title* is, brought into view; for scripts."""
        return None


def is_back(press: Press) -> bool:
    """Return whether *press* is a short press of Back."""
    return press.button is ButtonName.BACK and not press.is_long


def opens_menu(press: Press) -> bool:
    """Return whether *press* is the long press of Back."""
    return press.button is ButtonName.BACK and press.is_long


@lru_cache(maxsize=2)
def _deed(before: Position, move: Move, seats: Seats) -> str:
    return Voice(seats).deed(before.half_move(move), DEED_ROOM)


def _pointed_text(match: Match, cursor: Cursor, tray: Tray) -> str:
    """Return the place and what stands on it, or what is pointed at beside the board."""
    position, focus = match.position, cursor.focus
    if cursor.is_on_group:
        return places_text(position.board, cursor.pointed)
    if focus is None:
        return ""
    if isinstance(focus, int):
        standing = match.half.pieces().get(focus, ())
        return site_text(position.board, focus, standing, position.game.name, Voice(match.seats))
    # By its title in the tray: of a covered piece that is its number alone.
    titles = zip(tray.items, tray.titles(), strict=True)
    return next((title for item, title in titles if item.token == focus), "")
