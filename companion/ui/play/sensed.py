"""A sensed table: what is done at it is done in the turn, and what is wrong at it is mended."""

from __future__ import annotations

from companion.contract import Refusal
from companion.table.sensed import landings, occupied_by
from companion.table.watch import TableWatch
from companion.ui.play.mend import MendMode
from companion.ui.play.mode import Mode
from companion.ui.play.moves import MovesMode
from companion.ui.play.program_player import ProgramPlayer
from companion.ui.play.turn import Turn
from companion.ui.sound.sounds import Cue
from companion.words.refusals import ScreenCause
from companion.words.sensing import LANDED


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
        may_read = may_read and not self.watch.is_ignored and not self._program.is_due()
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
