"""The pages of one job: a board, the pieces or a drilling template of one game.

What a game needs, and how many of each, is known from its board and its first position; the file
``paper.toml`` in its folder may say the rest, see ``docs/printing.md``.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, NamedTuple

from companion.art.boards import MARK_HALF, crossings
from companion.art.shapes import Blend, Diamond, Disc, Fill, Point, Ring, Stroke, edges, enlarged
from companion.contract import Board, Game, LampGrid, Options, Piece
from companion.contract.board import names_of
from companion.errors import PrintError
from companion.plugins import find_game
from companion.plugins.data_file import read_data
from companion.printing.board_drawing import BoardOnPaper
from companion.printing.drawing import (
    PALE,
    Copy,
    Dashed,
    Drawing,
    Item,
    PaperBox,
    Sheet,
    Text,
    centered_text,
)
from companion.printing.page import GRAY, INK, MAP_HEIGHT, MAP_WIDTH, PAPERS, Paper, sheets
from companion.printing.piece_shapes import domino, piece, piece_pages
from companion.words import command_line as words

LINE = 0.2
CROSS_LINE = 0.12
OUTLINE_DASH = (2.0, 1.2)
LAMP_RADIUS = 0.45
CROSS_BEYOND = 1.5
"""The cross of a hole reaches this far beyond it, in mm."""

NAME_SIZE = 2.4
LEAST_ROOM_FOR_NAMES = 4.5
"""Between neighboring holes, in mm."""


@dataclass(frozen=True)
class DrillPlan:
    """The holes of one board over one panel of lamps.

    Attributes:
        pitch: the distance of neighboring dots in mm.
        panel: the name of the panel in the board file.
        hole: the diameter of the holes in mm.
    """

    board: Board
    pitch: float
    panel: str
    hole: float

    @property
    def lamps(self) -> LampGrid:
        """Return where the lamps lie on the panel."""
        return self.board.lamps[self.panel]

    @property
    def led_pitch(self) -> float:
        """Return how far apart the lamps must be, in mm."""
        return self.pitch / self.lamps.pitch

    @property
    def corner(self) -> str:
        """Return the name of the near left place of the lattice, which need not be a dot."""
        return names_of(((0, 0),), self.board.naming, self.board.ranks)[0]

    def drawing(self) -> Drawing:
        """Return the template: outline, holes, the lamps between them, names."""
        paper = BoardOnPaper(self.board, self.pitch)
        edge = edges(paper.face(), LINE) if self.board.outline else ()
        marks = (Diamond(place, MARK_HALF) for place in crossings(self.board))
        items = (
            *(Dashed(line, PALE, OUTLINE_DASH) for line in edge),
            *(
                Fill(line, "ink")
                for mark in marks
                for line in edges(enlarged(mark, self.pitch), LINE)
            ),
            *self._other_lamps(),
            *self._holes(),
            *paper.labels(),
        )
        return replace(paper.drawing(), items=items)

    def _holes(self) -> Iterator[Item]:
        reach = self.hole / 2 + min(CROSS_BEYOND, (self.pitch - self.hole) / 3)
        has_names = self.pitch - self.hole >= LEAST_ROOM_FOR_NAMES
        for site, (file, rank) in enumerate(self.board.places):
            x, y = file * self.pitch, rank * self.pitch
            yield Fill(Ring((x, y), self.hole / 2, LINE), "ink")
            yield Fill(Stroke(((x - reach, y), (x + reach, y)), CROSS_LINE), "ink")
            yield Fill(Stroke(((x, y - reach), (x, y + reach)), CROSS_LINE), "ink")
            if has_names:
                beside = self.hole / 2 * math.sqrt(0.5) + 0.6
                at = (x + beside, y + beside)
                yield Text(at, self.board.names[site], NAME_SIZE, "muted")

    def _other_lamps(self) -> Iterator[Item]:
        """Yield a small point for each lamp between the outermost dots that is under none."""
        step = self.lamps.pitch
        taken = {(file * step, rank * step) for file, rank in self.board.places}
        for up in range((self.board.ranks - 1) * step + 1):
            for along in range((self.board.files - 1) * step + 1):
                if (along, up) not in taken:
                    at = (along * self.led_pitch, up * self.led_pitch)
                    yield Fill(Disc(at, LAMP_RADIUS), PALE)


def drill_plan(board: Board, pitch: float, panel: str | None, hole: float) -> DrillPlan:
    """Return the holes of *board* over the panel called *panel*, or over its first one.

    Raises:
        PrintError: the board has no such panel, or the holes would meet.
    """
    if not board.lamps:
        raise PrintError(
            "expected a board with lamps to drill for, as [lamps.WIDTHxHEIGHT] in its file, "
            "got {board!r}",
            board=board.name,
        )
    if panel is not None and panel not in board.lamps:
        known = ", ".join(board.lamps)
        raise PrintError(
            "expected a panel of board {board} ({known}), got {panel!r}",
            board=board.name,
            known=known,
            panel=panel,
        )
    if hole >= pitch:
        raise PrintError(
            "expected holes smaller than the pitch of {pitch:g} mm, got {hole:g} mm",
            pitch=pitch,
            hole=hole,
        )
    return DrillPlan(board, pitch, next(iter(board.lamps)) if panel is None else panel, hole)


FILE: Final = "paper.toml"
KEYS: Final = ("pitch_mm", "each", "dominoes")
"""All that the file may say."""

LEAST_PITCH_MM: Final = 5.0
LARGEST_PITCH_MM: Final = 100.0
LARGEST_USUAL_PITCH_MM: Final = 30
"""Where the file names none: small boards need no giant pieces."""

MOST_EACH: Final = 1000
MOST_PIPS: Final = 9

SHAPES: Final = {"tiles": "tile", "stones": "stone"}
"""Pieces cut out, by what the board file says the real ones are."""


class Batch(NamedTuple):
    """Pieces that are alike: the side they belong to, their value, how many."""

    side: int
    value: int
    number: int


@dataclass(frozen=True)
class GameSet:
    """What one game needs on paper.

    Attributes:
        pitch_mm: the distance of neighboring dots where none is asked for.
        each: pieces a side; None where those of the first position are all there are.
        dominoes: the highest number of the domino set that belongs to it, or None.
    """

    game: Game
    pitch_mm: float
    each: int | None = None
    dominoes: int | None = None

    def sizes(self, options: Options) -> int:
        """Return how many values its pieces have under *options*."""
        return max((piece.value for piece in self._pieces(options)), default=1)

    def shape(self, options: Options) -> str:
        """Return what its pieces are: tile, stone, disc (nested sizes) or counter."""
        plain = "disc" if self.sizes(options) > 1 else "counter"
        return SHAPES.get(self.game.shipped_board().pieces, plain)

    def batches(self, options: Options, own: Board | None = None) -> list[Batch]:
        """Return all pieces of the game but its dominoes, the largest first; numbers in order.

        Args:
            options: of the game; values that it has not under them are left out.
            own: a board of one's own, whose set-up is counted instead where it has one.
        """
        start = own.setups.get("start", ()) if own is not None else ()
        sizes = self.sizes(options)
        counts = Counter(Piece(side, value) for side, value, _ in start if value <= sizes)
        batches = [
            Batch(piece.side, piece.value, number)
            for piece, number in (counts or Counter(self._pieces(options))).items()
        ]
        if self.shape(options) == "tile":
            return sorted(batches)
        return sorted(batches, key=lambda batch: (-batch.value, batch.side))

    def _pieces(self, options: Options) -> Iterator[Piece]:
        """Yield those of the first position; where each side has a number, so many of both."""
        if self.each is not None:
            return chain.from_iterable([Piece(side, 1)] * self.each for side in (0, 1))
        first = self.game.initial(options)
        return chain(*first.pieces().values(), first.off_board())

    def domino_tiles(self) -> list[tuple[int, int]]:
        """Return the tiles of its domino set, from the double blank on; none where it has none."""
        if self.dominoes is None:
            return []
        pips = range(self.dominoes + 1)
        return [(low, high) for low in pips for high in pips[low:]]


def find_set(name: str) -> GameSet:
    """Return what the game called *name* needs.

    Raises:
        OptionError: there is no such game.
        PluginError: its file says what none may say.
    """
    game = find_game(name)
    data = read_data(name, FILE)
    data.check_keys(*KEYS)
    usual = usual_pitch_mm(game.shipped_board())
    pitch_mm = data.number("pitch_mm", LEAST_PITCH_MM, LARGEST_PITCH_MM, usual)
    each = data.whole("each", range(1, MOST_EACH + 1)) if "each" in data else _fill(game)
    dominoes = data.whole("dominoes", range(MOST_PIPS + 1)) if "dominoes" in data else None
    return GameSet(game, pitch_mm, each, dominoes)


def _fill(game: Game) -> int | None:
    """Return how many pieces a side fill the board; None where its first position has some."""
    first = game.initial()
    return None if first.pieces() or first.off_board() else (len(first.board) + 1) // 2


def usual_pitch_mm(board: Board) -> float:
    """Return the largest whole pitch at which *board* fits on one A4 page, if any does."""
    windows = [paper.window for paper in (PAPERS["A4"], PAPERS["A4"].turned())]
    for pitch in range(LARGEST_USUAL_PITCH_MM, int(LEAST_PITCH_MM), -1):
        box = BoardOnPaper(board, pitch).box
        if any(box.width <= one.width and box.height <= one.height for one in windows):
            return pitch
    return LEAST_PITCH_MM


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
MAP_FILL = Blend("choice", "teal", 0.12)
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
