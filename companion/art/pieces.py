"""The kinds of real pieces seen from above: turned discs, numbered tiles, glass stones.

Whatever differs from kind to kind is asked of a `PieceKind`, and nobody else tells
them apart.  Everything is around the middle of a piece, in pixels: an edge has a least width.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from companion.art.digits import fitting_height, number_shape
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
    arc,
    on_circle,
    rounded_box,
    rounded_square,
)
from companion.art.theme import BoardSet, PieceRoles
from companion.contract import Piece, Side

RIM_PX = 1.25
RIM = 0.055
LINE = 0.045
GROOVES = (0.62, 0.44)
"""Widths of a disc's edge and of the rings turned into it; where its grooves are, in radii."""

TILE_CORNER = 0.24
TILE_CUT = 0.34
TILE_BEVEL = 0.11
BEVEL_LIGHT = 0.5
BEVEL_DARK = 0.45
NUMBER_HEIGHT = 1.12
NUMBER_WIDTH = 1.5
TILE_HALF = 0.41
"""A tile's corners, bevel and number in halves of its side, of which a cell has so many."""

PLATE, RAISED_PLATE = (0.8, 0.68, 0.3), (0.72, 0.62, 0.12)
"""Half the width and height of the ground under a number that lies over an arrow, and its corners,
likewise; the second one has room within a raised edge.
"""

STONE_STEPS = 24
GLOW: Point = (0.16, 0.22)
GLOW_DEPTH = 0.34
EYE_RADIUS = 0.5
EYE_WIDTH = 0.13
STONE_RADIUS = 0.385
"""Where light gathers in a stone, how bright; the ring in the second side's stones; in radii.

Of a stone a cell has so many: marks fit around it as around a tile.
"""

UNDERLINED = (6, 9)
"""Numbers with a line below on tiles: players sit around the table, where one is the other."""

ONE_SIZE_RADIUS = 0.37
LARGEST_RADIUS = {2: 0.43, 3: 0.43, 4: 0.44}
SMALLEST_RADIUS = {2: 0.23, 3: 0.205, 4: 0.17}
LARGEST_RADIUS_OF_MANY = 0.455
SMALLEST_RADIUS_OF_MANY = 0.145
"""Piece radii by the number of sizes that are told apart."""

MISSING_DASHES = 8

FLAT_RIM = 0.09
RAISED, RAISED_TILE = (0.1, 0.15), (0.08, 0.12)
RAISED_RIDGE, RAISED_LIGHT, RAISED_DARK = 0.25, 0.75, 0.45
"""Widths of a flat piece's edge, and of rim and ridge of raised ones, in radii; how light the
ridge is, how much lighter the upper left of it, and how much darker the lower right.
"""


class PieceKind(ABC):
    """One kind of pieces: round and without numbers, where a kind says nothing else.

    Attributes:
        is_square: marks and frames around a piece are square.
        has_number: its value stands on it; elsewhere the value is a size, or nothing.
        has_racks: pieces off the board lie in racks beside it, each at its number.
        radius: half of its width in cells; None where it follows from its value.
        raised: how wide rim and ridge of its raised edge are, in radii.
    """

    is_square: bool = False
    has_number: bool = False
    has_racks: bool = False
    radius: float | None = None
    raised: tuple[float, float] = RAISED

    def face(
        self, radius: float, piece: Piece, roles: PieceRoles, look: BoardSet = BoardSet.CLASSIC
    ) -> Iterator[Fill]:
        """Yield what *piece* is made of in *look*."""
        if look is BoardSet.CLASSIC:
            yield from self.turned(radius, piece, roles)
            return
        body = partial(self.body, radius, piece.side)
        if look is BoardSet.CONTRAST:
            rim, ridge = (radius * part for part in self.raised)
            yield from _raised_edge(body, max(RIM_PX, rim), max(2.0, ridge), roles)
        else:
            yield from _flat_edge(body, max(RIM_PX, radius * FLAT_RIM), roles)
        yield from self.sign(radius, piece, roles)

    @abstractmethod
    def turned(self, radius: float, piece: Piece, roles: PieceRoles) -> Iterator[Fill]:
        """Yield what *piece* is made of, as a real one is."""

    def sign(self, radius: float, piece: Piece, roles: PieceRoles) -> Iterator[Fill]:
        """Yield what stands on the face of *piece*."""
        return iter(())

    def plate(
        self, radius: float, piece: Piece, roles: PieceRoles, look: BoardSet
    ) -> Iterator[Fill]:
        """Yield the number on the face of *piece* and its ground, for over an arrow; nothing else.

        The arrow goes on at both sides of it.
        """
        return iter(())

    def body(
        self, radius: float, side: Side, inset: float = 0.0, middle: Point = (0.0, 0.0)
    ) -> Shape:
        """Return the outline of a piece of *side*, filled, or all that is *inset* inside of it."""
        return Disc(middle, radius - inset)

    def grown(self, radius: float, width: float) -> Shape:
        """Return what shadow and glow of a piece begin with: its outline, larger by *width*."""
        return Disc((0, 0), radius + width)

    def empty_place(self, radius: float) -> tuple[Shape, ...]:
        """Return the outline of a missing piece; broken, so that no piece looks like it."""
        dashes = MISSING_DASHES
        return tuple(
            arc(radius - RIM_PX / 2, n / dashes, (n + 0.5) / dashes, RIM_PX) for n in range(dashes)
        )


