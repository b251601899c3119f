"""What a `BoardPicture` is painted of, in which order and where; who paints knows no more.

The screen and the page for phones are two grounds for the same painting.  Pure: no pygame.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from companion.art.boards import Strip
from companion.art.marks import (
    ARROW_ROLES,
    FREE_ROLES,
    IMMUNE_ROLES,
    MARK_ROLES,
    ROUND,
    SQUARE,
    Mark,
    MarkShapes,
    ShapesOf,
    arrow,
    free,
    way,
)
from companion.art.pieces import CHECKERS, DISCS, PieceKind
from companion.art.shapes import Point, Shape, casing_in, enlarged, reach
from companion.art.theme import Color, MarkStyle, Theme
from companion.contract import Piece, Site
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.marks import Arrow, BoardPicture, Flight, Outline, OutlineKind

PLATE_REACH = 0.4
"""An arrow that passes the middle of a piece nearer than so many cells goes over its number."""

HALO_WIDTH = 0.2
LEAST_HALO_RADIUS = 0.14
LIFT_HEIGHT = 1.7
FLIGHT_HEIGHT = 1.2
SHAKE_SWING = 0.11
SHAKE_COUNT = 3
TINT_OPACITY = 0.55
TINTED_SQUARE = 0.485
TINTED_DOT, TINT_BEYOND = 0.44, 0.12
"""How strongly the last move tints its places; half of a square, and the radius around a dot, at
least so far beyond a piece: all in cells.
"""

ARROW_START_GAP = 0.2
ARROW_END_GAP = 0.15
ARROW_PIECE_GAP = 0.03

MARKS_OVER_PIECES = (
    Mark.LAST_MOVE,
    Mark.MOVABLE,
    Mark.PLACE,
    Mark.SELECTED,
    Mark.TARGET,
    Mark.CAPTURE,
    Mark.WIN,
    Mark.REMOVE,
    Mark.ERROR,
)
"""In the order in which they are drawn; hints and the focus come after the arrows."""

RINGS = frozenset({Mark.SELECTED, Mark.TARGET, Mark.CAPTURE})
"""Those that would run into the ring of the last move."""


class Ground(Protocol):
    """What a picture is painted on, each thing over all before it.

    Attributes:
        geometry: where everything is.
        theme: gives the colors.
    """

    geometry: BoardGeometry
    theme: Theme

    def draw_outline(self, outline: Outline) -> None:
        """Draw *outline*, which has sites."""

    def draw_tint(self, center: Point, radius: float | None) -> None:
        """Tint a dot, *radius* cells around, or without one a square, as of the last move."""

    def draw_halo(self, center: Point, radius: float, width: float, color: Color) -> None:
        """Draw a glow that fades over *width* outside of *radius*."""

    def draw_lamps(
        self, picture: BoardPicture, places: Callable[[Site], tuple[Point, float]]
    ) -> None:
        """Let lamps shine through; *places* gives where one is and the radius of what is on it."""

    def draw_shadows(
        self, centers: Iterable[Point], radius: float, height: float, is_on_piece: bool = False
    ) -> None:
        """Draw what pieces throw on their ground; *height* 1.0 lies on it, more floats."""

    def draw_piece(self, center: Point, radius: float, piece: Piece) -> None:
        """Draw *piece* without its shadow."""

    def draw_ghost(self, center: Point, radius: float, piece: Piece) -> None:
        """Draw *piece*, which is no longer there, so that its ground shows through."""

    def draw_plate(self, center: Point, radius: float, piece: Piece) -> None:
        """Draw the number of *piece* once more, where an arrow lies over it."""

    def draw_shapes(
        self,
        center: Point,
        key: tuple[object, ...],
        shapes: Callable[[], tuple[Shape, ...]],
        style: MarkStyle,
    ) -> None:
        """Draw *shapes*, in cells, the same for each *key*, in *style* around *center*."""


def kind_on(geometry: BoardGeometry) -> PieceKind:
    """Return how pieces are drawn: as checkers where they are plain discs and do not nest."""
    is_plain = geometry.kind is DISCS and geometry.sizes == 1
    return CHECKERS if is_plain else geometry.kind


def marks_on(geometry: BoardGeometry) -> MarkShapes:
    """Return the marks that fit around the pieces."""
    return SQUARE if geometry.kind.is_square else ROUND


class Painting:
    """One picture being painted on one ground."""

    def __init__(self, ground: Ground, picture: BoardPicture) -> None:
        self.ground = ground
        self.geometry = ground.geometry
        self.theme = ground.theme
        self.marks = marks_on(ground.geometry)
        self.picture = picture
        self.radii = {
            site: max(self.geometry.piece_radius(piece.value) for piece in pieces)
            for site, pieces in picture.placement.items()
            if pieces
        }
        hints = (leg for leg in picture.arrows if leg.is_hint)
        self.advised = frozenset(site for leg in hints for site in (leg.start, leg.end))
        self.carried = frozenset(
            leg.start
            for leg in picture.arrows
            if Mark.REMOVE in picture.marks.get(leg.start, frozenset())
        )
        areas = (o.sites for o in picture.outlines if o.kind is OutlineKind.AREA)
        self.free = frozenset(itertools.chain(*areas)) - frozenset(self.radii)
        lifted = picture.lifted
        is_on_the_way = lifted and any(leg.end == lifted.site for leg in picture.flights)
        # There is no outline around what is still on its way there.
        self.lifted = None if is_on_the_way else lifted
        self.gone = {s: piece for s, piece in picture.gone.items() if s not in self.radii}
        self.movable = sorted({*self._sites_with(Mark.MOVABLE), *self.carried})
        self.last = {*picture.last_move, *self._sites_with(Mark.LAST_MOVE), *self.gone}
        # What the last move put somewhere, unless it is in hand again or has another ring there:
        # of two in one place neither is plain.
        arrived = {*picture.last_move[-1:], *self._sites_with(Mark.LAST_MOVE)} & set(self.radii)
        arrived -= {site for site, marks in picture.marks.items() if marks & RINGS}
        self.arrived = sorted(arrived - ({lifted.site} if lifted else set()))

    def paint(self) -> None:
        """Paint all of it."""
        self._paint_outlines(OutlineKind.AREA)
        self._paint_tints()
        self._paint_last_move()
        self._paint_halos()
        self.ground.draw_lamps(
            self.picture, lambda site: (self._center(site), self.radii.get(site, 0.0))
        )
        self._paint_ghosts()
        self._paint_pieces()
        self._paint_outlines(OutlineKind.LINE)
        for mark in MARKS_OVER_PIECES:
            self._paint_marks(mark)
        immune, style = self.marks.immune, self.theme.style(*IMMUNE_ROLES)
        for site, value in sorted(self.picture.immune):
            self._paint_outline(site, value, immune, style)
        self._paint_lifted()
        for arrow_ in sorted(self.picture.arrows, key=lambda a: a.is_strong):
            if arrow_.start != arrow_.end:
                self._paint_arrow(arrow_)
        if self.geometry.kind.has_number:
            for site, piece in under_arrows(self.geometry, self.picture):
                radius = self.geometry.piece_radius(piece.value)
                self.ground.draw_plate(self._center(site), radius, piece)
        self._paint_marks(Mark.HINT)
        for flight in self.picture.flights:
            if flight.pieces:
                self._paint_flight(flight)
        self._paint_marks(Mark.FOCUS)

    def _center(self, site: Site) -> Point:
        x, y = self.geometry.site_to_px(site)
        shaking = self.picture.shaking
        if shaking is None or shaking[0] != site:
            return x, y
        swing = math.sin(shaking[1] * SHAKE_COUNT * math.tau) * (1.0 - shaking[1])
        return x + swing * SHAKE_SWING * self.geometry.cell, y

    def _radius_in_cells(self, site: Site) -> float:
        return self.radii.get(site, 0.0) / self.geometry.cell

    def _sites_with(self, mark: Mark) -> list[Site]:
        return sorted(site for site, marks in self.picture.marks.items() if mark in marks)

    def _paint_outlines(self, kind: OutlineKind) -> None:
        for outline in self.picture.outlines:
            if outline.kind is kind:
                self.ground.draw_outline(outline)

    # Under the pieces

    def _paint_tints(self) -> None:
        """Tint the places of the last move, and where it took pieces off the board."""
        is_square = self.geometry.board.drawing == "squares"
        for site in self.last:
            reach = max(TINTED_DOT, self._radius_in_cells(site) + TINT_BEYOND)
            self.ground.draw_tint(self._center(site), None if is_square else reach)

    def _paint_ghosts(self) -> None:
        style = self.theme.style(*MARK_ROLES[Mark.LAST_MOVE])
        for site, piece in self.gone.items():
            radius, center = self.geometry.piece_radius(piece.value), self._center(site)
            self.ground.draw_ghost(center, radius, piece)
            self._paint_outline(site, piece.value, self.marks.gone, style)

    def _paint_last_move(self) -> None:
        route = self.picture.last_move
        for site in self._sites_with(Mark.LAST_MOVE):
            if site not in (*route, *self.gone, *self.radii):
                self._paint_mark(Mark.LAST_MOVE, site)
        if not route:
            return
        style = self.theme.style(*MARK_ROLES[Mark.LAST_MOVE])
        points, is_free = self.geometry.in_cells(route), route[0] not in self.radii
        start = self.marks.of(Mark.LAST_MOVE, 0.0)(0.0) if is_free else ()
        key = ("last move", route, is_free)
        self.ground.draw_shapes(
            self.geometry.middle_of(route), key, lambda: way(points, start), style
        )

    def _paint_halos(self) -> None:
        cell = self.geometry.cell
        color = self.theme.style(*MARK_ROLES[Mark.MOVABLE]).color
        for site in self.movable:
            radius = max(self.radii.get(site, 0.0), LEAST_HALO_RADIUS * cell)
            self.ground.draw_halo(self._center(site), radius, HALO_WIDTH * cell, color)

    # Pieces

    def _paint_pieces(self) -> None:
        # All shadows first: none may fall on a neighboring piece.
        shadows: defaultdict[tuple[float, float], list[Point]] = defaultdict(list)
        for site, radius in self.radii.items():
            height = LIFT_HEIGHT if self._is_lifted(site, 0) else 1.0
            shadows[radius, height].append(self._center(site))
        for (radius, height), centers in shadows.items():
            self.ground.draw_shadows(centers, radius, height)
        # Neither a shadow nor a neck between two pieces hides a third one.
        self._paint_outlines(OutlineKind.CHAIN)
        self._paint_outlines(OutlineKind.CHOSEN)
        for site, pieces in self.picture.placement.items():
            for level, piece in enumerate(pieces):
                height = LIFT_HEIGHT if self._is_lifted(site, level) else 1.0
                self._paint_piece(self._center(site), piece, level, height)

    def _paint_piece(self, center: Point, piece: Piece, level: int, height: float = 1.0) -> None:
        radius = self.geometry.piece_radius(piece.value)
        if level > 0:
            self.ground.draw_shadows([center], radius, height, is_on_piece=True)
        self.ground.draw_piece(center, radius, piece)

    def _is_lifted(self, site: Site, level: int) -> bool:
        lifted = self.lifted
        if lifted is None or lifted.site != site:
            return False
        return self.picture.placement[site][level] in lifted.pieces

    def _paint_flight(self, flight: Flight) -> None:
        (x1, y1), (x2, y2) = map(self.geometry.site_to_px, (flight.start, flight.end))
        part = min(1.0, max(0.0, flight.part))
        center = (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)
        height = 1.0 + FLIGHT_HEIGHT * math.sin(part * math.pi)
        radius = max(self.geometry.piece_radius(piece.value) for piece in flight.pieces)
        self.ground.draw_shadows([center], radius, height)
        for level, piece in enumerate(flight.pieces):
            self._paint_piece(center, piece, level)

    # Over the pieces

    def _paint_marks(self, mark: Mark) -> None:
        ringed = {Mark.MOVABLE: self.movable, Mark.LAST_MOVE: self.arrived}
        for site in ringed[mark] if mark in ringed else self._sites_with(mark):
            if mark is Mark.HINT and site in self.advised:
                continue  # the arrows of the hint say the same
            if mark is Mark.REMOVE and (
                site in self.carried or Mark.PLACE in self.picture.marks[site]
            ):
                continue  # an arrow takes the piece elsewhere, or what shall come is drawn here
            if mark is Mark.SELECTED and self.picture.lifted and self.picture.lifted.site == site:
                continue  # the outline of the lifted pieces says the same
            self._paint_mark(mark, site)

    def _paint_mark(self, mark: Mark, site: Site) -> None:
        radius = self._radius_in_cells(site)
        style = self.theme.style(*MARK_ROLES[mark])
        shapes = self.marks.of(mark, radius)
        if mark is Mark.PLACE and site in self.free:
            # Players know these dots as the blue ones.
            shapes, style = free, self.theme.style(*FREE_ROLES)
        if mark is Mark.HINT:
            pointer = pointer_at(self.geometry, site, shapes(radius), self.picture.arrows)
            self.ground.draw_shapes(self._center(site), (mark, pointer), lambda: pointer, style)
            return
        self.ground.draw_shapes(
            self._center(site), (mark, shapes, radius), lambda: shapes(radius), style
        )

    def _paint_outline(self, site: Site, value: int, shape: ShapesOf, style: MarkStyle) -> None:
        radius = self.geometry.piece_radius(value) / self.geometry.cell
        self.ground.draw_shapes(self._center(site), (shape, radius), lambda: shape(radius), style)

    def _paint_lifted(self) -> None:
        lifted = self.lifted
        if lifted is None:
            return
        style = self.theme.style(*MARK_ROLES[Mark.SELECTED])
        standing = self.picture.placement.get(lifted.site, ())
        for piece in lifted.pieces:
            level = standing.index(piece) if piece in standing else 0
            # Pieces lifted together lie in each other: the outermost outline says it.
            if level == 0 or standing[level - 1] not in lifted.pieces:
                self._paint_outline(lifted.site, piece.value, self.marks.lifted, style)

    def _paint_arrow(self, leg: Arrow) -> None:
        cell = self.geometry.cell
        (x1, y1), (x2, y2) = map(self.geometry.site_to_px, (leg.start, leg.end))
        start_gap = max(ARROW_START_GAP, self._radius_in_cells(leg.start) + ARROW_PIECE_GAP)
        end_gap = max(ARROW_END_GAP, self._radius_in_cells(leg.end) + ARROW_PIECE_GAP)
        across, down = (x2 - x1) / cell, (y2 - y1) / cell
        style = self.theme.style(*ARROW_ROLES)
        drawn = (across, down, start_gap, end_gap, leg.is_harmful, leg.is_strong)
        middle = self.geometry.middle_of((leg.start, leg.end))
        self.ground.draw_shapes(middle, ("arrow", *drawn), lambda: arrow(*drawn), style)


def under_arrows(geometry: BoardGeometry, picture: BoardPicture) -> Iterator[tuple[Site, Piece]]:
    """Yield each piece whose number an arrow of *picture* goes over, with its site."""
    near = geometry.cell * PLATE_REACH
    legs = [
        Strip(geometry.site_to_px(leg.start), geometry.site_to_px(leg.end))
        for leg in picture.arrows
        if leg.start != leg.end
    ]
    ends = {site for leg in picture.arrows for site in (leg.start, leg.end)}
    for site, standing in picture.placement.items():
        place = geometry.site_to_px(site)
        if standing and site not in ends and any(leg.distance_to(*place) < near for leg in legs):
            yield site, standing[-1]


# How outlines look

AREA_RADIUS = 0.54
AREA_FADE = 0.16
AREA_STEPS = 6
"""How far an area's ground reaches around its dots, and over how much it fades."""

