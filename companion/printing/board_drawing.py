"""A board as it is drawn on paper, plain or ornamental; a1's place is the origin."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.art.shapes import diamond
from companion.art.theme import LIGHT, mixed
from companion.contract import Board
from companion.contract.board_face import (
    BARE_MARGIN,
    BASE_CORNER,
    DOT_HALF,
    LINE_WIDTH,
    MARK_HALF,
    MARK_RIM,
    ORNAMENT_CURVES,
    OUTLINE_BANDS,
    OUTLINE_RADIUS,
    POINT_RADIUS,
    border,
    crossings,
    dark_squares,
    grain,
)
from companion.printing.drawing import (
    WHITE,
    Color,
    Contour,
    Drawing,
    Group,
    Item,
    PaperBox,
    PaperPen,
    Path,
    Point,
    centered_text,
    circle,
    line,
    polygon,
    rectangle,
    rounded,
    scaled,
)
from companion.printing.outline import outline

STYLES = ("plain", "ornamental")

BLACK = LIGHT.ink
PLAIN_OUTLINE = 0.5
PLAIN_LINE = 0.35
PLAIN_CURVE = 0.2
GRID_LINE = 0.3
CHECKER = (226, 226, 226)
DARK_WOOD = mixed(LIGHT.wood, LIGHT.brass, 0.38)
DARK_GRAIN = mixed(LIGHT.wood, LIGHT.brass, 0.52)
STROKE = 0.09
FRAME = 0.16
"""Line widths in mm, but of strokes and the frame around squares in cells."""

LABEL_SIZE = 0.3
SMALLEST_LABEL = 2.2
LARGEST_LABEL = 8.0
LABEL_BAND = 1.5
"""Size of coordinates in cells, its limits in mm; the band they stand in, in their sizes."""


@dataclass(frozen=True)
class BoardOnPaper:
    """One board at one size.

    Attributes:
        pitch: the distance of neighboring dots in mm.
        style: one of `STYLES`.
    """

    board: Board
    pitch: float
    style: str = "plain"

    @property
    def is_ornamental(self) -> bool:
        """Return whether it is drawn in colors."""
        return self.style == "ornamental"

    @property
    def has_squares(self) -> bool:
        """Return whether pieces stand in squares."""
        return self.board.drawing == "squares"

    @property
    def margin(self) -> float:
        """Return how far the board reaches beyond its outermost dots, in mm."""
        cells = OUTLINE_RADIUS if self.board.outline else BARE_MARGIN
        if self.has_squares:
            cells = 0.5 + FRAME
        # Half of the outermost line.
        return cells * self.pitch + PLAIN_OUTLINE / 2

    @property
    def label_size(self) -> float:
        """Return the size of the coordinates in mm."""
        return min(LARGEST_LABEL, max(SMALLEST_LABEL, LABEL_SIZE * self.pitch))

    def at(self, place: Point) -> Point:
        """Return a place of the lattice, from 0 at the near left, in mm."""
        return place[0] * self.pitch, place[1] * self.pitch

    @cached_property
    def field(self) -> PaperBox:
        """Return the board with its edge, without coordinates."""
        right, top = self.at((self.board.files - 1, self.board.ranks - 1))
        return PaperBox(0, 0, right, top).grown(self.margin)

    @cached_property
    def box(self) -> PaperBox:
        """Return all that is drawn, coordinates included."""
        left, bottom, right, top = self.field
        band = self.label_size * LABEL_BAND
        if self.board.is_named_by_rows:
            return PaperBox(left - band, bottom, right, top + band)
        return PaperBox(left - band, bottom - band, right, top)

    def drawing(self) -> Drawing:
        """Return the board, its seams best between the dots, or for squares beside them."""
        files = range(self.board.files - 1)
        ranks = range(self.board.ranks - 1)
        return Drawing(
            (*self._ground(), *self._marks(), *self.labels()),
            self.box,
            tuple((file + 0.5) * self.pitch for file in files),
            tuple((rank + 0.5) * self.pitch for rank in ranks),
            self.silhouette(),
        )

    # The face

    def outline(self, inset: float = 0.0) -> tuple[Contour, ...]:
        """Return the ornamental line in mm; *inset* is in cells."""
        return tuple(scaled(contour, self.pitch) for contour in outline(self.board, inset))

    def silhouette(self) -> tuple[Contour, ...]:
        """Return the edge of the board: its ornamental line, or its frame."""
        if self.board.outline and not self.has_squares:
            return self.outline()
        return rectangle(self.field).contours

    def _ground(self) -> Iterator[Item]:
        if self.has_squares:
            yield from self._frame()
        elif self.board.outline and self.is_ornamental:
            yield from self._curves()
            for inset, role in OUTLINE_BANDS:
                yield Path(self.outline(inset), LIGHT.color(role))
            yield self._grain(Path(self.outline(OUTLINE_BANDS[-1][0])), LIGHT.wood)
        elif self.board.outline:
            yield from self._curves()
            yield Path(self.outline(), WHITE, PaperPen(BLACK, PLAIN_OUTLINE))
        if self.board.ornament == "border":
            yield from self._border()

    def _curves(self) -> Iterator[Item]:
        """Yield the curved lines around the outline, as far as the whole board goes."""
        if self.board.ornament != "curves":
            return
        edge = self.field.grown(-PLAIN_OUTLINE / 2)
        base = rounded(edge, BASE_CORNER * self.pitch, LIGHT.walnut)
        if self.is_ornamental:
            yield base
            faces = [(self.outline(inset), LIGHT.color(role)) for inset, role in ORNAMENT_CURVES]
            yield Group(tuple(Path(face, color) for face, color in faces), base)
            return
        pen = PaperPen(BLACK, PLAIN_CURVE)
        lines = [self.outline(inset) for inset, role in ORNAMENT_CURVES if role == "brass_light"]
        yield base._replace(fill=WHITE, pen=pen)
        yield Group(tuple(Path(contours, pen=pen) for contours in lines), base)

    def _border(self) -> Iterator[Item]:
        """Yield the leaves along the edges."""
        color = LIGHT.brass if self.is_ornamental else BLACK
        for corners in border(self.board):
            yield polygon([self.at(corner) for corner in corners], color)

    def _frame(self) -> Iterator[Item]:
        edge = self.field.grown(-PLAIN_OUTLINE / 2)
        if not self.is_ornamental:
            yield rectangle(edge, WHITE, PaperPen(BLACK, PLAIN_OUTLINE))
            return
        for inset, role in OUTLINE_BANDS:
            face = rectangle(edge.grown(-inset * self.pitch), LIGHT.color(role))
            yield face
        yield self._grain(face, LIGHT.wood)

    def _grain(self, face: Path, wood: Color) -> Item:
        """Return the lines of the wood on *face*, which has the color *wood*."""
        dark = LIGHT.wood_dark if wood == LIGHT.wood else DARK_GRAIN
        left, bottom, right, top = self.field
        lines = (
            line(
                [(left + x, bottom + y) for x, y in wave.points],
                PaperPen(mixed(wood, dark, wave.depth), wave.width),
            )
            for wave in grain(right - left, top - bottom, self.pitch)
        )
        return Group(tuple(lines), face)

    # What is drawn on it

    def _marks(self) -> Iterator[Item]:
        if self.has_squares:
            yield from self._squares()
        elif self.board.drawing == "lines":
            yield from self._lines()
        else:
            yield from self._dots()

    @property
    def _mark_color(self) -> Color:
        return LIGHT.dot if self.is_ornamental else BLACK

    def _dots(self) -> Iterator[Item]:
        half = DOT_HALF * self.pitch
        for place in self.board.places:
            yield polygon(diamond(self.at(place), half), self._mark_color)

    def _lines(self) -> Iterator[Item]:
        width = LINE_WIDTH * self.pitch if self.is_ornamental else PLAIN_LINE
        pen = PaperPen(self._mark_color, width)
        for one, other in self.board.drawn():
            ends = [self.at(self.board.places[site]) for site in (one, other)]
            yield line(ends, pen)
        for place in self.board.places:
            yield circle(self.at(place), POINT_RADIUS * self.pitch, self._mark_color)

    def _squares(self) -> Iterator[Item]:
        if self.board.checkered:
            yield from self._checkers()
        pen = PaperPen(self._mark_color, GRID_LINE)
        yield from (rectangle(self._square(place), pen=pen) for place in self.board.places)
        pen = PaperPen(mixed(WHITE, self._mark_color, 0.45), STROKE * self.pitch)
        for stroke in self.board.strokes:
            yield line([self.at(self.board.places[site]) for site in stroke], pen)
        face = LIGHT.brass_light if self.is_ornamental else WHITE
        for corners in self.intersections(MARK_HALF):
            yield polygon(corners, self._mark_color)
        for corners in self.intersections(MARK_HALF - MARK_RIM):
            yield polygon(corners, face)

    def intersections(self, half: float) -> Iterator[Sequence[Point]]:
        """Yield the corners of a diamond, *half* a cell wide to each side, on each marked one."""
        for place in crossings(self.board):
            yield diamond(self.at(place), half * self.pitch)

    def _square(self, place: Point) -> PaperBox:
        x, y = self.at(place)
        return PaperBox(x, y, x, y).grown(self.pitch / 2)

    def _checkers(self) -> Iterator[Item]:
        """Yield the dark squares."""
        dark = (rectangle(self._square(place)) for place in dark_squares(self.board))
        squares = Path(tuple(square.contours[0] for square in dark))
        if not self.is_ornamental:
            yield squares._replace(fill=CHECKER)
            return
        yield squares._replace(fill=DARK_WOOD)
        yield self._grain(squares, DARK_WOOD)

    # Coordinates

    def labels(self) -> Iterator[Item]:
        """Yield the coordinates as the notation has them: at the left, and below or on top."""
        half_band = self.label_size * LABEL_BAND / 2
        below, above = self.field.bottom - half_band, self.field.top + half_band
        y = above if self.board.is_named_by_rows else below
        for file in range(self.board.files):
            yield self._label((file * self.pitch, y), self.board.file_name(file))
        x = self.field.left - half_band
        for rank in range(self.board.ranks):
            yield self._label((x, rank * self.pitch), self.board.rank_name(rank))

    def _label(self, center: Point, text: str) -> Item:
        return centered_text(center, text, self.label_size, BLACK)


def millimeters(length: float) -> str:
    """Return *length* as it is written: without needless digits, at most two after the point."""
    return f"{math.floor(length * 100 + 0.5) / 100:g}"
