"""The pointer of a hint: how large it is, and from which corner it comes.  Draws nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from companion.art.on_screen import casing_in
from companion.art.shapes import Point, Shape, enlarged, reach
from companion.contract import Site
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.board.marks import Arrow

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
    for arrow in arrows:
        if site in (arrow.start, arrow.end):
            other = arrow.end if arrow.start == site else arrow.start
            other_x, other_y = geometry.site_to_px(other)
            yield other_x - x, other_y - y


def _is_along(corner: tuple[int, int], way: Point) -> bool:
    (right, down), (across, under) = corner, way
    angle = math.atan2(right * under - down * across, right * across + down * under)
    return abs(angle) < LEAST_ANGLE