OUTLINE_ROLES: Mapping[OutlineKind, tuple[str, str]] = MappingProxyType(
    {
        OutlineKind.CHAIN: ("teal", "casing_light"),
        OutlineKind.CHOSEN: ("red", "casing_light"),
        OutlineKind.LINE: ("casing_light", "casing_dark"),
        OutlineKind.AREA: ("blue", "blue"),
    }
)
"""The roles of color and casing of each kind."""


class ChainLook(NamedTuple):
    """How far a chain's line runs outside of its pieces, how wide it is, and its tray."""

    beyond: float
    width: float
    tray: str
    opacity: float


CHAIN_LOOKS: Mapping[OutlineKind, ChainLook] = MappingProxyType(
    {
        OutlineKind.CHAIN: ChainLook(0.07, 0.075, "ivory", 0.6),
        OutlineKind.CHOSEN: ChainLook(0.11, 0.1, "red", 0.55),
    }
)
"""The look of each kind of chain, in cells.

It lies on a tray, a light one: no ring around each of its pieces looks like it.  The
chosen one is filled, so that nobody takes it for one that is merely there.
"""

AREA_OPACITY = 0.52
"""How strongly the blue of an area hides the wood."""


# Where a hint points from

LEAST_CELL_PX = 46
"""A pointer is drawn as in cells of this size at least: in small ones nobody would find it."""

CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
"""Signs to the right and down, the best corner first: the shapes come from the upper right."""

LEAST_ANGLE = math.tau / 10
"""An arrow nearer to the pointer than this would look like a second head of it."""


def pointer_at(
    geometry: BoardGeometry, site: Site, shapes: tuple[Shape, ...], arrows: Iterable[Arrow]
) -> tuple[Shape, ...]:
    """Return *shapes*, which come from the upper right, as the pointer at *site*.

    It comes from a corner where none of *arrows* lies along it and the edge of the picture
    does not cut it, if there is one.
    """
    cell = geometry.cell
    by = max(1.0, LEAST_CELL_PX / cell)
    reach_px = (max(reach(shapes)) * by + casing_in(cell)) * cell
    right, down = _corner(geometry, site, list(_ways(geometry, site, arrows)), reach_px)
    return tuple(enlarged(shape, by, (right, -down)) for shape in shapes)


def _corner(
    geometry: BoardGeometry, site: Site, ways: list[Point], reach_px: float
) -> tuple[int, int]:
    clear = [corner for corner in CORNERS if not any(_is_along(corner, way) for way in ways)]
    x, y = geometry.site_to_px(site)
    left, top, width, height = geometry.rect
    inside = [
        (right, down)
        for right, down in clear
        if left <= x + right * reach_px < left + width
        and top <= y + down * reach_px < top + height
    ]
    return (inside or clear or list(CORNERS))[0]


def _ways(geometry: BoardGeometry, site: Site, arrows: Iterable[Arrow]) -> Iterator[Point]:
    """Yield how far to the right and down each of *arrows* at *site* has its other end."""
    x, y = geometry.site_to_px(site)
    for leg in arrows:
        if site in (leg.start, leg.end):
            other = leg.end if leg.start == site else leg.start
            other_x, other_y = geometry.site_to_px(other)
            yield other_x - x, other_y - y


def _is_along(corner: tuple[int, int], way: Point) -> bool:
    (right, down), (across, under) = corner, way
    angle = math.atan2(right * under - down * across, right * across + down * under)
    return abs(angle) < LEAST_ANGLE
