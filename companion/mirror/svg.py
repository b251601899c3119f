"""Boards and their pictures as SVG, of the same shapes as the screen and paper.  Pure: no pygame.

Units are the pixels of a geometry; who shows it scales it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from companion.art.boards import (
    OUTLINE_RADIUS,
    SLIT_HALF_WIDTH,
    BoardFace,
    BoardPart,
    BoardShape,
    Grid,
    RoundedBox,
    Squares,
    Wood,
    grain,
    screen_board,
    slits,
)
from companion.art.marks import MARK_ROLES, Mark, area, bar, chain
from companion.art.pieces import GHOST_OPACITY, HALO_OPACITY, faded, shadow_of
from companion.art.shapes import (
    LEAST_LINE_PX,
    Area,
    Disc,
    Fill,
    Patch,
    Point,
    Ring,
    Shape,
    Stroke,
    at_least_as_wide,
    casing_in,
    rounded_square,
)
from companion.art.theme import PIECE_ROLES, BoardSet, Color, MarkStyle, Theme
from companion.contract import Board, Piece, Site
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.marks import BoardPicture, Flight, Outline, OutlineKind
from companion.ui.board.painting import (
    AREA_FADE,
    AREA_OPACITY,
    AREA_RADIUS,
    AREA_STEPS,
    CHAIN_LOOKS,
    OUTLINE_ROLES,
    TINT_OPACITY,
    TINTED_SQUARE,
    Ground,
    Painting,
    kind_on,
)

CELL: Final = 64.0
"""Pixels from dot to dot."""

LEAST_LABEL_PX: Final = 20

FADE_STEPS: Final = 6

At: TypeAlias = Callable[[Point], Point]
"""Gives where a point is drawn."""


def geometry_of(board: Board, *, is_turned: bool, sizes: int | None) -> BoardGeometry:
    """Return *board* with cells of `CELL` pixels and nothing around it."""
    geometry = BoardGeometry(
        board, (0, 0, 1, 1), is_turned, sizes_in_play=sizes, smallest_label_px=LEAST_LABEL_PX
    )
    reach = 2 * geometry.margin - 1
    width, height = ((count + reach) * CELL for count in (board.files, board.ranks))
    beside = round(1.3 * LEAST_LABEL_PX)
    return replace(geometry, rect=(0, 0, round(width) + beside, round(height) + beside))


def hex_of(color: Color) -> str:
    """Return *color* as CSS has it."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _line(points: Iterable[Point], at: At) -> str:
    parts = (f"{_number(x)} {_number(y)}" for x, y in map(at, points))
    return "M" + "L".join(parts)


