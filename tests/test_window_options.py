"""The window on a laptop: its table panel, full screen, and what the next start has of them."""

import math
from contextlib import contextmanager
from dataclasses import replace

import pygame
import pytest

from companion.app import Arguments, open_program
from companion.backends.service_manager import ServiceManager
from companion.config.files import load_settings, save_settings
from companion.config.values import BESIDE, ON_BOARD, UNSEEN, Settings
from companion.ports import ButtonName
from companion.storage.state_dir import StateDir
from companion.ui.stage import IDLE_S
from companion.ui.widgets.window import DESKTOP_SHARE, open_display
from tests.sitting import Sitting

SIMULATED = Arguments("sim")


@pytest.fixture
def laptop(tmp_path):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        sitting.services.window_options |= {"fullscreen"}
        yield sitting


def kept(sitting):
    return load_settings(sitting.state.path)[0]


def green_at(sitting, name):
    """How much more green than red there is on the dot called *name*."""
    x, y = sitting.table().site_place(sitting.table().board.site_of(name))
    red, green, _, _ = sitting.surface.get_at((round(x), round(y)))
    return green - red


# The table panel


def test_a_key_puts_the_lamps_beside_the_board_on_it_and_out_of_sight(laptop):
    window, seen = laptop.program.window, []
    whole = window.surface.get_size()
    for _ in range(4):
        seen.append((laptop.stage.config.screen.table_panel, window.has_panel))
        screen = (laptop.stage.layout.width, laptop.stage.layout.height)
        assert screen == window.screen_size
        assert (screen == whole) == (not window.has_panel)
        assert window.surface.get_size() == whole, "the window keeps its size"
        laptop.key(pygame.K_F9)
    assert seen == [("beside", True), ("on-board", False), ("off", False), ("beside", True)]
    assert kept(laptop).table_panel == "on-board"


def test_a_setting_does_the_same(laptop):
    laptop.tap("Settings")
    laptop.tap("Lamps")
    values = []
    for _ in range(3):
        values.append(laptop.values()["Table panel"])
        laptop.tap("Table panel")
    assert values == ["beside the board", "on the board", "off"]
    assert laptop.program.window.has_panel


def test_a_key_is_seen_in_the_settings_at_once(laptop):
    laptop.tap("Settings")
    laptop.tap("Lamps")
    laptop.key(pygame.K_F9)
    assert laptop.values()["Table panel"] == "on the board"
    laptop.tap("Table panel")
    assert laptop.stage.config.screen.table_panel == "off"


def test_where_there_is_no_table_nothing_offers_its_panel(tmp_path):
    with Sitting(tmp_path / "state") as sitting:
        sitting.key(pygame.K_F9, pygame.K_F11)
        sitting.tap("Settings")
        for page, title in (("Lamps", "Table panel"), ("Screen", "Full screen")):
            sitting.tap(page)
            assert title not in sitting.values()
            sitting.press("back")
        assert kept(sitting) == Settings()


def test_without_its_panel_the_table_takes_no_click(laptop):
    place = laptop.program.table._drawing._caps()[ButtonName.NEXT][0]
    laptop.mouse_down(place)
    assert ButtonName.NEXT in laptop.services.buttons.held()
    laptop.mouse_up(place)
    laptop.key(pygame.K_F9)
    laptop.mouse_down(place)
    assert laptop.services.buttons.held() == {}
    laptop.mouse_up(place)


def test_a_button_that_is_held_while_its_panel_goes_is_let_go_of(laptop):
    place = laptop.program.table._drawing._caps()[ButtonName.NEXT][0]
    laptop.mouse_down(place)
    laptop.key(pygame.K_F9)
    assert ButtonName.NEXT in laptop.services.buttons.held()
    laptop.mouse_up(place)
    laptop.wait(0.2)
    assert laptop.services.buttons.held() == {}


# The lamps on the board


def test_the_lamps_shine_through_the_board_where_that_is_wanted(laptop):
    laptop.look()
    laptop.play()
    laptop.touch("c2")
    for panel, is_lit in (("beside", False), ("on-board", True), ("off", False)):
        assert laptop.stage.config.screen.table_panel == panel
        laptop.settle()
        assert (green_at(laptop, "c3") > 60) == is_lit
        laptop.key(pygame.K_F9)


