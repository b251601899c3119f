"""What stands beside the board in a lesson."""

from __future__ import annotations

from typing import NamedTuple

from companion.ui.panels.panels import note_h
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen


class LessonParts(NamedTuple):
    """Where the parts beside the board are; a ledge without room for it has no height."""

    ledge: Box
    text: Box
    note: Box


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
