"""Draws single pieces: on the board, beside it, as ghosts and as missing ones; with shadows."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from companion.art.on_screen import Canvas, PictureCache, blit_centered, premultiplied
from companion.art.pieces import (
    DISCS,
    GHOST_OPACITY,
    HALO_OPACITY,
    RIM_PX,
    PieceKind,
    Shadow,
    faded,
    shadow_of,
)
from companion.art.shapes import Point
from companion.art.theme import PIECE_ROLES, BoardSet, Color, Theme, mixed
from companion.contract import Piece, Side
from companion.contract.board_table import COLORS

MOST_PIECE_PIXELS = 2_000_000
"""Kept pictures may have this many pixels, 8 MB; the busiest board needs a tenth."""

SHADOW_STEPS = 10
HALO_STEPS = 14


class PiecePictures:
    """Draws pieces in one theme; every picture is made once.

    Attributes:
        kind: what the pieces are.
        colors: the names of the colors of the two sides.
    """

    def __init__(
        self, theme: Theme, kind: PieceKind = DISCS, colors: tuple[str, str] = COLORS[:2]
    ) -> None:
        self.theme = theme
        self.kind = kind
        self.colors = colors
        self._made = PictureCache(MOST_PIECE_PIXELS)

    def number_role(self, side: Side) -> str:
        """Return the role of the color in which a number stands on pieces of *side*."""
        return PIECE_ROLES[self.colors[side]].number

    def draw_piece(
        self,
        surface: pygame.Surface,
        center: Point,
        radius: float,
        piece: Piece,
        edge: float = RIM_PX,
    ) -> None:
        """Draw *piece* without its shadow.

        Off the board it has an *edge* that shows on dark and light ground.
        """
        number = piece.value if self.kind.has_number else 0
        key = ("face", radius, edge, piece.side, number)
        self._made.blit(surface, center, key, lambda: self._face(radius, piece, edge))

    def draw_plate(
        self, surface: pygame.Surface, center: Point, radius: float, piece: Piece
    ) -> None:
        """Draw the number of *piece* once more, where an arrow lies over it."""
        key = ("plate", radius, piece.side, piece.value)
        self._made.blit(surface, center, key, lambda: self._plate(radius, piece))

    def draw_ghost(
        self, surface: pygame.Surface, center: Point, radius: float, piece: Piece
    ) -> None:
        """Draw *piece*, which is no longer there, so that its ground shows through."""
        number = piece.value if self.kind.has_number else 0
        key = ("ghost", radius, piece.side, number)
        self._made.blit(surface, center, key, lambda: self._ghost(radius, piece))

    def draw_plain(
        self, surface: pygame.Surface, center: Point, radius: float, piece: Piece
    ) -> None:
        """Draw the outline of *piece* in its color, as ground for a number."""
        key = ("plain", radius, piece.side)
        self._made.blit(surface, center, key, lambda: self._plain(radius, piece.side))

    def draw_missing(self, surface: pygame.Surface, center: Point, radius: float) -> None:
        """Draw the empty place of a piece: a faint broken outline of its size."""
        self._made.blit(surface, center, ("missing", radius), lambda: self._missing(radius))

    def draw_shadows(
        self,
        surface: pygame.Surface,
        centers: Iterable[Point],
        radius: float,
        height: float = 1.0,
        is_on_piece: bool = False,
    ) -> None:
        """Draw what pieces throw on their ground; *height* 1.0 lies on it, more floats.

        Flat ones throw nothing.
        """
        if self.theme.look is BoardSet.MODERN:
            return
        height = round(height, 1)
        color = self.theme.ebony_rim if is_on_piece else self.theme.piece_shadow
        shadow = shadow_of(radius, height)
        key = ("shadow", radius, height, color)
        picture = self._made.get_or_make(key, lambda: self._shadow(shadow, color))
        for x, y in centers:
            blit_centered(surface, picture, x + shadow.across, y + shadow.down)

    def draw_halo(
        self,
        surface: pygame.Surface,
        center: Point,
        radius: float,
        width: float,
        color: Color,
        opacity: float = HALO_OPACITY,
    ) -> None:
        """Draw a glow that fades over *width* outside of *radius*."""
        key = ("halo", radius, width, color, opacity)
        self._made.blit(
            surface, center, key, lambda: self._faded(radius, width, color, opacity, HALO_STEPS)
        )

    def _face(self, radius: float, piece: Piece, edge: float) -> pygame.Surface:
        canvas = self._edged(radius, piece.side, edge)
        roles = PIECE_ROLES[self.colors[piece.side]]
        canvas.paint(self.kind.face(radius, piece, roles, self.theme.look), self.theme)
        return canvas.finished()

    def _plate(self, radius: float, piece: Piece) -> pygame.Surface:
        canvas = Canvas(radius, radius, 1.0)
        roles = PIECE_ROLES[self.colors[piece.side]]
        canvas.paint(self.kind.plate(radius, piece, roles, self.theme.look), self.theme)
        return canvas.finished()

    def _ghost(self, radius: float, piece: Piece) -> pygame.Surface:
        picture = self._face(radius, piece, 0.0)
        picture.fill((round(255 * GHOST_OPACITY),) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        return picture

    def _edged(self, radius: float, side: Side, edge: float) -> Canvas:
        """Return a canvas with the *edge* around a piece, if any."""
        canvas = Canvas(radius + edge, radius + edge, 1.0)
        if edge:
            canvas.draw([self.kind.body(radius, side)], self.theme.text, edge)
        return canvas

    def _plain(self, radius: float, side: Side) -> pygame.Surface:
        canvas = self._edged(radius, side, RIM_PX)
        face = self.theme.piece_colors(self.colors[side]).face
        canvas.draw([self.kind.body(radius, side)], face)
        return canvas.finished()

    def _missing(self, radius: float) -> pygame.Surface:
        canvas = Canvas(radius, radius, 1.0)
        color = mixed(self.theme.muted, self.theme.panel, 0.35)
        canvas.draw(self.kind.empty_place(radius), color)
        return canvas.finished()

    def _shadow(self, shadow: Shadow, color: Color) -> pygame.Surface:
        return self._faded(shadow.radius, shadow.blur, color, shadow.opacity, SHADOW_STEPS)

    def _faded(
        self, radius: float, width: float, color: Color, opacity: float, steps: int
    ) -> pygame.Surface:
        """Return a piece's shape that fades from *opacity* at *radius* to nothing over *width*."""
        canvas = Canvas(radius + width, radius + width, 1.0)
        for step in range(1, steps + 1):
            part = step / steps
            rgba = premultiplied(color, faded(opacity, part))
            canvas.draw_shape(self.kind.grown(radius, width * (1 - part)), rgba, 0.0)
        return canvas.finished()
