"""Touches, keys and buttons whose end nobody sees, in the whole program."""

from dataclasses import replace

import pygame
import pytest

from companion.config.values import Config
from companion.ports import ButtonName
from companion.testing.screen_checks import PINS, STILL
from companion.ui.stage import IDLE_S, STUCK_S
from companion.ui.widgets.events import SAME_HAND_S, SILENT_S
from companion.words.buttons import button_title
from tests.sitting import Sitting, trouble_texts

LOST = 7
OTHER = 8


def finger(sitting, kind, place, number=OTHER, device=1):
    """Post what SDL tells of a finger at *place*, and let the program take it."""
    width, height = sitting.program.window.display_size
    x, y = sitting.on_display(place)
    sitting.post(
        kind, touch_id=device, finger_id=number, x=x / (width - 1), y=y / (height - 1), dx=0, dy=0
    )
    sitting.ticks(2)


def put(sitting, place, number=LOST):
    finger(sitting, pygame.FINGERDOWN, place, number)


def tap(sitting, place, number=OTHER, device=1):
    finger(sitting, pygame.FINGERDOWN, place, number, device)
    finger(sitting, pygame.FINGERUP, place, number, device)


def corner(sitting):
    """A place that nothing is at."""
    return sitting.stage.layout.banner.inset(3).x, sitting.stage.layout.banner.inset(3).y


@pytest.fixture
def game(sitting):
    """A game with a hundred and more touches in it: c2 is chosen and let go of in turn."""
    sitting.play()
    return sitting


@pytest.mark.parametrize("where", ["the board", "nothing", "Hint", "Next"])
def test_after_a_finger_that_never_goes_up_a_hundred_of_a_hundred_touches_are_seen(game, where):
    titles = [button_title(name) for name in ButtonName]
    places = {
        "the board": game.place("b2"),
        "nothing": corner(game),
        **{title: game.stage.layout.buttons[titles.index(title)].center for title in titles},
    }
    put(game, places[where])
    game.wait(SAME_HAND_S)
    seen = 0
    for _ in range(100):
        before = game.match.half.touches
        tap(game, game.place("c3" if before else "c2"))
        seen += game.match.half.touches != before
        if len(game.match.half.touches) > 1:
            tap(game, game.stage.layout.buttons[0].center)
            tap(game, game.stage.layout.buttons[0].center)
    assert seen == 100


def test_every_one_of_a_hundred_fingers_may_lose_its_end(game):
    seen = 0
    for number in range(100):
        before = game.scene.turn.cursor.focus
        put(game, game.stage.layout.buttons[1].center, number)
        seen += game.scene.turn.cursor.focus != before
        game.wait(SAME_HAND_S)
    assert seen == 100


def test_the_other_touchscreen_is_heard_at_once(game):
    put(game, corner(game))
    tap(game, game.place("c2"), LOST, device=2)
    assert len(game.match.half.touches) == 1


def test_a_hand_whose_finger_was_lost_is_covered_by_the_next_one_and_nothing_is_chosen(sitting):
    sitting.play("quincy", players=4, seed=1)
    sitting.press("confirm")
    view = sitting.scene.turn.tray().view
    put(sitting, view.entry_box(2).center)
    sitting.wait(1.0)
    finger(sitting, pygame.FINGERMOTION, view.entry_box(0).center, LOST)
    assert "9|9" in sitting.scene.entries()
    sitting.wait(SAME_HAND_S)
    tap(sitting, corner(sitting))
    assert "9|9" not in sitting.scene.entries()
    assert sitting.match.half.touches == ()
    assert sitting.note != "First hold your dominoes to see them."


@pytest.mark.parametrize("end", ["time", "focus"])
def test_a_button_on_screen_that_is_let_go_unseen_is_not_pressed(game, end):
    put(game, game.stage.layout.buttons[2].center)
    assert game.stage.held == {ButtonName.HINT}
    if end == "focus":
        game.post(pygame.WINDOWFOCUSLOST)
        game.ticks(2)
        assert game.scene.entries() == ()
    else:
        game.wait(SILENT_S)
    assert game.stage.held == frozenset()
    assert game.scene.name == "play"


def test_a_list_that_lost_its_finger_chooses_nothing_and_does_not_scroll_on(sitting):
    sitting.hold("back")
    place = sitting.title_place("Settings")
    put(sitting, place)
    sitting.post(pygame.WINDOWFOCUSLOST)
    sitting.ticks(2)
    name, scroll = sitting.scene.name, sitting.scene.list.scroll
    finger(sitting, pygame.FINGERMOTION, (place[0], place[1] - 60), LOST)
    finger(sitting, pygame.FINGERUP, (place[0], place[1] - 60), LOST)
    assert (sitting.scene.name, sitting.scene.list.scroll) == (name, scroll)


