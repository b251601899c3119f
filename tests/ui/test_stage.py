from dataclasses import replace

import pygame
import pytest

from companion.config.files import load_settings
from companion.config.values import ButtonConfig, LedConfig
from companion.contract import Refusal
from companion.ports import ButtonName, LinkState, Press
from companion.testing.screen_checks import STILL
from companion.ui import destinations as to
from companion.ui.context import FRESH_SEEDS
from companion.ui.stage import NEXT_REPEATS_AFTER_S, NEXT_REPEATS_S, STATUS_S
from companion.ui.widgets.pen import Status
from companion.words.table import refusal_text
from tests.sitting import status_texts, trouble_texts, with_screen
from tests.storage.failing_disk import FailingDisk, full

MIDDLE = (410, 200)


def stale_text(sitting):
    return refusal_text(Refusal("stale"), sitting.match.position)


# Staleness


def test_a_confirm_in_the_same_moment_as_a_touch_confirms_nothing_and_says_so(sitting):
    sitting.play()
    sitting.touch("c2")
    sitting.post(pygame.MOUSEBUTTONDOWN, pos=sitting.place("c3"), button=1)
    sitting.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    sitting.ticks(1)
    assert sitting.match.half.move.text == "c2-c3"
    assert sitting.plies == []
    assert sitting.note == stale_text(sitting)
    sitting.ticks(2)
    sitting.key(pygame.K_RETURN)
    assert sitting.plies == ["c2-c3"]


def test_a_real_button_that_went_down_before_the_picture_changed_confirms_nothing(sitting):
    sitting.play()
    sitting.touch("c2")
    sitting.pins.press(ButtonName.CONFIRM)
    sitting.post(pygame.MOUSEBUTTONDOWN, pos=sitting.place("c3"), button=1)
    sitting.ticks(3)
    sitting.pins.release(ButtonName.CONFIRM)
    sitting.ticks(5)
    assert sitting.plies == []
    assert sitting.note == stale_text(sitting)


def test_a_press_reported_late_counts_from_when_the_button_went_down(sitting):
    sitting.play()
    sitting.begin_move("c2-c3")
    sitting.stage.handle(Press(ButtonName.CONFIRM, False, sitting.clock.now_s - 5.0))
    assert sitting.plies == []
    sitting.ticks(2)
    sitting.stage.handle(Press(ButtonName.CONFIRM, False, sitting.clock.now_s))
    assert sitting.plies == ["c2-c3"]


def test_an_old_picture_drawn_again_is_not_younger(sitting):
    sitting.play()
    sitting.begin_move("c2-c3")
    pressed_at_s = sitting.clock.now_s
    sitting.ticks(5)
    sitting.stage.redraw()
    sitting.ticks(2)
    sitting.stage.handle(Press(ButtonName.CONFIRM, False, pressed_at_s))
    assert sitting.plies == ["c2-c3"]


def test_a_confirm_right_after_another_scene_came_takes_nothing_of_it(sitting):
    sitting.press("next")
    for key in (pygame.K_UP, pygame.K_RETURN, pygame.K_RETURN):
        sitting.post(pygame.KEYDOWN, key=key, mod=0, unicode="")
    sitting.ticks(1)
    assert sitting.scene.name == "start"
    sitting.ticks(2)
    for _ in range(2):
        sitting.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    sitting.ticks(1)
    assert sitting.scene.name == "choose game"


# Fingers on the four buttons


def test_a_button_on_screen_acts_when_the_finger_comes_down(sitting):
    box = sitting.stage.layout.buttons[1]
    sitting.mouse_down(box.center)
    assert sitting.chosen == sitting.scene.entries()[1]
    sitting.mouse_up(box.center)
    assert sitting.chosen == sitting.scene.entries()[1]


def test_back_held_on_screen_opens_the_menu_and_letting_go_does_nothing_more(sitting):
    sitting.play()
    back = sitting.stage.layout.buttons[0].center
    sitting.mouse_down(back)
    sitting.wait(0.7)
    assert sitting.scene.name == "play"
    sitting.wait(0.2)
    assert sitting.scene.name == "game menu"
    sitting.mouse_up(back)
    assert sitting.scene.name == "game menu"


