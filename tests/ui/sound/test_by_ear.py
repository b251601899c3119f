"""With everything spoken: no press is met with silence, and nobody is sent to look."""

from dataclasses import replace
from functools import partial

import pytest

from companion.config.values import Settings, SoundConfig
from companion.lessons.shelf import lessons_of
from companion.plugins import GAMES
from companion.ports import ButtonName
from companion.testing.screen_checks import STILL
from companion.ui import destinations as to
from companion.ui.scenes.lessons import course_of
from companion.words.game_words import words_of
from companion.words.translate import AUTO, ENGLISH, speak
from tests.sitting import Sitting, nobody_looking
from tests.ui.every_scene import EVERY_SCENE, brought_to
from tests.ui.speaking import SittingIn
from tests.words.looking import LOOKING

PLIES = 4
STEPS = 12
"""So many presses of Confirm lead to the first task of a lesson, and on from its first answer."""


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


@pytest.fixture(params=sorted(LOOKING))
def heard(request, tmp_path):
    """A sitting in each language in which everything is spoken."""
    code = request.param
    screen, sound = replace(STILL.screen, language=code), SoundConfig(speak_everything=True)
    opened = Sitting if code == ENGLISH else partial(SittingIn, code)
    words_of.cache_clear()
    with opened(tmp_path, config=replace(STILL, screen=screen, sound=sound)) as sitting:
        speak(code)
        yield sitting, code
    speak(AUTO)
    words_of.cache_clear()


@nobody_looking()
@pytest.mark.parametrize("game", GAMES)
def test_turns_and_lessons_send_nobody_to_look(heard, game):
    sitting, code = heard
    sitting.play(game)
    for _ in range(PLIES):
        sitting.make(sitting.match.position.legal_moves()[0].touches, by_buttons=True)
        sitting.press("confirm")
    assert len(sitting.plies) == PLIES
    for lesson in lessons_of(game):
        sitting.stage.go(to.TakeLesson(course_of(sitting.stage, lesson)))
        sitting.press(*["confirm"] * STEPS, "hint", "confirm")
    said = sitting.stage.narrator.said
    assert len(said) > STEPS
    assert [text for text in said if LOOKING[code].search(text)] == []
