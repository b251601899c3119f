"""Pieces and caps of buttons as they are cut out: each with its cut line, and ink a little beyond.

They lie side by side on as many pages as they take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.art.digits import SIGN_ROLES, SIGNS
from companion.art.shapes import Stroke
from companion.art.theme import LIGHT, mixed
from companion.contract.board_face import UNDERLINED, piece_radius
from companion.ports import ButtonName
from companion.printing.drawing import (
    WHITE,
    Color,
    Copy,
    Drawing,
    Item,
    PaperBox,
    PaperPen,
    Point,
    Sheet,
    Text,
    centered_text,
    circle,
    line,
    polygon,
    rounded,
)
from companion.printing.page import Paper, sheets
from companion.words import command_line as words
from companion.words.buttons import button_title

CUT_WIDTH = 0.15
CUT_DASH = (1.0, 0.7)
BLEED = 0.5
"""A cut that strays this far shows no white edge."""

GAP = 2.5
"""Between pieces, in mm: room for scissors."""

AT_MIDDLE = PaperBox(0, 0, 0, 0)

RINGS = {"disc": (0.87,), "counter": (0.9, 0.62, 0.44), "stone": ()}
"""Where rings are turned into a face, in radii; discs that nest get none that look like sizes."""

TILE_SIDE = 0.8
TILE_CORNER = 0.1
TILE_NUMBER = 0.42
"""Side, corner and number of a tile in cells."""

DOMINO_WIDTH = 21.0
DOMINO_HEIGHT = 42.0
DOMINO_CORNER = 2.2
PIP_RADIUS = 1.7
PIP_STEP = 5.8

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
    7: ((-1, 1), (1, 1), (-1, 0), (0, 0), (1, 0), (-1, -1), (1, -1)),
    8: ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)),
    9: ((-1, 1), (0, 1), (1, 1), (-1, 0), (0, 0), (1, 0), (-1, -1), (0, -1), (1, -1)),
}
"""The pips of a domino half, as (right, up) in steps from its middle."""


class Tint(NamedTuple):
    """The colors of one side's pieces: face, what is drawn on it, the line to cut along."""

    face: Color
    mark: Color
    cut: Color


TINTS = {
    "ivory": Tint(LIGHT.ivory, LIGHT.ivory_rim, LIGHT.ivory_rim),
    "ebony": Tint(LIGHT.ebony, (200, 196, 204), WHITE),
    "blue": Tint(LIGHT.blue, WHITE, WHITE),
    "yellow": Tint(LIGHT.amber, LIGHT.ink, LIGHT.ink),
    "pink": Tint((240, 150, 190), LIGHT.ink, LIGHT.ink),
}


def piece(shape: str, tint: str, value: int, values: int, pitch: float) -> Drawing:
    """Return one piece of a game around its middle, in the room that it takes with its bleed.

    Args:
        shape: disc, counter, stone or tile.
        tint: a key of `TINTS`.
        value: its size or number.
        values: how many sizes there are; discs of all of them show in one tower.
        pitch: the distance of neighboring dots in mm.
    """
    if shape == "tile":
        return _tile(TINTS[tint], value, pitch)
    return _round(shape, TINTS[tint], piece_radius(value, values) * pitch)


def _cut(color: Color) -> PaperPen:
    return PaperPen(color, CUT_WIDTH, CUT_DASH)


def _round(shape: str, tint: Tint, radius: float) -> Drawing:
    # A pale face would hardly show where it ends.
    edge = PaperPen(mixed(WHITE, tint.cut, 0.3), 0.1) if min(tint.face) > 220 else None
    pen = PaperPen(tint.mark, max(0.15, radius * 0.03))
    items = (
        circle((0, 0), radius + BLEED, tint.face, edge),
        *(circle((0, 0), radius * part, pen=pen) for part in RINGS[shape]),
        circle((0, 0), radius, pen=_cut(tint.cut)),
    )
    return Drawing(items, AT_MIDDLE.grown(radius + BLEED))


def _tile(tint: Tint, number: int, pitch: float) -> Drawing:
    side, corner = TILE_SIDE * pitch, TILE_CORNER * pitch
    edge = AT_MIDDLE.grown(side / 2)
    size = TILE_NUMBER * pitch
    items: list[Item] = [
        rounded(edge.grown(BLEED), corner + BLEED, tint.face),
        rounded(edge, corner, pen=_cut(tint.cut)),
        centered_text((0, 0), str(number), size, tint.mark, is_bold=True),
    ]
    if number in UNDERLINED:
        y = -size * 0.47
        items.append(line([(-size * 0.27, y), (size * 0.27, y)], PaperPen(tint.mark, size * 0.08)))
    return Drawing(tuple(items), edge.grown(BLEED))


