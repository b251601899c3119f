"""Hints in a turn: which piece, then the move leg by leg, then what may follow.

Hint asks and shows more each time, Back puts it away, Confirm takes the move that
shows as the half-made turn.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.contract import Move, Position, Refusal
from companion.engine.service import Fault
from companion.match.question import MatchCause
from companion.ports import ButtonName, Press
from companion.ui.board.marks import BoardPicture
from companion.ui.play.hints.hint_panel import HintText, draw_hint, has_room, hint_text
from companion.ui.play.hints.hint_pictures import (
    hint_arrows,
    hinted_picture,
    legs_shown,
    next_leg_s,
    nudge_picture,
)
from companion.ui.play.hints.hinting import Begun, Hinting, HintStep
from companion.ui.play.passing import Passing
from companion.ui.play.turn import Turn
from companion.ui.view import NOTHING, Labels, Topic
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import hints as words
from companion.words.engine import fault_text
from companion.words.refusals import ScreenCause

_NUDGES = {
    Begun.NOT: words.NUDGE,
    Begun.WELL: words.BEGUN_WELL,
    Begun.OTHERWISE: words.BEGUN_OTHERWISE,
}


class HintMode(Passing):
    """In front of *turn* while a hint shows, and what Hint does before.

    Attributes:
        hint: the hint, as far as it was asked for.

    Args:
        show_moves: opens the list of all moves, which a match without hints has instead.
        may_ask: whether nobody else waits for the search.
    """

    def __init__(
        self, turn: Turn, show_moves: Callable[[], None], may_ask: Callable[[], bool]
    ) -> None:
        super().__init__(turn, turn)
        self.hint = Hinting(turn.stage.services.engine, turn.match)
        self._show_moves = show_moves
        self._may_ask = may_ask
        self._told: HintText | None = None
        self._since_s = 0.0
        self._arrow_count = self._legs = 0

    # What is shown

    def stamp(self) -> object:
        return (self.under.stamp(), self.hint.step, self.hint.move, self.hint.ply)

    def topics(self) -> tuple[Topic, Topic]:
        """Return that it tells of the hint, while one shows."""
        return self.under.topics() if self.hint.step is None else (Topic.HINTS, Topic.HINTS)

    def banner(self) -> Banner:
        """Return what the hint shows."""
        hint, step = self.hint, self.hint.step
        if step is None:
            return self.under.banner()
        position, move = hint.position, hint.move
        color = self.turn.table().side_color(position.side)
        return Banner(self._banner_text(step, position, move), color)

    def _banner_text(self, step: HintStep, position: Position, move: Move | None) -> str:
        hint, voice = self.hint, self.turn.voice
        turn = voice.turn(position)
        if move is None:
            return words.THINKING(turn=turn)
        if step is HintStep.LINE:
            return words.line_banner(hint.first_number + hint.ply, move, position, voice)
        if hint.begun is Begun.DONE:
            return words.BEGUN_DONE(turn=turn)
        if step is HintStep.MOVE:
            return words.move_banner(move, position, voice)
        return _NUDGES[hint.begun](turn=turn)

    def labels(self) -> Labels:
        labels = self.under.labels()
        step = self.hint.step
        if step is None:
            return (labels[0], labels[1], self._hint_label(labels[2]), labels[3])
        stop = buttons.STOP() if step is HintStep.THINKING else buttons.CLOSE_HINT()
        line = buttons.THE_LINE() if self.hint.has_line else buttons.CLOSE_HINT()
        more = {
            HintStep.NUDGE: buttons.THE_MOVE(),
            HintStep.MOVE: line,
            HintStep.LINE: buttons.CLOSE_HINT(),
        }
        walk = ButtonLabel(buttons.NEXT_MOVE()) if step is HintStep.LINE else labels[1]
        take = ButtonLabel(buttons.USE_IT(), True) if self.can_take() else labels[3]
        label = ButtonLabel(more[step], held=words.HOLD_MOVES()) if step in more else NOTHING
        return (ButtonLabel(stop), walk, label, take)

    def _hint_label(self, below: ButtonLabel) -> ButtonLabel:
        if below.line:
            return below._replace(held=words.HOLD_MOVES())
        if self._is_without_hints():
            return ButtonLabel(buttons.ALL_MOVES())
        if self.turn.is_settling:
            return ButtonLabel("", held=words.HOLD_MOVES())
        hints, side = self.match.hints, self.match.position.side
        left = hints.left(side)
        if left == 0 and hints.is_shown:
            # It may be looked at again until the ply is made.
            left = None
        return ButtonLabel(words.hint_label(left), held=words.HOLD_MOVES())

    def _is_without_hints(self) -> bool:
        return self.match.header.hints[self.match.position.side] == 0

    def note(self) -> str:
        """Return what the hint says, unless something was refused."""
        if self._told is None or self.turn.refused is not None:
            return self.under.note()
        return self._told.whole()

    def picture(self, now_s: float) -> BoardPicture:
        """Return the board with the hint on it."""
        hint, move, refused = self.hint, self.hint.move, self.turn.refused
        if move is None or self.turn.focus is not None or (refused and refused.site is not None):
            # A lamp of a refused dot and one of a hint would differ by color alone.
            return self.under.picture(now_s)
        if hint.begun is Begun.DONE and hint.step is not HintStep.LINE:
            # Nothing of it is left to do.
            return self.under.picture(now_s)
        half = self.match.half if self._goes_on() else hint.position.begin()
        if hint.step is HintStep.NUDGE:
            first = half.touches[-1] if half.touches else next(iter(move.touches), None)
            # What was begun may have moved the piece away from there.
            is_there = first in self.match.half.pieces() or hint.begun is not Begun.OTHERWISE
            return nudge_picture(self.under.picture(now_s), first if is_there else None)
        return self.turn.in_motion(hinted_picture(half, move, self._legs_at(now_s)), now_s)

    def _goes_on(self) -> bool:
        """Return whether the hint goes on from the begun turn, and does not begin anew."""
        is_its = self.hint.step is not HintStep.LINE or self.hint.ply == 0
        return is_its and self.hint.begun is Begun.WELL

    def _legs_at(self, now_s: float) -> int:
        """Return how many legs of the move show."""
        if not self.turn.is_animated:
            return self._arrow_count
        return legs_shown(self._arrow_count, now_s - self._since_s)

    def draw(self, pen: Pen) -> None:
        """Draw the panels, and the hint where there is room for it."""
        text = self._told
        if text is None or self.turn.refused is not None or self.turn.tray().items:
            self.under.draw(pen)
        else:
            view = self.turn.table()
            layout = view.layout(has_menu=True)
            if has_room(pen, layout, text):
                view.draw_ledges(pen, has_menu=True)
            draw_hint(pen, layout, text)

    # Input

    def press(self, press: Press) -> None:
        """Ask, show more, walk through the line, take the move, or put the hint away."""
        self.follow()
        step = self.hint.step
        if press.button is ButtonName.HINT and not self.turn.needs_guide:
            self._more()
        elif press.button is ButtonName.BACK and step is not None:
            self.turn.refused = None
            self.close()
        elif press.button is ButtonName.NEXT:
            self._next(1)
        elif press.button is ButtonName.CONFIRM and self.can_take():
            self._take()
        else:
            self.under.press(press)

    def _more(self) -> None:
        self.turn.refused = None
        if self._is_without_hints():
            self._show_moves()
        elif self.hint.step is None:
            self._ask()
        else:
            self.hint.more()
            self._changed()

    def _ask(self) -> None:
        match = self.match
        self.turn.cursor.clear()
        if self.turn.is_settling:
            self.turn.refuse(Refusal(ScreenCause.TABLE_FIRST))
        elif match.hints.left(match.position.side) == 0 and not match.hints.is_shown:
            self.turn.refuse(Refusal(MatchCause.NO_HINTS_LEFT))
        elif not self._may_ask():
            self.turn.refuse(Refusal(ScreenCause.PROGRAM_THINKS))
        else:
            self.hint.ask()
            self._changed()

    def _changed(self) -> None:
        """Show the hint as it is now, its legs from the first one on."""
        hint, move, tray = self.hint, self.hint.move, self.turn.tray()
        # Worked out once and not at each drawing.
        self._told = hint_text(hint, self.turn.voice)
        self._since_s, self._legs, self._arrow_count = self.stage.now_s, 0, 0
        if move is not None and hint.step is not HintStep.NUDGE:
            touched = len(self.match.half.touches) if self._goes_on() else 0
            self._arrow_count = len(hint_arrows(hint.position.half_move(move), touched))
        first = next(iter(move.touches), None) if move is not None else None
        tray.hinted = first if hint.step is not HintStep.LINE or hint.ply == 0 else None
        self.stage.redraw()

    def close(self) -> None:
        """Put the hint away."""
        if self.hint.step is not None:
            self.hint.close()
            self._changed()

    def previous(self) -> None:
        self._next(-1)

    def _next(self, by: int) -> None:
        if self.hint.step is HintStep.LINE:
            self.turn.refused = None
            self.hint.walk(by)
            self._changed()
        else:
            self.close()
            self.turn.walk(by)

    def can_take(self) -> bool:
        """Return whether Confirm lays out the move that the hint shows."""
        shows_move = self.hint.step in (HintStep.MOVE, HintStep.LINE)
        return shows_move and self.hint.result is not None and self.hint.begun is not Begun.DONE

    def _take(self) -> None:
        assert self.hint.result is not None, "there is a move to take"
        move = self.hint.result.move
        self.close()
        self.turn.propose(move)

    # Time

    def follow(self) -> None:
        """Put away what no longer fits the match."""
        if self.hint.follow():
            self._changed()

    def is_thinking(self) -> bool:
        """Return whether a better answer may still come."""
        return self.hint.is_thinking

    def next_change_s(self, now_s: float) -> float:
        count = self._arrow_count if self.turn.is_animated else 0
        return self._since_s + next_leg_s(count, now_s - self._since_s)

    def update(self, now_s: float) -> None:
        """Take what the search has found, and let the legs of a hint appear."""
        self.follow()
        answer = self.hint.poll(now_s)
        if isinstance(answer, Fault):
            self.turn.refuse_with(fault_text(answer.code))
            self._changed()
        elif answer is not None:
            self.match.note_hint()
            # What was refused while the search thought is answered by it.
            self.turn.refused = None
            self._changed()
        legs = self._legs_at(now_s)
        if legs != self._legs:
            self._legs = legs
            self.stage.redraw()
        self.under.update(now_s)
