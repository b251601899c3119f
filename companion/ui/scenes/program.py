"""The program's turn: it thinks, then a person makes its move on the board, leg by leg."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.contract import HalfMove
from companion.match.sensed_table import occupied_by
from companion.ports import ButtonName, Press
from companion.ui.carrying import CarryLeg, leg_picture, legs_to_carry, made_picture
from companion.ui.marks import BoardPicture
from companion.ui.motion import Motion, halves_of, legs_of
from companion.ui.pen import Banner, ButtonLabel
from companion.ui.scene import NOTHING, Labels, opens_menu
from companion.ui.scenes import ways
from companion.ui.scenes.table import TableScene
from companion.words import program as words
from companion.words.refusals import refusal_text
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.ui.scenes.play import PlayScene

SHOWN_S: Final = 0.8
"""The program thinks on screen at least so long: who looks up from the board sees that it does."""

PACES_S: Final = {"slow": 2.0, "fast": 0.4}
"""How long a move that the program makes by itself is shown before it is committed."""

REFUSAL_S: Final = 4.0


class ProgramScene(TableScene):
    """
    In front of a match while the program is to move or to answer.

    It goes away by itself as soon as that is over, whatever has ended it.

    Attributes:
        play: the scene of the match, which takes what comes of it.
    """

    name = "program"

    def __init__(self, stage: object, play: PlayScene) -> None:
        super().__init__(stage, play.match)
        self.play = play
        self.player = play.program
        self._since_s = self.stage.now_s
        self._legs: tuple[CarryLeg, ...] = ()
        self._leg = 0
        self._motion: Motion | None = None
        self._refused: tuple[str, float] | None = None

    # What it is doing

    @property
    def is_thinking(self) -> bool:
        """Return whether nothing has come of the search yet."""
        return not self._legs and not self.player.fault

    @property
    def half(self) -> HalfMove:
        """Return the program's move, laid out."""
        return self.match.half

    @property
    def _carries(self) -> bool:
        return self.stage.config.play.program_moves == "carried"

    def _may_help(self) -> bool:
        """Return whether a person may see what the program could play."""
        position = self.match.position
        return position.public() is position and self.match.question is None

    # What is shown

    def stamp(self) -> object:
        """Return what a confirm would mean."""
        return (self.match.stamp, self._leg, len(self._legs), self.player.fault)

    def banner(self) -> Banner:
        """Return that the program thinks, or what to do on the board for it."""
        match = self.match
        position, question = match.position, match.question
        if question is not None:
            side = question.awaiting[0]
            told = words.considering_banner(side, match.game.name)
            return Banner(told, self.side_color(side))
        color = self.side_color(position.side)
        if self.player.fault:
            return Banner(words.fault_banner(position), color)
        if not self._legs:
            return Banner(words.thinking_banner(position), color)
        if not self._carries:
            return Banner(words.moving_banner(self.half), color)
        leg = self._legs[min(self._leg, len(self._legs) - 1)]
        names = tuple("" if s is None else self.board().name_of(s) for s in (leg.start, leg.end))
        told = words.carry_banner(self.half, self._leg + 1, len(self._legs), (names[0], names[1]))
        return Banner(told, color)

    def note(self) -> str:
        """Return why something was refused, what the leg does, or what happened before."""
        if self._refused is not None:
            return self._refused[0]
        if self.player.fault:
            return words.no_move_text(self.player.fault, self._may_help())
        if not self._legs:
            return self.play.told
        if not self._carries:
            return words.shown_note(self.half)
        facts = self._legs[self._leg].facts if self._leg < len(self._legs) else self.half.facts()
        return words.carry_note(facts, self.half)

    def is_note_alarming(self) -> bool:
        """Return whether the note tells of a refusal or a fault."""
        return self._refused is not None or bool(self.player.fault)

    def labels(self) -> Labels:
        """Return what the four buttons do."""
        back = ButtonLabel(tr("leg before") if self._leg else self._back_label())
        if self.player.fault:
            walk = ButtonLabel(tr("walk")) if self._may_help() else NOTHING
            return (back, walk, NOTHING, ButtonLabel(tr("ask again"), True))
        if not self._legs or not self._carries:
            return (back, NOTHING, NOTHING, NOTHING)
        following = ButtonLabel(tr("next leg")) if len(self._legs) > 1 else NOTHING
        if self._leg < len(self._legs) - 1:
            return (back, following, NOTHING, ButtonLabel(tr("leg is made")))
        return (back, following, NOTHING, ButtonLabel(tr("it is made"), True))

    def _back_label(self) -> str:
        return tr("take back") if self.match.plies else tr("hold: menu")

    def has_menu(self) -> bool:
        """Return True: nothing waits for the program."""
        return True

    def picture(self, now_s: float) -> BoardPicture:
        """Return the leg to make, the move gliding by itself, or the last move."""
        if not self._legs:
            return super().picture(now_s)
        if self._carries and self._leg < len(self._legs):
            return leg_picture(self._legs[self._leg])
        picture = made_picture(self.half)
        if self._motion is None:
            return picture
        standing, flight = self._motion.at(now_s)
        return replace(picture, placement=standing, flights=(flight,))

    # Input

    def press(self, press: Press) -> None:
        """Take a press of one of the four buttons."""
        if opens_menu(press):
            ways.to_game_menu(self.stage, self.play)
        elif press.button is ButtonName.BACK:
            self._back()
        elif press.button is ButtonName.HINT:
            self._refuse(words.no_hint_text())
        elif self.player.fault:
            self._after_a_fault(press)
        elif not self._legs or not self._carries:
            self._refuse(words.wait_text())
        elif press.button is ButtonName.NEXT:
            self._step(1)
        elif not self.stage.is_stale(press):
            self._confirm()

    def _after_a_fault(self, press: Press) -> None:
        if press.button is ButtonName.NEXT:
            if self._may_help():
                self._hand_over()
                self.play.press(press)
        elif not self.stage.is_stale(press):
            self.player.ask_again()
            self._since_s = self.stage.now_s

    def previous(self) -> None:
        """Show the leg before."""
        if self._legs and self._carries:
            self._step(-1)

    def _step(self, by: int) -> None:
        self._refused = None
        self._leg = (self._leg + by) % len(self._legs)

    def _confirm(self) -> None:
        self._refused = None
        if self._leg < len(self._legs) - 1:
            self._leg += 1
        else:
            self._commit()

    def _back(self) -> None:
        self._refused = None
        if self._leg and self._carries:
            self._leg -= 1
            return
        self.player.stop()
        while self.match.half.touches:
            self.match.back()
        answer = self.match.back()
        if answer.refusal is not None:
            # The move is laid out again.
            self._legs = ()
            self._refuse(refusal_text(answer.refusal, self.match.position))
            return
        self.stage.pop()
        self.play.take(answer)

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Make a leg by touching where it ends, or make the move that the program does not."""
        site = self.site_at(x, y, self._wanted())
        if self.player.fault and self._may_help():
            self._hand_over()
            self.play.pointer_down(x, y, at_s)
        elif site is None:
            return
        elif not self._legs or not self._carries:
            self._refuse(words.wait_text())
        elif self._leg < len(self._legs) and site in self._wanted():
            self._refused = None
            self._leg += site == self._legs[self._leg].site
        else:
            self._refuse(words.follow_text(self._place()))

    def _wanted(self) -> frozenset[int]:
        """Return the sites that belong to the leg to make."""
        if self._leg >= len(self._legs):
            return frozenset()
        leg = self._legs[self._leg]
        sites = (leg.start, leg.site, *leg.taken)
        return frozenset(site for site in sites if site is not None)

    def _place(self) -> str:
        site = self._legs[self._leg].site if self._leg < len(self._legs) else None
        return "" if site is None else self.board().name_of(site)

    def _hand_over(self) -> None:
        """Let a person make the move."""
        self.player.is_by_hand = True
        self.player.fault = ""
        self.stage.pop()

    def _refuse(self, text: str) -> None:
        self._refused = (text, self.stage.now_s)

    # Time

    def is_waiting(self) -> bool:
        """Return whether the program thinks, or shows its move by itself."""
        return not (self._legs and self._carries)

    def update(self, now_s: float) -> None:
        """Look what came of the search, and go away when it is no longer the program's turn."""
        if self._refused is not None and now_s - self._refused[1] > REFUSAL_S:
            self._refused = None
            self.stage.redraw()
        if not self.player.is_due():
            self.player.stop()
            self.stage.pop()
            return
        self._watch(now_s)
        if self.stage.scene is not self:
            return
        if self._legs:
            self._show_itself(now_s)
            return
        had_fault = bool(self.player.fault)
        self.player.look()
        if bool(self.player.fault) != had_fault:
            self.stage.redraw()
        if self.match.question is not None and self.player.fault:
            self._answer(agree=False)
        elif self.player.result is not None and now_s - self._since_s >= SHOWN_S:
            self._deliver(now_s)

    def _watch(self, now_s: float) -> None:
        """Follow the legs that are made on a sensed board, or lead to the guide that mends it."""
        occupied, watch = self.stage.sensing.occupied, self.play.watch
        watch.look(self.half, occupied, may_read=False)
        if occupied is not None and self._legs and self._carries and not watch.is_ignored:
            made = self._legs_made(occupied)
            if made > self._leg:
                self._leg = made
                self.stage.redraw()
        if self.match.question is None and watch.needs_guide(self.half, occupied, now_s):
            ways.to_mend_table(self.stage, self.play)

    def _legs_made(self, occupied: frozenset[int]) -> int:
        """Return how many legs the table shows as made; a piece put on others shows nothing."""
        after = [*(leg.before for leg in self._legs[1:]), self.half]
        for count in range(len(self._legs), self._leg, -1):
            leg = self._legs[count - 1]
            is_plain = leg.end is None or leg.end not in leg.before.pieces()
            is_seen = is_plain or leg.end in self.play.watch.tapped
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
        self._legs, self._leg = legs_to_carry(self.half), 0
        self._since_s = now_s
        if not self._carries and self.stage.config.screen.animation:
            legs = legs_of(halves_of(self.half))
            self._motion = Motion(legs, now_s) if legs else None

    def _answer(self, agree: bool) -> None:
        question, match = self.match.question, self.match
        assert question is not None, "something was asked"
        side = question.awaiting[0]
        fault, self.player.fault = self.player.fault, ""
        self.stage.pop()
        self.play.take(match.answer(agree, match.stamp))
        if not agree:
            told = words.declined_text(side, match.game.name)
            self.play.told = words.no_answer_text(fault) if fault else told

    def _show_itself(self, now_s: float) -> None:
        if self._motion is not None:
            self.stage.redraw()
            if not self._motion.is_over(now_s):
                return
            self._motion, self._since_s = None, now_s
        pace_s = PACES_S.get(self.stage.config.play.program_moves)
        if pace_s is not None and now_s - self._since_s >= pace_s:
            self._commit()

    def _commit(self) -> None:
        self.stage.pop()
        self.play.take(self.match.confirm(self.match.stamp))
        self.stage.redraw()
