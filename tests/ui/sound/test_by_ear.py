"""With everything spoken: no press is met with silence."""

import pytest

from companion.config.values import Settings
from companion.ports import ButtonName
from tests.ui.every_scene import EVERY_SCENE, brought_to


@pytest.mark.parametrize("name", EVERY_SCENE)
def test_a_button_that_does_nothing_says_so_or_why(tmp_path, name):
    with brought_to(name, tmp_path) as sitting:
        sitting.stage.change(Settings(speak_everything=True))
        sitting.ticks(3)
        labels = sitting.scene.show().labels
        idle = [button for button, label in zip(ButtonName, labels, strict=True) if not label.line]
        silent = []
        for button in idle:
            sitting.stage.narrator.said.clear()
            sitting.press(button)
            sitting.ticks(3)
            if not any(sitting.stage.narrator.said):
                silent.append(button.value)
        assert silent == []
