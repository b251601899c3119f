"""The pixels of a surface as bytes, by the name that the pygame at hand has for them."""

from __future__ import annotations

from typing import Final

import pygame

# pygame 2.1, which Debian 12 ships, has tostring alone; pygame-ce deprecates it.
_tobytes: Final = getattr(pygame.image, "tobytes", None) or pygame.image.tostring


def rgb_of(surface: pygame.Surface) -> bytes:
    """Return red, green and blue of each pixel, row by row from the top; opacity left out."""
    data: bytes = _tobytes(surface, "RGB")
    return data
