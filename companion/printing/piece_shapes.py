"""Pieces and caps of buttons as they are cut out: each with its cut line, and ink a little beyond.

They lie side by side on as many pages as they take.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.art.digits import SIGN_ROLES, SIGNS
from companion.art.pieces import DISCS, GROOVES, KINDS, UNDERLINED, piece_radius
from companion.art.shapes import (
    Blend,
    Disc,
    Fill,
    Ink,
    Patch,
    Point,
    Ring,
    Shape,
    Stroke,
    edges,
    enlarged,
    rounded_box,
)
from companion.ports import ButtonName
from companion.printing.drawing import (
    Copy,
    Dashed,
    Drawing,
    Item,
    PaperBox,
    Sheet,
    Text,
    centered_text,
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

RINGS = {"disc": (0.87,), "counter": (0.9, *GROOVES), "stone": (), "tile": ()}
"""Where rings are turned into a face, in radii; discs that nest get none that look like sizes."""

TILE_HALF = 0.4
TILE_NUMBER = 0.42
"""Half the side of a tile and the size of its number, in cells."""

DOMINO_WIDTH = 21.0
DOMINO_HEIGHT = 42.0
DOMINO_CORNER = 2.2
PIP_RADIUS = 1.7
PIP_STEP = 5.8

PIPS = (((-1, 1), (1, -1)), ((1, 1), (-1, -1)), ((-1, 0), (1, 0)), ((0, 1), (0, -1)))
"""The pairs of pips on a domino half, as (right, up) in steps from its middle, in the order in
which numbers get them; an odd one has a pip in the middle as well.
"""


class Tint(NamedTuple):
    """The colors of one side's pieces: face, what is drawn on it, the line to cut along."""

    face: Ink
    mark: Ink
    cut: Ink


TINTS = {
    "ivory": Tint("ivory", "ivory_rim", "ivory_rim"),
    "ebony": Tint("ebony", "ebony_shade", "white"),
    "blue": Tint("blue", "white", "white"),
    "yellow": Tint("amber", "ink", "ink"),
    "pink": Tint("pink_piece", "ink", "ink"),
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
    is_tile, colors = shape == "tile", TINTS[tint]
    radius = (TILE_HALF if is_tile else piece_radius(value, values)) * pitch
    kind = KINDS["tiles"] if is_tile else DISCS
    items: list[Item] = [Fill(kind.grown(radius, BLEED), colors.face)]
    if tint == "ivory":
        # So pale a face would hardly show where it ends.
        faint = Blend("white", colors.cut, 0.3)
        items += (Fill(line, faint) for line in edges(kind.grown(radius, BLEED), 0.1))
    rings = (Ring((0, 0), radius * part, max(0.15, radius * 0.03)) for part in RINGS[shape])
    items += (Fill(ring, colors.mark) for ring in rings)
    if is_tile:
        items += _number(value, TILE_NUMBER * pitch, colors.mark)
    items.append(_cut(kind.grown(radius, 0.0), colors.cut))
    return Drawing(tuple(items), AT_MIDDLE.grown(radius + BLEED))


def _number(number: int, size: float, ink: Ink) -> Iterator[Item]:
    yield centered_text((0, 0), str(number), size, ink, is_bold=True)
    if number in UNDERLINED:
        y, across = -size * 0.47, size * 0.27
        yield Fill(Stroke(((-across, y), (across, y)), size * 0.08), ink)


def _cut(shape: Shape, ink: Ink) -> Dashed:
    """Return the line along which *shape* is cut out."""
    (line,) = edges(shape, CUT_WIDTH)
    return Dashed(line, ink, CUT_DASH)


def domino(low: int, high: int) -> Drawing:
    """Return a domino, upright; its face is the paper."""
    across, up = DOMINO_WIDTH / 2, DOMINO_HEIGHT / 2
    bar = DOMINO_WIDTH * 0.36
    items = (
        _cut(Patch(rounded_box((across, up), DOMINO_CORNER)), "muted"),
        Fill(Stroke(((-bar, 0), (bar, 0)), 0.5), "brass"),
        Fill(Disc((0, 0), 0.9), "brass"),
        *_pips((0, up / 2), high),
        *_pips((0, -up / 2), low),
    )
    return Drawing(items, PaperBox(-across, -up, across, up).grown(CUT_WIDTH / 2))


def _pips(middle: Point, count: int) -> Iterator[Item]:
    x, y = middle
    pairs = itertools.chain(*PIPS[: count // 2])
    for right, up in [*pairs, *[(0, 0)] * (count % 2)]:
        yield Fill(Disc((x + right * PIP_STEP, y + up * PIP_STEP), PIP_RADIUS), "ink")


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

CAP_INKS: Mapping[ButtonName, tuple[Ink, Ink]] = MappingProxyType(
    {ButtonName.NEXT: ("yellow", "ink")}
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
    ground, ink = CAP_INKS.get(name, (SIGN_ROLES[name], "white"))
    up = (0.0, size * SIGN_UP)
    signs = (enlarged(shape, size * SIGN_PART, (1, -1), up) for shape in SIGNS[name])
    items: tuple[Item, ...] = (
        Fill(Disc((0, 0), size / 2 + BLEED), ground),
        *(Fill(sign, ink) for sign in signs),
        Text(
            (0, -size * NAME_DOWN), button_title(name), size * NAME_PART, ink, "middle",
            is_bold=True, most_width=size * NAME_WIDTH,
        ),
        _cut(Disc((0, 0), size / 2), ink),
    )  # fmt: skip
    return Drawing(items, AT_MIDDLE.grown(size / 2 + BLEED))