def domino(low: int, high: int) -> Drawing:
    """Return a domino, upright; its face is the paper."""
    across, up = DOMINO_WIDTH / 2, DOMINO_HEIGHT / 2
    edge = PaperBox(-across, -up, across, up)
    bar = DOMINO_WIDTH * 0.36
    items = (
        rounded(edge, DOMINO_CORNER, pen=_cut(LIGHT.muted)),
        line([(-bar, 0), (bar, 0)], PaperPen(LIGHT.brass, 0.5)),
        circle((0, 0), 0.9, LIGHT.brass),
        *_pips((0, DOMINO_HEIGHT / 4), high),
        *_pips((0, -DOMINO_HEIGHT / 4), low),
    )
    return Drawing(items, edge.grown(CUT_WIDTH / 2))


def _pips(middle: Point, count: int) -> Iterator[Item]:
    x, y = middle
    for right, up in PIPS[count]:
        yield circle((x + right * PIP_STEP, y + up * PIP_STEP), PIP_RADIUS, LIGHT.ink)


def piece_pages(pieces: Sequence[Drawing], window: PaperBox) -> list[list[Item]]:
    """Return the pieces of each page: in rows from the top left, a row for each height."""
    pages: list[list[Item]] = []
    top, x, row_height = window.top, window.left, 0.0
    for piece in pieces:
        width, height = piece.box.width, piece.box.height
        is_row_full = x + width > window.right + 1e-9
        if is_row_full or row_height not in (0.0, height):
            top, x = top - row_height - GAP, window.left
        if not pages or top - height < window.bottom - 1e-9:
            pages.append([])
            top, x = window.top, window.left
        row_height = height
        shift = (x - piece.box.left, top - piece.box.top)
        pages[-1].append(Copy(piece, shift, piece.box.moved(shift)))
        x += width + GAP
    return pages


# Caps for the four buttons beside the table

USUAL_SIZES_MM: Final = (30.0, 24.0, 12.0)
"""The usual buttons: two of arcades, and the caps of small push buttons."""

LEAST_SIZE_MM, LARGEST_SIZE_MM = 8.0, 100.0

CAP_TINTS: Mapping[ButtonName, tuple[Color, Color]] = MappingProxyType(
    {ButtonName.NEXT: (LIGHT.yellow, LIGHT.ink)}
)
"""Ground and ink where white on the color of the sign would be no bright cap."""

SIGN_PART, SIGN_UP = 0.42, 0.10
"""How high the sign is and how far over the middle of the cap, in parts of the cap's width."""

NAME_PART, NAME_DOWN, NAME_WIDTH = 0.15, 0.31, 0.72
"""The same of the name; and the most that it takes of the width."""


def cap_sheets(sizes: Sequence[float], paper: Paper) -> list[Sheet]:
    """Return the pages with a cap for each of the four buttons in each of *sizes*, in mm."""
    caps = [_cap(name, size) for size in sizes for name in ButtonName]
    notes = (words.caps_note(sizes), words.cut_note(0))
    return sheets(paper, words.CAPS_TITLE(), notes, piece_pages(caps, paper.window))


def _cap(name: ButtonName, size: float) -> Drawing:
    """Return the cap of one button, *size* mm wide, in the color of the real one."""
    ground, ink = CAP_TINTS.get(name, (LIGHT.color(SIGN_ROLES[name]), WHITE))
    items = (
        circle((0, 0), size / 2 + BLEED, ground),
        *_sign(name, size, ink),
        Text(
            (0, -size * NAME_DOWN), button_title(name), size * NAME_PART, ink, "middle",
            is_bold=True, most_width=size * NAME_WIDTH,
        ),
        circle((0, 0), size / 2, pen=PaperPen(ink, CUT_WIDTH, CUT_DASH)),
    )  # fmt: skip
    return Drawing(items, AT_MIDDLE.grown(size / 2 + BLEED))


def _sign(name: ButtonName, size: float, ink: Color) -> Iterator[Item]:
    """Yield the shapes that stand on the button of the screen, turned from down to up."""
    scale = size * SIGN_PART
    for shape in SIGNS[name]:
        points = [(x * scale, size * SIGN_UP - y * scale) for x, y in shape.points]
        if isinstance(shape, Stroke):
            yield line(points, PaperPen(ink, shape.width * scale))
        else:
            yield polygon(points, ink)
