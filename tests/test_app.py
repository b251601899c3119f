"""The program as it is put together: devices, window, main loop, and a state folder that fails."""

import errno
import gc
import itertools
import threading
import time
import zlib
from dataclasses import replace

import pygame
import pytest

from companion.app import Arguments, open_program
from companion.backends import devices
from companion.backends.devices import choose_backend, open_devices
from companion.backends.service_manager import ServiceManager
from companion.config.files import load_boards
from companion.config.values import Config
from companion.engine.limits import Limits
from companion.engine.service import Fault
from companion.errors import BackendError, BoardError, ConfigError
from companion.match.match import NewMatch
from companion.plugins import find_game
from companion.ports import ButtonName, LinkState
from companion.program import FRAME_S
from companion.scripting.fingers import ManualClock, ManualLoop
from companion.storage.disk import Writer
from companion.storage.state_dir import StateDir
from companion.ui import destinations as to
from companion.ui.widgets.window import open_display
from tests.search_process import pid_of
from tests.sitting import Sitting, status_texts, trouble_texts
from tests.storage.failing_disk import FailingDisk, read_only

SIMULATED = Arguments("sim")


@pytest.fixture
def opened(tmp_path):
    """Opens the whole program on the simulator's devices; closes it afterward."""
    open_ones = []

    def opened(arguments=SIMULATED, folder=tmp_path / "state", **values):
        state = StateDir(folder)
        open_display()
        pygame.event.clear()
        try:
            program = open_program(arguments, state, **values)
        except BaseException:
            state.close()
            pygame.display.quit()
            raise
        open_ones.append((program, state))
        return program

    yield opened
    for program, state in open_ones:
        program.close()
        state.close()


def config_file(tmp_path, text):
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def run_until(program, is_so, limit_s=10.0):
    until_s = time.monotonic() + limit_s
    program.run_while(lambda: not is_so() and time.monotonic() < until_s)
    assert is_so(), "it never came to that"


