"""How far something is that goes on beside the game: a sentence over a bar."""

from __future__ import annotations

from companion.ui.widgets.layout import Box, ScreenLayout
from companion.ui.widgets.pen import Pen

HEIGHT, LARGE_HEIGHT, LARGE_PORTRAIT_HEIGHT = 46, 72, 104
"""The height of both, for a screen of 480."""


def share_h(layout: ScreenLayout) -> int:
    """Return how high both are together, in pixels."""
    if not layout.is_large:
        return layout.px(HEIGHT)
    return layout.px(LARGE_PORTRAIT_HEIGHT if layout.is_portrait else LARGE_HEIGHT)


def draw_share(pen: Pen, box: Box, text: str, share: float) -> None:
    """Draw *text* over a bar that is filled to a *share*, 0 .. 1."""
    pen.panel(box)
    inner = box.inset(pen.layout.px(12), pen.layout.px(6))
    bar_h = pen.layout.px(6)
    words = Box(inner.x, inner.y, inner.w, inner.h - bar_h - pen.layout.px(4))
    pen.paragraph(text, words, 15, "text")
    track = Box(inner.x, inner.bottom - bar_h, inner.w, bar_h)
    done = Box(track.x, track.y, round(track.w * share), bar_h)
    pen.fill(track, pen.theme.panel_edge)
    pen.fill(done, pen.theme.commit)
