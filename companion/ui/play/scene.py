"""A match being played: the turn, and the modes in which it is shown and taken.

The modes stand in a list, the one in front last: the turn, a hint, the list of moves, a
question, a hidden hand; in front of all of them for a while the program's move, the tutor,
or a table out of step.  The tutor has the process of the search look at a move before it is
confirmed, and asks about one that loses at once; without an answer in time the move is confirmed
as if there were no tutor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.contract import Hands, Refusal
from companion.match.match import Match
from companion.match.question import Answer, MatchCause, Question, QuestionKind
from companion.ports import ButtonName, Press, Previous
from companion.ui import destinations as to
from companion.ui.context import UiContext
from companion.ui.lamp_show import WaveKind
from companion.ui.play.computer import OTHER_TABLE, PHONE, ComputerMode
from companion.ui.play.hand import HandMode, PickerMode
from companion.ui.play.hint import BarMode, Evaluation, HintMode
from companion.ui.play.match_clock import MatchClock
from companion.ui.play.mode import Mode
from companion.ui.play.moves import MovesList, MovesMode
from companion.ui.play.phone import PhonePlayer
from companion.ui.play.program_player import ProgramPlayer
from companion.ui.play.sensed import SensedMode
from companion.ui.play.table_view import TableView
from companion.ui.play.turn import Front, Turn, banner_of
from companion.ui.scene import Scene, opens_menu
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.program import NEWS, TUTOR_NOTE, TUTOR_WAITS, Hand, tutor_banner
from companion.words.table import (
    SAVING,
    SAVING_NOTE,
    ScreenCause,
    declined_text,
    question_banner,
    question_note,
)

if TYPE_CHECKING:
    from companion.remote.other_table import RemotePlayer

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


SHOWN_AFTER_S: Final = 0.3
"""What takes no longer is not worth a word that nobody could read."""


class SavingMode(Front):
    """The move as it was confirmed; nothing more is taken until it is safe."""

    name = "saving"

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self._since_s = self.stage.now_s
        self._is_told = False
        self._before = banner_of(turn)

    @property
    def _is_long(self) -> bool:
        return self.stage.now_s - self._since_s >= SHOWN_AFTER_S

    def show(self, view: View) -> View:
        """Return the move as it is laid out, and that it is being saved once that takes a while.

        It has no menu: what that offers would be refused.
        """
        view = (
            super()
            .show(view)
            ._replace(
                banner=self._before,
                picture=self.turn.picture(),
                is_brief=not self._is_long,
                has_menu=False,
            )
        )
        if not self._is_long:
            return view
        return view._replace(banner=self._before._replace(text=SAVING()), note=SAVING_NOTE())

    def is_waiting(self) -> bool:
        """Return that the disk is waited for."""
        return True

    def update(self, now_s: float) -> None:
        """Go away once it is safe, or known not to be, and show what came of it."""
        if self._is_long and not self._is_told:
            self._is_told = True
            self.stage.redraw()
        answer = self.match.settle()
        if answer is not None:
            self.is_over = True
            self.turn.take(answer)
            self.stage.redraw()


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
        if self._turn.match.question is None:
            return False
        if isinstance(event, Previous):
            return True
        if event.button in (ButtonName.BACK, ButtonName.CONFIRM):
            self.answer(agree=event.button is ButtonName.CONFIRM)
        else:
            self._turn.refused = None
        return True

    def answer(self, *, agree: bool) -> None:
        """Answer the question that is open."""
        turn, match = self._turn, self._turn.match
        assert match.question is not None, "something is asked"
        if agree:
            turn.take(match.confirm(match.stamp))
            return
        text = declined_text(match.question, match.game.name, turn.voice)
        turn.take(match.answer(False, match.stamp))
        turn.report = text or turn.report


def _labels(question: Question) -> Labels:
    no, yes = buttons.NO, buttons.YES
    if question.kind is QuestionKind.FLAG:
        no, yes = buttons.PLAY_ON, buttons.END_GAME
    return (ButtonLabel(no()), NOTHING, NOTHING, ButtonLabel(yes(), True))


def take_from(remote: RemotePlayer, scene: PlayScene) -> None:
    """Have *scene* show what the other table has entered, answered and asked."""
    for answer in remote.take_answers():
        scene.take(answer)
    for code in remote.take_news():
        scene.turn.report = NEWS[code]()
        scene.stage.redraw()


def _is_across(turn: Turn) -> bool:
    """Return whether who is to read what is said sits at the far edge of a flat screen."""
    match, seats = turn.match, turn.match.seats
    if not turn.stage.config.screen.turn_text or len(match.header.players) > 2:
        return False
    side = match.position.side
    if match.question is not None:
        side = match.question.awaiting[0]
    if seats.only_side is not None:
        side = seats.only_side
    return (side == 1) is not turn.stage.is_turned(match)


class PlayScene(Scene):
    """A match being played by touch, by the four buttons, by its pieces, or by all in any mixture.

    Attributes:
        turn: what is made of the turn so far.
        modes: everything that has a say in what shows and in what a press does.
        hint: the hint, as far as it was asked for.
        program: the program as a player.
        phone: the phones as players, where seats are played at phones.
        questions: what the match asks.
        evaluation: how the match stands, for who wants to see it.
        clock: how long the running turn lasts, where the match has a clock.
    """

    hears_other_table = True
    turn: Turn
    phone: PhonePlayer | None

    def __init__(self, stage: UiContext, match: Match) -> None:
        super().__init__(stage)
        engine = stage.services.engine
        # What a scene that is gone has asked would keep the search busy.
        engine.cancel()
        self.match = match
        self.program = program = ProgramPlayer(engine, match)
        other = stage.services.other_table
        self._remote = other.player(match) if other is not None else None
        seats = stage.services.phone_seats
        is_at_phones = seats is not None and bool(match.seats.phones)
        self.phone = PhonePlayer(seats, self) if seats is not None and is_at_phones else None
        self.turn = turn = Turn(stage, match)
        self.table: TableView = turn.table
        self.clock = MatchClock(turn)
        self.evaluation = evaluation = Evaluation(engine, match)
        turn.table.may_have_bar = evaluation.is_possible
        self._hints = hints = HintMode(turn, evaluation)
        self.hint = hints.hint
        self._moves = moves = MovesMode(turn, hints)
        hands = match.game.hands(match.header.options)
        self._picker = PickerMode(turn) if hands is Hands.NAMED else None
        is_hidden = hands is Hands.HIDDEN
        self._hand = HandMode(turn, True, hints, moves) if is_hidden else None
        bar = BarMode(turn, evaluation, self.hint)
        self.modes: list[Mode] = []
        self._sensed = sensed = SensedMode(turn, self.modes, moves, program)
        self.questions = QuestionMode(turn)
        every = (turn, hints, self._picker, moves, self.questions, self._hand, bar, sensed)
        self.modes += [mode for mode in every if mode is not None]
        self._front: Front | None = None
        self._stamp = match.stamp
        if not (match.plies or match.half.touches or match.outcome):
            stage.lamps.begin_wave(match.position.board, WaveKind.START, stage.now_s)

    # What there is to ask

    @property
    def name(self) -> str:
        return self.front.name if self.front is not None else "play"

    @property
    def front(self) -> Front | None:
        """Return what stands in front of the turn, or None."""
        last = self.modes[-1]
        return last if isinstance(last, Front) else None

    @property
    def _showing(self) -> Sequence[Mode]:
        """Return the modes that show: all, unless one stands in front of them."""
        return self.modes if self.front is None else self.modes[-1:]

    @property
    def moves(self) -> MovesList | None:
        """Return the list of all moves, where it is open."""
        return self._moves.list

    @property
    def hand(self) -> Hand | None:
        """Return how far the seat to move is with its hidden hand; None where it needs nothing."""
        return self._hand.hand if self._hand is not None and self.front is None else None

    def show(self) -> View:
        table = self.turn.table
        view = View(
            key=(id(self), self.name),
            board=table.board,
            played=self.played(),
            has_menu=True,
            lists_moves=self.front is None,
        )
        for mode in self._showing:
            view = mode.show(view)
        if self.program.is_by_hand and view.lists_moves and not view.labels[3].line:
            # After a fault Confirm may ask the program again.
            confirm = view.labels[3]._replace(line=buttons.ASK_AGAIN(), is_filled=True)
            view = view._replace(labels=(*view.labels[:3], confirm))
        view = view._replace(is_across=_is_across(self.turn))
        return self.clock.show(view._replace(panels=(table.draw_picture, *view.panels)))

    # Modes

    def clear(self) -> None:
        """Show the turn, and nothing in front of it."""
        self.modes[:] = [mode for mode in self.modes if not isinstance(mode, Front)]
        self._front = None
        self.stage.renew()

    @property
    def is_others_turn(self) -> bool:
        """Return whether the computer, another table or a phone is to move or to answer."""
        others = (self.program, self._remote, self.phone)
        return any(other is not None and other.is_due() for other in others)

    def show_moves(self) -> None:
        """Open the list of all legal moves, unless it would show a hidden hand."""
        if self.hand is not None:
            self.turn.refuse(Refusal(ScreenCause.HIDDEN_HAND))
        elif self.moves is None:
            self._moves.open()

    def enter(self) -> None:
        """Cover a hidden hand: the screen was used for something else."""
        if self._hand is not None:
            self._hand.enter()

    def lay_out(self) -> None:
        for mode in self.modes:
            mode.lay_out()

    # Input

    def on(self, event: Press | Previous) -> None:
        """Take a press of one of the four buttons; the clock stops at its instant."""
        is_confirm = False
        if isinstance(event, Press):
            self.clock.lever(event.at_s)
            is_confirm = event.button is ButtonName.CONFIRM and self.front is None
            if opens_menu(event):
                self._open_menu(event.at_s)
                return
            if is_confirm and self.stage.is_stale(event):
                self.turn.refuse(Refusal(MatchCause.STALE))
                return
        if is_confirm and self.clock.is_out and self.match.question is None:
            # The flag fell before.
            self.turn.take(self.match.flag())
        elif not any(mode.on(event) for mode in self.modes[::-1]) and is_confirm:
            self._confirm()
        self._follow()

    def _open_menu(self, at_s: float) -> None:
        self.clock.stop(at_s)
        if self.match.is_saving:
            return
        for mode in self.modes[::-1]:
            if isinstance(mode, Front):
                mode.give_way()
        self._moves.close()
        self._follow()
        self.stage.go(to.GameMenu(self))

    def _confirm(self) -> None:
        match = self.match
        if self.program.is_by_hand and not match.half.touches:
            self.program.ask_again()
        elif self._sensed.asks_where():
            return
        elif self.stage.config.play.tutor and match.half.move and match.outcome is None:
            # The move laid out is looked at before it is confirmed.
            self.modes.append(TutorMode(self.turn))
        else:
            self.turn.take(match.confirm(match.stamp))

    # What came of it

    def take(self, answer: Answer) -> None:
        """Show what the match answered."""
        self.turn.take(answer)
        self._follow()

    def _follow(self) -> None:
        """Have every mode follow the match, wait until it is saved, or show how it ended."""
        match, is_new = self.match, self._stamp != self.match.stamp
        self._stamp = match.stamp
        self.modes[:] = [mode for mode in self.modes if not mode.is_over]
        if is_new:
            self.clock.follow()
        if is_new and match.is_saving and not isinstance(self.front, SavingMode):
            self.modes.append(SavingMode(self.turn))
        elif is_new:
            self._hints.follow()
            if self._hand is not None:
                self._hand.follow()
            if self._picker is not None:
                self._picker.show_named()
        if self.front is not self._front:
            self._front = self.front
            self.stage.renew()
        if is_new and match.outcome is not None and match.question is None:
            self.stage.go(to.GameOver(match))

    def update(self, now_s: float) -> None:
        """Let time pass, follow the table, and let the program move when it is its turn."""
        turn = self.turn
        # One of them may put another in front.
        for mode in tuple(self._showing):
            mode.update(now_s)
        self._follow()
        if not self.stage.is_in_front(self):
            return
        is_free = not turn.is_settling and self.hand is not Hand.AWAITED
        runs = is_free and (self.front is None or self.front.uses_time())
        if self.clock.is_on and self.clock.let_run(now_s, runs=runs):
            self.take(self.match.flag())
        is_ready = self.front is None and self.moves is None and turn.motion is None
        if self._remote is not None:
            take_from(self._remote, self)
            is_ready = is_ready and self.front is None
        if is_ready and self._remote is not None and self._remote.is_due():
            self.modes.append(ComputerMode(turn, self._remote, self._sensed, OTHER_TABLE))
            self._follow()
        elif is_ready and self.program.is_due():
            self.modes.append(ComputerMode(turn, self.program, self._sensed))
            self._follow()
        elif is_ready and self.phone is not None and self.phone.is_due():
            self.modes.append(ComputerMode(turn, self.phone, self._sensed, PHONE))
            self._follow()

    def is_waiting(self) -> bool:
        return any(mode.is_waiting() for mode in self._showing)

    def next_change_s(self, now_s: float) -> float:
        changes_s = (mode.next_change_s(now_s) for mode in self._showing)
        return min(self.clock.next_change_s(now_s), *changes_s)