class Discs(PieceKind):
    """Turned discs: the value is the size, and small ones stand on large ones.

    With grooves they have rings turned into them, as checkers have; not where pieces nest, or
    grooves would look like pieces.
    """

    def __init__(self, *, has_grooves: bool = False) -> None:
        self._has_grooves = has_grooves

    def turned(self, radius: float, piece: Piece, roles: PieceRoles) -> Iterator[Fill]:
        rim_px = max(RIM_PX, radius * RIM)
        yield Fill(Disc((0, 0), radius), roles.rim)
        yield Fill(Disc((0, 0), radius - rim_px), roles.face)
        width = max(0.9, radius * LINE)
        yield Fill(Ring((0, 0), radius - rim_px - width * 1.5, width), roles.shade)
        if self._has_grooves:
            for part in GROOVES:
                yield Fill(Ring((0, 0), radius * part, width), roles.shade)


class Tiles(PieceKind):
    """Square tiles with numbers; those of the second side have cut corners."""

    is_square = True
    has_number = True
    has_racks = True
    radius = TILE_HALF
    raised = RAISED_TILE

    def turned(self, radius: float, piece: Piece, roles: PieceRoles) -> Iterator[Fill]:
        rim, bevel = max(RIM_PX, radius * RIM), max(1.0, radius * TILE_BEVEL)
        side = piece.side
        yield Fill(_tile(radius, side), roles.rim)
        yield Fill(_tile(radius, side, inset=rim), Blend(roles.face, roles.rim, BEVEL_DARK))
        bright = _tile(radius, side, (-bevel / 2, -bevel / 2), rim + bevel / 2)
        yield Fill(bright, Blend(roles.face, "white", BEVEL_LIGHT))
        yield Fill(_tile(radius, side, inset=rim + bevel), roles.face)
        yield from self.sign(radius, piece, roles)

    def sign(self, radius: float, piece: Piece, roles: PieceRoles) -> Iterator[Fill]:
        yield from _value(radius, piece.value, roles)

    def plate(
        self, radius: float, piece: Piece, roles: PieceRoles, look: BoardSet
    ) -> Iterator[Fill]:
        plate = RAISED_PLATE if look is BoardSet.CONTRAST else PLATE
        across, down, corner = (radius * part for part in plate)
        yield Fill(Patch(rounded_box((across, down), corner)), roles.face)
        yield from _value(radius, piece.value, roles)

    def body(
        self, radius: float, side: Side, inset: float = 0.0, middle: Point = (0.0, 0.0)
    ) -> Shape:
        return _tile(radius, side, middle, inset)

    def grown(self, radius: float, width: float) -> Shape:
        """Return a rounded square, whichever side's tile it is."""
        return Patch(rounded_square(radius + width, radius * TILE_CORNER + width))

    def empty_place(self, radius: float) -> tuple[Shape, ...]:
        edge = rounded_square(radius - RIM_PX / 2, radius * TILE_CORNER)
        return (Stroke((*edge, edge[0]), RIM_PX),)


class Stones(PieceKind):
    """Glass stones; those of the second side have a ring inside."""

    radius = STONE_RADIUS

    def turned(self, radius: float, piece: Piece, roles: PieceRoles) -> Iterator[Fill]:
        rim_px = max(RIM_PX, radius * RIM)
        yield Fill(Disc((0, 0), radius), roles.rim)
        inner = radius - rim_px
        bright = Blend(roles.face, "white", GLOW_DEPTH)
        for step in range(STONE_STEPS):
            part = step / (STONE_STEPS - 1)
            middle = (GLOW[0] * inner * part, GLOW[1] * inner * part)
            color = _between(roles, bright, part)
            yield Fill(Disc(middle, inner * (1 - 0.72 * part)), color)
        yield from self.sign(radius, piece, roles)
        yield from _shine(radius, roles)

    def sign(self, radius: float, piece: Piece, roles: PieceRoles) -> Iterator[Fill]:
        """Yield the ring in the stones of the second side."""
        if piece.side == 1:
            yield Fill(Ring((0, 0), radius * EYE_RADIUS, radius * EYE_WIDTH), roles.rim)


DISCS: Final = Discs()
CHECKERS: Final = Discs(has_grooves=True)
KINDS: Final[Mapping[str, PieceKind]] = MappingProxyType(
    {"discs": DISCS, "tiles": Tiles(), "stones": Stones()}
)
"""The kinds by what a board file calls them."""


