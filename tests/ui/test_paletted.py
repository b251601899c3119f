import subprocess
import sys

import pygame
import pytest

from companion.art.on_screen import MOST_COLORS, paletted
from companion.ui.scenes.gif import rgb_of

COLORS = [(10, 20, 30), (200, 100, 50), (0, 255, 128)]


def test_numbers_are_drawn_in_their_colors():
    surface = paletted((40, 30), COLORS)
    assert surface.get_size() == (40, 30)
    assert surface.get_bytesize() == 1
    assert rgb_of(surface) == bytes(COLORS[0]) * 40 * 30
    for number, color in enumerate(COLORS):
        surface.fill(number, (5 * number, 0, 5, 5))
        assert surface.get_at((5 * number, 0))[:3] == color


def test_its_numbers_are_blitted_in_their_colors_and_one_may_be_left_out():
    surface, ground = paletted((3, 1), COLORS), pygame.Surface((3, 1), 0, 32)
    for number in range(3):
        surface.fill(number, (number, 0, 1, 1))
    surface.set_colorkey(1)
    ground.blit(surface, (0, 0))
    assert rgb_of(ground) == bytes((*COLORS[0], 0, 0, 0, *COLORS[2]))


@pytest.mark.parametrize("number", [3, MOST_COLORS - 1])
def test_numbers_without_a_color_have_the_last_one(number):
    surface = paletted((1, 1), COLORS)
    surface.fill(number)
    assert surface.get_at((0, 0))[:3] == COLORS[-1]


def test_a_board_is_drawn_where_no_display_was_opened(tmp_path):
    png = tmp_path / "board.png"
    command = [sys.executable, "-m", "companion.cli", "show", "alquerque", "--png", str(png)]
    subprocess.run(command, check=True, capture_output=True)
    assert pygame.image.load(str(png)).get_size() == (800, 800)