@pytest.mark.parametrize("number", [0, 2], ids=["back", "hint"])
def test_a_finger_that_stays_presses_long_once(sitting, number):
    sitting.play()
    taken = []
    sitting.scene.on = taken.append
    sitting.mouse_down(sitting.stage.layout.buttons[number].center)
    sitting.wait(5.0)
    assert [press.is_long for press in taken] == [True]
    assert sitting.stage.held == {taken[0].button}
    sitting.mouse_up(sitting.stage.layout.buttons[number].center)
    assert len(taken) == 1


def test_back_let_go_early_is_a_short_press(sitting):
    sitting.play()
    sitting.touch("c2")
    back = sitting.stage.layout.buttons[0].center
    sitting.mouse_down(back)
    sitting.wait(0.3)
    assert len(sitting.match.half.touches) == 1
    sitting.mouse_up(back)
    assert sitting.match.half.touches == ()
    sitting.wait(2.0)
    assert sitting.scene.name == "play"


def test_sliding_off_back_takes_it_back(sitting):
    sitting.play()
    sitting.touch("c2")
    sitting.mouse_down(sitting.stage.layout.buttons[0].center)
    sitting.mouse_up(MIDDLE)
    assert len(sitting.match.half.touches) == 1


@pytest.mark.parametrize("long_press_ms", [300, 2000])
def test_how_long_back_is_held_is_configured(sit, long_press_ms):
    config = replace(STILL, buttons=ButtonConfig(long_press_ms=long_press_ms))
    sitting = sit(config=config)
    sitting.play()
    sitting.mouse_down(sitting.stage.layout.buttons[0].center)
    sitting.wait(long_press_ms / 1000 - 0.1)
    assert sitting.scene.name == "play"
    sitting.wait(0.2)
    assert sitting.scene.name == "game menu"


def test_the_menus_button_opens_the_menu_and_its_place_is_dead_elsewhere(sitting):
    menu = sitting.stage.layout.menu.center
    sitting.click(menu)
    assert sitting.scene.name == "start"
    sitting.play()
    sitting.click(menu)
    assert sitting.scene.name == "game menu"


# The status line


@pytest.mark.parametrize(
    ("link", "text"),
    [
        (LinkState.OFF, "Lamps off"),
        (LinkState.SEARCHING, "Lamps not found"),
        (LinkState.CONNECTED, "Lamps ok"),
        (LinkState.LOST, "Lamps lost"),
        (LinkState.SILENT, "Lamps: no answer"),
        (LinkState.FOREIGN, "Lamps: wrong protocol"),
        (LinkState.TOO_FEW, "Too few lamps"),
        (LinkState.FLOODING, "Lamps: noise"),
    ],
)
def test_the_link_is_told_and_only_its_loss_is_trouble(sitting, link, text):
    sitting.leds.link = link
    assert status_texts(sitting.stage) == (text,)
    fine = (LinkState.OFF, LinkState.SEARCHING, LinkState.CONNECTED)
    assert (text in trouble_texts(sitting.stage)) == (link not in fine)


def test_trouble_comes_first_and_the_time_of_day_last(sitting):
    class Broken:
        def problem(self):
            return "no pins"

    sitting.services.wall_text = lambda: "12:41"
    sitting.services.buttons = Broken()
    sitting.library._problem = "disk full"
    assert status_texts(sitting.stage) == ("not being saved", "no buttons", "Lamps ok", "12:41")
    assert "not being saved" in trouble_texts(sitting.stage)


def test_a_board_that_does_not_fit_the_panel_is_told_beside_the_banner(sit):
    sitting = sit(config=replace(STILL, leds=LedConfig(panel="8x8")))
    sitting.play("quincala-knocking")
    assert status_texts(sitting.stage) == ("Lamps: board doesn't fit",)
    assert trouble_texts(sitting.stage) >= {"Lamps: board doesn't fit"}
    sitting.play("alquerque")
    assert status_texts(sitting.stage) == ("Lamps ok",)


def test_a_lost_link_shows_within_a_moment(sitting):
    sitting.settle()
    drawn = count_drawings(sitting)
    sitting.leds.link = LinkState.LOST
    sitting.wait(STATUS_S + 0.05)
    assert len(drawn) == 1


# Drawing


