"""The pages of one job: a board, the pieces or a drilling template of one game."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import NamedTuple

from companion.art.shapes import Fill, Mixed, Point, Stroke, edges, enlarged
from companion.contract import Board, Options
from companion.printing.board_drawing import BoardOnPaper
from companion.printing.drawing import (
    PALE,
    Copy,
    Drawing,
    Item,
    PaperBox,
    Sheet,
    centered_text,
)
from companion.printing.drill_drawing import DrillPlan
from companion.printing.page import GRAY, INK, MAP_HEIGHT, MAP_WIDTH, Paper, sheets
from companion.printing.piece_shapes import domino, piece, piece_pages
from companion.printing.sets import GameSet
from companion.words import command_line as words


@dataclass(frozen=True)
class Job:
    """What is printed for one game on one kind of paper.

    Attributes:
        game: what the game needs.
        pitch: the distance of neighboring dots in mm.
    """

    game: GameSet
    paper: Paper
    pitch: float

    def board_sheets(self, board: Board, style: str) -> list[Sheet]:
        """Return the pages of *board*, drawn in *style*."""
        on_paper = BoardOnPaper(board, self.pitch, style)
        note = words.board_note(board, millimeters(self.pitch))
        return self._tiled("board", on_paper.drawing(), (note,))

    def drill_sheets(self, plan: DrillPlan) -> list[Sheet]:
        """Return the pages of the drilling template *plan*."""
        numbers = (millimeters(number) for number in (plan.led_pitch, plan.pitch, plan.hole))
        notes = (
            words.drill_note(plan.panel, plan.lamps, *numbers),
            words.first_lamp_note(plan.board, plan.corner, plan.lamps),
        )
        return self._tiled("drill", plan.drawing(), notes)

    def piece_sheets(self, options: Options, own: Board | None = None) -> list[Sheet]:
        """Return the pages of all pieces under *options*, or of the set-up of the board *own*."""
        kind, sizes = self.game.shape(options), self.game.sizes(options)
        tints = self.game.game.shipped_board().colors
        pieces: list[Drawing] = []
        for batch in self.game.batches(options, own):
            drawing = piece(kind, tints[batch.side], batch.value, sizes, self.pitch)
            pieces += [drawing] * batch.number
        dominoes = [domino(low, high) for low, high in self.game.domino_tiles()]
        count = len(pieces) + len(dominoes)
        nested = sizes if kind == "disc" else 1
        notes = (
            words.pieces_note(count, nested, self.game.game.board_name, millimeters(self.pitch)),
            words.cut_note(len(dominoes)),
        )
        pages = piece_pages([*pieces, *dominoes], self.paper.window)
        return sheets(self.paper, self._title("pieces"), notes, pages)

    def _tiled(self, what: str, drawing: Drawing, notes: tuple[str, ...]) -> list[Sheet]:
        tiling = tiled(drawing, self.paper)
        pages = [contents(drawing, tiling, tile) for tile in tiling.tiles]
        return sheets(tiling.paper, self._title(what), notes, pages, is_glued=True)

    def _title(self, what: str) -> str:
        return words.sheet_title(self.game.game.name, what)


def millimeters(length: float) -> str:
    """Return *length* as it is written: without needless digits, at most two after the point."""
    return f"{math.floor(length * 100 + 0.5) / 100:g}"


# A drawing larger than the paper: neighboring pages meet at a seam. Each prints `BLEED` more than
# its part beyond the seam, and both mark the ends of the seam with the same crosses: one page is
# cut along its seam and laid on the other, cross on cross.

BLEED = 5.0
"""Each page goes on this far beyond a seam; half of what two neighbors share."""

CROP_ARM = 4.0
CROP_CASING = 0.7
FINE_LINE = 0.15
MAP_FILL = Mixed("choice", "teal", 0.12)
LEAST_MAP_CELL = 2.6
"""Smaller parts of the page map get no number."""


class Tile(NamedTuple):
    """One page of a drawing.

    Attributes:
        part: what this page is to show of the drawing, from seam to seam.
        shift: from the drawing to the page.
        window: what is seen, on the page: the part and its bleed.
    """

    part: PaperBox
    shift: Point
    window: PaperBox


class Tiling(NamedTuple):
    """The pages of a drawing, in the order in which they are printed, and the paper's way up."""

    paper: Paper
    tiles: tuple[Tile, ...]


def tiled(drawing: Drawing, paper: Paper) -> Tiling:
    """Return the pages of *drawing*; the paper lies on its side where that saves pages."""
    upright, lying = _tiled(drawing, paper), _tiled(drawing, paper.turned())
    return lying if len(lying.tiles) < len(upright.tiles) else upright


