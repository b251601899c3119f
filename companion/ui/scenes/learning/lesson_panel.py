"""What stands beside the board in a lesson, and what a task tells of a hidden hand."""

from __future__ import annotations

from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words.hands import Hand


def draw_lesson_text(pen: Pen, box: Box, line: str, text: str) -> None:
    """Draw *text*, what the lesson tells, under *line*, which says where one is in it."""
    pen.panel(box)
    pad = pen.layout.px(10)
    inner = box.inset(pad, pen.layout.px(8))
    head_h = pen.layout.px(18)
    pen.text(line, (inner.x, inner.y + head_h // 2), 14, "muted", inner.w)
    top = inner.y + head_h + pen.layout.px(4)
    rest = inner._replace(y=top, h=inner.bottom - top)
    pen.paragraph(text, rest, 18, is_centered=False)


def hand_task_note(hand: Hand, task: str, told: str, is_whole: bool) -> str:
    """
    Return what a task tells while its learner has chosen nothing from a hidden hand.

    Args:
        hand: how far the learner is with it.
        task: the text of the task.
        told: what a game would tell of the hand.
        is_whole: the task says itself what to do with the hand.
    """
    if is_whole:
        return task
    return f"{task}\n{told}" if hand is Hand.UNSEEN else told
