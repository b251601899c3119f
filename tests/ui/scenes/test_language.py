"""The language: asked for once, chosen by its own name, in force at once."""

import time

import pygame
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.app import Arguments, open_program
from companion.storage.state_dir import USED_NAMES, StateDir
from companion.ui.widgets.window import open_display
from companion.words import translate
from companion.words.translate import AUTO, OWN_NAME, languages, speak, tr
from tests.sitting import Sitting


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A program that comes in German as well, a few words of it."""
    catalog = Catalog(locale="de")
    catalog.add(OWN_NAME[1], "Deutsch", context=OWN_NAME[0])
    catalog.add("Settings", "Einstellungen")
    catalog.add("Language", "Sprache")
    catalog.add("New game", "Neues Spiel")
    place = tmp_path / "locale" / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "companion.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(translate, "_PROGRAM", str(tmp_path / "locale"))
    monkeypatch.setattr(translate, "_catalogs", [str(tmp_path / "locale")])
    languages.cache_clear()
    yield
    languages.cache_clear()
    speak(AUTO)


def test_a_language_is_chosen_by_its_own_name_and_spoken_at_once(german, sitting):
    sitting.choose("Settings")
    assert sitting.values()["Language"] == "System language"
    sitting.tap("Language")
    assert sitting.scene.entries() == ("System language", "English", "Deutsch")
    sitting.tap("Deutsch")
    assert sitting.scene.name == "settings"
    assert sitting.banner == "Einstellungen"
    assert sitting.values()["Sprache"] == "Deutsch"
    sitting.press("back")
    assert "Neues Spiel" in sitting.scene.entries()


def test_it_is_kept(german, tmp_path):
    with Sitting(tmp_path / "state") as sitting:
        for title in ("Settings", "Language", "Deutsch"):
            sitting.choose(title)
    with Sitting(tmp_path / "state") as sitting:
        assert sitting.stage.config.screen.language == "de"


@pytest.fixture
def opened(tmp_path):
    """Start the program on its state folder, as for a player."""
    programs = []

    def start(config=None):
        open_display()
        state = StateDir(tmp_path / "state")
        program = open_program(
            Arguments("sim", config, (800, 480), asks_language=True), state, time.monotonic
        )
        programs.append((program, state))
        return program.stage

    yield start
    for program, state in programs:
        program.close()
        state.close()


def test_the_first_start_asks_and_the_answer_leads_on(german, opened):
    stage = opened()
    assert stage.scene.name == "language"
    stage.scene.choices[2].act()
    assert stage.scene.name == "start"
    assert tr("Settings") == "Einstellungen"


@pytest.mark.parametrize("name", USED_NAMES)
def test_where_somebody_has_played_nobody_is_asked(german, opened, tmp_path, name):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / name).mkdir() if name == "records" else (
        tmp_path / "state" / name
    ).touch()
    assert opened().scene.name == "start"


def test_where_the_configuration_says_it_nobody_is_asked(german, opened, tmp_path):
    (tmp_path / "config.toml").write_text('[screen]\nlanguage = "de"\n')
    assert opened(tmp_path / "config.toml").scene.name == "start"
    assert tr("Settings") == "Einstellungen"


def test_with_one_language_nobody_is_asked(opened, monkeypatch, tmp_path):
    monkeypatch.setattr(translate, "_PROGRAM", str(tmp_path))
    languages.cache_clear()
    assert opened().scene.name == "start"
    languages.cache_clear()
    assert pygame.display.get_init()
