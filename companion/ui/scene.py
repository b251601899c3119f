"""What a scene is: one screenful with its four buttons, its banner and its lamps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from companion.contract import Board
from companion.ports import ButtonName, Press
from companion.ui.lamps import PixelIndex
from companion.ui.marks import BoardPicture
from companion.ui.pen import Banner, ButtonLabel, Pen

if TYPE_CHECKING:
    from companion.ui.stage import Stage

Labels = tuple[ButtonLabel, ButtonLabel, ButtonLabel, ButtonLabel]

NOTHING = ButtonLabel("")


class Scene(ABC):
    """One screenful.  The stage draws the banner and the buttons around it."""

    name: str

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @abstractmethod
    def banner(self) -> Banner:
        """Return whose turn it is and what is expected next."""

    @abstractmethod
    def labels(self) -> Labels:
        """Return what Back, Next, Hint and Confirm do right now."""

    @abstractmethod
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
        """Return the sentence that explains the last touch, or an empty text."""
        return ""

    def entries(self) -> tuple[str, ...]:
        """Return the titles of what can be chosen from a list here, for scripts."""
        return ()

    def stamp(self) -> object:
        """Return a value that changes whenever a confirm would mean something else."""
        return None

    def board(self) -> Board | None:
        """Return the board whose dots the lamps light, or None for darkness."""
        return None

    def picture(self, now_s: float) -> BoardPicture:
        """Return what board and lamps show at *now_s*."""
        return BoardPicture()

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

    def previous(self) -> None:
        """Walk back through what Next walks forward through."""

    def wants_text(self) -> bool:
        """Return whether the keyboard types here instead of standing for the four buttons."""
        return False

    def type_text(self, text: str) -> None:
        """Take what was typed; see `companion.ui.events.Typed`."""

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Take a finger that goes down anywhere but on the four buttons."""

    def pointer_move(self, x: float, y: float) -> None:
        """Take a finger that moves."""

    def pointer_up(self, x: float, y: float) -> None:
        """Take a finger that goes up."""

    def wheel(self, notches: int) -> None:
        """Take a turn of the wheel."""

    def entry_place(self, title: str) -> tuple[int, int] | None:
        """Return where the list entry called *title* is on screen, for scripts."""
        return None


def is_back(press: Press) -> bool:
    """Return whether *press* is a short press of Back."""
    return press.button is ButtonName.BACK and not press.is_long


def opens_menu(press: Press) -> bool:
    """Return whether *press* is the long press of Back."""
    return press.button is ButtonName.BACK and press.is_long
