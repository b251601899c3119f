"""Where the parts of the viewer are.  Pure geometry: no pygame, no drawing.

A row of keys stands under the board, which is smaller for it; two more stand
beside the moves, under the menu's button.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from companion.ui.widgets.layout import Box, ScreenLayout

KEYS_IN_ROW = 5
ROW_H = 64
ROW_H_PORTRAIT = 88


@dataclass(frozen=True)
class ViewerLayout:
    """The places of the viewer's own parts on one screen.

    Attributes:
        row: the keys under the board, from left to right.
        side: the two keys beside the moves, the upper one first.
    """

    board: Box
    row: tuple[Box, ...]
    side: tuple[Box, Box]
    moves: Box


def lay_out_viewer(layout: ScreenLayout) -> ViewerLayout:
    """Return where the viewer's parts are on a screen with this *layout*."""
    gap = layout.px(8)
    if layout.is_portrait:
        left, right = layout.info.x, layout.info.right
        bottom = layout.off_board.y - gap
        row_h = layout.px(ROW_H_PORTRAIT)
    else:
        left, right = layout.board.x + gap, layout.board.right
        bottom = layout.buttons[0].bottom
        row_h = layout.px(ROW_H)
    row_y = max(layout.banner.bottom, bottom - row_h)
    board_h = max(1, row_y - gap - layout.banner.bottom)
    side = max(1, min(layout.board.w, board_h))
    middle_x = layout.board.x + layout.board.w // 2
    board_y = layout.banner.bottom + (board_h - side) // 2
    board = Box(middle_x - side // 2, board_y, side, side)
    keys = layout.moves._replace(x=layout.moves.right - layout.menu.w, w=layout.menu.w)
    key_h = max(1, (keys.h - gap) // 2)
    lower_y = keys.y + key_h + gap
    upper = keys._replace(h=key_h)
    lower = keys._replace(y=lower_y, h=max(1, keys.bottom - lower_y))
    moves = layout.moves._replace(w=max(1, keys.x - gap - layout.moves.x))
    row = _row(Box(left, row_y, right - left, row_h), gap)
    return ViewerLayout(board, row, (upper, lower), moves)


def _row(box: Box, gap: int) -> tuple[Box, ...]:
    w = (box.w - (KEYS_IN_ROW - 1) * gap) / KEYS_IN_ROW
    edges = [box.x + round(n * (w + gap)) for n in range(KEYS_IN_ROW + 1)]
    return tuple(
        box._replace(x=one, w=max(1, other - gap - one))
        for one, other in itertools.pairwise(edges)
    )