def _stroked(path: str, color: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{_number(width)}"/>'


def _shape(shape: Shape, color: str, at: At, scale: float, grow: float = 0.0) -> str:
    """Return *shape* in *color*, fatter by *grow* of its own units all around."""
    if isinstance(shape, Disc | Ring):
        x, y = map(_number, at(shape.middle))
        radius = _number((shape.radius + (grow if isinstance(shape, Disc) else 0.0)) * scale)
        paint = f'fill="{color}"'
        if isinstance(shape, Ring):
            width = _number((shape.width + 2 * grow) * scale)
            paint = f'fill="none" stroke="{color}" stroke-width="{width}"'
        return f'<circle cx="{x}" cy="{y}" r="{radius}" {paint}/>'
    if isinstance(shape, Stroke):
        points = shape.points if len(shape.points) > 1 else shape.points * 2
        return _stroked(_line(points, at), color, (shape.width + 2 * grow) * scale)
    if isinstance(shape, Area):
        path = "".join(f"{_line(contour, at)}Z" for contour in shape.contours)
        return f'<path d="{path}" fill="{color}" fill-rule="evenodd"/>'
    edge = ""
    if grow:
        edge = f' stroke="{color}" stroke-width="{_number(2 * grow * scale)}"'
    return f'<path d="{_line(shape.points, at)}Z" fill="{color}"{edge}/>'


def _document(width: float, height: float, body: Iterable[str]) -> str:
    size = f"{_number(width)} {_number(height)}"
    joins = 'stroke-linecap="round" stroke-linejoin="round"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" {joins}>'
    return "".join((head, *body, "</svg>"))


# The board without its pieces


class _BoardSvg:
    def __init__(self, geometry: BoardGeometry, theme: Theme) -> None:
        self._geometry = geometry
        self._board = geometry.board
        self._theme = theme
        self._at = geometry.drawn_at
        self._cell = geometry.cell
        self._slits = slits(geometry.board)
        self._masks = 0

    def parts(self) -> Iterator[str]:
        for part in screen_board(self._board, self._theme.look):
            if isinstance(part, BoardPart):
                yield self._part(part)
            elif isinstance(part.shape, Squares):
                yield self._squares(part.shape.places, hex_of(self._theme.rgb(part.ink)))
            else:
                yield from self._wood(part, part.shape)
        size = self._geometry.label_px
        words = f'fill="{hex_of(self._theme.muted)}" font-family="sans-serif" font-size="{size}"'
        middle = 'text-anchor="middle" dominant-baseline="central"'
        for label in self._geometry.labels:
            x, y = _number(label.x), _number(label.y)
            yield f'<text x="{x}" y="{y}" {words} {middle}>{label.text}</text>'

    def _wood(self, wood: Wood, face: BoardFace) -> Iterator[str]:
        yield from map(self._part, wood.under)
        name = self._mask(face)
        yield name[1]
        width, height = self._geometry.rect[2:]
        color = hex_of(self._theme.rgb(wood.ink))
        yield f'<g mask="url(#{name[0]})"><path d="M0 0H{width}V{height}H0Z" fill="{color}"/>'
        if wood.grain != wood.ink:
            ink, other = self._theme.rgb(wood.ink), self._theme.rgb(wood.grain)
            for line in grain(width, height, self._cell):
                parts = (round(a + (b - a) * line.depth) for a, b in zip(ink, other, strict=True))
                red, green, blue = parts
                path = _line(line.points[::2], lambda point: point)
                yield _stroked(path, hex_of((red, green, blue)), line.width)
        yield "</g>"

    def _mask(self, face: BoardFace) -> tuple[str, str]:
        """Return a name for what is inside of *face* and not cut out, and what defines it."""
        self._masks += 1
        name = f"face{self._masks}"
        width = 2 * (SLIT_HALF_WIDTH + face.inset) * self._cell
        gaps = "".join(
            _stroked(self._dropped((gap.start, gap.end), face.drop), "#000", width)
            for gap in self._slits
        )
        return name, f'<mask id="{name}">{self._face(face, "#fff")}{gaps}</mask>'

    def _dropped(self, points: Sequence[Point], drop: float) -> str:
        down = drop * self._cell

        def at(point: Point) -> Point:
            x, y = self._at(point)
            return x, y + down

        return _line(points, at)

    def _face(self, face: BoardFace, color: str) -> str:
        reach = OUTLINE_RADIUS - face.inset
        if self._board.drawing == "squares":
            return self._squares(self._board.places, color, reach, reach - 0.5, face.drop)
        path = "".join(self._dropped(pair, face.drop) for pair in self._board.ground())
        return _stroked(path, color, 2 * reach * self._cell)

    def _squares(
        self,
        places: Iterable[Point],
        color: str,
        half: float = 0.5,
        corner: float = 0.0,
        drop: float = 0.0,
    ) -> str:
        side = (
            f'width="{_number(2 * half * self._cell)}" height="{_number(2 * half * self._cell)}"'
        )
        round_off = f' rx="{_number(corner * self._cell)}"' if corner > 0 else ""
        parts = []
        for place in places:
            x, y = self._at(place)
            left = _number(x - half * self._cell)
            top = _number(y + (drop - half) * self._cell)
            parts.append(f'<rect x="{left}" y="{top}" {side}{round_off}/>')
        return f'<g fill="{color}">{"".join(parts)}</g>'

    def _part(self, part: BoardPart) -> str:
        drawn = self._drawn(part.shape, hex_of(self._theme.rgb(part.ink)))
        if part.clip is None:
            return drawn
        self._masks += 1
        name = f"clip{self._masks}"
        clip = f'<clipPath id="{name}">{self._box(part.clip, "#fff")}</clipPath>'
        return f'{clip}<g clip-path="url(#{name})">{drawn}</g>'

    def _drawn(self, shape: BoardShape, color: str) -> str:
        if isinstance(shape, BoardFace):
            if not self._slits:
                return self._face(shape, color)
            name, mask = self._mask(shape)
            width, height = self._geometry.rect[2:]
            whole = f'<path d="M0 0H{width}V{height}H0Z" fill="{color}" mask="url(#{name})"/>'
            return mask + whole
        if isinstance(shape, RoundedBox):
            return self._box(shape, color)
        if isinstance(shape, Squares):
            return self._squares(shape.places, color)
        if isinstance(shape, Grid):
            side, parts = self._cell, []
            for place in shape.places:
                x, y = self._at(place)
                left, top = _number(x - side / 2), _number(y - side / 2)
                parts.append(f"M{left} {top}h{_number(side)}v{_number(side)}h{_number(-side)}Z")
            return _stroked("".join(parts), color, shape.width * self._cell)
        return _shape(shape, color, self._at, self._cell)

    def _box(self, box: RoundedBox, color: str) -> str:
        (x1, y1), (x2, y2) = self._at(box.one), self._at(box.other)
        left, top = _number(min(x1, x2)), _number(min(y1, y2))
        width, height = _number(abs(x2 - x1)), _number(abs(y2 - y1))
        corner = _number(box.corner * self._cell)
        place = f'x="{left}" y="{top}" width="{width}" height="{height}" rx="{corner}"'
        return f'<rect {place} fill="{color}"/>'


# What stands on it


class Drawn(NamedTuple):
    """A picture: what it uses, in the order in which it lies there, and the names of that."""

    uses: str
    names: tuple[str, ...]


class SvgDrawing:
    """Draws pictures over one board; what is drawn again is defined once.

    Attributes:
        width, height: of what is drawn, and of the board under it.
        definitions: what pictures use, by its name, as it was drawn first.

    Args:
        prefix: what all names begin with, where several drawings are on one page.
    """

    def __init__(self, geometry: BoardGeometry, theme: Theme, prefix: str = "") -> None:
        _, _, self.width, self.height = geometry.rect
        self.definitions: dict[str, str] = {}
        self._geometry = geometry
        self._theme = theme
        self._prefix = prefix
        self._names: dict[Hashable, str] = {}

    def board(self) -> str:
        """Return the board without pieces, a whole file."""
        return _document(self.width, self.height, _BoardSvg(self._geometry, self._theme).parts())

    def draw(self, picture: BoardPicture) -> Drawn:
        """Return *picture* over the board, which is not drawn."""
        ground = _SvgGround(
            self._geometry, self._theme, self._prefix, self._names, self.definitions
        )
        Painting(ground, picture).paint()
        return Drawn("".join(ground.drawn), tuple(dict.fromkeys(ground.used)))

    def places(self) -> list[tuple[int, int]]:
        """Return the middle of each site."""
        return [self._geometry.site_to_px(site) for site in range(len(self._geometry.board))]

    def site_at(self, x: float, y: float, candidates: Collection[Site]) -> Site | None:
        """Return the site that a touch means; of two near ones that among *candidates*."""
        return self._geometry.px_to_site(x, y, candidates)

    def way_of(self, flight: Flight) -> tuple[int, int]:
        """Return how far *flight* goes to the right and down."""
        (x1, y1), (x2, y2) = map(self._geometry.site_to_px, (flight.start, flight.end))
        return x2 - x1, y2 - y1


class _SvgGround(Ground):
    """Pieces, shadows, glows and marks, each kept by its name in *definitions*.

    Attributes:
        drawn: what is used where; *used* has the names.
    """

    def __init__(
        self,
        geometry: BoardGeometry,
        theme: Theme,
        prefix: str,
        names: dict[Hashable, str],
        definitions: dict[str, str],
    ) -> None:
        self.geometry = geometry
        self.theme = theme
        self.drawn: list[str] = []
        self.used: list[str] = []
        self._kind = kind_on(geometry)
        self._prefix = prefix
        self._names = names
        self._definitions = definitions

    def _use(self, key: Hashable, center: Point, make: Callable[[], str]) -> None:
        """Draw what *make* returns around *center*, the same for each *key*."""
        if key not in self._names:
            name = self._names[key] = f"{self._prefix}s{len(self._names)}"
            self._definitions[name] = f'<g id="{name}">{make()}</g>'
        name, (x, y) = self._names[key], map(_number, center)
        self.used.append(name)
        self.drawn.append(f'<use href="#{name}" x="{x}" y="{y}"/>')

    def _cased(self, shapes: Iterable[Shape], style: MarkStyle) -> str:
        cell = self.geometry.cell
        casing = casing_in(cell)
        shapes = [at_least_as_wide(shape, LEAST_LINE_PX / cell) for shape in shapes]
        fat = (self._in_cells(shape, style.casing, casing) for shape in shapes)
        return "".join((*fat, *(self._in_cells(shape, style.color) for shape in shapes)))

    def _in_cells(self, shape: Shape, color: Color, grow: float = 0.0) -> str:
        cell = self.geometry.cell
        return _shape(shape, hex_of(color), lambda p: (p[0] * cell, p[1] * cell), cell, grow)

    def _in_px(self, shape: Shape, color: Color) -> str:
        return _shape(shape, hex_of(color), lambda point: point, 1.0)

    def _group(self, shapes: Iterable[Shape], color: Color, opacity: float) -> str:
        parts = "".join(self._in_cells(shape, color) for shape in shapes)
        return f'<g opacity="{opacity:.3f}">{parts}</g>'

    def _glow(self, radius: float, width: float, color: Color, opacity: float) -> str:
        """Return a piece's shape that fades from *opacity* at *radius* to nothing over *width*."""
        parts, below = [], 0.0
        for step in range(1, FADE_STEPS + 1):
            # Each lies over those that are larger.
            wanted = faded(opacity, step / FADE_STEPS)
            own = 1 - (1 - wanted) / (1 - below)
            below = wanted
            shape = self._kind.grown(radius, width * (1 - step / FADE_STEPS))
            parts.append(f'<g opacity="{own:.3f}">{self._in_px(shape, color)}</g>')
        return "".join(parts)

    def _fills(self, fills: Iterable[Fill]) -> str:
        return "".join(self._in_px(shape, self.theme.rgb(ink)) for shape, ink in fills)

    def draw_outline(self, outline: Outline) -> None:
        if outline.sites:
            center = self.geometry.middle_of(outline.sites)
            self._use(outline, center, lambda: self._outline(outline))

    def _outline(self, outline: Outline) -> str:
        points = self.geometry.in_cells(outline.sites)
        style = self.theme.style(*OUTLINE_ROLES[outline.kind])
        if outline.kind is OutlineKind.LINE:
            return self._cased(bar(points), style)
        if outline.kind is OutlineKind.AREA:
            return self._area(outline, points, style.color)
        look, is_square = CHAIN_LOOKS[outline.kind], self.geometry.kind.is_square
        reach = self.geometry.piece_radius(1) / self.geometry.cell + look.beyond
        edge = self._cased(chain(points, reach, is_square), style)
        inner = chain(points, reach, is_square, look.width)
        tray = chain(points, reach, is_square, look.width + casing_in(self.geometry.cell))
        # What is under the tray shows through it: the wood, not the line around it.
        wood = "".join(self._in_cells(shape, style.casing) for shape in inner)
        ground = "".join(self._in_cells(shape, self.theme.wood) for shape in tray)
        return edge + wood + ground + self._group(tray, self.theme.color(look.tray), look.opacity)

    def _area(self, outline: Outline, points: list[Point], color: Color) -> str:
        at = dict(zip(outline.sites, points, strict=True))
        segments = self.geometry.board.segments()
        joined = [(at[one], at[two]) for one, two in segments if one in at and two in at]
        is_square = self.geometry.board.drawing == "squares"
        parts, below = [], 0.0
        for step in range(1, AREA_STEPS + 1):
            wanted = AREA_OPACITY * step / AREA_STEPS
            own = 1 - (1 - wanted) / (1 - below)
            below = wanted
            inner = AREA_RADIUS - AREA_FADE * step / AREA_STEPS
            parts.append(self._group(area(points, joined, inner, is_square), color, own))
        return "".join(parts)

    def draw_tint(self, center: Point, radius: float | None) -> None:
        style = self.theme.style(*MARK_ROLES[Mark.LAST_MOVE])
        if radius is None:
            square: Shape = Patch(rounded_square(TINTED_SQUARE, 0.0))
            self._use("tint", center, lambda: self._group([square], style.color, TINT_OPACITY))
            return
        disc, edge = Disc((0, 0), radius), Ring((0, 0), radius, casing_in(self.geometry.cell))
        self._use(
            ("tint", radius),
            center,
            lambda: (
                self._group([disc], style.color, TINT_OPACITY) + self._in_cells(edge, style.casing)
            ),
        )

    def draw_halo(self, center: Point, radius: float, width: float, color: Color) -> None:
        key = ("halo", radius, width, color)
        self._use(key, center, lambda: self._glow(radius, width, color, HALO_OPACITY))

    def draw_lamps(
        self, picture: BoardPicture, places: Callable[[Site], tuple[Point, float]]
    ) -> None:
        """Draw none: they shine at the table."""

    def draw_shadows(
        self, centers: Iterable[Point], radius: float, height: float, is_on_piece: bool = False
    ) -> None:
        if self.theme.look is BoardSet.MODERN:
            return
        height = round(height, 1)
        shadow = shadow_of(radius, height)
        color = self.theme.ebony_rim if is_on_piece else self.theme.piece_shadow
        for x, y in centers:
            self._use(
                ("shadow", radius, height, color),
                (x + shadow.across, y + shadow.down),
                lambda: self._glow(shadow.radius, shadow.blur, color, shadow.opacity),
            )

    def _face(self, radius: float, piece: Piece) -> str:
        roles = PIECE_ROLES[self.geometry.board.colors[piece.side]]
        return self._fills(self._kind.face(radius, piece, roles, self.theme.look))

    def draw_piece(self, center: Point, radius: float, piece: Piece) -> None:
        self._use((radius, piece), center, lambda: self._face(radius, piece))

    def draw_ghost(self, center: Point, radius: float, piece: Piece) -> None:
        opacity = f'<g opacity="{GHOST_OPACITY}">'
        self._use(
            ("ghost", radius, piece), center, lambda: f"{opacity}{self._face(radius, piece)}</g>"
        )

    def draw_plate(self, center: Point, radius: float, piece: Piece) -> None:
        roles = PIECE_ROLES[self.geometry.board.colors[piece.side]]
        look = self.theme.look
        self._use(
            ("plate", radius, piece),
            center,
            lambda: self._fills(self._kind.plate(radius, piece, roles, look)),
        )

    def draw_shapes(
        self,
        center: Point,
        key: tuple[object, ...],
        shapes: Callable[[], tuple[Shape, ...]],
        style: MarkStyle,
    ) -> None:
        self._use((key, style), center, lambda: self._cased(shapes(), style))
