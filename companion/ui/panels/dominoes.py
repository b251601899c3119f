"""Pictures of dominoes that fill any rectangle."""

from __future__ import annotations

import pygame

from companion.art.dominoes import DominoState, domino_shapes
from companion.art.on_screen import Canvas, PictureCache
from companion.art.theme import Theme

MOST_PIXELS = 1_500_000
"""Kept dominoes may have this many pixels, 6 MB: a whole set of 55 on a small screen."""


class DominoPictures:
    """Draws dominoes in one theme; every picture is made once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._made = PictureCache(MOST_PIXELS)

    def draw_domino(
        self,
        surface: pygame.Surface,
        rect: tuple[int, int, int, int],
        low: int,
        high: int,
        state: DominoState = DominoState.OPEN,
    ) -> None:
        """Draw the domino of *low* and *high* so that it fills *rect*: left, top, width, height.

        A hidden one shows its back, whatever its numbers.
        """
        left, top, width, height = rect
        numbers = () if state is DominoState.HIDDEN else (low, high)
        self._made.blit(
            surface,
            (left + (width - 1) // 2, top + (height - 1) // 2),
            (width, height, numbers, state),
            lambda: self._picture(width, height, numbers, state),
        )

    def _picture(
        self, width: int, height: int, numbers: tuple[int, ...], state: DominoState
    ) -> pygame.Surface:
        # The canvas has a margin of its own; an even side gets a pixel less, at its end.
        half = ((width - 1) // 2, (height - 1) // 2)
        canvas = Canvas(*half, 1.0)
        canvas.paint(domino_shapes(half, height >= width, numbers, state), self.theme)
        return canvas.finished()
