"""Pictures of positions as files, drawn without a screen."""

from __future__ import annotations

from io import BytesIO

import pygame

from companion.art.theme import DARK
from companion.contract import Board, Placement, Position
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import BoardPicture
from companion.ui.board.pictures import line_outlines, sizes_in_play
from companion.ui.widgets.fonts import Fonts

PICTURE_PX = 800


def position_png(position: Position) -> bytes:
    """Return a picture of *position* as the bytes of a PNG file."""
    lines = line_outlines(position.lines())
    picture = BoardPicture(placement=position.pieces(), outlines=lines)
    return png_of(position, picture)


def png_of(position: Position, picture: BoardPicture) -> bytes:
    """Return *picture* of *position*, `PICTURE_PX` pixels each way, as the bytes of a PNG file."""
    return _png(position.board, picture, sizes_in_play(position))


def board_png(board: Board, placement: Placement) -> bytes:
    """Return a picture of *board* with *placement* on it as the bytes of a PNG file."""
    return _png(board, BoardPicture(placement=placement), None)


def _png(board: Board, picture: BoardPicture, sizes: int | None) -> bytes:
    surface = pygame.Surface((PICTURE_PX, PICTURE_PX))
    surface.fill(DARK.table)
    rect = (0, 0, PICTURE_PX, PICTURE_PX)
    geometry = BoardGeometry(board, rect, sizes_in_play=sizes)
    BoardPainter(geometry, DARK, Fonts()).paint(surface, picture)
    file = BytesIO()
    # By an open file: pygame would choose the format by the name's ending.
    pygame.image.save(surface, file, "position.png")
    return file.getvalue()
