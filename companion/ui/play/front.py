"""What stands in front of a turn for a while, and answers in its place."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.board.marks import BoardPicture
from companion.ui.play.table_view import TableView
from companion.ui.play.turn import Turn
from companion.ui.scene import Scene
from companion.ui.widgets.pen import Pen


class FrontMode(Scene):
    """A mode that answers everything itself, with the panels of the match beside its board.

    Attributes:
        turn: the turn behind it.
        match: its match.
        leave: shows the turn again.
    """

    def __init__(self, turn: Turn, leave: Callable[[], None]) -> None:
        super().__init__(turn.stage)
        self.turn = turn
        self.match = turn.match
        self.leave = leave

    def give_way(self) -> None:
        """Do what has to be done before the menu opens."""

    def uses_time(self) -> bool:
        """Return whether the clock of who is to move runs meanwhile."""
        return False

    def has_menu(self) -> bool:
        """Return True: the menu is that of the match."""
        return True

    def table(self) -> TableView:
        return self.turn.table()

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board without a mark."""
        return self.table().standing()

    def draw(self, pen: Pen) -> None:
        """Draw ledges, moves and note."""
        self.table().draw_panels(pen, self.note(), is_alarming=self.is_note_alarming())