def count_drawings(sitting) -> list[float]:
    """Return a list that grows with each time that the screen is shown."""
    drawn: list[float] = []
    flip = sitting.program.window.flip

    def counted():
        drawn.append(sitting.clock.now_s)
        flip()

    sitting.program.window.flip = counted
    return drawn


@pytest.mark.parametrize("game", ["alquerque", "quincala-knocking"])
def test_no_frame_is_drawn_while_nothing_changes(sitting, game):
    sitting.play(game)
    sitting.settle()
    drawn = count_drawings(sitting)
    sitting.wait(3.0)
    assert drawn == []


def test_drawing_changes_nothing(sitting):
    sitting.play()
    sitting.touch("c2")
    before = sitting.stage._stamp(), sitting.match.stamp, sitting.leds.frame_count
    for _ in range(3):
        sitting.stage.redraw()
        sitting.program.draw()
    assert (sitting.stage._stamp(), sitting.match.stamp, sitting.leds.frame_count) == before


def test_a_touch_is_drawn_in_the_next_frame(sitting):
    sitting.play()
    sitting.settle()
    drawn = count_drawings(sitting)
    sitting.post(pygame.MOUSEBUTTONDOWN, pos=sitting.place("c2"), button=1)
    sitting.ticks(1)
    assert len(drawn) == 1
    assert not sitting.stage.is_dirty


def test_motion_is_drawn_at_the_pace_of_screens_and_ends(sit):
    sitting = sit(config=with_screen(animation=True))
    sitting.play()
    sitting.touch("c2")
    sitting.settle()
    drawn = count_drawings(sitting)
    sitting.touch("c3")
    sitting.wait(1.0)
    assert 5 <= len(drawn) <= 30
    assert drawn[-1] - drawn[0] <= 0.3


def test_painters_are_kept_but_not_without_end(sitting):
    sitting.play()
    board = sitting.scene.show().board
    box = sitting.stage.layout.board
    assert sitting.stage.painter(board, box) is sitting.stage.painter(board, box)
    for width in range(100, 130):
        sitting.stage.painter(board, box._replace(w=width))
    assert len(sitting.stage._painters) <= 6


def test_a_new_size_lays_out_every_scene_on_the_stack(sitting):
    sitting.tap("Settings")
    sitting.resize((1280, 720))
    assert sitting.stage.layout.width == 1280
    assert sitting.scene.list.box.right > 500
    sitting.tap("Back")
    assert sitting.scene.name == "start"
    assert sitting.scene.list.box.right > 500
    sitting.tap("New game")
    assert sitting.scene.name == "choose game"


def test_closing_the_window_ends_the_program(sitting):
    sitting.post(pygame.QUIT)
    sitting.ticks(1)
    assert sitting.stage.is_closing


# Settings


def test_settings_are_kept_for_the_next_time(sit, tmp_path):
    sitting = sit()
    sitting.tap("Settings")
    for page, title in {
        "Screen": "Colors", "Lamps": "Lamp brightness", "Table": "Which side is near you",
        "Help in a game": "Tutor",
    }.items():  # fmt: skip
        for each in (page, title, "Back"):
            sitting.tap(each)
    kept = load_settings(tmp_path / "state")[0]
    assert (kept.theme, kept.brightness, kept.view, kept.tutor) == (
        "light", 60, "second", True,
    )  # fmt: skip
    again = sit()
    assert again.stage.theme.name == "light"
    assert again.stage.config.leds.brightness == 60
    again.tap("Settings")
    again.tap("Screen")
    assert again.values()["Colors"] == "light"


def test_settings_that_cannot_be_kept_hold_for_now_and_a_notice_says_so_once(sit):
    disk = FailingDisk()
    sitting = sit(disk=disk)
    disk.fails = full
    sitting.tap("Settings")
    sitting.tap("Screen")
    sitting.tap("Colors")
    sitting.tap("Colors")
    assert sitting.stage.theme.name == "contrast"
    assert sitting.services.notices == ["Settings are not being saved: the disk is full"]


def test_brightness_reaches_the_lamps_at_once(sitting):
    sitting.play()
    sitting.settle()
    sitting.hold("back")
    for title in ("Sound and more", "Settings", "Lamps"):
        sitting.choose(title)
    sitting.settle()
    before = max(sitting.leds.frame)
    sitting.tap("Lamp brightness")
    assert max(sitting.leds.frame) > before


