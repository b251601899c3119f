"""The panel of Quincy beside the board: the lines of each team and what is left to draw."""

from __future__ import annotations

import pygame

from companion.contract import HalfMove, Position, Side
from companion.games.quincy.kernel.rules import LINES_TO_WIN
from companion.games.quincy.rules import QuincyPosition
from companion.games.quincy.words import lines_title, pile_text
from companion.ui.board.marks import Look
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen, draw_name
from companion.words.voice import Tag, Voice, tag_of

TITLE_DESIGN_PX = 17
BAR_DESIGN_PX = 12


def draw_lines(pen: Pen, box: Box, half: HalfMove, voice: Voice) -> None:
    """Draw how many lines each team has after the touches so far, and what is left to draw."""
    position = half.position
    assert isinstance(position, QuincyPosition), "the panel of Quincy"
    pen.panel(box)
    pad, title_h = pen.layout.px(8), pen.layout.row_px(TITLE_DESIGN_PX, 15)
    y = box.y + pad + title_h // 2
    text = pile_text(position)
    pile_w = box.w - 2 * pad if pen.layout.is_large else box.w * 0.62
    pile = pen.text(text, (box.right - pad, y), 15, "text", pile_w, anchor="midright")
    room, title = pile.left - box.x - 2 * pad, lines_title()
    # Where large letters leave no room, the lines themselves tell what they are.
    if not pen.layout.is_large or pen.fonts.width_px(title, pen.layout.text_px(0)) <= room:
        pen.text(title, (box.x + pad, y), 14, "muted", room)
    rest = Box(box.x + pad, box.y + pad + title_h, box.w - 2 * pad, box.h - title_h - 2 * pad)
    for place, side in zip(_halves(rest, pad), (1, 0), strict=True):
        count = sum(1 for owner, _ in half.lines() if owner == side)
        tag = tag_of(voice, side, position.game.name)
        _draw_team(pen, place, position, side, count, tag)


def _halves(box: Box, pad: int) -> tuple[Box, Box]:
    """Return the places of the two teams, side by side."""
    half = box._replace(w=(box.w - pad) // 2)
    return half, half._replace(x=box.right - half.w)


def _draw_team(pen: Pen, box: Box, position: Position, side: Side, count: int, tag: Tag) -> None:
    y = box.center[1]
    color = pen.theme.side_color(position.board, side)
    if tag.is_name:
        # It leaves the lines as much as they need to be seen as such.
        name = draw_name(pen, tag.text, (box.x, y), box.w * 0.58, color)
    else:
        name_w = box.w * (0.72 if pen.layout.is_large else 0.45)
        name = pen.text(tag.text, (box.x, y), 16, "text", name_w, True)
    x = max(name.right, box.x + round(box.w * 0.42)) + pen.layout.px(6)
    room, height = (box.right - x) // LINES_TO_WIN, pen.layout.px(BAR_DESIGN_PX)
    for number in range(LINES_TO_WIN):
        bar = pygame.Rect(x + number * room, y - height // 2, room - pen.layout.px(5), height)
        if number < count:
            pygame.draw.rect(pen.surface, color, bar, border_radius=height // 2)
        edge = pen.theme.color("text" if number < count else "muted")
        pygame.draw.rect(pen.surface, edge, bar, pen.layout.px(1.5), height // 2)


LOOK = Look(ledge=draw_lines)
