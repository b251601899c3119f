"""The clock of a match on its screen: it runs, warns, is drawn, and kept for a power cut.

Seconds of a clock that never goes back are passed in.  Where nobody uses time, because the
computer's move is carried out or something else is in front, whoever asks says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from companion.clock import Face, warning_s
from companion.contract import Side
from companion.match.match import Match
from companion.ui.play.turn import Turn
from companion.ui.sounds import Cue
from companion.ui.view import ShownTimes, Topic, View
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words.timing import (
    TENTHS_BELOW_MS,
    clock_names,
    face_label,
    low_time_text,
    short_face_label,
    time_text,
)

LABEL_DESIGN_PX = 15
LABEL_PART = 0.13
"""The least size of a name over its time, and its part of the height of a higher face."""

LARGE_TIME_PART = 0.6
BESIDE = 4
"""A face that is so many times as wide as high has its label beside the time."""


def draw_faces(
    pen: Pen,
    boxes: tuple[Box, Box],
    faces: tuple[Face, Face],
    names: tuple[str, str],
    running: Side | None,
) -> None:
    """Draw what the clock of each side shows in its box; that of *running* stands out."""
    for side, (box, face, name) in enumerate(zip(boxes, faces, names, strict=True)):
        _draw_face(pen, box, face, name, is_running=side == running)


def _draw_face(pen: Pen, box: Box, face: Face, name: str, *, is_running: bool) -> None:
    is_low = face.has_fallen or (is_running and face.ms <= TENTHS_BELOW_MS)
    ground, role = ("alert", "alert_text") if is_low else ("panel", "text")
    if is_running and not is_low:
        ground = "choice"
    pen.panel(box, ground, "text" if is_running else None)
    pad = pen.layout.px(8)
    if pen.layout.is_large and not pen.layout.is_portrait:
        _draw_large(pen, box.inset(pad, 0), face, name, role)
        return
    label = face_label(name, face)
    if box.w >= BESIDE * box.h:
        if pen.layout.is_large:
            _draw_large_beside(pen, box.inset(pad, 0), face, name, role)
            return
        pen.text(label, (box.x + 2 * pad, box.center[1]), 22, role, box.w // 2 - 3 * pad, True)
        _draw_time(pen, face, (box.right - 2 * pad, box.center[1]), box, 0.86, role, "midright")
        return
    size = max(LABEL_DESIGN_PX, box.h * LABEL_PART * 100 / pen.layout.text_px(100))
    label_h = min(box.h // 4, pen.layout.text_px(size))
    pad = max(pad, label_h // 2)
    top = (box.x + pad, box.y + pad // 2 + label_h // 2)
    pen.text(label, top, size, role, box.w - 2 * pad)
    middle = (box.center[0], box.y + (box.h + label_h + pad // 2) // 2)
    _draw_time(pen, face, middle, box, 0.7, role, "center")


def _fitting(pen: Pen, name: str, face: Face, width: int) -> str:
    """Return the label of *face*, the short one where the other has no room in large letters."""
    label = face_label(name, face)
    has_room = pen.fonts.width_px(label, pen.layout.text_px(0)) <= width
    return label if has_room else short_face_label(name, face)


def _draw_large(pen: Pen, box: Box, face: Face, name: str, role: str) -> None:
    """Draw the time under a label in large letters, which is short where it must be."""
    label = _fitting(pen, name, face, box.w)
    row_h = pen.layout.row_px(0, 0)
    pen.text(label, (box.x, box.y + row_h // 2 + pen.layout.px(1)), 0, role, box.w)
    middle = (box.center[0], (box.y + row_h + box.bottom) // 2)
    _draw_time(pen, face, middle, box, LARGE_TIME_PART, role, "center")


def _draw_large_beside(pen: Pen, box: Box, face: Face, name: str, role: str) -> None:
    """Draw the time at the right of a label in large letters, which has what the time leaves."""
    at = (box.right, box.center[1])
    time = _draw_time(pen, face, at, box, LARGE_TIME_PART, role, "midright")
    room = time.left - box.x - pen.layout.px(8)
    pen.text(_fitting(pen, name, face, room), (box.x, box.center[1]), 0, role, room)


def _draw_time(
    pen: Pen, face: Face, at: tuple[int, int], box: Box, part: float, role: str, anchor: str
) -> pygame.Rect:
    # A size of the design, on a screen that may be any size.
    size = box.h * part * 100 / pen.layout.text_px(100)
    width = box.w // 2 if box.w >= BESIDE * box.h else box.w - pen.layout.px(12)
    return pen.text(time_text(face.ms), at, size, role, width, True, anchor)


GRACE_S: Final = 0.1
"""A flag is told so late: a press that came before it may still be on its way."""

AWAY_S: Final = 1.5
"""Two updates lie further apart only where another scene was in front meanwhile."""

KEPT_EVERY_S: Final = 15.0
"""How often the running turn is kept for after a power cut; each ply is kept anyway."""


class RunningClock:
    """The running turn of *match*, as long as nobody has pressed the lever.

    Args:
        keep: keeps the running turn for after a power cut.
        warn: is told whose clock has just come down to 60, 30 or 10 seconds, and to how many.
    """

    def __init__(
        self,
        match: Match,
        now_s: float,
        keep: Callable[[], None],
        warn: Callable[[Side, int], None],
    ) -> None:
        self._match = match
        self._keep = keep
        self._warn = warn
        self._turn = (len(match.plies), match.position)
        self._base_ms = match.used_ms
        self._since_s: float | None = None
        self._begun_s: float | None = None
        self._seen_s = self._kept_s = now_s
        self._shown: tuple[str, ...] = ()

    @property
    def is_on(self) -> bool:
        """Return whether the match has a clock."""
        return self._match.clock is not None

    @property
    def is_running(self) -> bool:
        """Return whether somebody's time runs."""
        return self._since_s is not None

    @property
    def is_out(self) -> bool:
        """Return whether the time of the side to move had run out when it was measured last."""
        match = self._match
        times = match.times
        return times is not None and times.is_out(match.position.side, match.used_ms)

    def faces(self) -> tuple[Face, Face] | None:
        """Return what both clocks show; None where there is no clock."""
        match = self._match
        times = match.times
        return times.faces(match.position.side, match.used_ms) if times is not None else None

    @property
    def is_hurried(self) -> bool:
        """Return whether somebody's last ten seconds run."""
        faces = self.faces()
        if faces is None or not self.is_running:
            return False
        face = faces[self._match.position.side]
        return face.ms <= TENTHS_BELOW_MS and not face.has_fallen and face.periods <= 1

    def _used_ms(self, at_s: float) -> int:
        if self._since_s is None:
            return self._base_ms
        return self._base_ms + max(0, round((at_s - self._since_s) * 1000))

    def lever(self, at_s: float) -> None:
        """Measure the turn up to a press at *at_s*: where it commits a ply, that is when it ended.

        The press may be older than the last update, but not than the turn.
        """
        if not self.is_on:
            return
        self._match.used_ms = self._used_ms(at_s)
        if self._since_s is not None:
            self._begun_s = self._seen_s = max(at_s, self._since_s)

    def follow(self) -> None:
        """Begin the turn anew where a ply was made or taken back, as of the lever."""
        match = self._match
        turn = (len(match.plies), match.position)
        if not self.is_on or (turn[0] == self._turn[0] and turn[1] is self._turn[1]):
            return
        self._turn, self._base_ms = turn, match.used_ms
        if self._since_s is not None:
            self._since_s = self._begun_s if self._begun_s is not None else self._seen_s
        self._kept_s = self._since_s if self._since_s is not None else self._seen_s
        self._begun_s = None

    def stop(self, at_s: float) -> None:
        """Let nobody's time run from *at_s* on until an `update` says otherwise."""
        if self.is_on:
            self._base_ms = self._match.used_ms = self._used_ms(at_s)
            self._since_s = self._begun_s = None
            self._keep()

    def update(self, now_s: float, *, runs: bool) -> bool:
        """Measure the turn up to *now_s*; return whether its flag has to be asked about.

        *runs* says whether it uses time.
        """
        match = self._match
        if not self.is_on:
            return False
        self.follow()
        before = self.faces()
        if self._since_s is not None and (not runs or now_s - self._seen_s > AWAY_S):
            self._base_ms, self._since_s = self._used_ms(self._seen_s), None
        if runs and self._since_s is None:
            self._since_s = now_s
        if runs:
            self._seen_s = now_s
        self._begun_s = None
        match.used_ms = self._used_ms(now_s)
        self._watch(before)
        self._keep_sometimes(now_s)
        times = match.times
        late_ms = match.used_ms - round(GRACE_S * 1000)
        return runs and times is not None and times.is_out(match.position.side, late_ms)

    def _watch(self, before: tuple[Face, Face] | None) -> None:
        side, now = self._match.position.side, self.faces()
        if before is None or now is None:
            return
        seconds = warning_s(before[side], now[side])
        if seconds is not None:
            self._warn(side, seconds)

    def _keep_sometimes(self, now_s: float) -> None:
        if self.is_running and now_s - self._kept_s >= KEPT_EVERY_S:
            self._kept_s = now_s
            self._keep()

    def is_changed(self) -> bool:
        """Return whether the clocks show something else than when this was asked last."""
        faces = self.faces()
        shown = tuple(time_text(face.ms) for face in faces or ())
        is_changed, self._shown = shown != self._shown, shown
        return is_changed

    def next_change_s(self, now_s: float) -> float:
        """Return when the clocks will show something else, if nobody presses anything."""
        faces = self.faces()
        if faces is None or not self.is_running:
            return float("inf")
        face = faces[self._match.position.side]
        step_ms = 100 if face.ms <= TENTHS_BELOW_MS else 1000
        return now_s + ((face.ms - 1) % step_ms + 1) / 1000


class MatchClock(RunningClock):
    """The clock of the match of *turn*, where it has one."""

    def __init__(self, turn: Turn) -> None:
        self._stage = turn.stage
        self._shown_turn = turn
        super().__init__(turn.match, turn.stage.now_s, self._keep_turn, self._sound)

    def show(self, view: View) -> View:
        """Return *view* with both faces."""
        faces = self.faces()
        if faces is None:
            return view
        running = self._shown_turn.match.position.side if self.is_running else None
        times = ShownTimes(self._names(), faces, running)
        return view._replace(panels=(*view.panels, self._draw), times=times)

    def _draw(self, pen: Pen, view: View) -> None:
        boxes, times = self._shown_turn.table.screen().clocks, view.times
        if boxes is not None and times is not None:
            draw_faces(pen, boxes, times.faces, times.names, times.running)

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
