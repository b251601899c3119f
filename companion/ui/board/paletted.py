"""Surfaces of one byte a pixel, made anywhere: also where no display was opened."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from io import BytesIO
from typing import Final

import pygame

from companion.art.theme import Color

MOST_COLORS: Final = 256
_FILE_HEAD: Final = struct.Struct("<2sIHHI")
_PICTURE_HEAD: Final = struct.Struct("<IiiHHIIiiII")


def paletted(size: tuple[int, int], colors: Sequence[Color]) -> pygame.Surface:
    """Return a surface of *size* for numbers of *colors*, at most `MOST_COLORS`, all of them 0.

    pygame 2.1 sets a palette only while a display is open, and pictures are drawn without one
    for a file.  A palette that comes with a picture it takes at any time.
    """
    dot = pygame.image.load(BytesIO(_dot_of(colors)), "dot.bmp")
    return pygame.transform.scale(dot, size)


def _dot_of(colors: Sequence[Color]) -> bytes:
    """Return a BMP file of one pixel, the first of *colors*; what is left over is the last.

    Source: Microsoft, "Bitmap Storage": file header, BITMAPINFOHEADER, colors, rows.
    """
    full = [*colors, *[colors[-1]] * (MOST_COLORS - len(colors))]
    palette = b"".join(bytes((blue, green, red, 0)) for red, green, blue in full)
    row = bytes(4)
    start = _FILE_HEAD.size + _PICTURE_HEAD.size + len(palette)
    file_head = _FILE_HEAD.pack(b"BM", start + len(row), 0, 0, start)
    picture_head = _PICTURE_HEAD.pack(
        _PICTURE_HEAD.size, 1, 1, 1, 8, 0, len(row), 0, 0, MOST_COLORS, 0
    )
    return file_head + picture_head + palette + row
