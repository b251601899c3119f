"""The face of a board of squares: its frame, checkers or grid, marks and strokes."""

from __future__ import annotations

import pygame

from companion.art.shapes import diamond, thick_line
from companion.art.theme import Color, Theme, mixed
from companion.contract.board_face import MARK_HALF, MARK_RIM, crossings, dark_squares
from companion.ui.board.board_geometry import BoardGeometry

GRID_WIDTH = 0.03
CHECKER_EDGE_WIDTH = 0.018
STROKE_WIDTH = 0.11
STROKE_DEPTH = 0.5
"""Widths and sizes in cells; how much brass is in the wood of a stroke."""


class BoardSquares:
    """Draws what belongs to squares on a surface *fine* times as big as the board will be."""

    def __init__(self, geometry: BoardGeometry, fine: int) -> None:
        self.geometry = geometry
        self.fine = fine
        self.cell = geometry.cell * fine
        places = geometry.board.places
        around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        self.edge = [
            (f, r) for f, r in places if any((f + x, r + y) not in places for x, y in around)
        ]

    def draw_face(
        self, surface: pygame.Surface, color: int, half: float, drop: float, *, is_edge: bool
    ) -> None:
        """Draw all squares in *color*, a number in the palette of *surface*, so that they join.

        A square reaches *half*, more than 0.5 cells, each way; all are *drop* cells down.
        With *is_edge* only those squares are drawn around which others are missing.
        """
        # Corners as round as neighbors hide: those between two squares never show.
        radius = round((half - 0.5) * self.cell)
        for place in self.edge if is_edge else self.geometry.board.places:
            rect = self._square(place, half).move(0, round(drop * self.cell))
            pygame.draw.rect(surface, color, rect, border_radius=radius)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw checkers or a grid, the strokes below it and the marks above."""
        board = self.geometry.board
        self._draw_strokes(surface, theme)
        if board.checkered:
            self._draw_checkers(surface, theme)
        line = mixed(theme.dot, theme.square_dark, 0.5) if board.checkered else theme.dot
        self._draw_edges(surface, line, CHECKER_EDGE_WIDTH if board.checkered else GRID_WIDTH)
        self._draw_marks(surface, theme)

    def _at(self, place: tuple[float, float]) -> tuple[float, float]:
        x, y = self.geometry.place_to_px(*place)
        left, top, _, _ = self.geometry.rect
        return (x - left) * self.fine, (y - top) * self.fine

    def _square(self, place: tuple[float, float], half: float) -> pygame.Rect:
        x, y = self._at(place)
        left, top = round(x - half * self.cell), round(y - half * self.cell)
        right, bottom = round(x + half * self.cell), round(y + half * self.cell)
        return pygame.Rect(left, top, right - left, bottom - top)

    def _draw_checkers(self, surface: pygame.Surface, theme: Theme) -> None:
        # What the wood loses to become the dark wood: its grain stays.
        loss = [
            min(255, round(255 * dark / light))
            for dark, light in zip(theme.square_dark, theme.wood, strict=True)
        ]
        for place in dark_squares(self.geometry.board):
            surface.fill(loss, self._square(place, 0.5), pygame.BLEND_RGB_MULT)

    def _draw_edges(self, surface: pygame.Surface, color: Color, width: float) -> None:
        thick = max(1, round(width * self.cell))
        for place in self.geometry.board.places:
            edge = self._square(place, 0.5).inflate(thick, thick)
            pygame.draw.rect(surface, color, edge, thick)

    def _draw_strokes(self, surface: pygame.Surface, theme: Theme) -> None:
        color = mixed(theme.wood, theme.brass, STROKE_DEPTH)
        half = STROKE_WIDTH / 2 * self.cell
        places = self.geometry.board.places
        for one, other in self.geometry.board.strokes:
            start, end = self._at(places[one]), self._at(places[other])
            pygame.draw.polygon(surface, color, thick_line(start, end, half))
            pygame.draw.circle(surface, color, start, half)
            pygame.draw.circle(surface, color, end, half)

    def _draw_marks(self, surface: pygame.Surface, theme: Theme) -> None:
        for place in crossings(self.geometry.board):
            middle = self._at(place)
            pygame.draw.polygon(surface, theme.dot, diamond(middle, MARK_HALF * self.cell))
            face = diamond(middle, (MARK_HALF - MARK_RIM) * self.cell)
            pygame.draw.polygon(surface, theme.brass_light, face)
