import itertools
import logging
import os
import threading
import time
import tty

import pytest

from companion.errors import BackendError
from companion.ports import LinkState
from hardware.adalight import READY, AdalightProtocol
from hardware.lamp_port import READ_SIZE, short_name
from hardware.led_link import FLOOD_PAUSE_S, ControllerLink, SerialLedGrid
from hardware.link_protocol import BITS_PER_BYTE
from sim.firmware import AdalightFirmware
from tests.bounds import open_descriptors
from tests.faulty_controller import FaultyController

LAMPS = 25
PATIENCE_S = 20.0
"""A loaded machine may be slow; a link that works never needs this long."""


def frame_of(level):
    return bytes((level, 0, 0x80)) * LAMPS


RED, GREEN, BLUE = frame_of(0x10), frame_of(0x20), frame_of(0x30)
DARK = bytes(3 * LAMPS)


@pytest.fixture
def controller():
    with FaultyController() as plugged_in:
        yield plugged_in


@pytest.fixture(autouse=True)
def _brief_pauses(request, monkeypatch):
    if "grid" in request.fixturenames:
        monkeypatch.setattr("hardware.led_link.FIRST_RETRY_S", 0.05)
        monkeypatch.setattr("hardware.led_link.WRITE_TIMEOUT_S", 0.1)


@pytest.fixture
def grid(controller, _brief_pauses):
    link = SerialLedGrid(controller.find_ports, LAMPS, 115200)
    link.start()
    yield link
    link.close()


def wait_until(is_so):
    give_up_at = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < give_up_at, "waited in vain"
        time.sleep(0.01)


def shows(controller, frame):
    return controller.wait_for_frame(lambda pixels: pixels == frame, PATIENCE_S)


def test_frame_arrives_as_it_was_shown(controller, grid):
    grid.show(RED)
    assert shows(controller, RED)
    wait_until(lambda: grid.state() is LinkState.CONNECTED)
    assert grid._link.detail == controller.port.removeprefix("/dev/")


def test_lamps_are_dark_until_something_is_shown(controller, grid):
    assert shows(controller, DARK)


def test_levels_that_wled_obeys_arrive_lowered(controller, grid):
    grid.show(b"\xb3" * 3 * LAMPS)
    assert shows(controller, b"\xaf" * 3 * LAMPS)


def test_frame_of_the_wrong_size_is_refused(grid):
    with pytest.raises(BackendError, match="expected 75 bytes"):
        grid.show(bytes(74))


def test_unchanged_frame_is_sent_again(controller, grid, monkeypatch):
    monkeypatch.setattr("hardware.adalight.KEEP_ALIVE_S", 0.01)
    grid.show(RED)
    assert shows(controller, RED)
    assert controller.wait_for_count(controller.frame_count + 5, PATIENCE_S)
    assert controller.frame == RED


def test_of_many_frames_the_newest_wins_and_older_ones_are_left_out():
    with FaultyController(baud=115200) as controller:
        link = SerialLedGrid(controller.find_ports, LAMPS, 115200)
        link.start()
        assert shows(controller, DARK)
        for level in range(2000):
            link.show(frame_of(level % 0x40))
        link.show(GREEN)
        assert shows(controller, GREEN)
        link.close()
        assert controller.frame_count < 1000


def test_what_comes_next_can_wait_until_a_frame_has_left(controller, grid, monkeypatch):
    monkeypatch.setattr("hardware.led_link.SOON_S", PATIENCE_S)
    grid.show(RED)
    assert shows(controller, RED)
    grid.show(GREEN)
    grid.let_leave()
    assert grid._slot is None
    assert shows(controller, GREEN)


def test_what_comes_next_does_not_wait_for_a_wire_that_is_busy(controller):
    link = SerialLedGrid(controller.find_ports, LAMPS, 300)
    link.start()
    link.show(RED)
    wait_until(lambda: link._slot is None)
    link.show(GREEN)
    wait_until(link._has_left.is_set)
    assert link._slot == GREEN
    # The next one takes its place, and waits for the same wire.
    link.show(BLUE)
    assert link._has_left.is_set() and link._slot == BLUE
    link.close()


