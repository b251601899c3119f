"""A lesson: moves are shown leg by leg, then it is the player's turn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from companion.contract import HalfMove, Touch
from companion.lessons.course import Course, ShowStep, TaskStep, Verdict
from companion.match.match import Match
from companion.ports import ButtonName, Press
from companion.ui.layout import Box
from companion.ui.marks import BoardPicture
from companion.ui.motion import Motion, halves_of, legs_of
from companion.ui.pen import Banner, ButtonLabel, Pen
from companion.ui.scene import NOTHING, Labels, opens_menu
from companion.ui.scenes import ways
from companion.ui.scenes.panels import draw_note, draw_off_board
from companion.ui.scenes.play import PlayScene
from companion.ui.scenes.table import TableScene
from companion.words.lessons import (
    lesson_line,
    right_banner,
    right_text,
    show_banner,
    show_text,
    task_banner,
    task_text,
    watch_text,
    wrong_banner,
    wrong_text,
)
from companion.words.table import turn_banner
from companion.words.translate import tr

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class LessonScene(PlayScene):
    """One lesson, step by step; in its tasks moves are made exactly as in a game.

    Attributes:
        course: the lesson.
        at: the step that is on, from 0.
        verdict: what the task says to the answer given, or None before it.
    """

    name = "lesson"
    is_sensed = False

    def __init__(self, stage: Stage, course: Course) -> None:
        super().__init__(stage, _match_of(course, 0))
        self.course = course
        self.at = 0
        self.verdict: Verdict | None = None
        self._wrong = ""
        self._is_hinted = False
        self._beat = 0
        self._begin(0)

    # Where one is

    @property
    def step(self) -> ShowStep | TaskStep:
        """Return the step that is on."""
        return self.course.steps[self.at]

    @property
    def is_last(self) -> bool:
        """Return whether the lesson ends with this step."""
        return self.at == len(self.course.steps) - 1

    def _begin(self, at: int) -> None:
        """Set the board for step *at* and show its first beat."""
        self.at = at
        self._is_hinted = False
        # What is shown stays until the player has read it.
        self.refusal_s = math.inf if isinstance(self.step, ShowStep) else PlayScene.refusal_s
        self._set_board()
        if isinstance(self.step, ShowStep):
            self._show_beat(self.step, 0)

    def _set_board(self) -> None:
        """Put the pieces as they stand when the step begins."""
        self.match = _match_of(self.course, self.at)
        self.verdict = None
        self._calm()

    def _calm(self) -> None:
        self.focus = None
        self._refused = None
        self._motion = None
        self._told = ""

    # Showing

    def _show_beat(self, step: ShowStep, number: int) -> None:
        """Bring about beat *number*, the pieces gliding as it tells."""
        self._calm()
        self._beat = number
        beat = step.beats[number]
        before = self.match.half
        half = before
        for touch in beat.touches:
            self.match.touch(touch)
            half = self.match.half
        if beat.move is not None:
            half = self.match.half
            self.match.confirm(self.match.stamp)
        if beat.refused is not None:
            self._touch_in_vain(beat.refused)
        self._glide(before, half)

    def _touch_in_vain(self, touch: Touch) -> None:
        self._refuse(self.match.half.refusal(touch), touch if isinstance(touch, int) else None)

    def _glide(self, before: HalfMove, after: HalfMove) -> None:
        """Let the pieces go the legs between two half-made turns."""
        if not self._is_animated() or after is before:
            return
        legs = legs_of(halves_of(after)[len(before.touches) :])
        self._motion = Motion(legs, self.stage.now_s) if legs else None

    def _go_on(self) -> None:
        """Show the next beat, begin the next step, or end the lesson."""
        step = self.step
        if isinstance(step, ShowStep) and self._beat < len(step.beats) - 1:
            self._show_beat(step, self._beat + 1)
        elif not self.is_last:
            self._begin(self.at + 1)
        else:
            ways.to_lesson_done(self.stage, self.course)

    def _go_back(self) -> None:
        """Show the beat before, the step before, or leave."""
        step = self.step
        if isinstance(step, ShowStep) and self._beat > 0:
            self._show_all(step, self._beat - 1)
        elif self.at > 0:
            self._begin(self.at - 1)
            if isinstance(self.step, ShowStep):
                self._show_all(self.step, len(self.step.beats) - 1)
        else:
            self.stage.pop()

    def _show_all(self, step: ShowStep, last: int) -> None:
        """Show where the pieces stand after beat *last*, at once."""
        self._set_board()
        for number in range(last + 1):
            self._show_beat(step, number)
        self._motion = None

    def restart(self) -> None:
        """Begin the present step again."""
        self._begin(self.at)

    def skip(self) -> None:
        """Go to the next step, or to the end of the lesson without it being done."""
        if self.is_last:
            self.stage.pop()
        else:
            self._begin(self.at + 1)

    def start_over(self) -> None:
        """Begin the lesson again."""
        self._begin(0)

    # What is shown

    def stamp(self) -> object:
        """Return what a confirm would mean: the step, the beat, the turn, the answer."""
        return (self.at, self._beat, self.verdict, super().stamp())

    def banner(self) -> Banner:
        """Return what to do: watch, make a move, try again, go on."""
        step = self.step
        if isinstance(step, ShowStep):
            is_end = self.is_last and self._beat == len(step.beats) - 1
            return Banner(show_banner(is_end))
        if self.verdict is None:
            color = self.side_color(step.position.side)
            return Banner(task_banner(step.position, step.task), color)
        return Banner(wrong_banner() if self.verdict.miss else right_banner(self.is_last))

    def labels(self) -> Labels:
        """Return what the four buttons do at this moment."""
        if isinstance(self.step, ShowStep):
            back = tr("leave") if self.at == self._beat == 0 else tr("go back")
            return (
                ButtonLabel(back),
                ButtonLabel(tr("go on")),
                ButtonLabel(tr("show again")),
                ButtonLabel(tr("go on"), True),
            )
        if self.verdict is None:
            hint = NOTHING if self._is_hinted else ButtonLabel(tr("a hint"))
            return (*super().labels()[:2], hint, super().labels()[3])
        if self.verdict.miss is not None:
            hint = NOTHING if self._is_hinted else ButtonLabel(tr("a hint"))
            again = ButtonLabel(tr("try again"), True)
            return (ButtonLabel(tr("try again")), NOTHING, hint, again)
        again = ButtonLabel(tr("once more"))
        return (again, ButtonLabel(tr("go on")), NOTHING, ButtonLabel(tr("go on"), True))

    def _back_label(self) -> str:
        if self.focus is not None or self.match.half.touches:
            return super()._back_label()
        return tr("go back") if self.at else tr("leave")

    def lesson_text(self) -> str:
        """Return what the lesson tells now: the sentence of the beat, or the task."""
        step = self.step
        if isinstance(step, ShowStep):
            return show_text(step.beats[self._beat].say)
        return task_text(step.task, self._is_hinted)

    def note(self) -> str:
        """Return why something was refused, what was wrong, or what the cursor would do."""
        step = self.step
        if isinstance(step, ShowStep):
            return self._show_note()
        if self.verdict is not None:
            return self._wrong if self.verdict.miss else right_text(step.task)
        told = super().note()
        if not told and self._has_tray:
            return self.lesson_text()
        if self._refused is None and self.match.half.touches and self.focus is None:
            return " ".join(part for part in (told, turn_banner(self.match.half) + ".") if part)
        return told

    def _show_note(self) -> str:
        if self._has_tray:
            return self.lesson_text()
        return self._refused[0] if self._refused is not None else ""

    @property
    def _has_tray(self) -> bool:
        """Whether the tray stands where the lesson's text is otherwise."""
        return self.verdict is None and bool(self.tray().items)

    def is_note_alarming(self) -> bool:
        """Return whether the note tells of a refusal or a wrong answer."""
        is_wrong = self.verdict is not None and self.verdict.miss is not None
        return is_wrong or super().is_note_alarming()

    def _turn_picture(self, now_s: float) -> BoardPicture:
        """Return the board, marked only while something on it is, or may be, touched."""
        is_plain = not self._is_trying and not self.match.half.touches
        return TableScene.picture(self, now_s) if is_plain else super()._turn_picture(now_s)

    def draw_panels(self, pen: Pen) -> None:
        """Draw the pieces off the board, what the lesson tells, and the note."""
        if self._has_tray:
            super().draw_panels(pen)
            return
        layout = self.stage.layout
        draw_off_board(pen, self.ledge_box(), self.match, self.painter().pieces)
        self._draw_text(pen, layout.moves)
        draw_note(pen, layout.note, self.note(), self.is_note_alarming())

    def _draw_text(self, pen: Pen, box: Box) -> None:
        pen.panel(box)
        pad = pen.layout.px(10)
        inner = box.inset(pad, pen.layout.px(8))
        head_h = pen.layout.px(18)
        line = lesson_line(self.course.lesson, self.at + 1, len(self.course.steps))
        pen.text(line, (inner.x, inner.y + head_h // 2), 14, "muted", inner.w)
        top = inner.y + head_h + pen.layout.px(4)
        rest = inner._replace(y=top, h=inner.bottom - top)
        pen.paragraph(self.lesson_text(), rest, 18, is_centered=False)

    def entries(self) -> tuple[str, ...]:
        """Return what is in the tray while it can be touched."""
        return super().entries() if self._has_tray else ()

    # Input

    def press(self, press: Press) -> None:
        """Take a press of one of the four buttons."""
        if opens_menu(press):
            ways.to_lesson_menu(self.stage, self)
        elif press.button is ButtonName.BACK:
            self._back()
        elif press.button is ButtonName.NEXT:
            self._next()
        elif press.button is ButtonName.HINT:
            self._hint()
        elif not self.stage.is_stale(press):
            self._confirm()

    @property
    def _is_trying(self) -> bool:
        """Whether a task waits for an answer."""
        return isinstance(self.step, TaskStep) and self.verdict is None

    def _back(self) -> None:
        if self.verdict is not None:
            self._try_again()
        elif self._is_trying and (self.focus is not None or self.match.half.touches):
            super()._back()
        else:
            self._go_back()

    def _next(self) -> None:
        if self._is_trying:
            self._walk(1)
        elif self.verdict is None or self.verdict.miss is None:
            self._go_on()

    def previous(self) -> None:
        """Walk backwards through a task; through a show go back."""
        if self._is_trying:
            self._walk(-1)
        elif self.verdict is None:
            self._go_back()

    def _hint(self) -> None:
        if isinstance(self.step, ShowStep):
            self.restart()
        elif self.verdict is None or self.verdict.miss is not None:
            self._is_hinted = True

    def _confirm(self) -> None:
        if self.verdict is not None and self.verdict.miss is not None:
            self._try_again()
        elif not self._is_trying:
            self._go_on()
        elif self.focus is not None:
            self.touch(self.focus)
        else:
            self._answer()

    def _try_again(self) -> None:
        self._set_board()

    def _answer(self) -> None:
        """Hold the move made against the task."""
        step, half = self.step, self.match.half
        answer = self.match.confirm(self.match.stamp)
        self.take(answer)
        if answer.is_refused or not isinstance(step, TaskStep):
            return
        self.verdict = step.judge(half)
        if self.verdict.miss is not None:
            self._wrong = wrong_text(half, self.verdict.miss, self.verdict.told)

    def pointer_up(self, x: float, y: float) -> None:
        """Touch what is in the tray, where it is shown."""
        if self._has_tray:
            super().pointer_up(x, y)

    def touch(self, touch: Touch) -> None:
        """Touch a site or token; after a wrong answer that begins another try."""
        if isinstance(self.step, ShowStep):
            self._refused = (watch_text(), None, self.stage.now_s)
            return
        if self.verdict is not None:
            if self.verdict.miss is None:
                return
            self._try_again()
        super().touch(touch)

    def finish(self) -> None:
        """Stay: a game that ends in a lesson is told by the lesson."""


def _match_of(course: Course, at: int) -> Match:
    """Return a match of nobody's that begins where step *at* begins."""
    return Match.start(course.game, position=course.steps[at].position)
