"""The legend: every button, every light, and the lamps lit as the chosen line says."""

import pytest

from companion.art.marks import Mark
from companion.config.values import Settings
from companion.match.match import NewMatch
from companion.plugins import GAMES, find_game
from companion.ports import ButtonName
from companion.testing.screen_checks import OpenedProgram
from companion.ui import destinations as to
from companion.ui.lamps import PALETTES, roles_of
from companion.ui.scenes.game_menu import OF_MARKS, LegendScene


@pytest.fixture
def opened(tmp_path):
    with OpenedProgram(tmp_path) as opened:
        game = find_game("alquerque")
        match = opened.services.library.start(NewMatch(game, GAMES["alquerque"].complete(None), 0))
        opened.stage.go(to.Play(match))
        opened.stage.push(LegendScene(opened.stage, opened.scene.match))
        yield opened


def test_every_button_and_every_light_has_a_line(opened):
    choices = opened.scene.choices
    assert len(choices) == len(ButtonName) + len(Mark)
    assert all(choice.title and choice.line for choice in choices)


@pytest.mark.parametrize("colors", PALETTES)
def test_each_light_has_its_color_before_its_title(opened, colors):
    opened.stage.change(Settings(colors=colors))
    swatches = [choice.swatch for choice in opened.scene.make_choices()]
    of_lights = [PALETTES[colors][mark].color for mark in OF_MARKS]
    assert swatches == [*[None] * len(ButtonName), *of_lights]


def test_the_lamps_show_the_light_of_the_chosen_line(opened):
    scene, shown = opened.scene, []
    for at in range(len(scene.choices)):
        scene.list.selected = at
        roles = set(roles_of(scene.show().picture).values())
        assert len(roles) == (at >= len(ButtonName))
        shown += roles
    assert set(shown) == set(Mark)


def test_it_is_reached_from_the_menu_of_a_game(opened):
    opened.stage.pop()
    opened.stage.go(to.GameMenu(opened.scene))
    opened.tap("Help")
    opened.tap("Lamps and buttons")
    assert opened.scene.name == "legend"
