"""The tutor: a move is looked at before it is confirmed, and asked about when it loses at once.

The look is taken in the process of the search.  Without an answer in time the move
is confirmed as if there were no tutor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.ports import ButtonName, Press
from companion.ui.board.marks import BoardPicture
from companion.ui.play.front import FrontMode
from companion.ui.play.turn import Turn
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.program import TUTOR_NOTE, TUTOR_WAITS, tutor_banner

LOOK_S: Final = 0.5
"""How long the look may take; a process that has to start first gets more."""


class TutorMode(FrontMode):
    """In front of a turn between Confirm and the move that it commits.

    Attributes:
        is_asking: the move loses at once, and whoever made it is asked.
    """

    name = "tutor"

    def __init__(self, turn: Turn, leave: Callable[[], None]) -> None:
        super().__init__(turn, leave)
        self.is_asking = False
        self._meant = self.match.stamp
        move = self.match.half.move
        assert move is not None, "a whole move is confirmed"
        engine = self.stage.services.engine
        self._asked = engine.ask_risk(self.match.position, move, LOOK_S)

    def is_thinking(self) -> bool:
        return not self.is_asking

    def stamp(self) -> object:
        return (self._meant, self.is_asking)

    def banner(self) -> Banner:
        """Return the question, or that there will be an answer in a moment."""
        position = self.match.position
        banner = tutor_banner(position, self.turn.voice) if self.is_asking else TUTOR_WAITS()
        return Banner(banner, self.table().side_color(position.side))

    def note(self) -> str:
        """Return what can be done about it."""
        return TUTOR_NOTE() if self.is_asking else ""

    def is_note_alarming(self) -> bool:
        return self.is_asking

    def labels(self) -> Labels:
        if not self.is_asking:
            return (ButtonLabel(buttons.NOT_YET()), NOTHING, NOTHING, NOTHING)
        return (ButtonLabel(buttons.NO()), NOTHING, NOTHING, ButtonLabel(buttons.YES(), True))

    def picture(self, now_s: float) -> BoardPicture:
        """Return the move as it is laid out."""
        return self.turn.picture(now_s)

    def press(self, press: Press) -> None:
        """Take the answer."""
        if press.button is ButtonName.BACK:
            self.give_way()
        elif press.button is ButtonName.CONFIRM and self._is_answered(press):
            self._commit()

    def _is_answered(self, press: Press) -> bool:
        return self.is_asking and not self.stage.is_stale(press)

    def give_way(self) -> None:
        """Go away, the move unconfirmed."""
        self._asked.drop()
        self.leave()

    def _commit(self) -> None:
        self.leave()
        self.turn.take(self.match.confirm(self._meant))
        self.stage.redraw()

    def update(self, now_s: float) -> None:
        """Confirm the move unless it turns out to be a blunder in time."""
        if self.is_asking:
            return
        answer = self._asked.answer()
        if answer is None and self._asked.is_open:
            return
        if answer is True:
            self.is_asking = True
            self.stage.redraw()
        else:
            self._commit()
