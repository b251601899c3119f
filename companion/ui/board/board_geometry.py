"""Where the dots, pieces and edges of a board are on screen.  Draws nothing.

Screen coordinates are pixels, x to the right and y down.  Rank 1 is at the
bottom, at the top when the board is turned.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from companion.art.boards import BARE_MARGIN, OUTLINE_RADIUS, labels
from companion.art.pieces import PieceKind, kind_of, piece_radius
from companion.contract import Board, Site
from companion.ui.widgets.layout import Px

PxPoint: TypeAlias = tuple[float, float]

TABLE_MARGIN = 0.06
"""Room for the board's shadow on the table, in cells."""

LABEL_SIZE = 0.26
LABEL_PART = 0.028
SMALLEST_LABEL_PX = 13
LABEL_BAND = 1.3
"""Size of coordinates in cells and at most in boards; the band they stand in, in their sizes."""

LEAST_LABELED_CELL_PX = 20.0
"""A smaller board, as in a list, has no room for coordinates."""

SNAP_RADIUS = 0.72
CANDIDATE_SNAP_RADIUS = 0.95
"""A touch this far from a dot, in cells, still means it: half a diagonal, more for candidates."""

CANDIDATE_PULL = 0.5
"""A candidate counts as this part of its distance away.

So a touch within a third of a cell of any dot means that dot, and its refusal
can be explained; between a candidate and another dot the candidate wins.
"""


class Label(NamedTuple):
    """A coordinate and the middle of its place."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class BoardGeometry:
    """The places of one board in one rectangle of the screen.

    Attributes:
        rect: x, y, width and height of what the board may take; it is centered there.
        is_turned: whether the second player's side is at the bottom.
        wants_coordinates: whether room is left for file letters and rank numbers.
        sizes_in_play: how many of the board's sizes are, the smallest ones; all without it.
        smallest_label_px: the least size of file letters and rank numbers.
    """

    board: Board
    rect: tuple[Px, Px, Px, Px]
    is_turned: bool = False
    wants_coordinates: bool = True
    sizes_in_play: int | None = None
    smallest_label_px: Px = SMALLEST_LABEL_PX

    @property
    def margin(self) -> float:
        """Return how far the board reaches beyond its outermost dots, in cells."""
        return OUTLINE_RADIUS + TABLE_MARGIN if self.board.outline else BARE_MARGIN

    @cached_property
    def cell(self) -> float:
        """Return the distance of neighboring dots before they are rounded to whole pixels."""
        return self._cell_beside(self.label_band)

    @cached_property
    def label_px(self) -> Px:
        """Return the size of the coordinates, 0 where none are drawn."""
        if not self.wants_coordinates:
            return 0
        beside_small = self._cell_beside(self.smallest_label_px * LABEL_BAND)
        if beside_small < LEAST_LABELED_CELL_PX:
            return 0
        of_board = min(self.rect[2:]) * LABEL_PART
        return max(self.smallest_label_px, int(min(beside_small * LABEL_SIZE, of_board)))

    @property
    def label_band(self) -> float:
        """Return the width of the band for coordinates, at the left and at the bottom or top."""
        return self.label_px * LABEL_BAND

    def _cell_beside(self, band: float) -> float:
        _, _, width, height = self.rect
        across = (width - band) / (self.board.files - 1 + 2 * self.margin)
        down = (height - band) / (self.board.ranks - 1 + 2 * self.margin)
        return max(1.0, min(across, down))

    @cached_property
    def _origin(self) -> PxPoint:
        x, y, width, height = self.rect
        band = self.label_band
        spare_x = width - band - self.cell * (self.board.files - 1)
        spare_y = height - band - self.cell * (self.board.ranks - 1)
        above = band if self.board.is_named_by_rows else 0
        return x + band + spare_x / 2, y + above + spare_y / 2

    def place_to_px(self, file: float, rank: float) -> PxPoint:
        """Return the point of a place on the lattice, from 0 at the near left, unrounded."""
        if self.is_turned:
            file, rank = self.board.files - 1 - file, self.board.ranks - 1 - rank
        x, y = self._origin
        return x + file * self.cell, y + (self.board.ranks - 1 - rank) * self.cell

    def drawn_at(self, point: PxPoint) -> PxPoint:
        """Return where a point of the face is drawn, from the upper left of the rectangle.

        Dots are in the middle of a pixel, so that everything drawn at a dot is centered alike;
        squares are as large as they are.
        """
        file, rank = point
        x, y = self.place_to_px(file, rank)
        left, top, _, _ = self.rect
        if self.board.drawing == "squares":
            return x - left, y - top
        if file == int(file) and rank == int(rank):
            x, y = math.floor(x), math.floor(y)
        return x - left + 0.5, y - top + 0.5

    @cached_property
    def _site_points(self) -> tuple[tuple[Px, Px], ...]:
        return tuple(map(self._on_pixel, self.board.places))

    def _on_pixel(self, place: tuple[int, int]) -> tuple[Px, Px]:
        x, y = self.place_to_px(*place)
        return math.floor(x), math.floor(y)

    def site_to_px(self, site: Site) -> tuple[Px, Px]:
        """Return the middle of *site*.

        In whole pixels, so that everything drawn at a dot is centered alike.
        """
        return self._site_points[site]

    def middle_of(self, sites: Sequence[Site]) -> tuple[Px, Px]:
        """Return the whole pixel in the middle of everything that has *sites* at its edges."""
        across, down = zip(*map(self.site_to_px, sites), strict=True)
        return (min(across) + max(across)) // 2, (min(down) + max(down)) // 2

    def in_cells(self, sites: Sequence[Site]) -> list[PxPoint]:
        """Return how far each of *sites* is from their middle, in cells."""
        x, y = self.middle_of(sites)
        points = map(self.site_to_px, sites)
        return [((px - x) / self.cell, (py - y) / self.cell) for px, py in points]

    def px_to_site(
        self, x: float, y: float, candidates: Collection[Site] | None = None
    ) -> Site | None:
        """Return the site that a touch at the point most sensibly means, or None far from all.

        Between two dots *candidates*, which may be touched now, win.
        """
        wanted = frozenset(candidates or ())
        distances = (math.hypot(x - px, y - py) / self.cell for px, py in self._site_points)
        near = [
            (distance * (CANDIDATE_PULL if site in wanted else 1.0), site)
            for site, distance in enumerate(distances)
            if distance <= (CANDIDATE_SNAP_RADIUS if site in wanted else SNAP_RADIUS)
        ]
        return min(near)[1] if near else None

    @cached_property
    def kind(self) -> PieceKind:
        """Return what the pieces are."""
        return kind_of(self.board.pieces)

    @cached_property
    def sizes(self) -> int:
        """Return how many piece sizes are told apart; elsewhere a value is a number on a tile."""
        if self.board.drawing != "dots" or self.kind.radius is not None:
            return 1
        values = [value for setup in self.board.setups.values() for _, value, _ in setup]
        largest = max(values, default=1)
        return min(largest, self.sizes_in_play or largest)

    def piece_radius(self, value: int) -> float:
        """Return the radius of a piece of *value*, half the side of a tile."""
        if self.kind.radius is not None:
            return self.kind.radius * self.cell
        return piece_radius(value, self.sizes) * self.cell

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Return the coordinates, where there is room for them."""
        if not self.label_px:
            return ()
        reach = self.margin + self.label_band / 2 / self.cell
        around = labels(self.board, reach, self.is_turned)
        return tuple(Label(text, *self.place_to_px(*place)) for text, place in around)