def test_nothing_waits_for_frames_where_there_is_no_controller():
    link = SerialLedGrid(list, LAMPS, 115200)
    link.start()
    link.show(RED)
    wait_until(link._has_left.is_set)
    link.show(GREEN)
    assert link._has_left.is_set() and link._slot == GREEN
    link.close()


def test_whatever_fails_while_it_waits_the_thread_goes_on(controller, grid, monkeypatch):
    monkeypatch.setattr("hardware.led_link.LAST_RETRY_S", 0.5)
    descriptor, failures = grid._link.descriptor, [RuntimeError("once")]

    def failing():
        if failures:
            raise failures.pop()
        return descriptor()

    monkeypatch.setattr(grid._link, "descriptor", failing)
    grid.show(RED)
    assert shows(controller, RED)
    grid.show(GREEN)
    assert shows(controller, GREEN) and not failures


def test_unplugged_controller_is_lost_and_gets_the_whole_frame_under_its_new_name(
    controller, grid
):
    grid.show(RED)
    assert shows(controller, RED)
    before = controller.port
    controller.unplug()
    wait_until(lambda: grid.state() is LinkState.LOST)
    grid.show(GREEN)
    controller.replug()
    assert controller.port != before
    assert shows(controller, GREEN)
    wait_until(lambda: grid.state() is LinkState.CONNECTED)
    assert grid._link.detail == controller.port.removeprefix("/dev/")


def test_frame_shown_before_the_loss_is_sent_again_to_the_new_port(controller, grid, monkeypatch):
    monkeypatch.setattr("hardware.adalight.KEEP_ALIVE_S", 3600.0)
    grid.show(RED)
    assert shows(controller, RED)
    controller.unplug()
    controller.replug()
    count = controller.frame_count
    assert controller.wait_for_count(count + 1, PATIENCE_S)
    assert shows(controller, RED)


def test_controller_missing_at_the_start_is_found_when_it_is_plugged_in(controller):
    controller.unplug()
    link = SerialLedGrid(controller.find_ports, LAMPS, 115200)
    assert link.state() is LinkState.OFF
    link.start()
    link.show(RED)
    assert (link.state(), link._link.detail) == (LinkState.SEARCHING, "no controller")
    controller.replug()
    assert shows(controller, RED)
    link.close()


def test_controller_that_says_it_has_started_gets_the_frame_at_once(controller, grid, monkeypatch):
    monkeypatch.setattr("hardware.adalight.KEEP_ALIVE_S", 3600.0)
    grid.show(RED)
    assert shows(controller, RED)
    # A repetition that was due before the hour began may come once.
    count = controller.frame_count + 1
    for number in range(1, 4):
        controller.send_ready()
        assert controller.wait_for_count(count + number - 1, PATIENCE_S)


def test_controller_that_never_stops_saying_so_gets_few_frames(controller):
    clock = FakeClock()
    link = ControllerLink(controller.find_ports, lambda: None, LAMPS, 115200, clock)
    link.step()
    began_at_s = clock.now_s
    while clock.now_s < began_at_s + 10:
        controller.send_ready()
        clock.now_s += 0.01
        link.step()
    link.close()
    assert shows(controller, DARK)
    assert 50 <= controller.frame_count <= 102


def test_hung_controller_is_lost_and_served_again_when_it_recovers(controller, grid):
    assert shows(controller, DARK)
    controller.hang()
    frames = iter(range(10**9))

    def fill():
        grid.show(frame_of(next(frames) % 0x40))
        return grid.state() is LinkState.LOST

    wait_until(fill)
    assert grid._link.detail == "write timed out"
    controller.resume()
    grid.show(BLUE)
    assert shows(controller, BLUE)
    wait_until(lambda: grid.state() is LinkState.CONNECTED)


def test_closing_does_not_wait_for_a_hung_controller(controller, grid):
    assert shows(controller, DARK)
    controller.hang()
    for level in range(200):
        grid.show(frame_of(level % 0x40))
        time.sleep(0.001)
    closer = threading.Thread(target=grid.close)
    closer.start()
    closer.join(PATIENCE_S)
    assert not closer.is_alive()


