"""Pieces as seen from above: ivory and ebony discs, on the board and off it."""

from __future__ import annotations

import pygame

from companion.games.contract import Piece, Side
from companion.ui.canvas import Canvas, blit_centered, pixels, premultiplied
from companion.ui.recent import RecentCache
from companion.ui.shapes import Disc, Ring, Shape, arc
from companion.ui.theme import Color, Theme, mixed

MOST_PIXELS = 2_000_000
"""Kept pictures may have this many pixels, 8 MB; the busiest board needs a tenth."""

RIM_PX = 1.25
SHADOW_STEPS = 10
HALO_STEPS = 14
MISSING_DASHES = 8


class PiecePictures:
    """Draws pieces in one theme; every picture is made once.

    Attributes:
        has_grooves: whether a face has rings turned into it, as draughtsmen
            have; not where pieces nest, or grooves would look like pieces.
    """

    def __init__(self, theme: Theme, has_grooves: bool = False) -> None:
        self.theme = theme
        self.has_grooves = has_grooves
        self._made: RecentCache[tuple[object, ...], pygame.Surface] = RecentCache(
            MOST_PIXELS, pixels
        )

    def draw_piece(
        self, surface: pygame.Surface, center: tuple[float, float], radius: float, piece: Piece
    ) -> None:
        """Draw *piece* off the board, with an edge that shows on dark and light ground."""
        picture = self._made.get_or_make(
            ("ledge", radius, piece.side), lambda: self._disc(radius, piece.side, True)
        )
        blit_centered(surface, picture, *center)

    def draw_missing(
        self, surface: pygame.Surface, center: tuple[float, float], radius: float
    ) -> None:
        """Draw the empty place of a piece: a faint broken ring of its size."""
        picture = self._made.get_or_make(("missing", radius), lambda: self._missing(radius))
        blit_centered(surface, picture, *center)

    def draw_on_board(
        self, surface: pygame.Surface, center: tuple[float, float], radius: float, side: Side
    ) -> None:
        """Draw the disc of a piece of *side*, without its shadow."""
        picture = self._made.get_or_make(
            ("disc", radius, side), lambda: self._disc(radius, side, False)
        )
        blit_centered(surface, picture, *center)

    def draw_shadow(
        self,
        surface: pygame.Surface,
        center: tuple[float, float],
        radius: float,
        height: float = 1.0,
        is_on_piece: bool = False,
    ) -> None:
        """Draw what a disc throws on its ground; *height* 1.0 lies on it, more floats."""
        x, y = center
        height = round(height, 1)
        color = self.theme.ebony_rim if is_on_piece else self.theme.piece_shadow
        picture = self._made.get_or_make(
            ("shadow", radius, height, color), lambda: self._shadow(radius, height, color)
        )
        offset = max(1.0, radius * 0.11) * height
        blit_centered(surface, picture, x + offset, y + offset * 1.25)

    def draw_halo(
        self,
        surface: pygame.Surface,
        center: tuple[float, float],
        radius: float,
        width: float,
        color: Color,
    ) -> None:
        """Draw a glow that fades over *width* outside of *radius*."""
        picture = self._made.get_or_make(
            ("halo", radius, width, color), lambda: self._halo(radius, width, color)
        )
        blit_centered(surface, picture, *center)

    def _disc(self, radius: float, side: Side, has_edge: bool) -> pygame.Surface:
        edge = RIM_PX if has_edge else 0.0
        canvas = Canvas(radius + edge, radius + edge, 1.0)
        theme = self.theme
        names = ("ivory", "ebony")[side]
        face, shade = theme.color(names), theme.color(f"{names}_shade")
        rim = theme.color(f"{names}_rim")
        if has_edge:
            canvas.draw([Disc((0, 0), radius + edge)], theme.text)
        rim_px = max(RIM_PX, radius * 0.055)
        canvas.draw([Disc((0, 0), radius)], rim)
        canvas.draw([Disc((0, 0), radius - rim_px)], face)
        canvas.draw(self._turned_rings(radius, rim_px), shade)
        return canvas.finished()

    def _turned_rings(self, radius: float, rim_px: float) -> list[Shape]:
        width = max(0.9, radius * 0.045)
        rings: list[Shape] = [Ring((0, 0), radius - rim_px - width * 1.5, width)]
        if self.has_grooves:
            rings += [Ring((0, 0), radius * part, width) for part in (0.62, 0.44)]
        return rings

    def _missing(self, radius: float) -> pygame.Surface:
        canvas = Canvas(radius, radius, 1.0)
        color = mixed(self.theme.muted, self.theme.panel, 0.35)
        # Broken, so that no piece looks like it, however dark.
        dashes = MISSING_DASHES
        canvas.draw(
            [
                arc(radius - RIM_PX / 2, n / dashes, (n + 0.5) / dashes, RIM_PX)
                for n in range(dashes)
            ],
            color,
        )
        return canvas.finished()

    def _shadow(self, radius: float, height: float, color: Color) -> pygame.Surface:
        blur = max(1.5, radius * 0.16) * height
        return _faded(radius - blur * 0.3, blur, color, 0.62 / height, SHADOW_STEPS)

    def _halo(self, radius: float, width: float, color: Color) -> pygame.Surface:
        return _faded(radius, width, color, 0.85, HALO_STEPS)


def _faded(
    radius: float, width: float, color: Color, opacity: float, steps: int
) -> pygame.Surface:
    """Return a disc that fades from *opacity* at *radius* to nothing over *width*."""
    canvas = Canvas(radius + width, radius + width, 1.0)
    for step in range(1, steps + 1):
        part = step / steps
        rgba = premultiplied(color, opacity * part * part * (3 - 2 * part))
        canvas.draw_shape(Disc((0, 0), radius + width * (1 - part)), rgba, 0.0)
    return canvas.finished()