def _tiled(drawing: Drawing, paper: Paper) -> Tiling:
    box, window = drawing.box, paper.window
    columns = seams(box.left, box.right, window.width, drawing.quiet_x)
    rows = seams(box.bottom, box.top, window.height, drawing.quiet_y)
    tiles = [
        _tile(PaperBox(left, bottom, right, top), box, window)
        # As one reads: from the top row down.
        for bottom, top in reversed(list(itertools.pairwise(rows)))
        for left, right in itertools.pairwise(columns)
    ]
    return Tiling(paper, tuple(tiles))


def _tile(part: PaperBox, whole: PaperBox, window: PaperBox) -> Tile:
    (x, y), (middle_x, middle_y) = part.center, window.center
    shift = (middle_x - x, middle_y - y)
    seen = PaperBox(
        max(part.left - BLEED, whole.left),
        max(part.bottom - BLEED, whole.bottom),
        min(part.right + BLEED, whole.right),
        min(part.top + BLEED, whole.top),
    )
    return Tile(part, shift, seen.moved(shift))


def seams(
    start: float, end: float, room: float, quiet: tuple[float, ...] = ()
) -> tuple[float, ...]:
    """Return where a drawing is parted, its two ends included, into as few parts as possible.

    Args:
        start: where the drawing begins.
        end: where it ends.
        room: what a page has room for, bleed included.
        quiet: where a seam hurts least; as near to it as no more pages are needed.
    """
    if end - start <= room:
        return start, end
    most = room - 2 * BLEED
    count = math.ceil((end - start) / most - 1e-9)
    places = [start]
    for number in range(1, count):
        even = start + (end - start) * number / count
        # What comes after must fit as well, and every page shows more than its bleed.
        low = max(end - (count - number) * most, places[-1] + 2 * BLEED)
        high = min(places[-1] + most, end - 2 * BLEED)
        wanted = _nearest(quiet, even)
        places.append(min(max(wanted, low), high))
    return (*places, end)


def _nearest(places: tuple[float, ...], wanted: float) -> float:
    return min(places, key=lambda place: abs(place - wanted), default=wanted)


def contents(drawing: Drawing, tiling: Tiling, tile: Tile) -> list[Item]:
    """Return what the page of *tile* shows: its part, crop marks, and the page map."""
    items: list[Item] = [Copy(drawing, tile.shift, tile.window)]
    if len(tiling.tiles) > 1:
        items += crop_marks(tile)
        items += page_map(drawing, tiling, tile)
    return items


def crop_marks(tile: Tile) -> list[Item]:
    """Return a cross at each corner of the part that *tile* shows."""
    left, bottom, right, top = tile.part.moved(tile.shift)
    arms = [
        arm
        for x, y in itertools.product((left, right), (bottom, top))
        for arm in (
            ((x - CROP_ARM, y), (x + CROP_ARM, y)),
            ((x, y - CROP_ARM), (x, y + CROP_ARM)),
        )
    ]
    casings = (Fill(Stroke(arm, CROP_CASING), "white") for arm in arms)
    return [*casings, *(Fill(Stroke(arm, FINE_LINE), INK) for arm in arms)]


def page_map(drawing: Drawing, tiling: Tiling, tile: Tile) -> list[Item]:
    """Return a small picture, at the lower right, of how the pages lie; this one is filled."""
    box, printable = drawing.box, tiling.paper.printable
    scale = min(MAP_WIDTH / box.width, MAP_HEIGHT / box.height)
    # Half a line width inside of what can be printed.
    shift = (
        printable.right - 0.2 - box.right * scale,
        printable.bottom + 0.2 - box.bottom * scale,
    )
    parts = [_on_map(other.part, scale, shift) for other in tiling.tiles]
    this = tiling.tiles.index(tile)
    silhouette = edges(drawing.silhouette, FINE_LINE / scale) if drawing.silhouette else ()
    return [
        Fill(parts[this].patch, MAP_FILL),
        *(Fill(enlarged(line, scale, middle=shift), PALE) for line in silhouette),
        *(Fill(line, GRAY) for part in parts for line in edges(part.patch, FINE_LINE)),
        *(
            number
            for index, part in enumerate(parts)
            for number in _map_number(part, index + 1, index == this)
        ),
    ]


def _on_map(part: PaperBox, scale: float, shift: Point) -> PaperBox:
    left, bottom, right, top = (length * scale for length in part)
    return PaperBox(left, bottom, right, top).moved(shift)


def _map_number(part: PaperBox, number: int, is_this: bool) -> list[Item]:
    least = min(part.width, part.height)
    if least < LEAST_MAP_CELL:
        return []
    size = min(3.2, least * 0.6)
    return [centered_text(part.center, str(number), size, INK if is_this else GRAY, is_this)]