def test_a_page_of_the_rules_is_not_turned_by_a_finger_that_was_lost(game):
    game.hold("back")
    game.tap("Help")
    game.tap("Read the rules")
    scene = game.scene
    assert len(scene.pages) > 1
    put(game, scene.view.box.center)
    game.wait(SILENT_S)
    assert (game.scene, scene.at) == (scene, 0)


def test_a_button_of_the_simulators_table_comes_up_with_the_focus(tmp_path):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        drawing, (width, height) = (
            sitting.program.table._drawing,
            sitting.program.window.display_size,
        )
        places = ((x, y) for x in range(0, width, 4) for y in range(0, height, 4))
        place = next(at for at in places if drawing.button_at(*at) is ButtonName.NEXT)
        sitting.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
        sitting.wait(0.1)
        assert sitting.stage.held == {ButtonName.NEXT}
        sitting.post(pygame.WINDOWFOCUSLOST)
        sitting.wait(0.1)
        assert sitting.stage.held == frozenset()


# Keys


def test_a_key_whose_keyboard_was_pulled_out_holds_its_button_for_half_a_minute(game):
    game.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")
    game.wait(SILENT_S - 0.5)
    assert game.stage.held == {ButtonName.NEXT}
    game.wait(1.0)
    assert game.stage.held == frozenset()
    assert trouble_texts(game.stage) == set()
    focus = game.scene.turn.cursor.focus
    game.wait(5.0)
    assert game.scene.turn.cursor.focus == focus


# Buttons beside the board


def test_a_button_that_is_held_too_long_is_named_and_holds_nothing_any_more(game):
    game.pins.press(ButtonName.HINT)
    game.wait(STUCK_S - 1.0)
    assert game.stage.held == {ButtonName.HINT}
    assert "Button stuck: Hint" not in trouble_texts(game.stage)
    game.wait(1.5)
    assert game.stage.held == frozenset()
    assert "Button stuck: Hint" in trouble_texts(game.stage)
    game.pins.release(ButtonName.HINT)
    game.wait(0.5)
    assert trouble_texts(game.stage) == set()
    assert game.scene.name == "play"


class StuckFromTheStart(Sitting):
    """A table with Confirm and Hint pressed down by something while it starts."""

    def _services(self, folder, config: Config, disk, pins):
        for button in (ButtonName.HINT, ButtonName.CONFIRM):
            pin = pins.factory.pin(PINS[button])
            # Opening it would otherwise have it rest.
            pin._set_pull = lambda value, pin=pin: setattr(pin, "_pull", value)
            pins.press(button)
        return super()._services(folder, config, disk, pins)


def test_buttons_that_are_down_from_the_start_are_named_and_confirm_nothing(tmp_path):
    with StuckFromTheStart(tmp_path / "state") as sitting:
        assert "Button stuck: Hint, Confirm" in trouble_texts(sitting.stage)
        assert sitting.stage.held == frozenset()
        sitting.wait(60.0)
        assert sitting.scene.name == "start"
        sitting.press("next")
        assert sitting.scene.list.selected == 1
        sitting.pins.release(ButtonName.CONFIRM)
        sitting.wait(0.5)
        assert trouble_texts(sitting.stage) == {"Button stuck: Hint"}
        assert sitting.scene.name == "start"
        sitting.press("confirm")
        assert sitting.scene.name != "start"


def test_a_table_with_a_stuck_button_falls_idle_and_wakes_again(tmp_path):
    config = replace(STILL, screen=replace(STILL.screen, idle="dark"))
    with StuckFromTheStart(tmp_path / "state", config=config) as sitting:
        sitting.play()
        sitting.wait(IDLE_S + 1.0)
        assert sitting.stage.view.board is None
        sitting.press("next")
        assert sitting.stage.view.board is not None
        focus = sitting.scene.turn.cursor.focus
        sitting.press("next")
        assert sitting.scene.turn.cursor.focus != focus


def test_a_button_that_sticks_as_it_wakes_the_screen_blocks_the_others_for_half_a_minute(tmp_path):
    config = replace(STILL, screen=replace(STILL.screen, idle="dark"))
    with Sitting(tmp_path / "state", config=config) as sitting:
        sitting.play()
        sitting.wait(IDLE_S + 1.0)
        sitting.pins.press(ButtonName.BACK)
        sitting.wait(STUCK_S + 1.0)
        focus = sitting.scene.turn.cursor.focus
        sitting.press("next")
        assert sitting.scene.turn.cursor.focus != focus
