import pygame
import pytest

from companion.art.digits import digits, fitting_height, number_shape, number_width
from companion.art.on_screen import Canvas
from companion.art.shapes import Fill
from companion.art.theme import DARK
from companion.ui.widgets.fonts import Fonts

CAP_HEIGHT = 0.668
"""Height of a digit of the typeface in ems."""


def drawn(number: int, height: float = 120) -> pygame.mask.Mask:
    canvas = Canvas(number_width(number) * height / 2 + 2, height * 0.6, 1.0)
    canvas.paint([Fill(number_shape(number, (0, 0), height), "white")], DARK)
    return pygame.mask.from_surface(canvas.finished(), 127)


def drawn_text(text: str, height: float = 120) -> pygame.mask.Mask:
    """Return *text* in the typeface itself, as large."""
    fonts = Fonts()
    size = next(px for px in range(100, 400) if digit_height(fonts, px) >= height)
    return pygame.mask.from_surface(fonts.render(text, size, (255, 255, 255), True), 127)


def digit_height(fonts: Fonts, size_px: int) -> int:
    seven = pygame.mask.from_surface(fonts.render("7", size_px, (255, 255, 255), True), 127)
    return seven.get_bounding_rects()[0].height


# Not the 1: among figures of one width it has a foot, alone it has none.
@pytest.mark.parametrize("digit", [0, *range(2, 10)])
def test_each_digit_has_the_shape_that_the_typeface_gives_it(digit):
    ours, theirs = drawn(digit), drawn_text(str(digit))
    one, other = ours.get_bounding_rects()[0], theirs.get_bounding_rects()[0]
    shared = ours.overlap_area(theirs, (one.x - other.x, one.y - other.y))
    assert shared > 0.95 * max(ours.count(), theirs.count())


def test_all_ten_digits_are_there_and_as_high_as_said():
    assert sorted(digits()) == list("0123456789")
    for digit in digits().values():
        up = [y for contour in digit.contours for _, y in contour]
        assert max(up) == pytest.approx(1.0, abs=0.03)
        assert min(up) == pytest.approx(0.0, abs=0.03)


def test_a_number_is_drawn_around_its_middle_in_its_height():
    rect = drawn(8, 200).get_bounding_rects()[0]
    assert rect.height == pytest.approx(200 * 692 / 668, abs=2)
    assert rect.center == pytest.approx((number_width(8) * 100 + 3.5, 121.5), abs=3)


def test_a_number_of_two_digits_is_as_wide_as_both():
    assert number_width(16) == pytest.approx(number_width(1) + number_width(6))
    left, right = drawn(11).get_bounding_rects()
    assert right.x - left.x == pytest.approx(number_width(1) * 120, abs=1)


def test_the_holes_of_an_8_show_the_ground():
    canvas = Canvas(60, 80, 1.0)
    canvas.big.fill((10, 20, 30, 255))
    canvas.paint([Fill(number_shape(8, (0, 0), 120), "white")], DARK)
    picture = canvas.finished()
    x, y = picture.get_width() // 2, picture.get_height() // 2
    column = [picture.get_at((x, y + dy))[:3] for dy in range(-68, 69)]
    runs = [color for n, color in enumerate(column) if n == 0 or color != column[n - 1]]
    assert [c for c in runs if c in ((10, 20, 30), (255, 255, 255))] == [
        (10, 20, 30), (255, 255, 255), (10, 20, 30), (255, 255, 255),
        (10, 20, 30), (255, 255, 255), (10, 20, 30),
    ]  # fmt: skip


def test_a_number_fits_by_its_width_or_by_its_height():
    assert fitting_height(1, 10.0, 100.0) == 10.0
    assert fitting_height(16, 10.0, 8.0) * number_width(16) == pytest.approx(8.0)
