import itertools

import pygame
import pytest

from companion.art import on_screen
from companion.art.dominoes import DominoState, domino_inks
from companion.art.on_screen import DominoPictures
from companion.art.theme import DARK, Theme
from companion.ui.scenes.gif import rgb_of
from tests.golden_images import assert_golden
from tests.ui.board_painting import each_kept_theme, each_theme, id_of
from tests.ui.contrast import LEAST_TEXT_CONTRAST, contrast_ratio


def shown(low, high, state=DominoState.OPEN, size=(40, 60), theme=DARK) -> pygame.Surface:
    surface = pygame.Surface(size, 0, 32)
    surface.fill(theme.panel)
    DominoPictures(theme).draw_domino(surface, (0, 0, *size), low, high, state)
    return surface


def pixels_of(surface: pygame.Surface) -> bytes:
    return rgb_of(surface)


def unlike(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return the share of pixels that differ clearly in lightness."""
    pairs = zip(pixels_of(one)[1::3], pixels_of(other)[1::3], strict=True)
    return sum(abs(a - b) > 40 for a, b in pairs) / (one.get_width() * one.get_height())


@each_kept_theme
def test_dominoes_look_as_kept(theme: Theme):
    surface = pygame.Surface((480, 300), 0, 32)
    surface.fill(theme.panel)
    pictures = DominoPictures(theme)
    for number in range(10):
        rect = (8 + 46 * number, 8, 40, 60)
        pictures.draw_domino(surface, rect, number, 9 - number if number % 2 else number)
    for column, state in enumerate(DominoState):
        pictures.draw_domino(surface, (8 + 70 * column, 76, 64, 104), 4, 7, state)
        pictures.draw_domino(surface, (8 + 118 * column, 188, 110, 52), 2, 9, state)
        pictures.draw_domino(surface, (8 + 70 * column, 246, 60, 50), 0, 5, state)
        pictures.draw_domino(surface, (296 + 46 * column, 76, 40, 104), 3, 8, state)
    assert_golden(surface, f"dominoes-{id_of(theme)}")


@each_theme
@pytest.mark.parametrize("state", [s for s in DominoState if s is not DominoState.HIDDEN])
def test_digits_read_on_every_face(theme: Theme, state: DominoState):
    inks = domino_inks(state)
    assert contrast_ratio(theme.rgb(inks.number), theme.rgb(inks.face)) >= LEAST_TEXT_CONTRAST


def test_every_state_differs_from_every_other_in_lightness_too():
    pictures = {state: shown(3, 8, state) for state in DominoState}
    for one, other in itertools.combinations(DominoState, 2):
        assert unlike(pictures[one], pictures[other]) > 0.1, (one, other)


def test_all_fifty_five_dominoes_look_different():
    pairs = list(itertools.combinations_with_replacement(range(10), 2))
    assert len({pixels_of(shown(*pair)) for pair in pairs}) == 55


def test_the_back_tells_nothing():
    backs = {pixels_of(shown(n, 9 - n, DominoState.HIDDEN)) for n in range(10)}
    assert len(backs) == 1


def test_the_lower_number_is_above_or_at_the_left():
    low_first, both_low = shown(1, 8), shown(1, 1)
    assert unlike(low_first.subsurface((0, 0, 40, 27)), both_low.subsurface((0, 0, 40, 27))) == 0
    assert unlike(low_first.subsurface((0, 33, 40, 27)), both_low.subsurface((0, 33, 40, 27))) > 0
    lying, both = shown(1, 8, size=(90, 44)), shown(1, 1, size=(90, 44))
    assert unlike(lying.subsurface((0, 0, 42, 44)), both.subsurface((0, 0, 42, 44))) == 0
    assert unlike(lying.subsurface((48, 0, 42, 44)), both.subsurface((48, 0, 42, 44))) > 0


@pytest.mark.parametrize("size", [(40, 60), (60, 50), (110, 52), (41, 61), (200, 400)])
@pytest.mark.parametrize("state", DominoState)
def test_nothing_leaves_the_rectangle(size, state):
    width, height = size
    surface = pygame.Surface((width + 20, height + 20), 0, 32)
    surface.fill((255, 0, 255))
    DominoPictures(DARK).draw_domino(surface, (10, 10, *size), 6, 9, state)
    inside = surface.subsurface((10, 10, *size))
    drawn = width * height - magenta(inside)
    assert drawn > 0.7 * width * height
    inside.fill((255, 0, 255))
    assert magenta(surface) == (width + 20) * (height + 20)


def magenta(surface: pygame.Surface) -> int:
    return pygame.mask.from_threshold(surface, (255, 0, 255), (1, 1, 1)).count()


@pytest.mark.parametrize(("size", "least"), [((40, 60), 13), ((80, 150), 30), ((110, 52), 22)])
def test_digits_are_large(size, least):
    blank, one = shown(0, 0, size=size), shown(1, 1, size=size)
    width, height = size
    half = (width, height // 2) if height > width else (width // 2, height)
    ink = [
        y
        for x, y in itertools.product(*map(range, half))
        if one.get_at((x, y))[1] < 70 and blank.get_at((x, y))[1] > 100
    ]
    assert max(ink) - min(ink) > least * 0.5
    heights = {y for x, y in itertools.product(range(size[0]), range(size[1]))
               if one.get_at((x, y))[:3] == DARK.ink}  # fmt: skip
    runs = [y for y in heights if y - 1 not in heights]
    tallest = max(next(n for n in itertools.count() if y + n not in heights) for y in runs)
    assert tallest >= least


def test_each_picture_is_made_once(monkeypatch):
    made = []
    draw = on_screen.domino_shapes
    monkeypatch.setattr(on_screen, "domino_shapes", lambda *of: made.append(of[2]) or draw(*of))
    pictures = DominoPictures(DARK)
    surface = pygame.Surface((200, 100), 0, 32)
    for x in (0, 50, 100):
        pictures.draw_domino(surface, (x, 0, 40, 60), 2, 5)
    pictures.draw_domino(surface, (0, 0, 40, 60), 2, 6)
    assert made == [(2, 5), (2, 6)]


def test_a_rectangle_of_a_few_pixels_is_no_error():
    for size in ((1, 1), (2, 5), (9, 7)):
        shown(3, 4, DominoState.CHOSEN, size)