def test_a_lamp_under_a_piece_glows_around_it(laptop):
    laptop.look()
    laptop.play()
    laptop.key(pygame.K_F9)
    laptop.settle()
    geometry = laptop.table().painter().geometry
    x, y = geometry.site_to_px(laptop.table().board.site_of("c2"))
    # Beyond the ring of the chosen piece, and between the lines of the board.
    away, angle = geometry.piece_radius(1) + 0.2 * geometry.cell, math.tau / 16
    beside = round(x + away * math.cos(angle)), round(y + away * math.sin(angle))
    laptop.settle()
    before = laptop.surface.get_at(beside)
    laptop.touch("c2")
    laptop.settle()
    red, green, *_ = laptop.surface.get_at(beside)
    assert red - green > before.r - before.g + 20


def test_the_lamps_shine_through_the_board_that_is_set_up(laptop):
    laptop.look()
    laptop.key(pygame.K_F9)
    laptop.tap("New game")
    laptop.tap("Alquerque")
    laptop.tap("Start the game")
    laptop.settle()
    geometry = laptop.scene.table.painter().geometry
    x, y = geometry.site_to_px(laptop.scene.table.board.site_of("e1"))
    away, angle = geometry.piece_radius(1) + 0.1 * geometry.cell, math.tau / 16
    beside = round(x + away * math.cos(angle)), round(y + away * math.sin(angle))
    red, _, blue, _ = laptop.surface.get_at(beside)
    laptop.key(pygame.K_F9)
    laptop.settle()
    plain = laptop.surface.get_at(beside)
    # A place for a piece is blue.
    assert blue - red > plain.b - plain.r + 20


def frame_with(sitting, name, color):
    """The frame that its controller shows, but for the lamp under the dot called *name*."""
    board = sitting.table().board
    lamp = sitting.stage.lamps.light_for(board).lamps[board.site_of(name)]
    frame = bytearray(sitting.leds.frame)
    frame[3 * lamp : 3 * lamp + 3] = bytes(color)
    return bytes(frame)


def test_what_shines_through_the_board_is_what_arrived_on_the_wire(laptop):
    laptop.look()
    laptop.play()
    laptop.key(pygame.K_F9)
    laptop.settle()
    assert green_at(laptop, "c3") < 0
    laptop.leds.frame = frame_with(laptop, "c3", (0, 200, 0))
    laptop.ticks(20)
    assert green_at(laptop, "c3") > 60


def test_what_arrives_while_the_board_is_drawn_shines_through_it_next(laptop):
    arriving, shines = [], laptop.stage.shines

    def shining_before_it_arrives(*args):
        colors = shines(*args)
        if arriving:
            laptop.leds.frame = arriving.pop()
        return colors

    laptop.stage.shines = shining_before_it_arrives
    laptop.look()
    laptop.play()
    laptop.key(pygame.K_F9)
    laptop.settle()
    arriving.append(frame_with(laptop, "c3", (0, 200, 0)))
    laptop.stage.redraw()
    laptop.ticks(20)
    assert not arriving
    assert green_at(laptop, "c3") > 60


def test_a_board_that_the_lamps_do_not_show_stays_as_it_is(laptop):
    laptop.play()
    laptop.key(pygame.K_F9)
    laptop.touch("c2")
    laptop.settle()
    view = laptop.stage.view
    assert any(map(any, laptop.stage.shines(view.board, view.picture)))
    assert not laptop.stage.shines(view.board, laptop.table().standing())


def test_lamps_shine_through_the_board_of_a_sample_game_as_well(laptop):
    laptop.look()
    laptop.key(pygame.K_F9)
    laptop.wait(IDLE_S + 20)
    laptop.wait_until(lambda: laptop.stage.view.picture.last_move)
    drawn = laptop.stage._idle.show.show()
    assert any(map(any, laptop.stage.shines(drawn.board, drawn.picture)))


def test_the_screen_is_drawn_again_only_when_a_lamp_looks_different(laptop):
    laptop.play()
    laptop.key(pygame.K_F9, pygame.K_F9)
    laptop.settle()
    drawn = []
    laptop.stage.draw = lambda *_: drawn.append(laptop.clock.now_s)
    laptop.leds.frame = bytes(reversed(laptop.leds.frame))
    laptop.wait(1.0)
    assert drawn == [], "the lamps are out of sight"


# Full screen


def test_a_key_takes_the_whole_screen_and_gives_it_back(laptop):
    size, whole = laptop.program.window.display_size, pygame.display.get_desktop_sizes()[0]
    laptop.key(pygame.K_F11)
    assert laptop.program.window.surface.get_flags() & pygame.FULLSCREEN
    assert laptop.program.window.display_size == whole
    assert laptop.stage.layout.height == whole[1]
    assert kept(laptop).fullscreen == "on"
    laptop.key(pygame.K_F11)
    assert laptop.program.window.display_size == size
    assert kept(laptop).fullscreen == "off"


