"""A lesson: moves are shown leg by leg, then it is the player's turn."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from companion.contract import Hands, Touch
from companion.lessons.course import LessonCourse, ShowStep, TaskStep, Verdict
from companion.match.match import Match, NewMatch
from companion.ports import ButtonName, Press, Previous
from companion.ui.context import UiContext
from companion.ui.panels.panels import draw_note, note_h
from companion.ui.play.hand import HandMode
from companion.ui.play.mode import Mode
from companion.ui.play.turn import REFUSAL_S, Turn
from companion.ui.scene import Scene, opens_menu
from companion.ui.scenes.lessons import LessonDoneScene, LessonMenuScene
from companion.ui.targets import ListTarget, TouchTarget
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ENTRY_GAP
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import lessons as words
from companion.words.guide import STEP_COUNTER
from companion.words.program import Hand
from companion.words.table import turn_banner
from companion.words.translate import from_data


class LessonParts(NamedTuple):
    """Where the parts beside the board are; a ledge without room for it has no height."""

    ledge: Box
    text: Box
    note: Box


GAP_DESIGN_PX: Final = 8
"""What stays free between the place of the lesson and its text."""


def draw_place(pen: Pen, box: Box, title: str, step: str) -> None:
    """Draw the *title* of the lesson over the *step* that is on, where the panel is otherwise."""
    pen.panel(box)
    inner = box.inset(pen.layout.px(10), pen.layout.px(5))
    row_h = inner.h // 2
    pen.text(title, (inner.x, inner.y + row_h // 2), 16, "text", inner.w, is_bold=True)
    pen.text(step, (inner.x, inner.bottom - row_h // 2), 14, "muted", inner.w)


def draw_lesson_text(pen: Pen, box: Box, line: str, text: str) -> None:
    """Draw *text*, what the lesson tells, under *line*, which says where one is in it.

    An empty *line* takes no room.
    """
    pen.panel(box)
    pad = pen.layout.px(10)
    inner = box.inset(pad, pen.layout.px(8))
    head_h = pen.layout.row_px(18, 14)
    is_long = pen.fonts.width_px(line, pen.layout.text_px(0)) > inner.w
    if not line or (pen.layout.is_large and is_long):
        head_h = 0
    else:
        pen.text(line, (inner.x, inner.y + head_h // 2), 14, "muted", inner.w)
    top = inner.y + head_h + pen.layout.px(4)
    rest = inner._replace(y=top, h=inner.bottom - top)
    pen.paragraph(text, rest, 18, is_centered=False)


def parts_of(pen: Pen, ledge: Box, text: str, note: str) -> LessonParts:
    """Return the places of *text* and *note*, under what lies in *ledge*.

    Large letters may need that place as well: then there is nothing over them.
    """
    layout = pen.layout
    if not layout.is_large:
        return LessonParts(ledge, layout.moves, layout.note)
    needed = note_h(pen, layout.note.w, note) if note else 0
    layout = layout.with_note(needed, may_shrink=True)
    moves, head = layout.moves, layout.off_board
    pad, edges = pen.layout.px(10), 2 * pen.layout.px(8)
    line_h = pen.layout.row_px(18, 14) + pen.layout.px(4)
    if moves.h >= pen.text_h(text, moves.w - 2 * pad) + line_h + edges:
        return LessonParts(head, moves, layout.note)
    return LessonParts(head._replace(h=0), head._replace(h=moves.bottom - head.y), layout.note)


class LessonScene(Scene):
    """One lesson, step by step; in its tasks moves are made exactly as in a game.

    Back leaves it from any step, and it goes on from there; Hint goes back in what is shown.

    Attributes:
        course: the lesson.
        at: the step that is on, from 0.
        turn: the turn in which the step is shown or answered.
        verdict: what the task says to the answer given, or None before it.
    """

    name = "lesson"
    turn: Turn

    def __init__(self, stage: UiContext, course: LessonCourse) -> None:
        super().__init__(stage)
        self.course = course
        self.at = 0
        self.verdict: Verdict | None = None
        self._wrong = ""
        self._is_hinted = False
        self._beat = 0
        self._hand: HandMode | None = None
        place = stage.services.progress.place(course.lesson.name)
        self.begin(min(place, len(course.steps) - 1))

    @property
    def match(self) -> Match:
        """Return the match of the turn, which is nobody's and kept nowhere."""
        return self.turn.match

    @property
    def hand(self) -> Hand | None:
        """Return how far the learner is with a hidden hand; None where it needs nothing."""
        return self._hand.hand if self._hand is not None and self._is_trying else None

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Return the turn, and the hidden hand of a task, where there is one."""
        if self._hand is not None and self._is_trying:
            return self.turn, self._hand
        return (self.turn,)

    # Where one is

    @property
    def step(self) -> ShowStep | TaskStep:
        """Return the step that is on."""
        return self.course.steps[self.at]

    @property
    def is_last(self) -> bool:
        """Return whether the lesson ends with this step."""
        return self.at == len(self.course.steps) - 1

    def begin(self, at: int) -> None:
        """Set the board for step *at* and show its first beat."""
        self.at = at
        self.stage.services.progress.keep_place(self.course.lesson.name, at)
        self._is_hinted = False
        self._beat = 0
        self._set_board()
        if isinstance(self.step, ShowStep):
            self._show_beat(self.step, 0)

    def _set_board(self) -> None:
        """Put the pieces as they stand when the step begins."""
        # What is shown stays until the player has read it.
        refusal_s = math.inf if isinstance(self.step, ShowStep) else REFUSAL_S
        match = Match.start(NewMatch(self.course.game, position=self.step.position))
        self.turn = turn = Turn(self.stage, match, refusal_s)
        self.table = turn.table
        hands = match.game.hands(match.header.options)
        self._hand = HandMode(turn, is_handed_over=False) if hands is Hands.HIDDEN else None
        self.turn.report = ""
        self.verdict = None

    # Showing

    def _show_beat(self, step: ShowStep, number: int) -> None:
        """Bring about beat *number*, the pieces gliding as it tells."""
        self.turn.calm()
        self._beat = number
        beat, match = step.beats[number], self.match
        if self._hand is not None:
            self._hand.veil.is_open = beat.is_look
        half = before = match.half
        for touch in beat.touches:
            match.touch(touch)
            half = match.half
        if beat.move is not None:
            match.confirm(match.stamp)
        if beat.refused is not None:
            site = beat.refused if isinstance(beat.refused, int) else None
            self.turn.refuse(match.half.refusal(beat.refused), site)
        if half is not before:
            self.turn.glide(half, len(before.touches))

    def _go_on(self) -> None:
        """Show the next beat, begin the next step, or end the lesson."""
        step = self.step
        if isinstance(step, ShowStep) and self._beat < len(step.beats) - 1:
            self._show_beat(step, self._beat + 1)
        elif not self.is_last:
            self.begin(self.at + 1)
        else:
            self.stage.services.progress.note(self.course.lesson.name)
            self.stage.pop()
            self.stage.push(LessonDoneScene(self.stage, self.course))

    @property
    def is_at_beginning(self) -> bool:
        """Return whether there is nothing before what is shown, or asked."""
        return self.at == self._beat == 0

    def go_back(self) -> None:
        """Show the beat before, or the end of the step before."""
        step = self.step
        if isinstance(step, ShowStep) and self._beat > 0:
            self._show_all(step, self._beat - 1)
        elif self.at > 0:
            self.begin(self.at - 1)
            if isinstance(self.step, ShowStep):
                self._show_all(self.step, len(self.step.beats) - 1)

    def _show_all(self, step: ShowStep, last: int) -> None:
        """Show where the pieces stand after beat *last*, at once."""
        self._set_board()
        for number in range(last + 1):
            self._show_beat(step, number)
        self.turn.motion = None

    def skip(self) -> None:
        """Go to the next step, or to the end of the lesson without it being done."""
        if self.is_last:
            self.stage.pop()
        else:
            self.begin(self.at + 1)

    # What is shown

    def show(self) -> View:
        view = View(
            key=(id(self), self.name),
            board=self.turn.table.board,
            played=self.played(),
            has_menu=True,
        )
        for mode in self.modes:
            view = mode.show(view)
        is_wrong = self.verdict is not None and self.verdict.miss is not None
        view = view._replace(
            banner=self.banner(),
            labels=self._labels(view.labels),
            note=self._note(view.note),
            is_alarming=is_wrong or view.is_alarming,
            stamp=(self.at, self._beat, self.verdict, view.stamp),
        )
        if not (self._is_trying or self.match.half.touches):
            # Marked only while something on it is, or may be, touched.
            picture = self.turn.in_motion(self.turn.table.standing())
            view = view._replace(picture=picture)
        if not self._is_trying:
            view = view._replace(targets=self._targets())
        panels = view.panels if self._has_tray else (self._draw,)
        return view._replace(panels=(self.turn.table.draw_picture, *panels))

    def _targets(self) -> tuple[TouchTarget, ...]:
        """Return what can be touched where nothing is asked: that begins another try."""
        tray, board = self.turn.tray(), self.turn.board_target(self.touch)
        if not self._has_tray:
            return (board,)

        def choose(index: int) -> None:
            self.touch(tray.items[index].token)

        gap = self.stage.layout.px(ENTRY_GAP)
        return ListTarget(tray.view, tray.titles, choose, gap), board

    def banner(self) -> Banner:
        """Return what to do: watch, make a move, try again, go on."""
        step = self.step
        if isinstance(step, ShowStep):
            is_end = self.is_last and self._beat == len(step.beats) - 1
            return Banner(words.LOOK_AT_LAST() if is_end else words.LOOK())
        if self.verdict is None:
            color = self.turn.table.side_color(step.position.side)
            return Banner(words.task_banner(step.position, step.task), color)
        if self.verdict.miss:
            return Banner(words.WRONG())
        return Banner(words.RIGHT_AT_LAST() if self.is_last else words.RIGHT())

    def _labels(self, below: Labels) -> Labels:
        leave, go_on = ButtonLabel(buttons.LEAVE()), ButtonLabel(buttons.GO_ON())
        if isinstance(self.step, ShowStep):
            before = NOTHING if self.is_at_beginning else ButtonLabel(buttons.ONE_BACK())
            return (leave, go_on, before, go_on._replace(is_filled=True))
        if self.verdict is None:
            hint = self._hint_label()._replace(held=below[2].held)
            return (below[0] if self._is_begun else leave, below[1], hint, below[3])
        if self.verdict.miss is not None:
            return (leave, NOTHING, self._hint_label(), ButtonLabel(buttons.TRY_AGAIN(), True))
        again = ButtonLabel(buttons.ONCE_MORE())
        return (leave, go_on, again, go_on._replace(is_filled=True))

    def _hint_label(self) -> ButtonLabel:
        return NOTHING if self._is_hinted else ButtonLabel(buttons.HELP_ME())

    @property
    def _is_begun(self) -> bool:
        """Whether something is touched, or the cursor is somewhere."""
        return self.turn.cursor.is_pointing or bool(self.match.half.touches)

    def lesson_text(self) -> str:
        """Return what the lesson tells now: the sentence of the beat, or the task."""
        step = self.step
        if isinstance(step, ShowStep):
            return from_data(step.beats[self._beat].say)
        return words.task_text(step.task, self._is_hinted)

    def _note(self, note: str) -> str:
        """Return why something was refused, what was wrong, or what the cursor would do."""
        step = self.step
        if isinstance(step, ShowStep):
            return self._show_note()
        if self.verdict is not None:
            return self._wrong if self.verdict.miss else from_data(step.task.right)
        if self.hand is not None and self.turn.refused is None:
            # Where the task says itself what to do with the hand, nothing else is told of it.
            is_whole = self._is_hinted or (self.hand is Hand.UNSEEN and bool(step.task.say))
            if is_whole:
                return self._task_note(step)
            return f"{self.lesson_text()}\n{note}" if self.hand is Hand.UNSEEN else note
        if not note and self._has_tray and (self._is_hinted or not self.match.half.touches):
            return self._task_note(step)
        turn = self.turn
        if turn.refused is None and self.match.half.touches and not turn.cursor.is_pointing:
            return " ".join(part for part in (note, turn_banner(self.match.half) + ".") if part)
        return note

    def _task_note(self, step: TaskStep) -> str:
        """Return the task, or its hint, where both would need small letters: the banner has it."""
        return words.hint_text(step.task) if self._is_hinted else self.lesson_text()

    def _show_note(self) -> str:
        if self._has_tray:
            return self.lesson_text()
        return self.turn.refused.text if self.turn.refused is not None else ""

    @property
    def _has_tray(self) -> bool:
        """Whether the tray stands where the lesson's text is otherwise."""
        return self.verdict is None and bool(self.turn.tray().items)

    def _draw(self, pen: Pen, view: View) -> None:
        """Draw the pieces off the board, what the lesson tells, and the note."""
        table = self.turn.table
        parts = parts_of(pen, table.ledge_box(has_menu=True), self.lesson_text(), view.note)
        title, steps = from_data(self.course.lesson.title), len(self.course.steps)
        line = words.PLACE(title=title, step=self.at + 1, steps=steps)
        if self.course.lesson.has_panel or not parts.ledge.h:
            table.draw_ledge(pen, parts.ledge)
        else:
            # Some games lay more rows there than a lesson has to say.
            free = parts.text.y - parts.ledge.y - pen.layout.px(GAP_DESIGN_PX)
            place = parts.ledge._replace(h=min(parts.ledge.h, free))
            draw_place(pen, place, title, STEP_COUNTER(number=self.at + 1, count=steps))
            line = ""
        draw_lesson_text(pen, parts.text, line, self.lesson_text())
        draw_note(pen, parts.note, view.note, view.is_alarming)

    def lay_out(self) -> None:
        self.turn.lay_out()

    # Input

    def enter(self) -> None:
        """Cover a hidden hand: the screen was used for something else."""
        if self._hand is not None and self._is_trying:
            self._hand.enter()

    def on(self, event: Press | Previous) -> None:
        if isinstance(event, Previous):
            self._previous()
        elif opens_menu(event):
            self.stage.push(LessonMenuScene(self.stage, self))
        elif self._hand is not None and self._is_trying and self._hand.on(event):
            return
        elif event.button is ButtonName.BACK:
            self._back(event)
        elif event.button is ButtonName.NEXT:
            self._next()
        elif event.button is ButtonName.HINT:
            self._hint()
        elif not self.stage.is_stale(event):
            self._confirm()

    @property
    def _is_trying(self) -> bool:
        """Whether a task waits for an answer."""
        return isinstance(self.step, TaskStep) and self.verdict is None

    def _back(self, press: Press) -> None:
        if self._is_trying and self._is_begun:
            self.turn.on(press)
        else:
            self.stage.pop()

    def _next(self) -> None:
        if self._is_trying:
            self.turn.walk(1)
        elif self.verdict is None or self.verdict.miss is None:
            self._go_on()

    def _previous(self) -> None:
        """Walk backwards through a task; through a show go back."""
        if self._is_trying:
            self.turn.walk(-1)
        elif self.verdict is None:
            self.go_back()

    def _hint(self) -> None:
        if isinstance(self.step, ShowStep):
            self.go_back()
        elif self.verdict is None or self.verdict.miss is not None:
            self._is_hinted = True
        else:
            self._set_board()

    def _confirm(self) -> None:
        if self.verdict is not None and self.verdict.miss is not None:
            self._set_board()
        elif not self._is_trying:
            self._go_on()
        elif self.turn.cursor.is_on_group:
            self.turn.cursor.enter()
        elif self.turn.cursor.focus is not None:
            self.touch(self.turn.cursor.focus)
        else:
            self._answer()

    def _answer(self) -> None:
        """Hold the move made against the task."""
        step, half = self.step, self.match.half
        answer = self.match.confirm(self.match.stamp)
        self.turn.take(answer)
        if answer.refusal is not None or not isinstance(step, TaskStep):
            return
        self.verdict = step.judge(half)
        if self.verdict.miss is not None:
            self._wrong = words.wrong_text(half, self.verdict.miss, self.verdict.text)

    def update(self, now_s: float) -> None:
        for mode in self.modes:
            mode.update(now_s)

    def is_waiting(self) -> bool:
        return any(mode.is_waiting() for mode in self.modes)

    def touch(self, touch: Touch) -> None:
        """Touch a site or token; after a wrong answer that begins another try."""
        if isinstance(self.step, ShowStep):
            self.turn.refuse(words.WATCH())
            return
        if self.verdict is not None:
            if self.verdict.miss is None:
                return
            self._set_board()
        self.turn.touch(touch)
