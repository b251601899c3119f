"""Where the parts of the viewer are.  Pure geometry: no pygame, no drawing.

The board is as large as in a game.  Beside it are the moves at the cursor, what they did,
and under that a row of keys.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from companion.ui.widgets.layout import Box, ScreenLayout

KEYS_IN_ROW = 5
KEY_GAP = 6
ROW_H = 64
ROW_H_PORTRAIT = 76
MOVES_H, MOVES_H_PORTRAIT = 64, 70
LARGE_H = 52
"""With large letters, of the moves and of the keys on a wide screen."""


@dataclass(frozen=True)
class ViewerLayout:
    """The places of the moves around the cursor, of their note, and of the keys in their row."""

    moves: Box
    note: Box
    row: tuple[Box, ...]


def lay_out_viewer(layout: ScreenLayout) -> ViewerLayout:
    """Return where the viewer's parts are on a screen with this *layout*."""
    info, gap = layout.info, layout.px(8)
    moves = layout.moves._replace(h=layout.px(MOVES_H_PORTRAIT if layout.is_portrait else MOVES_H))
    row_h = layout.px(ROW_H_PORTRAIT if layout.is_portrait else ROW_H)
    if layout.is_large and not layout.is_portrait:
        row_h, gap = layout.px(LARGE_H), layout.px(6)
        moves = layout.moves._replace(h=row_h)
    row = info._replace(y=info.bottom - row_h, h=row_h)
    note_y = moves.bottom + gap
    note = info._replace(y=note_y, h=max(1, row.y - gap - note_y))
    return ViewerLayout(moves, note, _row(row, layout.px(KEY_GAP)))


def _row(box: Box, gap: int) -> tuple[Box, ...]:
    w = (box.w - (KEYS_IN_ROW - 1) * gap) / KEYS_IN_ROW
    edges = [box.x + round(n * (w + gap)) for n in range(KEYS_IN_ROW + 1)]
    return tuple(
        box._replace(x=one, w=max(1, other - gap - one))
        for one, other in itertools.pairwise(edges)
    )
