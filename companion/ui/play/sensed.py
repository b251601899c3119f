"""A sensed table: what is done at it is done in the turn, and what is wrong at it is mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.art.marks import Mark
from companion.contract import Refusal, Site
from companion.ports import ButtonName, Press, Previous
from companion.table.sensed import difference, landings, occupied_by, read_table
from companion.table.watch import TableWatch
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.play.mode import Mode
from companion.ui.play.program_player import ProgramPlayer
from companion.ui.play.turn import Front, Turn
from companion.ui.sounds import Cue
from companion.ui.view import NOTHING, Topic, View
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.table import LANDED, MENDED, ScreenCause, mend_banner, mend_note

if TYPE_CHECKING:
    from companion.ui.play.moves import MovesMode


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


class SensedMode(Mode):
    """The table under the match of *turn*, as its sensors see it.

    Args:
        modes: where what has the table mended is put in front.

    Attributes:
        watch: what the table shows.
    """

    def __init__(
        self, turn: Turn, modes: list[Mode], moves: MovesMode, program: ProgramPlayer
    ) -> None:
        self.watch = TableWatch()
        self._turn = turn
        self._match = turn.match
        self._stage = turn.stage
        self._modes = modes
        self._moves = moves
        self._program = program

    def update(self, now_s: float) -> None:
        """Take what was done at the board, or have it mended."""
        occupied, match, turn = self._stage.sensing.occupied, self._match, self._turn
        if turn.is_settling and occupied == occupied_by(match.half.pieces()):
            turn.settle()
            self._stage.redraw()
        may_read = match.question is None and match.outcome is None and self._moves.list is None
        is_others = self._program.is_due() or match.seats.is_at_phone(match.position)
        may_read = may_read and not self.watch.is_ignored and not is_others
        news = self.watch.look(match.half, occupied, may_read=may_read)
        if news.half is not None:
            turn.take(match.follow(news.half.touches))
            self._stage.redraw()
        elif news.refused is not None:
            turn.refuse(match.half.refusal(news.refused), news.refused)
            self._stage.redraw()
        self.mends(now_s)

    def mends(self, now_s: float) -> bool:
        """Have the table mended where it is wrong for long; return whether it is."""
        occupied, match = self._stage.sensing.occupied, self._match
        if match.question is not None or not self.watch.needs_guide(match.half, occupied, now_s):
            return False
        self._stage.sounds.play(Cue.OUT_OF_STEP)
        self._modes.append(MendMode(self._turn, self.watch))
        return True

    def asks_where(self) -> bool:
        """Return whether Confirm meant that the lifted piece was put on others.

        No sensor tells that: the only such place is taken, of several one is asked for.
        """
        turn, half, occupied = self._turn, self._match.half, self._stage.sensing.occupied
        if occupied is None or half.move is not None or self.watch.is_ignored:
            return False
        places = landings(half, occupied)
        if len(places) == 1:
            turn.take(self._match.follow((*half.touches, *places)))
            turn.report = LANDED()
        elif places:
            turn.refuse(Refusal(ScreenCause.PUT_WHERE, places))
        return bool(places)
