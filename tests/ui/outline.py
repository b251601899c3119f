"""How far a point is from the ornamental line of a board on screen."""

from companion.contract.board_face import OUTLINE_RADIUS, SLIT_HALF_WIDTH


def outline_distance(geometry, x, y):
    """How far the point is outside the ornamental line of *geometry*; negative inside."""
    face = min(_face_distances(geometry, x, y)) - OUTLINE_RADIUS * geometry.cell
    gap = SLIT_HALF_WIDTH * geometry.cell
    return max([face, *(gap - slit.distance_to(x, y) for slit in geometry.slits)])


def _face_distances(geometry, x, y):
    if geometry.board.drawing == "squares":
        sites = map(geometry.site_to_px, range(len(geometry.board)))
        return (max(abs(x - px), abs(y - py)) for px, py in sites)
    return (strip.distance_to(x, y) for strip in geometry.strips)
