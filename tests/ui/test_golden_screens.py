"""Every scene as it looks, pixel for pixel."""

import pytest

from companion.testing.opened import LANDSCAPE, PORTRAIT
from companion.ui.lamps.light import STEPS_PER_S, step_at
from tests.golden_images import assert_golden
from tests.sitting import Sitting, with_screen
from tests.ui.every_scene import EVERY_SCENE

BRIGHT_PHASE = 4
"""The step of a second in which no lamp pattern is dark."""


def assert_screen(sitting, name):
    """Compare the settled screen with the kept one."""
    sitting.settle()
    sitting.wait_until(lambda: step_at(sitting.clock.now_s) % STEPS_PER_S == BRIGHT_PHASE)
    sitting.ticks(2)
    layout = sitting.stage.layout
    assert_golden(sitting.surface, f"screen-{name}-{layout.width}x{layout.height}")


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", EVERY_SCENE)
def test_golden_screen(tmp_path, name, size):
    with Sitting(tmp_path / "state", size) as sitting:
        EVERY_SCENE[name](sitting)
        assert_screen(sitting, name)


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_golden_play_in_other_themes(tmp_path, theme):
    with Sitting(tmp_path / "state", config=with_screen(theme=theme)) as sitting:
        EVERY_SCENE["play-mid-turn"](sitting)
        assert_screen(sitting, f"play-{theme}")


def test_golden_simulator_window(tmp_path):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        EVERY_SCENE["play-mid-turn"](sitting)
        assert_screen(sitting, "simulator")
