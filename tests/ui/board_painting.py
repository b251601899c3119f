"""Paints pictures of boards and tells which pixels changed."""

from functools import cache

import pygame
import pytest

from companion.art.theme import CONTRAST, DARK, LIGHT, THEMES, BoardSet, Theme
from companion.contract import Board
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import BoardPicture
from companion.ui.widgets.fonts import Fonts
from tests.ui.board_pictures import QUINCALA


def id_of(theme: Theme) -> str:
    """Return what tells *theme* from all others, its look where that is not the usual one."""
    return theme.name if theme.look is BoardSet.CLASSIC else f"{theme.name}-{theme.look.value}"


each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=id_of)
each_kept_theme = pytest.mark.parametrize(
    "theme",
    (DARK, LIGHT, CONTRAST, THEMES["dark", "modern"], THEMES["dark", "contrast"]),
    ids=id_of,
)
"""For golden pictures: all colors in one look, all looks in one set of colors."""


@cache
def painter_of(
    board: Board = QUINCALA, theme: Theme = DARK, side: int = 430, is_turned: bool = False
) -> BoardPainter:
    """Return a painter without coordinates: text differs between builds of pygame."""
    return BoardPainter(BoardGeometry(board, (0, 0, side, side), is_turned, False), theme, Fonts())


def painted(painter: BoardPainter, picture: BoardPicture) -> pygame.Surface:
    surface = pygame.Surface(painter.geometry.rect[2:], 0, 32)
    painter.paint(surface, picture)
    return surface


def around(painter: BoardPainter, name: str, dx=0.0, dy=0.0) -> tuple[int, int]:
    """Return the pixel *dx* cells right of and *dy* below the dot called *name*."""
    x, y = painter.geometry.site_to_px(painter.geometry.board.site_of(name))
    return round(x + dx * painter.geometry.cell), round(y + dy * painter.geometry.cell)


def drawn_pixels(painter, picture, ground=None, least=40) -> set[tuple[int, int]]:
    """Return the pixels where *picture* differs clearly from *ground*, the empty board."""
    one, other = painted(painter, ground or BoardPicture()), painted(painter, picture)
    changed = pygame.mask.from_threshold(other, (0, 0, 0), (least, least, least), one)
    changed.invert()
    return set(pixels_of(changed))


def pixels_of(mask: pygame.mask.Mask) -> list[tuple[int, int]]:
    """Return the pixels that are set in *mask*, column by column."""
    first, *others = mask.get_bounding_rects() or [pygame.Rect(0, 0, 0, 0)]
    box = first.unionall(others)
    columns, rows = range(box.left, box.right), range(box.top, box.bottom)
    return [(x, y) for x in columns for y in rows if mask.get_at((x, y))]


def is_near(color, other, tolerance=24) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(color[:3], other, strict=True))
