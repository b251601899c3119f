"""A question to the players: nothing may be touched before it is answered."""

from __future__ import annotations

from companion.match.question import Question, QuestionKind
from companion.ports import ButtonName, Press, Previous
from companion.ui.play.mode import Mode
from companion.ui.play.turn import Turn
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.table import declined_text, question_banner, question_note


class QuestionMode(Mode):
    """What the match of *turn* asks the players, as long as it does."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn

    def show(self, view: View) -> View:
        """Return who has to answer what, over a board without a mark: nothing may be touched."""
        turn, match = self._turn, self._turn.match
        question = match.question
        if question is None:
            return view
        banner = question_banner(question, match.game.name, turn.voice)
        note = view.note if turn.refused else question_note(question, match, turn.voice)
        return view._replace(
            banner=Banner(banner, turn.table.side_color(question.awaiting[0])),
            labels=_labels(question),
            note=note,
            picture=turn.in_motion(turn.table.standing()),
            lists_moves=False,
        )

    def on(self, event: Press | Previous) -> bool:
        """Take the answer."""
        turn, match = self._turn, self._turn.match
        if match.question is None:
            return False
        if isinstance(event, Previous):
            return True
        if event.button is ButtonName.BACK:
            text = declined_text(match.question, match.game.name)
            turn.take(match.answer(False, match.stamp))
            turn.report = text or turn.report
        elif event.button is ButtonName.CONFIRM:
            turn.take(match.confirm(match.stamp))
        else:
            turn.refused = None
        return True


def _labels(question: Question) -> Labels:
    no, yes = buttons.NO, buttons.YES
    if question.kind is QuestionKind.FLAG:
        no, yes = buttons.PLAY_ON, buttons.END_GAME
    return (ButtonLabel(no()), NOTHING, NOTHING, ButtonLabel(yes(), True))
