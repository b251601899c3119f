"""What a sensed board has too much and too little of, until it stands as the game does."""

from __future__ import annotations

from collections.abc import Callable

from companion.art.marks import Mark
from companion.contract import Site
from companion.ports import ButtonName, Press
from companion.table.sensed import difference, occupied_by, read_table
from companion.table.watch import TableWatch
from companion.ui.board.marks import BoardPicture
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture, Mark
from companion.ui.play.front import FrontMode
from companion.ui.play.turn import Turn
from companion.ui.view import NOTHING, Labels, Topic
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.sensing import MENDED, mend_banner, mend_note


class MendMode(FrontMode):
    """In front of a turn while its table stands otherwise; it goes away by itself."""

    name = "mend table"
    topic = Topic.TABLE

    def __init__(self, turn: Turn, leave: Callable[[], None], watch: TableWatch) -> None:
        super().__init__(turn, leave)
        self._watch = watch
        self._first = self.stage.sensing.occupied

    def _differing(self) -> tuple[tuple[Site, ...], tuple[Site, ...]]:
        """Return the sites to be filled and those to be emptied, in board order."""
        occupied = self.stage.sensing.occupied or frozenset()
        differing = sorted(difference(self.match.half, occupied))
        wanted = occupied_by(self.match.half.pieces())
        empty = tuple(site for site in differing if site in wanted)
        return empty, tuple(site for site in differing if site not in wanted)

    def banner(self) -> Banner:
        """Return what to do at the first place that differs."""
        return Banner(mend_banner(self.match.half, *self._differing()))

    def note(self) -> str:
        """Return all that is to be done."""
        return mend_note(self.match.half, *self._differing())

    def labels(self) -> Labels:
        """Return what the buttons do: Back goes on without the sensors."""
        return (ButtonLabel(buttons.BY_TOUCH()), NOTHING, ButtonLabel(buttons.NOT_SURE()), NOTHING)

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board as it should stand, with what is missing and what is too much."""
        fill, empty = self._differing()
        marks = dict.fromkeys(fill, frozenset({Mark.PLACE}))
        marks |= dict.fromkeys(empty, frozenset({Mark.REMOVE}))
        return BoardPicture(self.match.half.pieces(), marks=marks, immune=self.match.half.immune())

    def give_way(self) -> None:
        """Go away: the menu has other ways out of step."""
        self.leave()

    def press(self, press: Press) -> None:
        """Go on by touch, or look through the whole table."""
        if press.button is ButtonName.BACK:
            self._watch.ignore()
            self.leave()
        elif press.button is ButtonName.HINT:
            self._watch.ignore()
            self.stage.go(to.OutOfStep(self.match))

    def update(self, now_s: float) -> None:
        """Go away as soon as the table agrees, or a move explains it, or nothing is known."""
        occupied, half = self.stage.sensing.occupied, self.match.half
        if occupied is None:
            self.leave()
        elif not difference(half, occupied):
            self.leave()
            self.turn.report = MENDED()
        elif occupied != self._first:
            self._first = occupied
            self.stage.redraw()
            if read_table(half, occupied) is not None:
                self.leave()