def test_full_screen_is_a_setting(laptop):
    laptop.tap("Settings")
    laptop.tap("Screen")
    laptop.tap("Full screen")
    assert (laptop.values()["Full screen"], laptop.program.window.is_fullscreen) == ("on", True)
    laptop.tap("Full screen")
    assert (laptop.values()["Full screen"], laptop.program.window.is_fullscreen) == ("off", False)


def test_the_keys_of_the_window_work_while_a_name_is_typed(laptop):
    laptop.stage.scene.wants_text = True
    laptop.key(pygame.K_F11)
    assert laptop.program.window.is_fullscreen


# The next start


@contextmanager
def started(folder, arguments=SIMULATED):
    """The program on the display, which is closed as a player closes it."""
    with StateDir(folder) as state:
        open_display()
        pygame.event.clear()
        program = open_program(arguments, state)
        try:
            yield program
            program.stage.is_closing = True
            program.run(ServiceManager({}))
        finally:
            program.close()


def opens_at(folder, arguments=SIMULATED):
    """The size at which the window opens."""
    with started(folder, arguments) as program:
        return program.window.display_size


def leave_at(folder, size, panel=BESIDE):
    with started(folder) as program:
        program.stage.change(Settings(table_panel=panel))
        program.tick()
        program.window.set_size(size)


def test_a_window_is_as_large_as_it_was_left_with_the_panel_and_without(tmp_path):
    leave_at(tmp_path, (1000, 500))
    leave_at(tmp_path, (640, 700), UNSEEN)
    assert opens_at(tmp_path) == (640, 700)
    for panel, size in ((BESIDE, (1000, 500)), (ON_BOARD, (640, 700))):
        save_settings(replace(load_settings(tmp_path)[0], table_panel=panel), tmp_path)
        assert opens_at(tmp_path) == size


def test_a_window_that_nobody_changed_leaves_no_trace(tmp_path):
    opens_at(tmp_path)
    assert load_settings(tmp_path) == (Settings(), ())


def test_the_window_under_full_screen_is_what_is_kept(tmp_path):
    with started(tmp_path) as program:
        program.window.set_size((900, 500))
        program.stage.change(Settings(fullscreen="on"))
        program.tick()
        assert program.window.display_size == pygame.display.get_desktop_sizes()[0]
    with started(tmp_path) as program:
        assert program.window.is_fullscreen
        program.stage.change(Settings(fullscreen="off"))
        program.tick()
        assert program.window.display_size == (900, 500)


def test_a_window_that_is_too_small_to_play_in_is_not_kept(tmp_path):
    leave_at(tmp_path, (200, 120))
    assert load_settings(tmp_path)[0].window_with_panel is None


def test_a_size_that_is_asked_for_goes_before_the_one_that_was_left(tmp_path):
    leave_at(tmp_path, (900, 500), UNSEEN)
    assert opens_at(tmp_path, Arguments("sim", size=(800, 480))) == (800, 480)


def test_a_window_larger_than_the_display_is_brought_down(tmp_path):
    open_display()
    most_w, most_h = pygame.display.get_desktop_sizes()[0]
    save_settings(Settings(window_with_panel=f"{most_w + 1}x{most_h}"), tmp_path)
    assert opens_at(tmp_path) == (round(DESKTOP_SHARE * most_w), most_h)
    save_settings(Settings(window_with_panel=f"7000x{most_h + 500}"), tmp_path)
    assert opens_at(tmp_path) == (round(DESKTOP_SHARE * most_w), round(DESKTOP_SHARE * most_h))


@pytest.mark.parametrize("text", ["10x10", "wide", "800x", "800x600x2", "9999x480", "0800x600 "])
def test_a_size_that_is_none_is_told_like_any_damaged_setting(tmp_path, text):
    (tmp_path / "settings.toml").write_text(f'window = "{text}"\n')
    settings, notices = load_settings(tmp_path)
    assert settings == Settings()
    assert [notice.code for notice in notices] == ["settings-damaged"]


def test_with_the_simulator_the_mouse_is_seen_in_full_screen_as_well(tmp_path):
    with started(tmp_path) as program:
        program.stage.change(Settings(fullscreen="on"))
        program.tick()
        assert pygame.mouse.get_visible()
