"""The program's turn: it thinks, then a person makes its move on the board, leg by leg."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.ports import ButtonName, Press
from companion.table.sensed import occupied_by
from companion.table.watch import TableWatch
from companion.ui.board.marks import BoardPicture
from companion.ui.play.carrying import CarryLeg
from companion.ui.play.front import FrontMode
from companion.ui.play.leg_show import LegShow
from companion.ui.play.program_player import ProgramPlayer
from companion.ui.play.taken_back import take_back_label, waiting_text
from companion.ui.play.turn import Turn
from companion.ui.sound.sounds import Cue
from companion.ui.view import NOTHING, Labels, Topic
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words import program as words
from companion.words.table import MOST_BANNER_CHARACTERS, opening_text

SHOWN_S: Final = 0.8
"""The program thinks on screen at least so long: who looks up from the board sees that it does."""

PACES_S: Final = {"slow": 2.0, "fast": 0.4}
"""How long a move that the program makes by itself is shown before it is committed."""


class ComputerMode(FrontMode):
    """In front of a turn while the program is to move or to answer.

    It goes away by itself as soon as that is over, whatever has ended it.

    Attributes:
        player: asks the search and keeps what came of it.
        show: its move as it is shown, None before there is one.

    Args:
        watch: what a sensed table shows.
        mends: has the table mended where it is wrong for long, and tells whether it is.
    """

    name = "program"

    def __init__(
        self,
        turn: Turn,
        leave: Callable[[], None],
        player: ProgramPlayer,
        watch: TableWatch,
        mends: Callable[[float], bool],
    ) -> None:
        super().__init__(turn, leave)
        self.player = player
        self.show: LegShow | None = None
        self._since_s = self.stage.now_s
        self._table_watch = watch
        self._mends = mends

    # What it is doing

    def is_thinking(self) -> bool:
        return not self.legs and not self.player.fault

    @property
    def legs(self) -> tuple[CarryLeg, ...]:
        """Return the legs of its move, none before there is one."""
        return self.show.legs if self.show is not None else ()

    @property
    def _carries(self) -> bool:
        return self.stage.config.play.program_moves == "carried"

    def _may_help(self) -> bool:
        """Return whether a person may see what the program could play."""
        position = self.match.position
        return position.public() is position and self.match.question is None

    # What is shown

    def stamp(self) -> object:
        return (self.match.stamp, len(self.legs), self.player.fault)

    def topics(self) -> tuple[Topic, Topic]:
        """Return that it tells the move, as soon as there is one."""
        return (Topic.MOVES, Topic.MOVES) if self.legs else (Topic.TURNS, Topic.MOVES)

    def banner(self) -> Banner:
        """Return that the program thinks, or what to do on the board for it."""
        match, voice = self.match, self.turn.voice
        position, question = match.position, match.question
        if question is not None:
            side = question.awaiting[0]
            banner = words.CONSIDERING(who=voice.side(side, match.game.name))
            return Banner(banner, self.table().side_color(side))
        color = self.table().side_color(position.side)
        if self.player.fault:
            return Banner(words.NO_MOVE(turn=voice.turn(position)), color)
        if self.show is None:
            return Banner(words.THINKING(turn=voice.turn(position)), color)
        return Banner(voice.deed(self.match.half, MOST_BANNER_CHARACTERS), color)

    def note(self) -> str:
        """Return why something was refused, what the leg does, or what happened before."""
        if self.turn.refused is not None:
            return self.turn.refused.text
        if self.player.fault:
            return words.no_move_text(self.player.fault, self._may_help())
        if self.show is None:
            return self.turn.report
        if not self._carries:
            return words.shown_note(self.match.half, self.turn.voice)
        show, name_of = self.show, self.table().board.name_of
        number = min(show.leg, len(show.legs) - 1)
        leg = show.legs[number]
        start, end = ("" if site is None else name_of(site) for site in (leg.start, leg.end))
        note = words.leg_text(number + 1, len(show.legs), (start, end))
        facts = self.match.half.facts() if show.shows_all else leg.facts
        # The search may answer before anybody has read who won the toss.
        opening = opening_text(self.match, self.turn.voice)
        made = words.carry_note(note, facts, self.match.half, self.turn.voice)
        return f"{opening} {made}".strip()

    def is_note_alarming(self) -> bool:
        return self.turn.refused is not None or bool(self.player.fault)

    def labels(self) -> Labels:
        back = ButtonLabel(take_back_label(self.match))
        if self.player.fault:
            walk = ButtonLabel(buttons.NEXT_PLACE()) if self._may_help() else NOTHING
            return (back, walk, NOTHING, ButtonLabel(buttons.ASK_AGAIN(), True))
        if not self.legs or not self._carries:
            return (back, NOTHING, NOTHING, NOTHING)
        following = ButtonLabel(buttons.NEXT_LEG()) if len(self.legs) > 1 else NOTHING
        return (back, following, NOTHING, ButtonLabel(buttons.IT_IS_MADE(), True))

    def picture(self, now_s: float) -> BoardPicture:
        """Return the leg to make, the move gliding by itself, or the last move."""
        if self.show is None:
            return super().picture(now_s)
        return self.show.picture(now_s, self._carries)

    # Input

    def press(self, press: Press) -> None:
        if press.button is ButtonName.BACK:
            self._back()
        elif press.button is ButtonName.HINT:
            self.turn.refuse_with(words.NO_HINT())
        elif self.player.fault:
            self._after_a_fault(press)
        elif self.show is None or not self._carries:
            self.turn.refuse_with(waiting_text(self.match))
        elif press.button is ButtonName.NEXT:
            self.turn.refused = None
            self.show.step(1, self.stage.now_s)
        elif not self.stage.is_stale(press):
            self._commit()

    def _after_a_fault(self, press: Press) -> None:
        if press.button is ButtonName.NEXT:
            if self._may_help():
                self._hand_over()
                self.turn.head.press(press)
        elif not self.stage.is_stale(press):
            self.player.ask_again()
            self._since_s = self.stage.now_s

    def previous(self) -> None:
        """Show the leg before."""
        if self.show is not None and self._carries:
            self.turn.refused = None
            self.show.step(-1, self.stage.now_s)

    def _back(self) -> None:
        self.turn.refused = None
        self.player.stop()
        while self.match.half.touches:
            self.match.back()
        answer = self.match.back()
        if answer.refusal is not None:
            # The move is laid out again.
            self.show = None
            self.turn.refuse(answer.refusal)
            return
        self.leave()
        self.turn.take(answer)

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Make a leg by touching where it ends, or make the move that the program does not."""
        wanted = self.show.wanted() if self.show is not None else frozenset()
        site = self.table().site_at(x, y, wanted)
        if self.player.fault and self._may_help():
            self._hand_over()
            self.turn.head.pointer_down(x, y, at_s)
        elif site is None:
            return
        elif self.show is None or not self._carries:
            self.turn.refuse_with(waiting_text(self.match))
        elif site in wanted:
            self.turn.refused = None
            self.show.touch(site)
        else:
            leg, name_of = self.show.to_make, self.table().board.name_of
            end = leg.site if leg is not None else None
            self.turn.refuse_with(words.follow_text("" if end is None else name_of(end)))

    def _hand_over(self) -> None:
        """Let a person make the move."""
        self.player.is_by_hand = True
        self.player.fault = ""
        self.turn.refused = None
        self.leave()

    # Time

    def uses_time(self) -> bool:
        """Return whether the program looks for its move; to carry it out costs nobody time."""
        return not self.legs and not self.player.fault and self.player.result is None

    def is_waiting(self) -> bool:
        """Return whether the program thinks, or its move is made by itself.

        A move that waits to be made goes round for ever, and keeps no screen awake.
        """
        return not self.player.fault and (self.show is None or not self._carries)

    def next_change_s(self, now_s: float) -> float:
        return self.show.due_s() if self.show is not None else super().next_change_s(now_s)

    def update(self, now_s: float) -> None:
        """Look what came of the search, and go away when it is no longer the program's turn."""
        self.turn.update(now_s)
        if not self.player.is_due():
            self.player.stop()
            self.leave()
            return
        if self._watch(now_s):
            return
        if self.show is not None:
            self._go_on(self.show, now_s)
            return
        had_fault = bool(self.player.fault)
        self.player.look()
        if bool(self.player.fault) != had_fault:
            self.stage.redraw()
        if self.match.question is not None and self.player.fault:
            self._answer(agree=False)
        elif self.player.result is not None and now_s - self._since_s >= SHOWN_S:
            self._deliver(now_s)

    def _watch(self, now_s: float) -> bool:
        """Follow the legs that are made on a sensed board; return whether it has to be mended."""
        occupied, watch = self.stage.sensing.occupied, self._table_watch
        watch.look(self.match.half, occupied, may_read=False)
        show = self.show if self._carries and not watch.is_ignored else None
        if occupied is not None and show is not None:
            made = self._legs_made(show, occupied)
            if made == len(show.legs):
                self._commit()
                return True
            if made > show.made:
                show.reach(made)
                self.stage.redraw()
        return self._mends(now_s)

    def _legs_made(self, show: LegShow, occupied: frozenset[int]) -> int:
        """Return how many legs the table shows as made; a piece put on others shows nothing."""
        after = [*(leg.before for leg in show.legs[1:]), self.match.half]
        for count in range(len(show.legs), show.made, -1):
            leg = show.legs[count - 1]
            is_plain = leg.end is None or leg.end not in leg.before.pieces()
            is_seen = is_plain or leg.end in self._table_watch.tapped
            if is_seen and occupied_by(after[count - 1].pieces()) == occupied:
                return count
        return 0

    def _deliver(self, now_s: float) -> None:
        self.stage.redraw()
        if self.match.question is not None:
            self._answer(self.player.agrees())
            return
        result = self.player.result
        assert result is not None, "it has just come"
        self.match.propose(result.move)
        self.show = LegShow(self.match.half, self.turn.is_animated, now_s)
        if self._carries:
            self.stage.sounds.play(Cue.TURN)

    def _answer(self, agree: bool) -> None:
        question, match = self.match.question, self.match
        assert question is not None, "something was asked"
        side = question.awaiting[0]
        fault, self.player.fault = self.player.fault, ""
        self.leave()
        self.turn.take(match.answer(agree, match.stamp))
        if not agree:
            refusal = words.DECLINED(who=self.turn.voice.side(side, match.game.name))
            self.turn.report = words.NO_ANSWER(why=words.fault_reason(fault)) if fault else refusal

    def _go_on(self, show: LegShow, now_s: float) -> None:
        """Show the legs to who makes them, or make the move when it was seen."""
        if show.update(now_s) or (self._carries and show.go_round(now_s)):
            self.stage.redraw()
        pace_s = PACES_S.get(self.stage.config.play.program_moves)
        if pace_s is not None and show.has_shown_for(pace_s, now_s):
            self._commit()

    def _commit(self) -> None:
        self.leave()
        self.turn.take(self.match.confirm(self.match.stamp))
        self.stage.redraw()