def piece_radius(value: int, sizes: int) -> float:
    """Return the radius of a piece of *value* of 1 to *sizes*; the largest nearly fill a cell."""
    if sizes == 1:
        return ONE_SIZE_RADIUS
    largest = LARGEST_RADIUS.get(sizes, LARGEST_RADIUS_OF_MANY)
    smallest = SMALLEST_RADIUS.get(sizes, SMALLEST_RADIUS_OF_MANY)
    part = (min(max(value, 1), sizes) - 1) / (sizes - 1)
    return smallest + (largest - smallest) * part


def kind_of(name: str) -> PieceKind:
    """Return the kind that a board file calls *name*; discs where it has no look of its own."""
    return KINDS.get(name, DISCS)


Body: TypeAlias = Callable[[float, Point], Shape]
"""Gives the part of a piece that is so far inside of its outline, around a point."""


def _flat_edge(body: Body, rim: float, roles: PieceRoles) -> Iterator[Fill]:
    """Yield a piece that is nothing but its face and its edge."""
    yield Fill(body(0.0, (0.0, 0.0)), roles.rim)
    yield Fill(body(rim, (0.0, 0.0)), roles.face)


def _raised_edge(body: Body, rim: float, edge: float, roles: PieceRoles) -> Iterator[Fill]:
    """Yield a piece whose edge stands up: light on the upper left of it, dark on the lower right.

    Its face lies lower: there it is the other way round.
    """
    ridge = Blend(roles.shade, "white", RAISED_RIDGE)
    aside = edge * 0.25
    yield Fill(body(0.0, (0.0, 0.0)), roles.rim)
    yield Fill(body(rim, (0.0, 0.0)), Blend(ridge, roles.rim, RAISED_DARK))
    yield Fill(body(rim + aside, (-aside, -aside)), Blend(ridge, "white", RAISED_LIGHT))
    yield Fill(body(rim + edge * 0.45, (0.0, 0.0)), ridge)
    yield Fill(body(rim + edge, (0.0, 0.0)), roles.rim)
    yield Fill(body(rim + edge * 1.25, (aside, aside)), roles.face)


def _tile(half: float, side: Side, middle: Point = (0.0, 0.0), inset: float = 0.0) -> Patch:
    if side == 1:
        # Cut less the smaller it is, so that the edge is equally wide along the cut.
        cut = half * TILE_CUT - inset * 0.586
        return Patch(rounded_box((half - inset, half - inset), cut, middle, steps=1))
    return Patch(rounded_square(half - inset, half * TILE_CORNER - inset, middle))


def _value(half: float, value: int, roles: PieceRoles) -> Iterator[Fill]:
    height = fitting_height(value, half * NUMBER_HEIGHT, half * NUMBER_WIDTH)
    if value not in UNDERLINED:
        yield Fill(number_shape(value, (0, 0), height), roles.number)
        return
    width, gap = height * 0.13, height * 0.17
    rise = (gap + width) / 2
    yield Fill(number_shape(value, (0, -rise), height), roles.number)
    y, across = height / 2 - rise + gap + width / 2, height * 0.34
    yield Fill(Stroke(((-across, y), (across, y)), width), roles.number)


def _between(roles: PieceRoles, bright: Ink, part: float) -> Ink:
    if part < 0.5:
        return Blend(roles.shade, roles.face, part * 2)
    return Blend(roles.face, bright, part * 2 - 1)


def _shine(radius: float, roles: PieceRoles) -> Iterator[Fill]:
    """Yield the window that a glossy pebble mirrors, and its faint counterpart."""
    yield Fill(arc(radius * 0.82, 0.06, 0.19, radius * 0.06), Blend(roles.face, "white", 0.45))
    yield Fill(arc(radius * 0.66, 0.555, 0.685, radius * 0.2), Blend(roles.face, "white", 0.9))
    spot = on_circle(radius * 0.68, 0.75)
    yield Fill(Disc(spot, radius * 0.075), Blend(roles.face, "white", 0.9))


class Shadow(NamedTuple):
    """What a piece throws: how far to the right and down, where it begins to fade and how."""

    across: float
    down: float
    radius: float
    blur: float
    opacity: float


def shadow_of(radius: float, height: float) -> Shadow:
    """Return the shadow of a piece of *radius* that floats at *height*, 1.0 on its ground."""
    across, blur = max(1.0, radius * 0.11) * height, max(1.5, radius * 0.16) * height
    return Shadow(across, across * 1.25, radius - blur * 0.3, blur, 0.62 / height)


def faded(opacity: float, part: float) -> float:
    """Return what is left of *opacity* on the way in, from 0.0 at the edge of a glow to 1.0."""
    return opacity * part * part * (3 - 2 * part)


HALO_OPACITY = 0.85
GHOST_OPACITY = 0.5
"""How strong a glow is at its strongest, and what is left of a piece that is gone."""
