"""A match with hints: which piece, then the move leg by leg, then what may follow.

Hint asks and shows more each time, Back puts it away, Confirm takes the move that
shows as the half-made turn.  Held, Hint lists all legal moves.
"""

from __future__ import annotations

from companion.contract import Refusal, Site
from companion.engine.service import Fault
from companion.match.match import Match
from companion.match.question import Answer, MatchCause
from companion.ports import Press
from companion.ui.evaluation import Evaluation, bar_box, draw_bar
from companion.ui.hint_pictures import hint_arrows, hinted_picture, legs_shown, nudge_picture
from companion.ui.hinting import Begun, Hinting, Step
from companion.ui.marks import BoardPicture
from companion.ui.pen import Banner, ButtonLabel, Pen
from companion.ui.scene import NOTHING, Labels
from companion.ui.scenes.hint_panel import HintText, draw_hint, hint_text
from companion.ui.scenes.play import PlayScene
from companion.words import hinting as words
from companion.words.engine import fault_text
from companion.words.refusals import ScreenCause
from companion.words.translate import tr


class HintedScene(PlayScene):
    """A match being played in which the players may ask for hints."""

    def __init__(self, stage: object, match: Match) -> None:
        super().__init__(stage, match)
        engine = self.stage.services.engine
        # What a scene that is gone has asked would keep the search busy.
        engine.cancel()
        self.hint = Hinting(engine, match)
        self.evaluation = Evaluation(engine, match)
        self._engine = engine
        self._hint_told: HintText | None = None
        self._since_s = 0.0
        self._arrow_count = self._legs = 0

    # What is shown

    @property
    def is_hint_readable(self) -> bool:
        """Return whether everybody who can see the screen may read the hint."""
        return True

    def stamp(self) -> object:
        """Return what a confirm would mean."""
        return (super().stamp(), self.hint.step, self.hint.move, self.hint.ply)

    def banner(self) -> Banner:
        """Return whose turn it is and what is expected, or what the hint shows."""
        hint, step = self.hint, self.hint.step
        if step is None or self.moves is not None:
            return super().banner()
        position, move = hint.position, hint.move
        color = self.side_color(position.side)
        if move is None:
            return Banner(words.thinking_banner(position), color)
        if step is Step.NUDGE:
            return Banner(words.nudge_banner(position), color)
        if step is Step.LINE:
            return Banner(words.line_banner(hint.ply, move, position), color)
        return Banner(words.move_banner(move), color)

    def labels(self) -> Labels:
        """Return what the four buttons do at this moment."""
        labels = super().labels()
        step = self.hint.step
        if step is None or self.moves is not None:
            return labels
        stop = tr("stop") if step is Step.THINKING else tr("close hint")
        line = tr("the line") if self.hint.has_line else tr("close hint")
        more = {Step.NUDGE: tr("the move"), Step.MOVE: line, Step.LINE: tr("close hint")}
        walk = ButtonLabel(tr("next move")) if step is Step.LINE else labels[1]
        take = ButtonLabel(tr("take it"), True) if self._can_take() else labels[3]
        label = ButtonLabel(more[step], held=words.list_label()) if step in more else NOTHING
        return (ButtonLabel(stop), walk, label, take)

    def _hint_button(self) -> ButtonLabel:
        if self._has_guide():
            return super()._hint_button()._replace(held=words.list_label())
        if self._is_without_hints():
            return super()._hint_button()
        count = self.match.hints
        left = count.left(self.match.position.side)
        return ButtonLabel(words.hint_label(left), held=words.list_label())

    def _is_without_hints(self) -> bool:
        return self.match.header.hints[self.match.position.side] == 0

    def note(self) -> str:
        """Return why something was refused, the hint, or what just happened."""
        told = self._hint_told
        if told is None or self._refused is not None or self.moves is not None:
            return super().note()
        return told.whole()

    def _turn_picture(self, now_s: float) -> BoardPicture:
        picture = super()._turn_picture(now_s)
        hint, move = self.hint, self.hint.move
        is_refused = self._refused is not None and self._refused[1] is not None
        if move is None or self.focus is not None or is_refused:
            # A lamp of a refused dot and one of a hint would differ by color alone.
            return picture
        half = self.match.half if self._goes_on() else hint.position.begin()
        if hint.step is Step.NUDGE:
            first = half.touches[-1] if half.touches else next(iter(move.touches), None)
            return nudge_picture(picture, first)
        return hinted_picture(half, move, self._legs_at(now_s))

    def _goes_on(self) -> bool:
        """Return whether the hint goes on from the begun turn, and does not begin anew."""
        is_its = self.hint.step is not Step.LINE or self.hint.ply == 0
        return is_its and self.hint.begun is Begun.WELL

    def _legs_at(self, now_s: float) -> int:
        """Return how many legs of the move show."""
        if not self._is_animated():
            return self._arrow_count
        return legs_shown(self._arrow_count, now_s - self._since_s)

    def draw_panels(self, pen: Pen) -> None:
        """Draw the panels, the hint where there is room for it, and the bar."""
        told = self._hint_told
        if told is None or self._refused is not None or self.tray().items or self.moves:
            super().draw_panels(pen)
        else:
            self.draw_ledges(pen)
            draw_hint(pen, self.layout, told)
        if self.has_bar():
            colors = self.side_color(0), self.side_color(1)
            turned = self.stage.is_turned(self.match)
            draw_bar(pen, bar_box(self.layout), self.evaluation.share, colors, is_turned=turned)

    def has_bar(self) -> bool:
        """Return whether the bar of the evaluation is shown."""
        return self.stage.config.screen.evaluation and self.evaluation.is_possible

    # Input

    def _hint(self) -> None:
        self._refused = None
        if self.moves is not None or self._is_without_hints():
            self._toggle_moves()
        elif self.match.question is not None:
            return
        elif self.hint.step is None:
            self._ask()
        else:
            self.hint.more()
            self._hint_changed()

    def _ask(self) -> None:
        match = self.match
        self.focus = None
        if match.hints.left(match.position.side) == 0 and not match.hints.is_shown:
            self._refuse(Refusal(MatchCause.NO_HINTS_LEFT), None)
        elif self._engine.question not in (None, self.evaluation.question):
            self._refuse(Refusal(ScreenCause.PROGRAM_THINKS), None)
        else:
            self.hint.ask()
            self._hint_changed()

    def _hint_changed(self) -> None:
        """Show the hint as it is now, its legs from the first one on."""
        hint, move = self.hint, self.hint.move
        # Worked out once and not at each drawing.
        self._hint_told = hint_text(hint)
        self._since_s, self._legs, self._arrow_count = self.stage.now_s, 0, 0
        if move is not None and hint.step is not Step.NUDGE:
            touched = len(self.match.half.touches) if self._goes_on() else 0
            self._arrow_count = len(hint_arrows(hint.position, move, touched))
        first = next(iter(move.touches), None) if move is not None else None
        self.tray().hinted = first if hint.step is not Step.LINE or hint.ply == 0 else None
        self.stage.redraw()

    def _close_hint(self) -> None:
        if self.hint.step is not None:
            self.hint.close()
            self._hint_changed()

    def press(self, press: Press) -> None:
        """Take a press of one of the four buttons."""
        self._follow()
        super().press(press)

    def _toggle_moves(self) -> None:
        self._close_hint()
        super()._toggle_moves()

    def _back(self) -> None:
        if self.hint.step is None or self.moves is not None:
            super()._back()
        else:
            self._refused = None
            self._close_hint()

    def _walk(self, by: int) -> None:
        if self.hint.step is Step.LINE and self.moves is None:
            self._refused = None
            self.hint.walk(by)
            self._hint_changed()
        else:
            self._close_hint()
            super()._walk(by)

    def _can_take(self) -> bool:
        """Return whether Confirm lays out the move that the hint shows."""
        is_shown = self.hint.step in (Step.MOVE, Step.LINE) and self.hint.result is not None
        return is_shown and self.hint.begun is not Begun.DONE

    def _confirm(self) -> None:
        if self.moves is None and self._can_take():
            assert self.hint.result is not None, "there is a move to take"
            move = self.hint.result.move
            self._close_hint()
            self._propose(move)
        else:
            super()._confirm()

    # What came of it

    def take(self, answer: Answer, site: Site | None = None) -> None:
        """Show what the match answered, and no hint for what was before, whoever confirmed it."""
        super().take(answer, site)
        self._follow()

    def _follow(self) -> None:
        if self.hint.follow():
            self._hint_changed()

    def update(self, now_s: float) -> None:
        """Take what the search has found, and let the legs of a hint appear."""
        self._follow()
        found = self.hint.poll()
        if isinstance(found, Fault):
            self._refused = (fault_text(found.code), None, now_s)
            self._hint_changed()
        elif found is not None:
            self.match.note_hint()
            self._hint_changed()
        if self.has_bar() and self.evaluation.update(may_ask=self.hint.step is None):
            self.stage.redraw()
        legs = self._legs_at(now_s)
        if legs != self._legs:
            self._legs = legs
            self.stage.redraw()
        super().update(now_s)
