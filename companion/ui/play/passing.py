"""A mode of the play scene: what it does not answer itself it leaves to the one under it."""

from __future__ import annotations

from companion.contract import Board
from companion.ports import Press
from companion.ui.board.marks import BoardPicture
from companion.ui.desk import Desk
from companion.ui.play.table_view import TableView
from companion.ui.scene import Labels, Making, Scene
from companion.ui.sound.topic import Topic
from companion.ui.widgets.pen import Banner, Pen


class Passing(Scene):
    """A scene that leaves what it does not answer itself to the one under it."""

    def __init__(self, stage: Desk, under: Scene) -> None:
        super().__init__(stage)
        self._under = under

    @property
    def under(self) -> Scene:
        """Return the scene that answers in its place."""
        return self._under

    @property
    def name(self) -> str:
        """Return what scripts call the scene under it."""
        return self.under.name

    def banner(self) -> Banner:
        """Return the banner of the scene under it."""
        return self.under.banner()

    def labels(self) -> Labels:
        """Return the labels of the scene under it."""
        return self.under.labels()

    def draw(self, pen: Pen) -> None:
        """Draw the scene under it."""
        self.under.draw(pen)

    def press(self, press: Press) -> None:
        """Hand a press on."""
        self.under.press(press)

    def has_menu(self) -> bool:
        """Return whether the scene under it has the menu's button."""
        return self.under.has_menu()

    def note(self) -> str:
        """Return the note of the scene under it."""
        return self.under.note()

    def is_note_alarming(self) -> bool:
        """Return whether the note of the scene under it warns."""
        return self.under.is_note_alarming()

    def topics(self) -> tuple[Topic, Topic]:
        """Return what the scene under it is about."""
        return self.under.topics()

    def pointed(self) -> str:
        """Return what the cursor of the scene under it is on."""
        return self.under.pointed()

    def keeps_hint(self) -> bool:
        """Return whether the scene under it needs Hint held."""
        return self.under.keeps_hint()

    def is_telling(self) -> bool:
        """Return whether what the scene under it shows is worth a sentence."""
        return self.under.is_telling()

    def table(self) -> TableView | None:
        """Return where the match of the scene under it is on screen."""
        return self.under.table()

    def making(self) -> Making | None:
        """Return the turn that is made in the scene under it."""
        return self.under.making()

    def entries(self) -> tuple[str, ...]:
        """Return what can be chosen in the scene under it."""
        return self.under.entries()

    def entry_place(self, title: str) -> tuple[int, int] | None:
        """Return where something in the scene under it is."""
        return self.under.entry_place(title)

    def stamp(self) -> object:
        """Return what a confirm would mean to the scene under it."""
        return self.under.stamp()

    def board(self) -> Board | None:
        """Return the board of the scene under it."""
        return self.under.board()

    def picture(self, now_s: float) -> BoardPicture:
        """Return the picture of the scene under it."""
        return self.under.picture(now_s)

    def lay_out(self) -> None:
        """Have the scene under it laid out."""
        self.under.lay_out()

    def update(self, now_s: float) -> None:
        """Let time pass for the scene under it."""
        self.under.update(now_s)

    def is_waiting(self) -> bool:
        """Return whether the scene under it waits."""
        return self.under.is_waiting()

    def is_thinking(self) -> bool:
        """Return whether the scene under it waits for the search."""
        return self.under.is_thinking()

    def previous(self) -> None:
        """Walk back in the scene under it."""
        self.under.previous()

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Hand a finger on."""
        self.under.pointer_down(x, y, at_s)

    def pointer_move(self, x: float, y: float) -> None:
        """Hand its way on."""
        self.under.pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Hand its end on."""
        self.under.pointer_up(x, y)

    def wheel(self, notches: int) -> None:
        """Hand a turn of the wheel on."""
        self.under.wheel(notches)
