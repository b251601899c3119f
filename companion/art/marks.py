"""The marks of places and the arrows of moves: role, color and shape, in cells around the middle.

A mark is told by its shape alone.  An empty square has the marks of an empty dot, but where a
piece is to come; no mark hides the number in the middle of a tile but the X that crosses it out.
Many arrows are shown at once, so they are thin, start beside the middle of a dot and keep to the
right of the way, where the arrow back does not run.
"""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.art.shapes import (
    Disc,
    Patch,
    Point,
    Ring,
    Shape,
    Stroke,
    arc,
    enlarged,
    on_circle,
    rounded_square,
)


class Mark(enum.Enum):
    """The role of one site.  Each has a color, a shape on screen and a pattern on its lamp."""

    MOVABLE = "movable"
    SELECTED = "selected"
    TARGET = "target"
    CAPTURE = "capture"
    LAST_MOVE = "last move"
    HINT = "hint"
    PLACE = "place here"
    REMOVE = "remove from here"
    ERROR = "error"
    WIN = "win"
    FOCUS = "focus"


MARK_ROLES: Mapping[Mark, tuple[str, str]] = MappingProxyType(
    {
        Mark.MOVABLE: ("teal", "casing_light"),
        Mark.SELECTED: ("red", "casing_light"),
        Mark.TARGET: ("teal", "casing_light"),
        Mark.CAPTURE: ("teal", "casing_light"),
        Mark.LAST_MOVE: ("blue", "casing_light"),
        Mark.HINT: ("teal", "casing_light"),
        Mark.PLACE: ("teal", "casing_light"),
        Mark.REMOVE: ("teal", "casing_light"),
        Mark.ERROR: ("red", "casing_light"),
        Mark.WIN: ("amber", "casing_dark"),
        Mark.FOCUS: ("casing_light", "casing_dark"),
    }
)
"""The roles of color and casing of each mark.

Teal is what may or should be done next, blue the last move, red what is in hand or refused,
as in the rule sheets; all else is told by the shape.
"""

ARROW_ROLES = ("teal", "casing_light")
FREE_ROLES = ("blue", "casing_light")
IMMUNE_ROLES = ("yellow", "casing_dark")
"""The same of an arrow, of a free dot in an area, and of the outline of an immune piece."""

# Around a dot or a round piece

WAY_WIDTH = 0.065
START_RADIUS = 0.125
DASHES = 9
DOTS = 8
DOT_RADIUS = 0.055
LEAVES = 12
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def ring(least: float, beyond: float, width: float, piece_radius: float) -> tuple[Shape, ...]:
    """Return a ring *beyond* the edge of a piece, of radius *least* around a dot."""
    return (Ring((0, 0), max(least, piece_radius + beyond), width),)


def capture(piece_radius: float) -> tuple[Shape, ...]:
    """Return a ring with four ticks that point at the piece."""
    radius = max(0.34, piece_radius + 0.06)
    # Around a large piece the ring is long: longer ticks keep it unlike other outlines.
    inward = 0.07 + max(0.0, piece_radius - 0.33) * 2
    ticks = (
        Stroke((on_circle(radius - inward, turn), on_circle(radius + 0.14, turn)), 0.08)
        for turn in (0.125, 0.375, 0.625, 0.875)
    )
    return (Ring((0, 0), radius, 0.06), *ticks)


def immune(piece_radius: float) -> tuple[Shape, ...]:
    """Return a dashed outline."""
    radius = piece_radius + 0.03
    return tuple(
        arc(radius, (dash - 0.27) / DASHES, (dash + 0.27) / DASHES, 0.055)
        for dash in range(DASHES)
    )


def dots(beyond: float, piece_radius: float) -> tuple[Shape, ...]:
    """Return a dotted outline *beyond* the edge of a piece."""
    radius = piece_radius + beyond
    return tuple(Disc(on_circle(radius, dot / DOTS), DOT_RADIUS) for dot in range(DOTS))


