"""How far a point is from the ornamental line of a board on screen."""

import math

from companion.art.boards import OUTLINE_RADIUS, SLIT_HALF_WIDTH, Strip, slits


def outline_distance(geometry, x, y):
    """How far the point is outside the ornamental line of *geometry*; negative inside."""
    face = min(_face_distances(geometry, x, y)) - OUTLINE_RADIUS * geometry.cell
    gap = SLIT_HALF_WIDTH * geometry.cell
    gaps = _on_screen(geometry, slits(geometry.board))
    return max([face, *(gap - slit.distance_to(x, y) for slit in gaps)])


def _face_distances(geometry, x, y):
    if geometry.board.drawing == "squares":
        sites = map(geometry.site_to_px, range(len(geometry.board)))
        return (max(abs(x - px), abs(y - py)) for px, py in sites)
    # Dots are in the middle of a pixel.
    strips = _on_screen(geometry, geometry.board.ground(), math.floor)
    return (strip.distance_to(x, y) for strip in strips)


def _on_screen(geometry, lines, rounded=float):
    for line in lines:
        yield Strip(*(tuple(map(rounded, geometry.place_to_px(*end))) for end in line))