def test_garbage_from_the_controller_changes_nothing(controller, grid):
    grid.show(RED)
    assert shows(controller, RED)
    for _ in range(50):
        controller.garbage(4000)
    grid.show(GREEN)
    assert shows(controller, GREEN)
    wait_until(lambda: grid.state() is LinkState.CONNECTED)


def test_lamps_are_right_again_after_losses_and_noise():
    # Without a limit a damaged header may announce thousands of lamps, which take hours.
    with FaultyController(firmware=AdalightFirmware(LAMPS)) as controller:
        link = SerialLedGrid(controller.find_ports, LAMPS, 115200)
        link.start()
        controller.lose(0.2)
        for level in range(0x40):
            link.show(frame_of(level))
            controller.noise(7)
        controller.lose(0.0)
        link.show(BLUE)
        assert shows(controller, BLUE)
        link.close()


def test_controller_reset_in_mid_frame_shows_the_frame_again():
    with FaultyController(baud=9600) as controller:
        link = SerialLedGrid(controller.find_ports, LAMPS, 9600)
        link.start()
        link.show(RED)
        assert shows(controller, RED)
        link.show(GREEN)
        controller.restart()
        assert shows(controller, GREEN)
        link.close()


def test_closing_darkens_the_lamps_and_releases_port_and_thread(controller):
    threads, descriptors = threading.active_count(), open_descriptors()
    link = SerialLedGrid(controller.find_ports, LAMPS, 115200)
    link.start()
    link.show(RED)
    assert shows(controller, RED)
    link.close()
    assert shows(controller, DARK)
    link.close()
    assert link.state() is LinkState.OFF
    assert (threading.active_count(), open_descriptors()) == (threads, descriptors)


def test_losing_the_port_a_hundred_times_leaks_nothing(controller, monkeypatch):
    monkeypatch.setattr("hardware.led_link.FIRST_RETRY_S", 0.0)
    threads, descriptors = threading.active_count(), open_descriptors()
    link = SerialLedGrid(controller.find_ports, LAMPS, 115200)
    link.start()
    for turn in range(100):
        frame = frame_of(turn % 0x40)
        link.show(frame)
        assert shows(controller, frame)
        controller.unplug()
        controller.replug()
    link.close()
    # The controller holds one pair of ends in reserve to change its name.
    controller.replug()
    assert threading.active_count() == threads
    assert open_descriptors() == descriptors


def test_a_grid_that_was_never_started_can_be_shown_to_and_closed():
    descriptors = open_descriptors()
    link = SerialLedGrid(list, LAMPS, 115200)
    link.show(RED)
    link.close()
    assert link.state() is LinkState.OFF
    assert open_descriptors() == descriptors


def test_port_that_another_program_holds_is_reported_as_in_use(controller, grid):
    assert shows(controller, DARK)
    second = SerialLedGrid(controller.find_ports, LAMPS, 115200)
    second.start()
    wait_until(lambda: second._link.detail.endswith("is in use"))
    assert second.state() is LinkState.SEARCHING
    second.close()


def test_day_without_a_controller_costs_few_looks_and_at_most_a_log_line_a_minute(
    caplog, tmp_path
):
    caplog.set_level(logging.DEBUG)
    now_s, looks = 0.0, 0
    no_port = tmp_path / "file"
    no_port.touch()

    def find_ports():
        nonlocal looks
        looks += 1
        # Two problems in turn, so that there is always something new to say.
        return [] if looks % 2 else [str(no_port)]

    link = ControllerLink(find_ports, lambda: None, LAMPS, 115200, lambda: now_s)
    steps = 0
    while now_s < 24 * 3600:
        now_s += link.step()
        steps += 1
    assert 24 * 50 < len(caplog.records) <= 24 * 60 + 1
    assert 24 * 3600 / 6 < looks <= steps < 24 * 3600 / 4
    assert link.state is LinkState.SEARCHING


def test_what_stays_as_it_is_is_logged_once(caplog):
    clock = FakeClock()
    link = ControllerLink(list, lambda: None, LAMPS, 115200, clock)
    for _ in range(1000):
        clock.now_s += link.step()
    assert [record.getMessage() for record in caplog.records] == ["LED link: no controller"]


