"""Pictures of positions as files, drawn without a screen."""

from __future__ import annotations

from pathlib import Path

import pygame

from companion.games.contract import Position
from companion.ui.board_painter import BoardPainter
from companion.ui.fonts import Fonts
from companion.ui.marks import BoardPicture
from companion.ui.pictures import line_outlines, sizes_in_play
from companion.ui.theme import DARK, Theme

PICTURE_PX = 800


def write_png(position: Position, path: Path, theme: Theme = DARK) -> None:
    """
    Write a picture of *position* to *path* as PNG.

    Raises:
        OSError: the file cannot be written.
    """
    surface = pygame.Surface((PICTURE_PX, PICTURE_PX))
    surface.fill(theme.table)
    rect = (0, 0, PICTURE_PX, PICTURE_PX)
    sizes = sizes_in_play(position)
    painter = BoardPainter(position.board, theme, rect, Fonts(), sizes_in_play=sizes)
    lines = line_outlines(position.lines())
    painter.paint(surface, BoardPicture(placement=position.pieces(), outlines=lines))
    try:
        # By an open file: pygame would choose the format by the name's ending.
        with path.open("wb") as file:
            pygame.image.save(surface, file, "position.png")
    except pygame.error as error:
        raise OSError(f"{path}: {error}") from error