def hint(piece_radius: float) -> tuple[Shape, ...]:
    """Return an arrow that comes from the upper right and points at the dot or piece."""
    gap = max(0.12, piece_radius * 0.55)
    start, neck, tip = (_diagonal(d) for d in (min(gap + 0.62, 0.76), gap + 0.26, gap))
    left, right = _beside(gap + 0.32, -0.21), _beside(gap + 0.32, 0.21)
    return (Stroke((start, neck), 0.16), Patch((tip, left, right)))


def place(piece_radius: float) -> tuple[Shape, ...]:
    """Return four filled squares at the corners of the cell."""
    del piece_radius  # the cell's corners lie outside of every piece
    return corner_squares(0.355)


def corner_squares(at: float) -> tuple[Shape, ...]:
    """Return four filled squares, each *at* from the middle to the side and up or down."""
    return tuple(Patch(_square((sx * at, sy * at), 0.085)) for sx, sy in CORNERS)


def free(piece_radius: float) -> tuple[Shape, ...]:
    """Return the filled square of a free dot of an area: corners of all would be a thicket."""
    del piece_radius  # none stands there
    return (Patch(_square((0, 0), 0.13)),)


def remove(piece_radius: float) -> tuple[Shape, ...]:
    """Return corner brackets that open outward, and a minus across the piece."""
    del piece_radius  # the minus lies on the piece, the brackets outside of it
    return (
        Stroke(((-0.2, 0), (0.2, 0)), 0.12),
        *(bracket(sx, sy, 0.30, 0.15, 0.07) for sx, sy in CORNERS),
    )


def error(piece_radius: float) -> tuple[Shape, ...]:
    """Return a large X."""
    del piece_radius  # it crosses the piece out
    arm = 0.27
    return (
        Stroke(((-arm, -arm), (arm, arm)), 0.13),
        Stroke(((-arm, arm), (arm, -arm)), 0.13),
    )


