"""No page of a menu is long: what is wanted is in sight, and the rest is one step deeper."""

import pytest

from companion.clock import parse_clock
from companion.match.match import NewMatch
from companion.plugins import GAMES
from companion.testing.screen_checks import LANDSCAPE
from companion.ui import destinations as to
from companion.ui.scenes import (
    calibration,
    game_menu,
    lessons,
    new_game,
    players,
    records,
    rules,
    settings,
)
from companion.ui.scenes.menu import MenuScene
from companion.ui.scenes.settings import SettingsPageScene, SettingsScene, VoiceScene
from tests.sitting import nobody_looking
from tests.ui.every_scene import EVERY_SCENE, brought_to
from tests.ui.machine_scenes import Unwilling

MOST_LINES = 8
MOST_SETTINGS = 7

LISTS = {
    records.RecordsScene: "records",
    records.ResultsScene: "pairs of players",
    new_game.ChooseGameScene: "games",
    rules.ChooseRulesScene: "games",
    lessons.LearnScene: "games",
    lessons.LessonsScene: "lessons",
    calibration.ChooseCalibrationScene: "boards",
    settings.TablesScene: "tables of games",
    settings.AboutScene: "games",
    settings.LanguageScene: "languages",
    game_menu.LegendScene: "lights and buttons",
    game_menu.ReadingScene: "rows of a board",
    game_menu.OutOfStepScene: "moves made last",
    new_game.ClockScene: "clocks",
    new_game.OwnClockScene: "times of two clocks",
    new_game.OptionsScene: "options of a game",
    players.PlayersScene: "opponents and seats",
    players.PlayerScene: "names and levels",
}
"""Menus with as many lines as there are things of a kind."""


def most_lines(scene):
    of_settings = SettingsScene, SettingsPageScene, VoiceScene
    return MOST_SETTINGS if isinstance(scene, of_settings) else MOST_LINES


def menus_of(sitting):
    """Return the menus in front of *sitting* and behind that are no lists."""
    return [scene for scene in sitting.stage._scenes if isinstance(scene, MenuScene)]


def too_long(menus):
    return [
        (scene.title(), len(scene.choices))
        for scene in menus
        if type(scene) not in LISTS and len(scene.choices) > most_lines(scene)
    ]


def kinds_of_menu(kind=MenuScene):
    """Return every kind of menu in the program that is opened."""
    return {kind}.union(*map(kinds_of_menu, kind.__subclasses__())) - {MenuScene}


def test_no_page_of_any_menu_is_long(tmp_path):
    wrong, seen = {}, set()
    for name in EVERY_SCENE:
        with brought_to(name, tmp_path / name, settles=False) as sitting:
            menus = menus_of(sitting)
            seen.update(map(type, menus))
            if faults := too_long(menus):
                wrong[name] = faults
    assert wrong == {}
    ours = {kind for kind in kinds_of_menu() if kind.__module__.startswith("companion.")}
    assert ours == seen, "a menu that no picture shows"


@pytest.mark.parametrize("is_safe", [False, True])
def test_the_start_screen_is_not_long_with_everything_on_it(sitting, is_safe):
    sitting.services.power = Unwilling()
    sitting.services.is_safe = is_safe
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.stage.go(to.StartScreen())
    assert {"Resume", "Switch off"} < set(sitting.scene.entries())
    assert too_long([sitting.scene]) == []
    assert sitting.scene.list.most_scroll == 0


@pytest.mark.parametrize("game", GAMES)
def test_no_menu_of_a_game_is_long_or_out_of_sight(sitting, game):
    """With a clock, moves, one taken back, and all that the rules offer."""
    sitting.begin(NewMatch(GAMES[game], {}, 1, clock=parse_clock("5m")))
    match = sitting.match
    with nobody_looking():
        for _ in range(3):
            sitting.move(match.position.legal_moves()[0].text)
        sitting.press("back", "confirm")
        assert match.undone
        sitting.hold("back")
        for page in (None, "Help", "Sound and more"):
            if page is not None:
                sitting.choose(page)
            assert sitting.stage.layout.width == LANDSCAPE[0]
            assert too_long(menus_of(sitting)) == []
            assert sitting.scene.list.most_scroll == 0, sitting.scene.entries()
            if page is not None:
                sitting.press("back")
