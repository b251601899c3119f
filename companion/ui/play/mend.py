"""What a sensed board has too much and too little of, until it stands as the game does."""

from __future__ import annotations

from companion.art.marks import Mark
from companion.contract import Site
from companion.ports import ButtonName, Press, Previous
from companion.table.sensed import difference, occupied_by, read_table
from companion.table.watch import TableWatch
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.play.front import Front
from companion.ui.play.turn import Turn
from companion.ui.view import NOTHING, Topic, View
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.sensing import MENDED, mend_banner, mend_note


class MendMode(Front):
    """What is wrong with the table, while it stands otherwise; it goes away by itself."""

    name = "mend table"

    def __init__(self, turn: Turn, watch: TableWatch) -> None:
        super().__init__(turn)
        self._watch = watch
        self._first = self.stage.sensing.occupied

    def _differing(self) -> tuple[tuple[Site, ...], tuple[Site, ...]]:
        """Return the sites to be filled and those to be emptied, in board order."""
        occupied = self.stage.sensing.occupied or frozenset()
        differing = sorted(difference(self.match.half, occupied))
        wanted = occupied_by(self.match.half.pieces())
        empty = tuple(site for site in differing if site in wanted)
        return empty, tuple(site for site in differing if site not in wanted)

    def show(self, view: View) -> View:
        """Return the board as it should stand, with what is missing and what is too much.

        Back goes on without the sensors.
        """
        half, (fill, empty) = self.match.half, self._differing()
        marks = dict.fromkeys(fill, frozenset({Mark.PLACE}))
        marks |= dict.fromkeys(empty, frozenset({Mark.REMOVE}))
        by_touch, not_sure = ButtonLabel(buttons.BY_TOUCH()), ButtonLabel(buttons.NOT_SURE())
        return (
            super()
            .show(view)
            ._replace(
                banner=Banner(mend_banner(half, fill, empty)),
                note=mend_note(half, fill, empty),
                labels=(by_touch, NOTHING, not_sure, NOTHING),
                picture=BoardPicture(half.pieces(), marks=marks, immune=half.immune()),
                topics=(Topic.TABLE, Topic.TABLE),
            )
        )

    def give_way(self) -> None:
        """Go away: the menu has other ways out of step."""
        self.is_over = True

    def on(self, event: Press | Previous) -> bool:
        """Go on by touch, or look through the whole table."""
        if isinstance(event, Press) and event.button is ButtonName.BACK:
            self._watch.ignore()
            self.is_over = True
        elif isinstance(event, Press) and event.button is ButtonName.HINT:
            self._watch.ignore()
            self.stage.go(to.OutOfStep(self.match))
        return True

    def update(self, now_s: float) -> None:
        """Go away as soon as the table agrees, or a move explains it, or nothing is known."""
        occupied, half = self.stage.sensing.occupied, self.match.half
        if occupied is None:
            self.is_over = True
        elif not difference(half, occupied):
            self.is_over = True
            self.turn.report = MENDED()
        elif occupied != self._first:
            self._first = occupied
            self.stage.redraw()
            self.is_over = read_table(half, occupied) is not None
