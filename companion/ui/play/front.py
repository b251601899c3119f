"""What stands in front of a turn for a while, and shows and takes everything in its place."""

from __future__ import annotations

from companion.ports import Press, Previous
from companion.ui.play.mode import Mode
from companion.ui.play.turn import Turn
from companion.ui.view import View


class Front(Mode):
    """A mode that shows and takes everything itself.

    Attributes:
        name: what scripts call the scene meanwhile.
    """

    name = ""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.stage = turn.stage
        self.match = turn.match

    def give_way(self) -> None:
        """Do what has to be done before the menu opens."""

    def uses_time(self) -> bool:
        """Return whether the clock of who is to move runs meanwhile."""
        return False

    def on(self, event: Press | Previous) -> bool:
        return True

    def show(self, view: View) -> View:
        """Return the board without a mark, the panels of the match beside it."""
        table = self.turn.table
        return view._replace(picture=table.standing(), panels=(table.draw_panels,))
