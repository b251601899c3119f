"""A board as it is drawn on paper, plain or ornamental; a1's place is the origin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.art.boards import (
    BARE_MARGIN,
    OUTLINE_RADIUS,
    SCREEN,
    BoardFace,
    BoardLook,
    BoardPart,
    BoardShape,
    Grid,
    RoundedBox,
    Squares,
    Wood,
    curves,
    grain,
    labels,
    marks_on,
    wooden_face,
)
from companion.art.shapes import (
    Area,
    Fill,
    Mixed,
    Patch,
    Shape,
    Stroke,
    edges,
    enlarged,
    rounded_box,
)
from companion.contract import Board
from companion.printing.drawing import Drawing, Group, Item, PaperBox, centered_text
from companion.printing.outline import outline

STYLES = ("plain", "ornamental")

OUTLINE = 0.5
PLAIN_LINE = 0.35
PLAIN_CURVE = 0.2
GRID_LINE = 0.3
STROKE = 0.09
FRAME = 0.16
"""Line widths in mm, but of strokes and the frame around squares in cells."""

CORNER_STEPS = 30

LABEL_SIZE = 0.3
SMALLEST_LABEL = 2.2
LARGEST_LABEL = 8.0
LABEL_BAND = 1.5
"""Size of coordinates in cells, its limits in mm; the band they stand in, in their sizes."""


def look_of(style: str, pitch: float) -> BoardLook:
    """Return how what is drawn on a board looks in *style* with dots *pitch* mm apart."""
    grid = GRID_LINE / pitch
    if style == "ornamental":
        faint = Mixed("white", "dot", 0.45)
        return SCREEN._replace(grid=grid, stroke=STROKE, stroke_ink=faint, has_strokes_on_top=True)
    return BoardLook(
        "ink", "white", "ink", PLAIN_LINE / pitch, grid, "ink", STROKE,
        Mixed("white", "ink", 0.45), Mixed("white", "ink", 0.128), is_wooden=False,
    )  # fmt: skip


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
    def has_frame(self) -> bool:
        """Return whether its face is a rectangle: squares have no ornamental line on paper."""
        return self.board.drawing == "squares"

    @property
    def label_size(self) -> float:
        """Return the size of the coordinates in mm."""
        return min(LARGEST_LABEL, max(SMALLEST_LABEL, LABEL_SIZE * self.pitch))

    @cached_property
    def field(self) -> PaperBox:
        """Return the board with its edge, without coordinates."""
        cells = OUTLINE_RADIUS if self.board.outline else BARE_MARGIN
        if self.has_frame:
            cells = 0.5 + FRAME
        right, top = (self.board.files - 1) * self.pitch, (self.board.ranks - 1) * self.pitch
        # Half of the outermost line.
        return PaperBox(0, 0, right, top).grown(cells * self.pitch + OUTLINE / 2)

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
        marks = marks_on(self.board, look_of(self.style, self.pitch))
        return Drawing(
            (*self._ground(), *self._painted(marks), *self.labels()),
            self.box,
            tuple((file + 0.5) * self.pitch for file in range(self.board.files - 1)),
            tuple((rank + 0.5) * self.pitch for rank in range(self.board.ranks - 1)),
            self.face(),
        )

    def face(self, inset: float = 0.0) -> Shape:
        """Return the face, or what is *inset* cells inside of its edge."""
        if self.has_frame or not self.board.outline:
            return self.field.grown(-OUTLINE / 2 - inset * self.pitch).patch
        return enlarged(outline(self.board, inset), self.pitch)

    def labels(self) -> Iterator[Item]:
        """Yield the coordinates."""
        reach = (self.label_size * LABEL_BAND / 2 - self.field.left) / self.pitch
        for text, (x, y) in labels(self.board, reach):
            at = (x * self.pitch, y * self.pitch)
            yield centered_text(at, text, self.label_size, "ink")

    def _ground(self) -> Iterator[Item]:
        if not (self.board.outline or self.has_frame):
            return
        under = [] if self.has_frame else list(curves(self.board))
        if self.style == "ornamental":
            yield from self._painted([wooden_face(self.board, under)])
            return
        for part in under:
            # The base, and of each curve its outer edge.
            if part.clip is None or part.ink == "brass_light":
                yield from self._outlined(part.shape, PLAIN_CURVE, part.clip)
        yield from self._outlined(BoardFace(self.board), OUTLINE)

    def _outlined(
        self, shape: BoardShape, width: float, clip: RoundedBox | None = None
    ) -> Iterator[Item]:
        (face,) = self._shapes(shape)
        # A curve filled would hide half of the line around the base.
        yield from () if clip else [Fill(face, "white")]
        yield from self._clipped([Fill(line, "ink") for line in edges(face, width)], clip)

    def _painted(self, parts: Iterable[BoardPart | Wood]) -> Iterator[Item]:
        for part in parts:
            shapes = self._shapes(part.shape)
            if isinstance(part, BoardPart):
                yield from self._clipped([Fill(shape, part.ink) for shape in shapes], part.clip)
            else:
                yield from self._painted(part.under)
                yield Fill(shapes[0], part.ink)
                yield Group(tuple(self._grain(part)), shapes[0])

    def _clipped(self, fills: Sequence[Fill], clip: RoundedBox | None) -> Sequence[Item]:
        return [Group(tuple(fills), *self._shapes(clip))] if clip else fills

    def _grain(self, wood: Wood) -> Iterator[Item]:
        left, bottom, right, top = self.field
        for wave in grain(right - left, top - bottom, self.pitch):
            points = tuple((left + x, bottom + y) for x, y in wave.points)
            yield Fill(Stroke(points, wave.width), Mixed(wood.ink, wood.grain, wave.depth))

    def _shapes(self, shape: BoardShape) -> list[Shape]:
        """Return what *shape* is made of, in mm."""
        made: list[Shape] = []
        if isinstance(shape, BoardFace):
            return [self.face(shape.inset)]
        if isinstance(shape, RoundedBox):
            box = PaperBox(*shape.one, *shape.other)
            halves = box.width / 2, box.height / 2
            made = [Patch(rounded_box(halves, shape.corner, box.center, CORNER_STEPS))]
        elif isinstance(shape, Squares | Grid):
            squares = [PaperBox(x, y, x, y).grown(0.5).patch for x, y in shape.places]
            if isinstance(shape, Squares):
                made = [Area(tuple(square.points for square in squares))]
            else:
                made += (line for square in squares for line in edges(square, shape.width))
        else:
            made = [shape]
        return [enlarged(one, self.pitch) for one in made]