def test_port_that_cannot_be_opened_is_named(tmp_path):
    (tmp_path / "file").touch()
    link = ControllerLink(
        lambda: [str(tmp_path / "file")], lambda: None, LAMPS, 115200, FakeClock()
    )
    link.step()
    assert link.detail == f"cannot open {short_name(str(tmp_path / 'file'))}"


def test_pauses_between_looks_double_up_to_five_seconds():
    link = ControllerLink(list, lambda: None, LAMPS, 115200, clock := FakeClock())
    pauses = []
    for _ in range(6):
        pauses.append(link.step())
        clock.now_s += pauses[-1]
    assert pauses == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]


def test_finding_the_controller_shortens_the_pauses_again(controller):
    clock, port = FakeClock(), None
    link = ControllerLink(lambda: [port] if port else [], lambda: None, LAMPS, 115200, clock)
    for _ in range(5):
        clock.now_s += link.step()
    port = controller.port
    link.step()
    assert link.state is LinkState.CONNECTED
    controller.unplug()
    port = None
    clock.now_s += 2.0
    assert link.step() == 0.5
    assert link.state is LinkState.LOST


def test_frames_are_spaced_by_their_wire_time_and_repeated_each_second(controller):
    clock, frames = FakeClock(), [RED, GREEN]
    link = ControllerLink(
        controller.find_ports, lambda: frames.pop(0) if frames else None, LAMPS, 1000, clock
    )
    wire_s = (6 + 3 * LAMPS) * 10 / 1000
    first_pause_s = link.step()
    assert frames == [GREEN]
    assert wire_s <= first_pause_s + 0.002 <= 1.1 * wire_s
    clock.now_s += first_pause_s
    link.step()
    assert frames == []
    clock.now_s += 1.01
    assert shows(controller, GREEN)
    count = controller.frame_count
    link.step()
    assert controller.wait_for_count(count + 1, PATIENCE_S)
    link.close()


def test_frames_without_end_are_no_faster_than_the_wire():
    baud, levels = 115200, itertools.count()
    protocol = AdalightProtocol(lambda: frame_of(next(levels) % 0x40), DARK, baud, 0.0)
    now_s, sent = 0.0, 0
    for _ in range(5_000):
        sent += len(protocol.say(now_s))
        now_s += max(protocol.pause_s(now_s), 1e-6)
        # What is on the wire and in front of it never takes longer than two frames.
        assert sent * BITS_PER_BYTE / baud < now_s + 0.02
    assert sent * BITS_PER_BYTE / baud > 0.9 * now_s


def test_a_greeting_brings_one_frame_more():
    protocol = AdalightProtocol(lambda: None, RED, 115200, 0.0)
    assert protocol.say(0.0)
    protocol.hear(READY, 0.4)
    assert protocol.say(0.4)
    protocol.hear(b"x", 0.6)
    assert protocol.say(0.6) == b""


def test_a_controller_that_sends_without_end_is_left_unread_for_a_moment():
    near, far = os.openpty()
    tty.setraw(far)
    clock = FakeClock()
    link = ControllerLink(lambda: [os.ttyname(far)], lambda: None, LAMPS, 115200, clock)
    link.step()
    assert link.descriptor() is not None
    os.write(near, b"x" * 2 * READ_SIZE)
    clock.now_s += 0.1
    wait_until(lambda: link.step() and link.descriptor() is None)
    assert link.step() <= FLOOD_PAUSE_S
    clock.now_s += FLOOD_PAUSE_S
    assert link.descriptor() is not None
    link.close()
    os.close(near)
    os.close(far)


def test_the_thread_sleeps_once_a_frame_has_left(controller, grid):
    grid.show(RED)
    assert shows(controller, RED)
    steps, step = [], grid._link.step
    grid._link.step = lambda: steps.append(1) or step()
    time.sleep(0.5)
    # A frame a second, and what else wakes it.
    assert len(steps) < 20


class FakeClock:
    def __init__(self):
        self.now_s = 1000.0

    def __call__(self):
        return self.now_s
