"""The clock of a match on its screen: it runs, warns, is drawn, and kept for a power cut."""

from __future__ import annotations

from companion.contract import Side
from companion.ui.clocks.faces import draw_faces
from companion.ui.clocks.running import RunningClock
from companion.ui.play.turn import Turn
from companion.ui.sound.sounds import Cue
from companion.ui.view import Topic, View
from companion.ui.widgets.pen import Pen
from companion.words.scenes.timing import clock_names, low_time_text


class MatchClock(RunningClock):
    """The clock of the match of *turn*, where it has one."""

    def __init__(self, turn: Turn) -> None:
        self._stage = turn.stage
        self._shown_turn = turn
        super().__init__(turn.match, turn.stage.now_s, self._keep_turn, self._sound)

    def show(self, view: View) -> View:
        """Return *view* with both faces."""
        return view._replace(panels=(*view.panels, self._draw)) if self.is_on else view

    def _draw(self, pen: Pen, _: View) -> None:
        boxes, faces = self._shown_turn.table.screen().clocks, self.faces()
        if boxes is not None and faces is not None:
            running = self._shown_turn.match.position.side if self.is_running else None
            draw_faces(pen, boxes, faces, self._names(), running)

    def _names(self) -> tuple[str, str]:
        match = self._shown_turn.match
        return clock_names(match.header.players, match.game.name, self._shown_turn.voice)

    def let_run(self, now_s: float, *, runs: bool) -> bool:
        """Let time pass up to *now_s*; return whether the flag has just fallen.

        *runs* says whether somebody thinks, and nothing else is to be done first.
        """
        match = self._shown_turn.match
        is_open = match.question is None and match.outcome is None
        has_fallen = self.update(now_s, runs=runs and is_open)
        self._stage.lamps.is_hurried = self.is_hurried
        if self.is_changed() or has_fallen:
            self._stage.redraw()
        return has_fallen

    def _sound(self, side: Side, seconds: int) -> None:
        self._stage.sounds.play(Cue.LOW_TIME)
        self._stage.narrator.tell(Topic.CLOCK, low_time_text(self._names()[side], seconds))

    def _keep_turn(self) -> None:
        self._stage.services.library.turn_time.note(self._shown_turn.match)
