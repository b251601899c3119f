"""How far something is that goes on beside the game: a sentence over a bar."""

from __future__ import annotations

from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen

HEIGHT, LARGE_HEIGHT, LARGE_PORTRAIT_HEIGHT = 46, 72, 104
"""The height of both, for a screen of 480."""


def draw_share(pen: Pen, box: Box, text: str, share: float) -> Box:
    """Draw *text* over a bar filled to a *share*, 0 .. 1, low in *box*; return the place above."""
    height = LARGE_PORTRAIT_HEIGHT if pen.layout.is_portrait else LARGE_HEIGHT
    h = pen.layout.px(height if pen.layout.is_large else HEIGHT)
    whole = Box(box.x, box.bottom - h, box.w, h)
    pen.panel(whole)
    inner = whole.inset(pen.layout.px(12), pen.layout.px(6))
    bar_h = pen.layout.px(6)
    words = Box(inner.x, inner.y, inner.w, inner.h - bar_h - pen.layout.px(4))
    pen.paragraph(text, words, 15, "text")
    track = Box(inner.x, inner.bottom - bar_h, inner.w, bar_h)
    done = Box(track.x, track.y, round(track.w * share), bar_h)
    pen.fill(track, pen.theme.panel_edge)
    pen.fill(done, pen.theme.commit)
    return box._replace(h=box.h - h - pen.layout.px(8))
