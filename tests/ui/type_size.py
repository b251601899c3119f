"""How large type is on the usual screens."""

from companion.testing.screen_checks import LANDSCAPE, PORTRAIT

LEAST_TYPE_MM = 3.0
"""Of large type."""

PIXEL_MM = {LANDSCAPE: 86 / 480, PORTRAIT: 155 / 1280}
"""The height of a pixel of the usual seven-inch screens of these sizes."""


def type_mm(fonts, size_px, size):
    """Return how high type of *size_px* is on a screen, from a tall letter to a hanging one."""
    ink = fonts.render("bp", size_px, (255, 255, 255)).get_bounding_rect()
    return ink.h * PIXEL_MM[size]
