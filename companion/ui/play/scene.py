"""A match being played: the turn, and the modes in which it is shown and taken.

Each mode passes on what is not its own to the one under it: a question, the list
of moves, a hidden hand, a hint, the turn.  In front of all of them stand for a
while the program's move, the tutor, or a table out of step.
"""

from __future__ import annotations

from companion.contract import HalfMove, Hands, Refusal, Side
from companion.match.match import Match
from companion.match.question import Answer, MatchCause
from companion.ports import ButtonName, Press
from companion.table.real_table import RealTable
from companion.table.sensed import landings, occupied_by
from companion.table.watch import TableWatch
from companion.ui import destinations as to
from companion.ui.clocks.faces import draw_faces
from companion.ui.clocks.running import RunningClock
from companion.ui.desk import Desk
from companion.ui.panels.domino_picker import naming_tray
from companion.ui.panels.tray import Tray
from companion.ui.play.computer import ComputerMode
from companion.ui.play.front import FrontMode
from companion.ui.play.hand import HandMode
from companion.ui.play.hints.evaluation import Evaluation, bar_box, draw_bar
from companion.ui.play.hints.hint import HintMode
from companion.ui.play.hints.hinting import Hinting
from companion.ui.play.mend import MendMode
from companion.ui.play.moves import MovesMode
from companion.ui.play.moves_list import MovesList
from companion.ui.play.passing import Passing
from companion.ui.play.picker import PickerMode
from companion.ui.play.program_player import ProgramPlayer
from companion.ui.play.question import QuestionMode
from companion.ui.play.saving import SavingMode
from companion.ui.play.table_view import TableView
from companion.ui.play.turn import Deeds, Turn
from companion.ui.play.tutor import TutorMode
from companion.ui.scene import Scene, opens_menu
from companion.ui.sound.sounds import Cue
from companion.ui.view import Labels, Topic
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words.hands import Hand
from companion.words.refusals import ScreenCause
from companion.words.scenes.timing import clock_names, low_time_text
from companion.words.sensing import LANDED


