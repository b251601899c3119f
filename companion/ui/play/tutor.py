"""The tutor: a move is looked at before it is confirmed, and asked about when it loses at once.

The look is taken in the process of the search.  Without an answer in time the move
is confirmed as if there were no tutor.
"""

from __future__ import annotations

from typing import Final

from companion.ports import ButtonName, Press, Previous
from companion.ui.play.turn import Front, Turn
from companion.ui.view import NOTHING, View
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.program import TUTOR_NOTE, TUTOR_WAITS, tutor_banner

LOOK_S: Final = 0.5
"""How long the look may take; a process that has to start first gets more."""


class TutorMode(Front):
    """Between Confirm and the move that it commits.

    Attributes:
        is_asking: the move loses at once, and whoever made it is asked.
    """

    name = "tutor"

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self.is_asking = False
        self._meant = self.match.stamp
        move = self.match.half.move
        assert move is not None, "a whole move is confirmed"
        engine = self.stage.services.engine
        self._asked = engine.ask_risk(self.match.position, move, LOOK_S)

    def show(self, view: View) -> View:
        """Return the move as it is laid out, and the question, or that it comes in a moment."""
        turn, position, is_asking = self.turn, self.match.position, self.is_asking
        banner = tutor_banner(position, turn.voice) if is_asking else TUTOR_WAITS()
        no, yes = ButtonLabel(buttons.NO()), ButtonLabel(buttons.YES(), True)
        waiting = (ButtonLabel(buttons.NOT_YET()), NOTHING, NOTHING, NOTHING)
        return (
            super()
            .show(view)
            ._replace(
                banner=Banner(banner, turn.table.side_color(position.side)),
                note=TUTOR_NOTE() if is_asking else "",
                is_alarming=is_asking,
                labels=(no, NOTHING, NOTHING, yes) if is_asking else waiting,
                picture=turn.picture(),
                stamp=(self._meant, is_asking),
                is_thinking=not is_asking,
            )
        )

    def on(self, event: Press | Previous) -> bool:
        """Take the answer."""
        button = event.button if isinstance(event, Press) else None
        if button is ButtonName.BACK:
            self.give_way()
        elif button is ButtonName.CONFIRM and self._is_answered(event):
            self._commit()
        return True

    def _is_answered(self, event: Press | Previous) -> bool:
        is_seen = isinstance(event, Press) and not self.stage.is_stale(event)
        return self.is_asking and is_seen

    def give_way(self) -> None:
        """Go away, the move unconfirmed."""
        self._asked.drop()
        self.is_over = True

    def _commit(self) -> None:
        self.is_over = True
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
