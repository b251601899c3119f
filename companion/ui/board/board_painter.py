"""Draws a `BoardPicture`: board, pieces with their shadows, marks, arrows, what is in flight."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

import pygame

from companion.art.boards import Strip, screen_board
from companion.art.marks import (
    ARROW_ROLES,
    FREE_ROLES,
    IMMUNE_ROLES,
    MARK_ROLES,
    ROUND,
    SQUARE,
    Mark,
    ShapesOf,
    area,
    arrow,
    bar,
    chain,
    free,
    way,
)
from companion.art.on_screen import (
    BoardCanvas,
    Canvas,
    PictureCache,
    cased,
    casing_in,
    premultiplied,
)
from companion.art.pieces import CHECKERS, DISCS
from companion.art.shapes import (
    Disc,
    Patch,
    Point,
    Ring,
    Shape,
    enlarged,
    reach,
    rounded_square,
)
from companion.art.theme import Color, MarkStyle, Theme
from companion.contract import Piece, Site
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.marks import Arrow, BoardPicture, Flight, Outline, OutlineKind
from companion.ui.board.piece_pictures import PiecePictures
from companion.ui.widgets.fonts import Fonts

PLATE_REACH = 0.4
"""An arrow that passes the middle of a piece nearer than so many cells goes over its number."""


def render_background(geometry: BoardGeometry, theme: Theme, fonts: Fonts) -> pygame.Surface:
    """Return the whole rectangle of *geometry* without pieces, opaque."""
    left, top, width, height = geometry.rect
    size = (max(1, width), max(1, height))
    canvas = BoardCanvas(size, geometry.cell, geometry.drawn_at, theme)
    background = canvas.paint(screen_board(geometry.board, theme.look))
    for label in geometry.labels:
        text = fonts.render(label.text, geometry.label_px, theme.muted)
        middle = (round(label.x - left), round(label.y - top))
        background.blit(text, text.get_rect(center=middle))
    return background


MOST_PIXELS = 4_000_000
"""Kept marks and arrows may have this many pixels, 16 MB, and kept outlines as many; the busiest
board needs a fifth of the one and a third of the other."""

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

LAMP_RADIUS, LAMP_GLOW = 0.15, 0.3
GLOW_STEPS = 10
"""The radius of a lamp that shines through the board and how far around it glows, in cells; how
many steps of brightness are told apart."""

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


class BoardPainter:
    """Paints one board in one rectangle, one way round, in one theme.

    The background and every shape are drawn once and kept; when rectangle,
    theme or turn change, make a new painter.

    Args:
        shines: gives the colors of the lamps that shine through it under a picture, by site.

    Attributes:
        made: the pictures of shapes and still parts.
    """

    def __init__(
        self,
        geometry: BoardGeometry,
        theme: Theme,
        fonts: Fonts,
        shines: Callable[[BoardPicture], Sequence[Color]] = lambda _: (),
    ) -> None:
        self.shines = shines
        self.geometry = geometry
        self.theme = theme
        self.fonts = fonts
        is_plain = geometry.kind is DISCS and geometry.sizes == 1
        kind = CHECKERS if is_plain else geometry.kind
        self.pieces = PiecePictures(theme, kind, geometry.board.colors)
        self.outlines = OutlinePictures(geometry, theme)
        self.marks = SQUARE if geometry.kind.is_square else ROUND
        self._background: pygame.Surface | None = None
        self.made = PictureCache(MOST_PIXELS)

    def paint(self, surface: pygame.Surface, picture: BoardPicture) -> None:
        """Paint *picture* into the rectangle on *surface*, over whatever was there."""
        if self._background is None:
            self._background = render_background(self.geometry, self.theme, self.fonts)
        before = surface.get_clip()
        surface.set_clip(pygame.Rect(self.geometry.rect).clip(before))
        surface.blit(self._background, self.geometry.rect[:2])
        _Painting(self, surface, picture).paint()
        surface.set_clip(before)

    def draw_lamps(
        self, surface: pygame.Surface, lamps: Iterable[tuple[Point, float, Color]]
    ) -> None:
        """Let *lamps* shine through the board: a dot where it is free, a glow around a piece.

        Each is a place, the radius of what stands there, and how the lamp is lit.
        """
        cell = self.geometry.cell
        for center, radius, rgb in lamps:
            color, opacity = glow_of(rgb)
            if opacity:
                least, width = LAMP_RADIUS * cell, LAMP_GLOW * cell
                self.pieces.draw_halo(surface, center, max(radius, least), width, color, opacity)

    def paint_still(
        self,
        surface: pygame.Surface,
        box: tuple[int, int, int, int],
        key: tuple[object, ...],
        draw: Callable[[], None],
    ) -> None:
        """Paint what seldom changes in *box*, beside the board on *surface*.

        *draw* draws it there once for each *key*; later the same pixels come back.
        """
        area = pygame.Rect(box).clip(surface.get_rect())
        if not area:
            return

        def made() -> pygame.Surface:
            before = surface.get_clip()
            surface.set_clip(area)
            surface.fill(self.theme.table)
            if self._background is not None:
                surface.blit(self._background, self.geometry.rect[:2])
            draw()
            surface.set_clip(before)
            return surface.subsurface(area).copy()

        surface.blit(self.made.get_or_make(("still", *area, *key), made), area)


class _Painting:
    """One picture being painted on one surface."""

    def __init__(
        self, painter: BoardPainter, surface: pygame.Surface, picture: BoardPicture
    ) -> None:
        self.painter = painter
        self.geometry = painter.geometry
        self.theme = painter.theme
        self.surface = surface
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
        self._paint_outlines(OutlineKind.AREA)
        self._paint_tints()
        self._paint_last_move()
        self._paint_halos()
        lamps = enumerate(self.painter.shines(self.picture))
        places = ((self._center(site), self.radii.get(site, 0.0), rgb) for site, rgb in lamps)
        self.painter.draw_lamps(self.surface, places)
        self._paint_ghosts()
        self._paint_pieces()
        self._paint_outlines(OutlineKind.LINE)
        for mark in MARKS_OVER_PIECES:
            self._paint_marks(mark)
        immune, style = self.painter.marks.immune, self.theme.style(*IMMUNE_ROLES)
        for site, value in sorted(self.picture.immune):
            self._paint_outline(site, value, immune, style)
        self._paint_lifted()
        for arrow_ in sorted(self.picture.arrows, key=lambda a: a.is_strong):
            if arrow_.start != arrow_.end:
                self._paint_arrow(arrow_)
        if self.painter.pieces.kind.has_number:
            for site, piece in under_arrows(self.geometry, self.picture):
                radius = self.geometry.piece_radius(piece.value)
                self.painter.pieces.draw_plate(self.surface, self._center(site), radius, piece)
        self._paint_marks(Mark.HINT)
        for flight in self.picture.flights:
            if flight.pieces:
                self._paint_flight(flight)
        self._paint_marks(Mark.FOCUS)

    def _draw(
        self,
        center: Point,
        key: tuple[object, ...],
        shapes: Callable[[], tuple[Shape, ...]],
        style: MarkStyle,
    ) -> None:
        """Draw *shapes* in *style* around *center*; their picture is made once for each *key*."""

        def made() -> pygame.Surface:
            return cased(shapes(), style.color, style.casing, self.geometry.cell)[0].finished()

        self.painter.made.blit(self.surface, center, (key, style), made)

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
                self.painter.outlines.draw(self.surface, outline)

    # Under the pieces

    def _paint_tints(self) -> None:
        """Tint the places of the last move, and where it took pieces off the board."""
        cell, style = self.geometry.cell, self.theme.style(*MARK_ROLES[Mark.LAST_MOVE])
        for site in self.last:
            reach = max(TINTED_DOT, self._radius_in_cells(site) + TINT_BEYOND)
            if self.geometry.board.drawing == "squares":
                tint = partial(tinted_square, cell, style)
                self.painter.made.blit(self.surface, self._center(site), "tint", tint)
            else:
                tint = partial(tinted_dot, reach, cell, style)
                self.painter.made.blit(self.surface, self._center(site), ("tint", reach), tint)

    def _paint_ghosts(self) -> None:
        style = self.theme.style(*MARK_ROLES[Mark.LAST_MOVE])
        for site, piece in self.gone.items():
            radius, center = self.geometry.piece_radius(piece.value), self._center(site)
            self.painter.pieces.draw_ghost(self.surface, center, radius, piece)
            self._paint_outline(site, piece.value, self.painter.marks.gone, style)

    def _paint_last_move(self) -> None:
        route = self.picture.last_move
        for site in self._sites_with(Mark.LAST_MOVE):
            if site not in (*route, *self.gone, *self.radii):
                self._paint_mark(Mark.LAST_MOVE, site)
        if not route:
            return
        style = self.theme.style(*MARK_ROLES[Mark.LAST_MOVE])
        points, is_free = self.geometry.in_cells(route), route[0] not in self.radii
        start = self.painter.marks.of(Mark.LAST_MOVE, 0.0)(0.0) if is_free else ()
        key = ("last move", route, is_free)
        self._draw(self.geometry.middle_of(route), key, lambda: way(points, start), style)

    def _paint_halos(self) -> None:
        cell = self.geometry.cell
        color = self.theme.style(*MARK_ROLES[Mark.MOVABLE]).color
        for site in self.movable:
            radius = max(self.radii.get(site, 0.0), LEAST_HALO_RADIUS * cell)
            self.painter.pieces.draw_halo(
                self.surface, self._center(site), radius, HALO_WIDTH * cell, color
            )

    # Pieces

    def _paint_pieces(self) -> None:
        # All shadows first: none may fall on a neighboring piece.
        shadows: defaultdict[tuple[float, float], list[Point]] = defaultdict(list)
        for site, radius in self.radii.items():
            height = LIFT_HEIGHT if self._is_lifted(site, 0) else 1.0
            shadows[radius, height].append(self._center(site))
        for (radius, height), centers in shadows.items():
            self.painter.pieces.draw_shadows(self.surface, centers, radius, height)
        # Neither a shadow nor a neck between two pieces hides a third one.
        self._paint_outlines(OutlineKind.CHAIN)
        self._paint_outlines(OutlineKind.CHOSEN)
        for site, pieces in self.picture.placement.items():
            for level, piece in enumerate(pieces):
                height = LIFT_HEIGHT if self._is_lifted(site, level) else 1.0
                self._paint_piece(self._center(site), piece, level, height)

    def _paint_piece(self, center: Point, piece: Piece, level: int, height: float = 1.0) -> None:
        pieces, radius = self.painter.pieces, self.geometry.piece_radius(piece.value)
        if level > 0:
            pieces.draw_shadows(self.surface, [center], radius, height, is_on_piece=True)
        pieces.draw_piece(self.surface, center, radius, piece, edge=0.0)

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
        self.painter.pieces.draw_shadows(self.surface, [center], radius, height)
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
        shapes = self.painter.marks.of(mark, radius)
        if mark is Mark.PLACE and site in self.free:
            # Players know these dots as the blue ones.
            shapes, style = free, self.theme.style(*FREE_ROLES)
        if mark is Mark.HINT:
            pointer = pointer_at(self.geometry, site, shapes(radius), self.picture.arrows)
            self._draw(self._center(site), (mark, pointer), lambda: pointer, style)
            return
        self._draw(self._center(site), (mark, shapes, radius), lambda: shapes(radius), style)

    def _paint_outline(self, site: Site, value: int, shape: ShapesOf, style: MarkStyle) -> None:
        radius = self.geometry.piece_radius(value) / self.geometry.cell
        self._draw(self._center(site), (shape, radius), lambda: shape(radius), style)

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
                self._paint_outline(lifted.site, piece.value, self.painter.marks.lifted, style)

    def _paint_arrow(self, leg: Arrow) -> None:
        cell = self.geometry.cell
        (x1, y1), (x2, y2) = map(self.geometry.site_to_px, (leg.start, leg.end))
        start_gap = max(ARROW_START_GAP, self._radius_in_cells(leg.start) + ARROW_PIECE_GAP)
        end_gap = max(ARROW_END_GAP, self._radius_in_cells(leg.end) + ARROW_PIECE_GAP)
        across, down = (x2 - x1) / cell, (y2 - y1) / cell
        style = self.theme.style(*ARROW_ROLES)
        drawn = (across, down, start_gap, end_gap, leg.is_harmful, leg.is_strong)
        middle = self.geometry.middle_of((leg.start, leg.end))
        self._draw(middle, ("arrow", *drawn), lambda: arrow(*drawn), style)


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


def glow_of(rgb: Color) -> tuple[Color, float]:
    """Return the color and the opacity by which a lamp shows on wood, 0.0 for a dark one.

    Both in a few steps, so that one that pulses does not fill the kept pictures.
    """
    brightest = max(rgb)
    if not brightest:
        return rgb, 0.0
    red, green, blue = (min(255, round(16 * part / brightest) * 16) for part in rgb)
    # Eyes see a lamp at a tenth of its current as about a third as bright.
    steps = max(1, round(GLOW_STEPS * (brightest / 255) ** 0.45))
    return (red, green, blue), steps / GLOW_STEPS


def tinted_square(cell: float, style: MarkStyle) -> pygame.Surface:
    """Return the tint of a square."""
    canvas = Canvas(TINTED_SQUARE * cell, TINTED_SQUARE * cell, cell)
    square = Patch(rounded_square(TINTED_SQUARE, 0.0))
    canvas.draw_shape(square, premultiplied(style.color, TINT_OPACITY))
    return canvas.finished()


def tinted_dot(reach: float, cell: float, style: MarkStyle) -> pygame.Surface:
    """Return the tint around a dot, with an edge: in an area, no tint alone would show."""
    casing = casing_in(cell)
    canvas = Canvas((reach + casing) * cell, (reach + casing) * cell, cell)
    canvas.draw_shape(Disc((0, 0), reach), premultiplied(style.color, TINT_OPACITY))
    canvas.draw([Ring((0, 0), reach, casing)], style.casing)
    return canvas.finished()


# Outlines, each made once

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


class OutlinePictures:
    """Draws outlines on one board in one theme."""

    def __init__(self, geometry: BoardGeometry, theme: Theme) -> None:
        self.geometry = geometry
        self.theme = theme
        self._made = PictureCache(MOST_PIXELS)

    def draw(self, surface: pygame.Surface, outline: Outline) -> None:
        """Draw *outline*, which has sites, where it belongs on the board on *surface*."""
        if outline.sites:
            center = self.geometry.middle_of(outline.sites)
            self._made.blit(surface, center, outline, lambda: self._picture(outline))

    def _picture(self, outline: Outline) -> pygame.Surface:
        points = self.geometry.in_cells(outline.sites)
        if outline.kind in CHAIN_LOOKS:
            return self._chain(outline, points)
        if outline.kind is OutlineKind.LINE:
            return self._cased(outline, bar(points))[0].finished()
        return self._ground(outline, points)

    def _chain(self, outline: Outline, points: list[Point]) -> pygame.Surface:
        look, is_square = CHAIN_LOOKS[outline.kind], self.geometry.kind.is_square
        reach = self.geometry.piece_radius(1) / self.geometry.cell + look.beyond
        canvas, casing = self._cased(outline, chain(points, reach, is_square))
        edge = self.theme.color(OUTLINE_ROLES[outline.kind][1])
        tray = premultiplied(self.theme.color(look.tray), look.opacity)
        canvas.draw(chain(points, reach, is_square, look.width), edge)
        for shape in chain(points, reach, is_square, look.width + casing):
            canvas.draw_shape(shape, tray, 0.0)
        return canvas.finished()

    def _cased(self, outline: Outline, shapes: tuple[Shape, ...]) -> tuple[Canvas, float]:
        """Return *shapes* drawn in their color with a casing around, and its width."""
        color, edge = map(self.theme.color, OUTLINE_ROLES[outline.kind])
        return cased(shapes, color, edge, self.geometry.cell)

    def _ground(self, outline: Outline, points: list[Point]) -> pygame.Surface:
        at = dict(zip(outline.sites, points, strict=True))
        joined = [
            (at[one], at[other])
            for one, other in self.geometry.board.segments()
            if one in at and other in at
        ]
        color = self.theme.color(OUTLINE_ROLES[outline.kind][0])
        is_square = self.geometry.board.drawing == "squares"
        across, down = reach(area(points, (), AREA_RADIUS, is_square))
        cell = self.geometry.cell
        canvas = Canvas(across * cell, down * cell, cell)
        for step in range(1, AREA_STEPS + 1):
            part = step / AREA_STEPS
            inner = AREA_RADIUS - AREA_FADE * part
            for shape in area(points, joined, inner, is_square):
                canvas.draw_shape(shape, premultiplied(color, AREA_OPACITY * part), 0.0)
        return canvas.finished()


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
