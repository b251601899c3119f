import pygame
import pytest

from companion.art.theme import DARK, THEMES, BoardSet
from companion.config.files import load_settings
from companion.config.values import SETTING_RULES
from companion.testing.screen_checks import LANDSCAPE, PORTRAIT
from companion.ui import destinations as to
from companion.ui.lamps import GLOWS, STEPS_PER_S, step_at
from companion.ui.scenes.settings import BRIGHTNESSES, PAGES
from companion.ui.widgets.list_view import ENTRY_GAP


@pytest.fixture
def settings(sitting):
    sitting.choose("Settings")
    return sitting


@pytest.fixture
def page(settings):
    """Opens the page of settings with a title, on the way from any other."""

    def open_page(title):
        if title not in settings.scene.entries():
            settings.press("back")
        settings.choose(title)
        return settings

    return open_page


def cycle(sitting, title) -> list[str]:
    """Return what *title* is set to, confirm after confirm, until it repeats."""
    sitting.walk_to(title)
    seen = [sitting.values()[title]]
    for _ in range(20):
        sitting.press("confirm")
        if sitting.values()[title] == seen[0]:
            return seen
        seen.append(sitting.values()[title])
    raise AssertionError(f"{title} never came back to {seen[0]}")


def test_every_value_of_a_setting_is_reached_by_next_and_confirm(page):
    assert sorted(cycle(page("Lamps"), "Lamp brightness")) == sorted(
        f"{percent}%" for percent in BRIGHTNESSES
    )
    assert cycle(page("Lamps"), "Lamp colors") == ["standard", "color-blind"]
    assert len(cycle(page("Screen"), "Colors")) == len(SETTING_RULES["theme"].values)
    assert cycle(page("Screen"), "Motion") == ["off", "on"]
    assert len(cycle(page("Table"), "Which side is near you")) == len(SETTING_RULES["view"].values)


def test_motion_is_what_the_line_says(settings, page):
    page("Screen")
    assert not settings.stage.config.screen.animation
    settings.tap("Motion")
    assert settings.values()["Motion"] == "on"
    assert settings.stage.config.screen.animation


def test_a_brightness_that_a_file_set_goes_on_to_the_next_step(settings, page):
    page("Lamps")
    leds = settings.stage.config.leds
    object.__setattr__(leds, "brightness", 33)
    settings.tap("Lamp brightness")
    assert settings.stage.config.leds.brightness == 40


def test_colors_change_at_once(settings, page):
    page("Screen")
    settings.look()
    settings.tap("Colors")
    assert settings.surface.get_at((790, 470))[:3] == settings.stage.theme.table
    assert settings.stage.theme.name == "light"


# Looks of boards and pieces


@pytest.fixture
def looks(sitting):
    """The choice of a look, behind an unfinished game."""
    sitting.play("alquerque")
    sitting.move("c2-c3")
    sitting.stage.go(to.StartScreen())
    for title in ("Settings", "Screen", "Board and pieces"):
        sitting.choose(title)
    return sitting


def test_a_look_is_chosen_by_the_buttons_and_kept(looks):
    assert looks.scene.entries() == ("Classic", "Modern", "High contrast")
    assert looks.scene.chosen().is_ticked
    looks.press("next")
    assert "Flat boards" in looks.note
    looks.press("confirm")
    assert looks.stage.theme.look is BoardSet.MODERN
    assert looks.stage.theme.name == "dark"
    assert looks.values()["Board and pieces"] == "modern"
    assert load_settings(looks.state.path)[0].look == "modern"
    looks.press("confirm")
    assert looks.scene.chosen().title == "Modern"


def test_a_look_is_chosen_by_touch_and_the_game_goes_on_in_it(looks):
    looks.look()
    looks.tap("High contrast")
    looks.press("back", "back")
    looks.choose("Resume")
    looks.press("confirm")
    looks.settle()
    assert looks.scene.name == "play"
    theme = looks.stage.theme
    colors = {looks.surface.get_at((x, 200))[:3] for x in range(400)}
    assert theme.look is BoardSet.CONTRAST
    assert theme.wood in colors
    assert DARK.wood not in colors


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
def test_each_card_shows_the_game_that_goes_on_in_its_own_look(looks, size):
    looks.resize(size)
    looks.look()
    gap = looks.stage.layout.px(ENTRY_GAP)
    for index, look in enumerate(BoardSet):
        theme = THEMES["dark", look.value]
        box = looks.scene.list.entry_box(index, gap)
        card = looks.surface.subsurface(pygame.Rect(box))
        faces = {
            name: pygame.mask.from_threshold(card, theme.color(name), (2, 2, 2, 255)).count()
            for name in ("ivory", "ebony")
        }
        assert min(faces.values()) > 60, look
        others = [THEMES["dark", other.value].ebony for other in BoardSet if other is not look]
        assert not any(
            pygame.mask.from_threshold(card, other, (1, 1, 1, 255)).count() for other in others
        )


def test_where_no_board_has_pieces_yet_another_one_shows_the_looks(sitting):
    sitting.play("quincy")
    sitting.stage.go(to.StartScreen())
    for title in ("Settings", "Screen", "Board and pieces"):
        sitting.choose(title)
    card = sitting.scene._card(BoardSet.MODERN)
    assert card.position.pieces()


def test_during_a_game_the_lamps_stay_lit_while_their_brightness_is_set(sitting):
    sitting.play()
    sitting.hold("back")
    for title in ("Sound and more", "Settings", "Lamps"):
        sitting.choose(title)
    sitting.settle()
    before = sum(sitting.leds.frame)
    sitting.tap("Lamp brightness")
    sitting.settle()
    assert sum(sitting.leds.frame) > before > 0
    sitting.press("back", "back")
    assert sitting.scene.name == "game menu"
    sitting.press("back", "back")
    assert sitting.scene.name == "play"


def test_each_setting_is_explained(settings):
    titles, notes = settings.scene.entries(), []
    for number, title in enumerate(titles):
        notes.append(settings.note)
        if number < len(PAGES):
            settings.choose(title)
            for _ in settings.scene.entries():
                notes.append(settings.note)
                settings.press("next")
            settings.press("back")
        settings.press("next")
    assert len(set(notes)) == len(notes) > 20
    assert all(note.endswith(".") for note in notes)


def test_what_is_set_once_comes_last(settings):
    assert settings.scene.entries()[0] == "Sound and voice"
    assert settings.scene.entries()[-1] == "About this program"
    for page, last in {"Lamps": "Find the lamps", "Screen": "Touch test"}.items():
        settings.choose(page)
        assert settings.scene.entries()[-1] == last
        settings.press("back")


def test_the_games_without_an_evaluation_bar_are_named(settings, page):
    page("Help in a game").walk_to("Evaluation bar")
    assert settings.note.endswith("bar beside the board; not in Quincy.")


def test_the_colors_of_the_lamps_are_shown_at_once_on_a_dot_for_each_role(settings, page):
    page("Lamps")
    settings.walk_to("Lamp colors")
    seen = []
    for _ in range(2):
        settings.press("confirm")
        settings.wait_until(lambda: step_at(settings.clock.now_s) % STEPS_PER_S == 4)
        settings.ticks(2)
        seen.append(settings.leds.frame)
    assert seen[0] != seen[1]
    assert settings.values()["Lamp colors"] == "standard"
    lit = {tuple(seen[0][at : at + 3]) for at in range(0, 768, 3)} - {(0, 0, 0)}
    assert len(lit) == len(GLOWS) - 1