def test_a_start_goes_on_with_an_import_that_a_power_cut_ended(opened, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    (state / "import.list").write_text("players.txt\n", encoding="utf-8")
    (state / "players.txt.import").write_text("Anna\n", encoding="utf-8")
    program = opened()
    assert program.stage.services.library.names.all() == ("Anna",)
    assert not (state / "import.list").exists()


# Backends


@pytest.mark.parametrize("wanted", ["pi", "sim"])
def test_a_named_backend_is_taken(wanted):
    assert choose_backend(wanted) == wanted


def test_another_name_is_refused():
    with pytest.raises(BackendError, match="'mac'"):
        choose_backend("mac")


@pytest.mark.parametrize(
    ("model", "backend"),
    [("Raspberry Pi 4 Model B Rev 1.4\x00", "pi"), ("Some Other Board\x00", "sim"), (None, "sim")],
)
def test_auto_is_the_pi_on_a_pi_and_nowhere_else(tmp_path, monkeypatch, model, backend):
    path = tmp_path / "model"
    if model is not None:
        path.write_bytes(model.encode())
    monkeypatch.setattr(devices, "PI_MODEL", path)
    assert choose_backend("auto") == backend


def test_the_pi_backend_without_pins_or_controller_says_so_and_stops_nobody():
    devices = open_devices("pi", Config(), time.monotonic, print)
    try:
        assert devices.leds.state() in (LinkState.SEARCHING, LinkState.OFF)
        assert devices.buttons.problem()
        with pytest.raises(BackendError, match="simulator"):
            devices.virtual()
    finally:
        devices.close()


def test_devices_can_be_closed_twice_and_leave_no_thread_behind():
    before = set(threading.enumerate())
    devices = open_devices("sim", Config(), time.monotonic, print)
    assert set(threading.enumerate()) > before
    devices.close()
    devices.close()
    assert set(threading.enumerate()) <= before


# The whole program


def test_a_touch_travels_to_the_lamps_over_the_real_link(opened):
    program = opened()
    match = program.stage.services.library.start(NewMatch(find_game("alquerque"), {}, 0))
    program.stage.go(to.Play(match))
    run_until(program, lambda: program.devices.leds.state() is LinkState.CONNECTED)
    scene = program.stage.scene
    place = scene.table.site_place(scene.show().board.site_of("c2"))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    program.tick()
    light = program.stage.lamps.light_for(scene.show().board)
    c3 = light.lamps[scene.show().board.site_of("c3")]
    controller = program.devices.virtual().controller
    assert controller.wait_for_frame(lambda frame: any(frame[3 * c3 : 3 * c3 + 3]), 5.0)


def test_a_frame_for_the_lamps_leaves_before_the_picture_is_drawn(opened, tmp_path, monkeypatch):
    # On a machine at work the link may wait for its turn longer than the drawing does.
    monkeypatch.setattr("hardware.led_link.SOON_S", 5.0)
    program = opened(Arguments("sim", config_file(tmp_path, "[leds]\nbaud = 1000000\n")))
    match = program.stage.services.library.start(NewMatch(find_game("querni"), {}, 0))
    program.stage.go(to.Play(match))
    run_until(program, lambda: program.devices.leds.state() is LinkState.CONNECTED)
    scene, leds, draw = program.stage.scene, program.devices.leds, program.draw
    has_left, shown, show = [], [], leds.show
    leds.show = lambda frame: (shown.append(frame), show(frame))
    program.draw = lambda: (has_left.append(leds._slot is None and bool(shown)), draw())
    for _ in range(30):
        shown.clear()
        # Time to draw again: pictures are no closer than a screen shows them.
        time.sleep(2 * FRAME_S)
        match = scene.match
        ahead = next(iter(match.half.next_touches()))
        scene.take(match.back() if match.half.touches else match.touch(ahead))
        program.stage.redraw()
        program.tick()
    assert has_left == [True] * 30


def test_a_button_beside_the_board_is_pressed_through_its_pin(opened):
    clock = ManualClock()
    program = opened(clock=clock)
    program.tick()
    pins = program.devices.virtual().pins
    pins.press(ButtonName.NEXT)
    ManualLoop(program, clock).ticks(5)
    assert program.stage.scene.list.selected == 1


def test_a_lost_controller_is_told_and_play_goes_on(opened):
    program = opened()
    run_until(program, lambda: status_texts(program.stage)[0] == "Lamps ok")
    program.devices.virtual().controller.unplug()
    run_until(program, lambda: status_texts(program.stage)[0] == "Lamps lost")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
    program.tick()
    assert program.stage.scene.list.selected == 1
    program.devices.virtual().controller.replug()
    run_until(program, lambda: status_texts(program.stage)[0] == "Lamps ok")


def test_the_main_loop_ends_when_the_window_is_closed(opened):
    program = opened()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    started_s = time.monotonic()
    program.run(ServiceManager({}))
    assert time.monotonic() - started_s < 2.0


def test_the_collector_leaves_out_what_was_there_at_the_start(opened):
    program = opened()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    gc.unfreeze()
    program.run(ServiceManager({}))
    assert gc.get_freeze_count() > len(gc.get_objects())
    gc.unfreeze()


def test_an_error_of_our_own_ends_the_program_so_that_it_is_started_again(opened):
    program = opened()

    def fails(now_s):
        raise ZeroDivisionError("of a bug")

    program.stage.update = fails
    with pytest.raises(ZeroDivisionError):
        program.tick()


def test_at_the_end_what_is_on_its_way_to_the_disk_is_waited_for(opened):
    program, done = opened(writer=Writer(quick_s=0.0)), []
    program.stage.services.library.do(lambda: (time.sleep(0.3), done.append("written")))
    assert not done
    program.close()
    assert done == ["written"]


def test_a_safe_start_has_no_search(opened):
    program = opened(replace(SIMULATED, is_safe=True))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    program.run(ServiceManager({}))
    engine = program.stage.services.engine
    asked = engine.ask(find_game("alquerque").initial(), [], Limits(time_s=1))
    assert (asked.answer(), pid_of(engine)) == (Fault("no-start"), None)


def test_the_search_starts_behind_the_first_picture(opened):
    program = opened()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert pid_of(program.stage.services.engine) is None
    program.run(ServiceManager({}))
    assert pid_of(program.stage.services.engine) is not None


def test_the_time_of_day_is_shown_and_can_be_left_out(opened, tmp_path):
    assert ":" in status_texts(opened(folder=tmp_path / "one").stage)[-1]
    without = opened(folder=tmp_path / "two", wall=False)
    assert len(status_texts(without.stage)) == 1


@pytest.mark.parametrize("wants_table", [True, False])
def test_the_table_stands_beside_the_touchscreen_when_it_is_wanted(opened, wants_table):
    program = opened(Arguments("sim", size=(800, 480), wants_table=wants_table))
    assert program.window.screen_size == (800, 480)
    assert (program.window.surface.get_width() > 800) == wants_table
    assert (program.table is not None) == wants_table


@pytest.mark.parametrize(
    ("arguments", "moves"),
    [
        (SIMULATED, "slow"),
        (Arguments("sim", is_sensed=True), "carried"),
        (Arguments("sim", has_board=True), "carried"),
        (Arguments("pi"), "carried"),
    ],
)
def test_the_computers_moves_are_made_by_a_person_where_there_is_a_board(opened, arguments, moves):
    assert opened(arguments).stage.config.play.program_moves == moves


def test_who_makes_the_computers_moves_can_be_configured(opened, tmp_path):
    path = config_file(tmp_path, '[play]\nprogram_moves = "carried"\n')
    assert opened(Arguments("sim", path)).stage.config.play.program_moves == "carried"


def test_the_configured_size_and_panel_are_used(opened, tmp_path):
    path = config_file(tmp_path, '[screen]\nwidth = 640\nheight = 400\n[leds]\npanel = "9x9"\n')
    program = opened(Arguments("sim", path, wants_table=False))
    assert program.window.screen_size == (640, 400)
    assert program.stage.lamps.panel.name == "9x9"


def test_a_wrong_configuration_is_refused(opened, tmp_path):
    path = config_file(tmp_path, "[screen]\nwidth = 3\n")
    with pytest.raises(ConfigError, match=r"screen\.width"):
        opened(Arguments("sim", path))


def test_a_board_of_ones_own_replaces_the_shipped_one(opened, tmp_path):
    (tmp_path / "mine.toml").write_text(
        'name = "alquerque"\nnote = "mine"\nrows = ["ooooo","ooooo","ooooo","ooooo","ooooo"]\n'
        'lines = "alquerque"\ndrawing = "lines"\n'
        '[setups.start.white]\n1 = ["a1", "b1"]\n[setups.start.black]\n1 = ["a5", "b5"]\n',
        encoding="utf-8",
    )
    path = config_file(tmp_path, '[boards]\nalquerque = "mine.toml"\n')
    program = opened(Arguments("sim", path))
    match = program.stage.services.library.start(NewMatch(find_game("alquerque"), {}, 0))
    program.stage.go(to.Play(match))
    assert program.stage.scene.show().board.note == "mine"
    assert len(program.stage.scene.match.position.pieces()) == 4


def test_a_board_file_that_is_none_is_refused(tmp_path):
    (tmp_path / "bad.toml").write_text("rows = 3\n", encoding="utf-8")
    with pytest.raises(BoardError, match=r"bad\.toml"):
        load_boards(Config(boards={"alquerque": tmp_path / "bad.toml"}))


# Frames


def test_frames_are_no_closer_than_a_screen_shows_them(tmp_path):
    with Sitting(tmp_path / "state") as sitting:
        drawn = []
        flip = sitting.program.window.flip
        sitting.program.window.flip = lambda: (drawn.append(sitting.clock.now_s), flip())
        for _ in range(200):
            sitting.clock.now_s += 0.003
            sitting.stage.redraw()
            sitting.program.tick()
        gaps = [after - before for before, after in itertools.pairwise(drawn)]
        assert len(drawn) > 20
        assert min(gaps) >= FRAME_S - 1e-9


def test_a_resize_is_taken_over_by_window_stage_and_table(tmp_path):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        sitting.resize((1400, 700))
        assert sitting.program.window.surface.get_size() == (1400, 700)
        screen = sitting.program.window.screen_size
        assert (sitting.stage.layout.width, sitting.stage.layout.height) == screen
        assert screen[0] < 1400


@pytest.mark.parametrize("size", [(1, 1), (40, 900), (900, 40), (5000, 60)])
def test_a_window_dragged_to_any_size_is_drawn(tmp_path, size):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        sitting.play("quincala-knocking")
        sitting.resize(size)
        sitting.wait(0.5)
        sitting.resize((800, 480))
        sitting.settle()
        assert sitting.scene.name == "play"


# The table of the simulator


def test_the_tables_buttons_are_pressed_with_the_mouse(tmp_path):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        (x, y), _ = sitting.program.table._drawing._caps()[ButtonName.NEXT]
        sitting.mouse_down((x, y))
        sitting.wait(0.1)
        sitting.mouse_up((x, y))
        sitting.wait(0.1)
        assert sitting.chosen == sitting.scene.entries()[1]


def test_a_mouse_let_go_elsewhere_lets_the_tables_button_go(tmp_path):
    with Sitting(tmp_path / "state", has_table=True) as sitting:
        sitting.play()
        (x, y), _ = sitting.program.table._drawing._caps()[ButtonName.BACK]
        sitting.mouse_down((x, y))
        sitting.wait(0.1)
        sitting.mouse_up((10, 10))
        sitting.wait(2.0)
        assert sitting.scene.name == "play"


# A state folder that fails


def test_a_state_folder_that_cannot_be_made_is_told_and_the_game_is_playable(tmp_path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with Sitting(tmp_path / "file" / "state") as sitting:
        sitting.play()
        sitting.move("c2-c3", "c4xc2")
        assert sitting.plies == ["c2-c3", "c4xc2"]
        assert status_texts(sitting.stage)[0] == "not being saved"
        assert "not being saved" in trouble_texts(sitting.stage)
        sitting.press("back", "confirm", "confirm")
        assert sitting.plies == ["c2-c3"]
        sitting.hold("back")
        sitting.choose("Resign")
        sitting.press("confirm")
        assert "could not be saved" in sitting.note
        sitting.press("back")
        assert sitting.scene.name == "start"


def test_the_start_screen_tells_why_nothing_is_saved(opened, tmp_path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    program = opened(folder=tmp_path / "file" / "state")
    assert any(
        notice.startswith("Games are not being saved: ")
        for notice in program.stage.services.notices
    )


def test_a_disk_that_becomes_read_only_in_the_middle_of_a_game_is_told_and_play_goes_on(tmp_path):
    disk = FailingDisk()
    with Sitting(tmp_path / "state", disk=disk) as sitting:
        sitting.play()
        sitting.move("c2-c3")
        assert status_texts(sitting.stage) == ("Lamps ok",)
        disk.fails = read_only
        sitting.move("c4xc2")
        sitting.wait(0.5)
        assert sitting.stage._status[0].text == "not being saved"
        sitting.move("c1xc3")
        assert sitting.plies == ["c2-c3", "c4xc2", "c1xc3"]
        disk.fails = lambda number, name: None
        sitting.move(sitting.match.position.legal_moves()[0].text)
        assert status_texts(sitting.stage) == ("Lamps ok",)
        plies = sitting.plies
    with Sitting(tmp_path / "state") as again:
        again.choose("Resume")
        assert again.plies == plies


def test_a_full_disk_that_has_room_again_saves_everything(tmp_path):
    disk = FailingDisk()
    with Sitting(tmp_path / "state", disk=disk) as sitting:
        disk.fails = lambda number, name: errno.ENOSPC if name in ("create", "write") else None
        sitting.play()
        sitting.move("c2-c3")
        assert status_texts(sitting.stage)[0] == "not being saved"
        disk.fails = lambda number, name: None
        sitting.move("c4xc2")
        assert status_texts(sitting.stage) == ("Lamps ok",)
    with Sitting(tmp_path / "state") as again:
        again.choose("Resume")
        assert again.plies == ["c2-c3", "c4xc2"]


def test_a_saved_match_of_a_newer_version_is_told_kept_and_no_obstacle(opened, tmp_path):
    folder = tmp_path / "state"
    body = b'{"board-companion-journal":99,"game":"chess"}'
    newer = b"%08x %s\n" % (zlib.crc32(body), body)
    folder.mkdir()
    (folder / "current.journal").write_bytes(newer)
    program = opened(folder=folder)
    assert "Resume" not in program.stage.scene.entries()
    assert any("cannot be continued" in notice for notice in program.stage.services.notices)
    assert (folder / "current.journal").read_bytes() == newer
    match = program.stage.services.library.start(NewMatch(find_game("alquerque"), {}, 0))
    program.stage.go(to.Play(match))
    assert status_texts(program.stage)[-1] != "not being saved"
    assert newer in [path.read_bytes() for path in folder.iterdir() if path.is_file()]