# Small things


@pytest.mark.parametrize(
    ("view", "turned"),
    [("first", [False, False]), ("second", [True, True]), ("mover", [False, True])],
)
def test_the_board_is_turned_as_the_players_want_it(sit, view, turned):
    sitting = sit(config=with_screen(view=view))
    sitting.play()
    answers = [sitting.stage.is_turned(sitting.match)]
    sitting.move("c2-c3")
    answers.append(sitting.stage.is_turned(sitting.match))
    assert answers == turned


def test_seeds_of_new_games_are_short_enough_to_be_read_out(sitting):
    seeds = {sitting.stage.fresh_seed() for _ in range(50)}
    assert len(seeds) > 40
    assert all(0 <= seed < FRESH_SEEDS for seed in seeds)


def test_going_somewhere_lets_go_of_a_held_button(sitting):
    sitting.play()
    sitting.mouse_down(sitting.stage.layout.buttons[0].center)
    sitting.stage.go(to.StartScreen())
    sitting.wait(2.0)
    assert sitting.scene.name == "start"


def test_a_clock_that_goes_back_still_asks_the_devices(sitting):
    sitting.settle()
    sitting.clock.now_s -= 100
    sitting.leds.link = LinkState.LOST
    sitting.wait(STATUS_S + 0.1)
    assert sitting.stage._status == (Status("Lamps lost", is_trouble=True),)


# Held buttons


def test_a_button_is_held_beside_the_board_on_screen_and_on_the_keyboard(sitting):
    assert sitting.stage.held == frozenset()
    sitting.pins.press(ButtonName.HINT)
    sitting.ticks(2)
    assert sitting.stage.held == {ButtonName.HINT}
    sitting.mouse_down(sitting.stage.layout.buttons[1].center)
    assert sitting.stage.held == {ButtonName.HINT, ButtonName.NEXT}
    sitting.pins.release(ButtonName.HINT)
    sitting.wait(0.1)
    sitting.mouse_up(sitting.stage.layout.buttons[1].center)
    assert sitting.stage.held == frozenset()
    sitting.post(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="")
    sitting.ticks(1)
    assert sitting.stage.held == {ButtonName.HINT}
    sitting.post(pygame.KEYUP, key=pygame.K_h, mod=0, unicode="")
    sitting.ticks(1)
    assert sitting.stage.held == frozenset()


@pytest.mark.parametrize("by", ["pin", "finger", "key"])
def test_next_walks_on_while_it_is_held_for_long(sitting, by):
    sitting.play()
    place = sitting.stage.layout.buttons[1].center
    down = {
        "pin": lambda: sitting.pins.press(ButtonName.NEXT),
        "finger": lambda: sitting.mouse_down(place),
        "key": lambda: sitting.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode=""),
    }
    up = {
        "pin": lambda: sitting.pins.release(ButtonName.NEXT),
        "finger": lambda: sitting.mouse_up(place),
        "key": lambda: sitting.post(pygame.KEYUP, key=pygame.K_TAB, mod=0, unicode=""),
    }
    movable = list(sitting.match.half.next_touches())
    down[by]()
    sitting.wait(NEXT_REPEATS_AFTER_S - 0.1)
    assert sitting.scene.turn.cursor.focus == movable[0]
    sitting.wait(0.1 + NEXT_REPEATS_S)
    walked = movable.index(sitting.scene.turn.cursor.focus)
    assert walked in (1, 2)
    up[by]()
    sitting.wait(1.0)
    assert movable.index(sitting.scene.turn.cursor.focus) <= walked + 1


@pytest.mark.parametrize("size", [(300, 200), (160, 480), (480, 160), (239, 320), (80, 60)])
def test_a_window_that_is_too_small_says_so_and_nothing_else(sitting, written, size):
    sitting.resize(size)
    assert " ".join(written(sitting).split()) == "Make this window at least 480×320"
    sitting.resize((480, 320))
    assert "Board Companion" in written(sitting)


@pytest.mark.parametrize("size", [(320, 240), (240, 320), (480, 320)])
def test_a_small_window_shows_the_scene(sitting, written, size):
    sitting.resize(size)
    assert "New game" in written(sitting)