class PlayScene(Passing):
    """A match being played by touch, by the four buttons, by its pieces, or by all in any mixture.

    Attributes:
        program: the program as a player.
        watch: what a sensed table shows.
        evaluation: how the match stands, for who wants to see it.
        clock: how long the running turn lasts, where the match has a clock.
    """

    def __init__(self, stage: Desk, match: Match) -> None:
        engine = stage.services.engine
        # What a scene that is gone has asked would keep the search busy.
        engine.cancel()
        self.program = ProgramPlayer(engine, match)
        self.watch = TableWatch()
        self.evaluation = Evaluation(engine, match)
        self.clock = RunningClock(match, stage.now_s, self._keep_turn, self._warn)
        self._fronts: list[FrontMode] = []
        self._hand: HandMode | None = None
        self._picker: PickerMode | None = None
        self.turn = Turn(
            stage, match, Deeds(self._confirm, self._taken, self._guide), self._tray_of
        )
        self._hints = HintMode(self.turn, self.show_moves, self._may_ask)
        super().__init__(self._modes(), self.turn)
        self.turn.head = self
        self.turn.table().has_bar = self._may_have_bar

    def _modes(self) -> Scene:
        """Return the mode over all that are always there."""
        hands = self.match.game.hands(self.match.header.options)
        under: Scene = self._hints
        if hands is Hands.NAMED:
            under = self._picker = PickerMode(under, self.turn)
        self._moves = MovesMode(under, self.turn, self._hints.close)
        under = QuestionMode(self._moves, self.turn)
        if hands is Hands.HIDDEN:
            under = self._hand = HandMode(
                under, self.turn, self._is_handed_over, self._hints, self._moves
            )
        return under

    def _is_handed_over(self) -> bool:
        return self.turn.stage.config.play.hand_over

    def _tray_of(self, half: HalfMove) -> Tray:
        if self._hand is not None:
            return self._hand.tray_of(half)
        return naming_tray(half) if self._picker is not None else Tray(half)

    # What there is to ask

    @property
    def under(self) -> Scene:
        """Return what stands in front, or the modes of the turn."""
        return self.front or super().under

    @property
    def front(self) -> FrontMode | None:
        """Return what stands in front of the turn, or None."""
        return self._fronts[-1] if self._fronts else None

    @property
    def hint(self) -> Hinting:
        """Return the hint, as far as it was asked for."""
        return self._hints.hint

    @property
    def moves(self) -> MovesList | None:
        """Return the list of all moves, where it is open."""
        return self._moves.list

    @property
    def hand(self) -> Hand | None:
        """Return how far the seat to move is with its hidden hand; None where it needs nothing."""
        return self._hand.hand if self._hand is not None and not self._fronts else None

    def is_programs(self) -> bool:
        """Return whether the program is to move or to answer."""
        return self.program.is_due()

    def lists_moves(self) -> bool:
        return self._is_free and self.hand is None

    @property
    def _is_free(self) -> bool:
        """Whether it is the turn itself that shows, with nothing to be answered first."""
        return not self._fronts and self.moves is None and self.match.question is None

    def table(self) -> TableView:
        return self.turn.table()

    # What is shown

    def labels(self) -> Labels:
        """Return what the four buttons do; after a fault Confirm may ask the program again."""
        labels = self.under.labels()
        if self._is_free and self.program.is_by_hand and not labels[3].line:
            return (*labels[:3], labels[3]._replace(line=buttons.ASK_AGAIN(), is_filled=True))
        return labels

    def draw(self, pen: Pen) -> None:
        """Draw the board, what is beside it, and the bar."""
        view = self.table()
        view.draw_board(pen, self.picture(self.stage.now_s))
        self.under.draw(pen)
        if self.has_bar():
            colors = view.side_color(0), view.side_color(1)
            box = bar_box(view.layout(has_menu=self.has_menu()))
            is_turned = self.stage.is_turned(self.match)
            draw_bar(pen, box, self.evaluation.share, colors, is_turned=is_turned)

        self._draw_clocks(pen)

    def _draw_clocks(self, pen: Pen) -> None:
        boxes, faces = self.table().screen().clocks, self.clock.faces()
        if boxes is not None and faces is not None:
            running = self.match.position.side if self.clock.is_running else None
            draw_faces(pen, boxes, faces, self._clock_names(), running)

    def _clock_names(self) -> tuple[str, str]:
        match = self.match
        return clock_names(match.header.players, match.game.name, self.turn.voice)

    def has_bar(self) -> bool:
        """Return whether the bar of the evaluation is shown."""
        return self._may_have_bar() and not self._fronts

    def _may_have_bar(self) -> bool:
        return self.stage.config.screen.evaluation and self.evaluation.is_possible

    # Modes

    def put(self, front: FrontMode) -> None:
        """Show *front* in front of the turn."""
        self._fronts.append(front)
        self.stage.renew()

    def clear(self) -> None:
        """Show the turn, and nothing in front of it."""
        self._fronts.clear()
        self.stage.renew()

    def _leave(self) -> None:
        self._fronts.pop()
        self.stage.renew()

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

    # Input

    def press(self, press: Press) -> None:
        """Take a press of one of the four buttons; the clock stops at its instant."""
        self.clock.lever(press.at_s)
        if opens_menu(press):
            self.clock.stop(press.at_s)
            self._open_menu()
        elif self._fronts:
            self.under.press(press)
        elif press.button is ButtonName.CONFIRM and self.stage.is_stale(press):
            self.turn.refuse(Refusal(MatchCause.STALE))
        elif press.button is ButtonName.CONFIRM and self._falls():
            self.take(self.match.flag())
        else:
            self.under.press(press)

    def _falls(self) -> bool:
        """Return whether a flag fell before Confirm was pressed."""
        return self.clock.is_out and self.match.question is None

    def _open_menu(self) -> None:
        if self.match.is_saving:
            return
        for front in self._fronts[::-1]:
            front.give_way()
        self._moves.close()
        self.stage.go(to.GameMenu(self))

    def _confirm(self) -> None:
        if self.program.is_by_hand and not self.match.half.touches:
            self.program.ask_again()
        elif self._asks_where():
            return
        elif self._needs_tutor():
            self.put(TutorMode(self.turn, self._leave))
        else:
            self.take(self.match.confirm(self.match.stamp))

    def _needs_tutor(self) -> bool:
        """Return whether the move laid out is looked at before it is confirmed."""
        is_move = self.match.half.move is not None and self.match.outcome is None
        return self.stage.config.play.tutor and is_move

    def _asks_where(self) -> bool:
        """Return whether Confirm meant that the lifted piece was put on others.

        No sensor tells that: the only such place is taken, of several one is asked for.
        """
        half, occupied = self.match.half, self.stage.sensing.occupied
        if occupied is None or half.move is not None or self.watch.is_ignored:
            return False
        places = landings(half, occupied)
        if len(places) == 1:
            self.take(self.match.follow((*half.touches, *places)))
            self.turn.report = f"{self.turn.report} {LANDED()}"
        elif places:
            self.turn.refuse(Refusal(ScreenCause.PUT_WHERE, places))
        return bool(places)

    def _guide(self, real: RealTable) -> None:
        self.stage.go(to.SetRight(self.match, real.handed_over()))

    def _may_ask(self) -> bool:
        """Return whether nobody but the bar waits for the search."""
        return self.evaluation.is_asking or not self.stage.services.engine.is_busy

    # What came of it

    def take(self, answer: Answer) -> None:
        """Show what the match answered."""
        self.turn.take(answer)

    def _taken(self) -> None:
        """Have every mode follow the match, wait until it is saved, or show how it ended."""
        self.clock.follow()
        if self.match.is_saving and not isinstance(self.front, SavingMode):
            self.put(SavingMode(self.turn, self._leave))
            return
        self._hints.follow()
        if self._hand is not None:
            self._hand.follow()
        if self._picker is not None:
            self._picker.show_named()
        if self.match.outcome is not None and self.match.question is None:
            self.stage.go(to.GameOver(self.match))

    def update(self, now_s: float) -> None:
        """Let time pass, follow the table, and let the program move when it is its turn."""
        self.under.update(now_s)
        self._let_time_run(now_s)
        if self._is_behind() or self._watch(now_s) or self._is_behind():
            return
        may_ask = self.hint.step is None
        if self.has_bar() and self.evaluation.update(may_ask=may_ask):
            self.stage.redraw()
        if self.moves is None and not self.turn.is_gliding and self.program.is_due():
            watch, mends = self.watch, self._mends
            self.put(ComputerMode(self.turn, self._leave, self.program, watch, mends))

    def _let_time_run(self, now_s: float) -> None:
        """Let the clock run where somebody uses time, and ask what a fallen flag means."""
        if not self.clock.is_on or not self.stage.is_in_front(self):
            return
        if self.clock.update(now_s, runs=self._uses_time()):
            self.take(self.match.flag())
            self.stage.redraw()
        self.stage.lamps.is_hurried = self.clock.is_hurried
        if self.clock.is_changed():
            self.stage.redraw()

    def _uses_time(self) -> bool:
        """Return whether somebody thinks, and nothing else is to be done first."""
        match, front = self.match, self.front
        is_open = match.question is None and match.outcome is None
        is_free = not self.turn.is_settling and self.hand is not Hand.AWAITED
        return is_open and is_free and (front is None or front.uses_time())

    def _warn(self, side: Side, seconds: int) -> None:
        self.stage.sounds.play(Cue.LOW_TIME)
        self.stage.narrator.tell(Topic.CLOCK, low_time_text(self._clock_names()[side], seconds))

    def _keep_turn(self) -> None:
        self.stage.services.library.turn_time.note(self.match)

    def next_change_s(self, now_s: float) -> float:
        return min(self.clock.next_change_s(now_s), self.under.next_change_s(now_s))

    def _is_behind(self) -> bool:
        """Return whether something stands in front of the turn, or another scene shows."""
        return bool(self._fronts) or not self.stage.is_in_front(self)

    def _watch(self, now_s: float) -> bool:
        """Take what was done at a sensed board; return whether it has to be mended first."""
        occupied, match = self.stage.sensing.occupied, self.match
        if self.turn.is_settling and occupied == occupied_by(match.half.pieces()):
            self.turn.settle()
            self.stage.redraw()
        may_read = match.question is None and match.outcome is None and self.moves is None
        may_read = may_read and not self.watch.is_ignored and not self.program.is_due()
        news = self.watch.look(match.half, occupied, may_read=may_read)
        if news.half is not None:
            self.take(match.follow(news.half.touches))
            self.stage.redraw()
        elif news.refused is not None:
            self.turn.refuse(match.half.refusal(news.refused), news.refused)
            self.stage.redraw()
        return self._mends(now_s)

    def _mends(self, now_s: float) -> bool:
        """Have the table mended where it is wrong for long; return whether it is."""
        occupied, match = self.stage.sensing.occupied, self.match
        if match.question is not None or not self.watch.needs_guide(match.half, occupied, now_s):
            return False
        self.stage.sounds.play(Cue.OUT_OF_STEP)
        self.put(MendMode(self.turn, self._leave, self.watch))
        return True
