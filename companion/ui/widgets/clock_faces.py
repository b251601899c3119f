"""The faces of two clocks, to be read across a table."""

from __future__ import annotations

import pygame

from companion.clock import Face
from companion.contract import Side
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words.timing import TENTHS_BELOW_MS, face_label, short_face_label, time_text

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
