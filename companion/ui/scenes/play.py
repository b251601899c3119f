"""The game itself: touch the move while it is made on the table, then confirm it."""

from __future__ import annotations

from companion.contract import Move, Refusal, Site, Touch
from companion.match.match import Match
from companion.match.question import Answer, MatchCause
from companion.match.sensed_table import landings
from companion.match.table_watch import TableWatch
from companion.ports import ButtonName, Press
from companion.ui.list_view import ListView
from companion.ui.motion import Motion, halves_of, leg_between, legs_of
from companion.ui.moves_list import MovesList
from companion.ui.scene import opens_menu
from companion.ui.scenes import ways
from companion.ui.scenes.turn import SHAKE_S, TurnScene
from companion.words.facts import answer_text
from companion.words.guide import restoring_note
from companion.words.refusals import ScreenCause, refusal_text
from companion.words.sensing import landed_text


class PlayScene(TurnScene):
    """A match being played by touch, by the four buttons, or by both in any mixture."""

    name = "play"
    is_sensed = True
    """Whether the pieces of a sensed board are followed."""
    refusal_s = 4.0
    """How long the reason for a refusal stays, unless something else happens before."""

    def __init__(self, stage: object, match: Match) -> None:
        super().__init__(stage, match)
        self.watch = TableWatch()

    # Input

    def press(self, press: Press) -> None:
        """Take a press of one of the four buttons."""
        if opens_menu(press):
            self._open_menu()
        elif press.button is ButtonName.BACK:
            self._back()
        elif press.button is ButtonName.NEXT:
            self._walk(1)
        elif press.button is ButtonName.HINT and press.is_long:
            self._toggle_moves()
        elif press.button is ButtonName.HINT and self._has_guide():
            self._guide()
        elif press.button is ButtonName.HINT:
            self._hint()
        elif self.stage.is_stale(press):
            self._refuse(Refusal(MatchCause.STALE), None)
        else:
            self._confirm()

    def _open_menu(self) -> None:
        self._close_moves()
        ways.to_game_menu(self.stage, self)

    def _hint(self) -> None:
        """Do what Hint does in the middle of a turn, where nobody is asked for hints."""
        self._toggle_moves()

    def _guide(self) -> None:
        self._told = ""
        ways.to_set_right(self.stage, self.match, self._table.handed_over())

    def _back(self) -> None:
        if self.match.question is not None:
            self.take(self.match.answer(False, self.match.stamp))
        elif self.moves is not None:
            self._close_moves()
        elif self.focus is not None:
            self.focus = None
        else:
            self.take(self.match.back())

    def previous(self) -> None:
        """Walk backwards."""
        self._walk(-1)

    def _walk(self, by: int) -> None:
        """Move the cursor over all that may be touched, and past the end to nothing."""
        self._refused = None
        if self.match.question is not None:
            return
        if self.moves is not None:
            self.moves.view.step(by, with_none=True)
            return
        stops = self.tray().stops(self.match.half)
        at = stops.index(self.focus) if self.focus in stops else 0
        self.focus = stops[(at + by) % len(stops)]
        if self.focus is None and self.match.half.move is None and len(stops) > 1:
            self.focus = stops[1 if by > 0 else -1]
        self.tray().show(self.focus)

    def _toggle_moves(self) -> None:
        self._refused = None
        if self.moves is not None:
            self._close_moves()
        elif self.match.question is None:
            self.focus = None
            self.moves = MovesList(self.match.half)
            self.lay_out()

    def _close_moves(self) -> None:
        self.moves = None
        self.lay_out()

    def show_moves(self) -> None:
        """Open the list of all legal moves."""
        if self.moves is None:
            self._toggle_moves()

    def _confirm(self) -> None:
        if self.moves is not None:
            chosen = self.moves.chosen
            self._close_moves()
            if chosen is not None:
                self._propose(chosen)
        elif self.match.question is None and self.focus is not None:
            self.touch(self.focus)
        elif self.program.is_by_hand and not self.match.half.touches:
            self.program.ask_again()
        elif self._asks_where():
            return
        elif ways.needs_tutor(self.stage, self.match):
            ways.to_tutor(self.stage, self)
        else:
            self.take(self.match.confirm(self.match.stamp))

    def _asks_where(self) -> bool:
        """
        Return whether Confirm meant that the lifted piece was put on others.

        No sensor tells that: the only such place is taken, of several one is asked for.
        """
        half, occupied = self.match.half, self.stage.sensing.occupied
        if occupied is None or half.move is not None or not self._is_watching():
            return False
        places = landings(half, occupied)
        if len(places) == 1:
            self.take(self.match.follow((*half.touches, *places)))
            self._told = f"{self._told} {landed_text()}"
        elif places:
            self._refuse(Refusal(ScreenCause.PUT_WHERE, places), None)
        return bool(places)

    def _propose(self, move: Move) -> None:
        self.take(self.match.propose(move))
        if self._is_animated() and self.match.half.touches:
            legs = legs_of(halves_of(self.match.half))
            self._motion = Motion(legs, self.stage.now_s) if legs else None

    def touch(self, touch: Touch) -> None:
        """Touch a site or token, as the finger or the cursor does."""
        before = self.match.half
        answer = self.match.touch(touch)
        self.take(answer, touch if isinstance(touch, int) else None)
        if answer.code == "touched" and self._is_animated():
            leg = leg_between(before, self.match.half)
            self._motion = Motion((leg,), self.stage.now_s) if leg is not None else None

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Take hold of the list or the tray, or touch the site under the finger."""
        if self._view().pointer_down(x, y):
            return
        if self.moves is not None:
            self._close_moves()
        candidates = frozenset(t for t in self.match.half.next_touches() if isinstance(t, int))
        site = self.site_at(x, y, candidates)
        if site is not None:
            self.touch(site)

    def pointer_move(self, x: float, y: float) -> None:
        """Scroll the list or the tray."""
        self._view().pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Choose the move under the finger for a closer look, or touch what is in the tray."""
        index = self._view().pointer_up(x, y)
        if index is None:
            return
        if self.moves is not None:
            self.moves.view.selected = index
        else:
            self.touch(self.tray().items[index].token)

    def wheel(self, notches: int) -> None:
        """Scroll the list or the tray."""
        self._view().wheel(notches)

    def _view(self) -> ListView:
        return self.tray().view if self.moves is None else self.moves.view

    # What came of it

    def take(self, answer: Answer, site: Site | None = None) -> None:
        """Show what the match answered to a touch or press at *site*."""
        if answer.refusal is not None:
            self._refuse(answer.refusal, site)
            return
        self.focus = None
        self._refused = None
        self._motion = None
        self._told = ""
        if answer.code in ("committed", "redone", "touched"):
            is_whole = answer.code != "touched"
            self._told = answer_text(answer.facts, is_whole, self.match.game, self.board())
        if self._table.note(answer, self.match.position):
            self._told = restoring_note(self._table.steps, self.match.game.name, self.board())
        if self.match.outcome is not None and self.match.question is None:
            self.finish()

    def finish(self) -> None:
        """Show how the game ended."""
        ways.to_game_over(self.stage, self.match)

    def _is_watching(self) -> bool:
        return self.is_sensed and not self.watch.is_ignored

    def _watch(self, now_s: float) -> None:
        """Take what was done at a sensed board, or lead to the guide that mends it."""
        occupied, match = self.stage.sensing.occupied, self.match
        may_read = match.question is None and match.outcome is None and self.moves is None
        may_read = may_read and self._is_watching() and not self.program.is_due()
        found = self.watch.look(match.half, occupied, may_read=may_read)
        if found.half is not None:
            self.take(match.follow(found.half.touches))
            self.stage.redraw()
        elif found.refused is not None:
            self._refuse(match.half.refusal(found.refused), found.refused)
            self.stage.redraw()
        if match.question is None and self.watch.needs_guide(match.half, occupied, now_s):
            ways.to_mend_table(self.stage, self)

    def _refuse(self, refusal: Refusal, site: Site | None) -> None:
        self._refused = (refusal_text(refusal, self.match.position), site, self.stage.now_s)

    def is_waiting(self) -> bool:
        """Return whether the list of moves is still being made."""
        return self.moves is not None and not self.moves.is_ready

    def update(self, now_s: float) -> None:
        """Let pieces glide, refusals fade, the list of moves arrive, and follow the table."""
        if self.is_sensed:
            self._watch(now_s)
            if self.stage.scene is not self:
                return
        if self.moves is not None and self.moves.poll():
            self.lay_out()
            self.stage.redraw()
        if self._motion is not None:
            self.stage.redraw()
            if self._motion.is_over(now_s):
                self._motion = None
        elif self.moves is None and self.program.is_due():
            ways.to_program(self.stage, self)
            return
        if self._refused is not None:
            passed_s = now_s - self._refused[2]
            if passed_s < SHAKE_S and self._is_animated():
                self.stage.redraw()
            elif passed_s > self.refusal_s:
                self._refused = None
                self.stage.redraw()
