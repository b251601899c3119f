"""Every scene as it is drawn, line by line."""

import pytest

from companion.testing.screen_checks import PORTRAIT
from companion.ui.lamps import STEPS_PER_S, step_at
from tests.golden_images import assert_golden
from tests.sitting import Sitting, nobody_looking, with_screen
from tests.ui.board_painting import each_theme
from tests.ui.drawn import KEPT, Drawn, assert_kept, file_of, kept_screens, recording
from tests.ui.every_scene import EVERY_SCENE, OF_ONE_SIZE, brought_to

BRIGHT_PHASE = 4
"""The step of a second in which no lamp pattern is dark."""


def assert_screen(sitting, name):
    """Compare what the settled screen draws with the lines that are kept."""
    with nobody_looking():
        sitting.settle()
    drawn = Drawn(sitting.program.window.screen_size)
    sitting.stage.draw(drawn, sitting.clock.now_s)
    assert drawn.covered == []
    assert_kept(drawn.text(), name, drawn.get_size())


@pytest.mark.parametrize("name", EVERY_SCENE)
def test_golden_screen(tmp_path, name):
    with brought_to(name, tmp_path / "state", settles=False) as sitting, recording():
        assert_screen(sitting, name)
        if name not in OF_ONE_SIZE:
            with nobody_looking():
                sitting.resize(PORTRAIT)
            assert_screen(sitting, name)


@pytest.mark.parametrize("name", OF_ONE_SIZE)
def test_golden_screen_in_portrait(tmp_path, name):
    with brought_to(name, tmp_path / "state", PORTRAIT, settles=False) as sitting, recording():
        assert_screen(sitting, name)


def test_every_screen_that_is_kept_is_still_there():
    kept = {path: kept_screens(path) for path in KEPT.iterdir()}
    scenes = [name.split()[0] for screens in kept.values() for name in screens]
    assert set(kept) == {file_of(name) for name in EVERY_SCENE}
    assert set(scenes) == set(EVERY_SCENE)


@each_theme
def test_a_screen_is_painted_in_the_theme_of_its_configuration(tmp_path, theme):
    config = with_screen(theme=theme.name, look=theme.look.value)
    with Sitting(tmp_path / "state", config=config) as sitting:
        sitting.look()
        sitting.ticks(1)
        assert sitting.stage.theme is theme
        corner = sitting.stage.layout.banner.right - 1, sitting.stage.layout.banner.bottom
        assert sitting.surface.get_at((0, 0))[:3] == theme.banner
        assert sitting.surface.get_at(corner)[:3] == theme.table


def test_golden_table_of_the_simulator(tmp_path):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        EVERY_SCENE["play-mid-turn"](sitting)
        with nobody_looking():
            sitting.settle()
        sitting.look()
        sitting.wait_until(lambda: step_at(sitting.clock.now_s) % STEPS_PER_S == BRIGHT_PHASE)
        sitting.ticks(2)
        beside = sitting.surface.get_rect()
        beside.x = sitting.stage.layout.width
        assert_golden(
            sitting.surface.subsurface(beside.clip(sitting.surface.get_rect())), "simulator"
        )
