"""A question to the players: nothing may be touched before it is answered."""

from __future__ import annotations

from companion.match.question import QuestionKind
from companion.ports import ButtonName, Press
from companion.ui.board.marks import BoardPicture
from companion.ui.play.passing import Passing
from companion.ui.view import NOTHING, Labels
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.table import declined_text, question_banner, question_note


class QuestionMode(Passing):
    """In front of a turn while its match asks the players something."""

    def banner(self) -> Banner:
        """Return who has to answer what."""
        question, name = self.match.question, self.match.game.name
        if question is None:
            return self.under.banner()
        color = self.turn.table().side_color(question.awaiting[0])
        return Banner(question_banner(question, name, self.turn.voice), color)

    def labels(self) -> Labels:
        """Return the two answers."""
        if self.match.question is None:
            return self.under.labels()
        no, yes = buttons.NO, buttons.YES
        if self.match.question.kind is QuestionKind.FLAG:
            no, yes = buttons.PLAY_ON, buttons.END_GAME
        return (ButtonLabel(no()), NOTHING, NOTHING, ButtonLabel(yes(), True))

    def note(self) -> str:
        """Return what it is about, unless something was refused."""
        match = self.match
        if match.question is None or self.turn.refused is not None:
            return self.under.note()
        return question_note(match.question, match, self.turn.voice)

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board without a mark: nothing may be touched."""
        if self.match.question is None:
            return self.under.picture(now_s)
        return self.turn.in_motion(self.turn.table().standing(), now_s)

    def press(self, press: Press) -> None:
        """Take the answer."""
        match = self.match
        if match.question is None:
            self.under.press(press)
        elif press.button is ButtonName.BACK:
            text = declined_text(match.question, match.game.name)
            self.turn.take(match.answer(False, match.stamp))
            self.turn.report = text or self.turn.report
        elif press.button is ButtonName.CONFIRM:
            self.turn.take(match.confirm(match.stamp))
        else:
            self.turn.refused = None

    def previous(self) -> None:
        if self.match.question is None:
            self.under.previous()
