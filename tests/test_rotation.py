"""The whole program on a display that hangs turned: what is drawn is what is touched."""

import pygame
import pytest

from companion.config.values import ROTATIONS
from companion.testing.screen_checks import LANDSCAPE
from companion.ui.lamps import mounting_of
from tests.sitting import Sitting, with_screen
from tests.ui.board_painting import pixels_of

CORNERS = {0: "right bottom", 90: "left bottom", 180: "left top", 270: "right top"}
"""Where on the display the lower right corner of the picture is."""

AXES = {"touch_inverted_x": True, "touch_swapped_xy": True}


def confirm_on_display():
    """Where on the display itself the filled Confirm is, found by its color alone."""
    display = pygame.display.get_surface()
    mask = pygame.mask.from_threshold(display, confirm_on_display.color, (1, 1, 1, 255))
    pixels = pixels_of(mask)
    assert len(pixels) > 1000
    xs, ys = sorted(x for x, _ in pixels), sorted(y for _, y in pixels)
    return xs[len(xs) // 2], ys[len(ys) // 2]


def begun(folder, **screen):
    """A sitting with a move that waits for Confirm."""
    sitting = Sitting(folder, LANDSCAPE, with_screen(**screen))
    sitting.look()
    sitting.play("alquerque")
    sitting.begin_move(sitting.match.position.legal_moves()[0].text)
    sitting.settle()
    confirm_on_display.color = sitting.stage.theme.commit
    return sitting


def corner_of(place):
    width, height = pygame.display.get_surface().get_size()
    return (
        f"{'left' if place[0] < width / 2 else 'right'} "
        f"{'top' if place[1] < height / 2 else 'bottom'}"
    )


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_mouse_hits_what_is_drawn_in_that_corner_of_the_display(tmp_path, rotation):
    with begun(tmp_path / "state", rotation=rotation) as sitting:
        assert pygame.display.get_surface().get_size() == LANDSCAPE
        place = confirm_on_display()
        assert corner_of(place) == CORNERS[rotation]
        sitting.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
        sitting.ticks(2)
        sitting.post(pygame.MOUSEBUTTONUP, pos=place, button=1)
        sitting.ticks(2)
        assert len(sitting.plies) == 1


@pytest.mark.parametrize("rotation", ROTATIONS)
@pytest.mark.parametrize("axes", [{}, AXES], ids=["straight", "inverted and swapped"])
def test_a_finger_hits_what_is_drawn_there_for_any_axes_of_the_device(tmp_path, rotation, axes):
    with begun(tmp_path / "state", rotation=rotation, **axes) as sitting:
        x, y = confirm_on_display()
        assert corner_of((x, y)) == CORNERS[rotation]
        across, down = x / (LANDSCAPE[0] - 1), y / (LANDSCAPE[1] - 1)
        # What such a device tells: x and y exchanged, and its x counted from the other end.
        point = (1 - down, across) if axes else (across, down)
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            sitting.post(kind, finger_id=3, x=point[0], y=point[1])
            sitting.ticks(2)
        assert len(sitting.plies) == 1


def test_a_screen_turned_in_the_settings_is_drawn_and_touched_anew_at_once(tmp_path):
    with Sitting(tmp_path / "state") as sitting:
        sitting.tap("Settings")
        sitting.tap("Screen")
        seen = []
        for _ in range(4):
            sitting.tap("Screen rotation")
            sitting.settle()
            layout = sitting.stage.layout
            seen.append((sitting.values()["Screen rotation"], layout.width, layout.height))
            assert pygame.display.get_surface().get_size() == LANDSCAPE
        assert seen == [
            ("90°", 480, 800), ("180°", 800, 480), ("270°", 480, 800), ("0°", 800, 480),
        ]  # fmt: skip


def test_the_turn_is_kept_and_the_table_of_the_simulator_turns_along(tmp_path):
    with Sitting(tmp_path / "state") as sitting:
        sitting.tap("Settings")
        sitting.tap("Screen")
        sitting.tap("Screen rotation")
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        assert mounting_of(sitting.stage.config.screen).rotation == 90
        assert sitting.stage.layout.is_portrait
        window = sitting.program.window
        assert window.display_size == window.surface.get_size()[::-1]
        assert sitting.program.table.pointer_down(*middle_of_next(sitting))


def middle_of_next(sitting):
    caps = sitting.program.table._drawing._caps()
    return next(place for name, (place, _) in caps.items() if name.value == "next")


@pytest.mark.parametrize("rotation", ROTATIONS[1:])
def test_the_display_shows_the_upright_picture_turned_pixel_for_pixel(tmp_path, rotation):
    with begun(tmp_path / "state", rotation=rotation) as sitting:
        upright, display = sitting.program.window.surface, pygame.display.get_surface()
        mounting = mounting_of(sitting.stage.config.screen)
        width, height = upright.get_size()
        for x in range(0, width, 7):
            for y in range(0, height, 7):
                there = mounting.to_panel(x, y, display.get_size())
                assert display.get_at(there)[:3] == upright.get_at((x, y))[:3]


def test_without_a_turn_the_picture_is_the_display_itself(tmp_path):
    with Sitting(tmp_path / "state") as sitting:
        assert sitting.program.window.surface is pygame.display.get_surface()