def win(piece_radius: float) -> tuple[Shape, ...]:
    """Return a laurel: leaves around the piece, in two branches that rise from below."""
    radius = max(0.36, piece_radius + 0.085)
    reaches = (radius - 0.03, radius + 0.06, radius + 0.13, radius - 0.01)
    turns = [0.04 + leaf * 0.072 for leaf in range(LEAVES // 2)]
    return laurel(on_circle, reaches, turns, 0.05)


def laurel(
    at: Callable[[float, float], Point],
    reaches: tuple[float, ...],
    turns: Sequence[float],
    onward: float,
) -> tuple[Shape, ...]:
    """Return the leaves of two branches that rise from below.

    Args:
        at: gives the point at a distance and in a direction.
        reaches: how far the base, the outer side, the tip and the inner side of a leaf are.
        turns: how far along its branch each leaf begins.
        onward: how far along its branch a leaf is turned.
    """
    leaves = []
    for side, begins in itertools.product((-1, 1), turns):
        turn, along = 0.25 + side * begins, side * onward
        places = (turn - along * 0.6, turn - along * 0.15, turn + along, turn + along * 0.55)
        leaves.append(Patch(tuple(map(at, reaches, places))))
    return tuple(leaves)


def focus(piece_radius: float) -> tuple[Shape, ...]:
    """Return double corner brackets around the whole cell."""
    del piece_radius  # they stand outside of every piece and mark
    return tuple(
        bracket(sx, sy, at, arm, width)
        for sx, sy in CORNERS
        for at, arm, width in ((0.52, 0.24, 0.075), (0.40, 0.12, 0.055))
    )


def bracket(sx: int, sy: int, at: float, arm: float, width: float) -> Stroke:
    """Return a bracket at a corner *at* from the middle, its arms along the sides."""
    x, y = sx * at, sy * at
    return Stroke(((x - sx * arm, y), (x, y), (x, y - sy * arm)), width)


ShapesOf: TypeAlias = Callable[[float], tuple[Shape, ...]]


class MarkShapes(NamedTuple):
    """The shapes around one kind of piece, each given its radius.

    Attributes:
        around: those of all marks; a movable piece has a soft halo besides.
        empty: the same where no piece stands; their radius is 0.
        lifted: a thick outline whose inner half lies on the piece's rim.
        gone: what the last move removed, a dotted outline.
    """

    around: Mapping[Mark, ShapesOf]
    empty: Mapping[Mark, ShapesOf]
    lifted: ShapesOf
    immune: ShapesOf
    gone: ShapesOf

    def of(self, mark: Mark, radius: float) -> ShapesOf:
        """Return the shapes of *mark* around a piece of *radius*, 0 where there is none."""
        return (self.around if radius else self.empty)[mark]


SHAPES: Mapping[Mark, ShapesOf] = MappingProxyType(
    {
        Mark.MOVABLE: partial(ring, 0.14, 0.02, 0.05),
        # Thick: it covers the rim of the piece.
        Mark.SELECTED: partial(ring, 0.2, 0.02, 0.13),
        Mark.TARGET: partial(ring, 0.275, 0.095, 0.065),
        Mark.CAPTURE: capture,
        # Small at an empty start; what was moved or placed has it in full, on its rim.
        Mark.LAST_MOVE: partial(ring, START_RADIUS, 0.0, WAY_WIDTH),
        Mark.HINT: hint,
        Mark.PLACE: place,
        Mark.REMOVE: remove,
        Mark.ERROR: error,
        Mark.WIN: win,
        Mark.FOCUS: focus,
    }
)
"""The shape of each mark around a dot or a round piece."""

ROUND = MarkShapes(
    SHAPES,
    SHAPES,
    partial(ring, 0.0, 0.025, 0.095),
    immune,
    partial(dots, 0.0),
)


def _diagonal(distance: float) -> Point:
    return distance * 0.7071, -distance * 0.7071


def _beside(distance: float, aside: float) -> Point:
    x, y = _diagonal(distance)
    return x + aside * 0.7071, y + aside * 0.7071


def _square(middle: Point, half: float) -> tuple[Point, ...]:
    x, y = middle
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


# Around a square tile

TILE_CORNER = 0.1
TILE_DASHES = 16
TILE_LEAVES = 14
SQUARENESS = 4.0


def tile_frame(beyond: float, width: float, half: float) -> tuple[Shape, ...]:
    """Return a rounded square around the tile, *beyond* its edge."""
    edge = _rounded(half, beyond)
    return (Stroke((*edge, edge[0]), width),)


def tile_capture(half: float) -> tuple[Shape, ...]:
    """Return a rounded square with four ticks that point at the tile from its corners."""
    inner, outer = half - 0.1, half + 0.12
    ticks = (
        Stroke(((sx * inner, sy * inner), (sx * outer, sy * outer)), 0.08) for sx, sy in CORNERS
    )
    return (*tile_frame(0.02, 0.06, half), *ticks)


def tile_immune(half: float) -> tuple[Shape, ...]:
    """Return a dashed outline."""
    edge = _rounded(half, 0.02)
    return tuple(
        Stroke(_part(edge, (dash - 0.27) / TILE_DASHES, (dash + 0.27) / TILE_DASHES), 0.055)
        for dash in range(TILE_DASHES)
    )


def tile_dots(half: float) -> tuple[Shape, ...]:
    """Return a dotted outline on the edge of a tile."""
    around = ((x, y) for x in (-half, 0.0, half) for y in (-half, 0.0, half) if x or y)
    return tuple(Disc(place, DOT_RADIUS) for place in around)


def tile_hint(half: float) -> tuple[Shape, ...]:
    """Return an arrow that comes from the upper right and points at the number."""
    return hint(half * 1.5)


def tile_place(half: float) -> tuple[Shape, ...]:
    """Return four filled squares at the corners of the cell, over those of a tile."""
    del half  # corners are free of numbers
    return corner_squares(0.385)


def tile_remove(half: float) -> tuple[Shape, ...]:
    """Return corner brackets around the tile, and a minus on its lower edge."""
    y = half - 0.04
    return (
        Stroke(((-0.2, y), (0.2, y)), 0.12),
        *(bracket(sx, sy, half + 0.04, 0.15, 0.07) for sx, sy in CORNERS),
    )


def tile_win(half: float) -> tuple[Shape, ...]:
    """Return a laurel: leaves around the tile, in two branches that rise from below."""
    turns = [0.035 + leaf * 0.062 for leaf in range(TILE_LEAVES // 2)]
    reaches = (half, half + 0.085, half + 0.145, half + 0.02)
    return laurel(_on_squircle, reaches, turns, 0.042)


def _rounded(half: float, beyond: float) -> tuple[Point, ...]:
    return rounded_square(half + beyond, TILE_CORNER + beyond)


def _part(edge: tuple[Point, ...], start: float, end: float) -> tuple[Point, ...]:
    """Return the part of a closed *edge* from one share of its length to another."""
    closed = (*edge, edge[0])
    lengths = [0.0]
    for one, other in itertools.pairwise(closed):
        lengths.append(lengths[-1] + math.dist(one, other))
    whole = lengths[-1]
    steps = 6
    shares = (start + (end - start) * step / steps for step in range(steps + 1))
    return tuple(_along(closed, lengths, share % 1.0 * whole) for share in shares)


def _along(closed: tuple[Point, ...], lengths: list[float], distance: float) -> Point:
    for number in range(1, len(lengths)):
        if distance <= lengths[number]:
            break
    (x1, y1), (x2, y2) = closed[number - 1], closed[number]
    part = (distance - lengths[number - 1]) / ((lengths[number] - lengths[number - 1]) or 1.0)
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part


def _on_squircle(radius: float, turn: float) -> Point:
    """Return the point in direction *turn* on a square with very round corners."""
    x, y = math.cos(turn * math.tau), math.sin(turn * math.tau)
    stretch = (abs(x) ** SQUARENESS + abs(y) ** SQUARENESS) ** (-1 / SQUARENESS)
    return radius * stretch * x, radius * stretch * y


TILE_SHAPES: Mapping[Mark, ShapesOf] = MappingProxyType(
    {
        **SHAPES,
        Mark.MOVABLE: partial(tile_frame, 0.015, 0.05),
        Mark.SELECTED: partial(tile_frame, 0.015, 0.13),
        Mark.TARGET: partial(tile_frame, 0.045, 0.065),
        Mark.CAPTURE: tile_capture,
        Mark.LAST_MOVE: partial(tile_frame, 0.0, 0.07),
        Mark.HINT: tile_hint,
        Mark.PLACE: tile_place,
        Mark.REMOVE: tile_remove,
        Mark.WIN: tile_win,
    }
)
"""The shape of each mark around a tile."""

SQUARE = MarkShapes(
    TILE_SHAPES,
    {**SHAPES, Mark.PLACE: tile_place},
    partial(tile_frame, 0.015, 0.095),
    tile_immune,
    tile_dots,
)


# Along a route


def way(points: Sequence[Point], start: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return a line through *points* that leaves the shapes of its *start* free, if any."""
    route = list(points)
    if start and len(route) > 1:
        (x1, y1), (x2, y2) = route[:2]
        part = START_RADIUS / (math.dist(route[0], route[1]) or 1.0)
        route[0] = (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)
    begun = (enlarged(shape, 1.0, middle=points[0]) for shape in start)
    return (Stroke(tuple(route), WAY_WIDTH), *begun)


# Along a leg

ASIDE = 0.075
HEAD_SPACING = 1.3
LONGEST_GAPS_PART = 0.5
"""At least half of an arrow is drawn, even between two large pieces."""


class Weight(NamedTuple):
    """How heavy an arrow is drawn, in cells."""

    line: float
    head_length: float
    head_half: float


THIN = Weight(0.045, 0.17, 0.1)
STRONG = Weight(0.12, 0.32, 0.185)


def arrow(
    across: float,
    down: float,
    start_gap: float,
    end_gap: float,
    is_harmful: bool,
    is_strong: bool,
) -> tuple[Shape, ...]:
    """Return an arrow along a leg that leads *across* to the right and *down*, in cells.

    The gaps leave room for the pieces at its ends.  A leg that takes a piece off the board
    has two heads.
    """
    length = math.hypot(across, down)
    weight = STRONG if is_strong else THIN
    shrink = min(1.0, length * LONGEST_GAPS_PART / (start_gap + end_gap))
    leg = _Leg(across / length, down / length)
    tail = -length / 2 + start_gap * shrink
    tip = length / 2 - end_gap * shrink
    neck = tip - weight.head_length
    heads: list[Shape] = [leg.head(tip, weight)]
    if is_harmful:
        neck -= weight.head_length * HEAD_SPACING
        heads.append(leg.head(tip - weight.head_length * HEAD_SPACING, weight))
    tail = min(tail, neck)
    line = Stroke((leg.at(tail), leg.at(neck + weight.head_length * 0.3)), weight.line)
    return (line, *heads)


class _Leg(NamedTuple):
    """The direction of a leg; positions count along it from its middle."""

    dx: float
    dy: float

    def at(self, along: float, aside: float = 0.0) -> Point:
        aside += ASIDE
        return self.dx * along - self.dy * aside, self.dy * along + self.dx * aside

    def head(self, tip: float, weight: Weight) -> Patch:
        neck = tip - weight.head_length
        return Patch(
            (self.at(tip), self.at(neck, weight.head_half), self.at(neck, -weight.head_half))
        )


# Around and along several places

CHAIN_CORNER = 0.16
CHAIN_SLANTED_NECK = 0.56
"""How round the corners of a chain's plates are, and how wide its slanted necks.

A straight neck is as wide as the pieces, so that neighbors lie in one frame.
"""

BAR_WIDTH = 0.1
BAR_END = 0.105
"""Width of the bar through a line, and how big the bolts at its ends are."""


def chain(
    points: Sequence[Point], reach: float, is_square: bool, inset: float = 0.0
) -> tuple[Shape, ...]:
    """Return the filled outline of a chain: a plate under each piece, a neck to the next one.

    A plate goes as far as *reach* from the middle of its piece; all is smaller by *inset*.
    """
    half, corner = reach - inset, CHAIN_CORNER - inset
    plates: list[Shape] = [
        Patch(rounded_square(half, corner, point)) if is_square else Disc(point, half)
        for point in points
    ]
    necks = (
        Stroke((one, other), _neck_width(one, other, 2 * reach) - 2 * inset)
        for one, other in itertools.pairwise(points)
    )
    return (*plates, *necks)


def _neck_width(one: Point, other: Point, widest: float) -> float:
    is_straight = min(abs(one[0] - other[0]), abs(one[1] - other[1])) < 0.5
    return widest if is_straight else min(widest, CHAIN_SLANTED_NECK)


def bar(points: Sequence[Point]) -> tuple[Shape, ...]:
    """Return a bar from the first to the last point with a square bolt at either end."""
    ends = (points[0], points[-1])
    bolts = (Patch(rounded_square(BAR_END, 0.0, end)) for end in ends)
    return (Stroke(ends, BAR_WIDTH), *bolts)


def area(
    points: Sequence[Point],
    joined: Iterable[tuple[Point, Point]],
    radius: float,
    is_square: bool,
) -> tuple[Shape, ...]:
    """Return the ground under the squares of an area, or its dots and between those *joined*."""
    if is_square:
        return tuple(Patch(rounded_square(radius, 0.0, point)) for point in points)
    discs = (Disc(point, radius) for point in points)
    return (*discs, *(Stroke(pair, 2 * radius) for pair in joined))
