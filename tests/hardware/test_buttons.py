import contextlib
import errno
import os
import random
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path

import gpiozero
import pytest

from companion.errors import BackendError
from companion.ports import ButtonName, Press
from hardware.buttons import (
    LGPIO_DIRECTORY,
    MAX_WAITING_EDGES,
    GpioButtons,
    NoButtons,
    open_buttons,
    open_pin_factory,
)
from sim.virtual_pins import VirtualPins
from tests.bounds import open_descriptors

PINS = {
    ButtonName.BACK: 5,
    ButtonName.NEXT: 6,
    ButtonName.HINT: 13,
    ButtonName.CONFIRM: 19,
}
LONG_S = 0.7
ROOT = Path(__file__).parents[2]


class Bench:
    """Real gpiozero buttons on mock pins, and a clock that stands still unless it is moved."""

    def __init__(self, pull_up):
        self.now_s = 100.0
        self.pins = VirtualPins(PINS, pull_up, self.clock)
        self.buttons = GpioButtons(PINS, pull_up, LONG_S, self.pins.factory, self.clock)

    def clock(self):
        return self.now_s

    def after(self, seconds):
        self.now_s += seconds
        return self.buttons.presses(self.now_s)

    def close(self):
        self.buttons.close()
        self.pins.close()


@pytest.fixture(params=[True, False], ids=["pull-up", "pull-down"])
def bench(request):
    on_the_bench = Bench(request.param)
    yield on_the_bench
    on_the_bench.close()


def test_nothing_touched_is_nothing_pressed(bench):
    assert bench.after(1.0) == []
    assert bench.buttons.problem() == ""


@pytest.mark.parametrize("button", [ButtonName.NEXT, ButtonName.CONFIRM])
def test_press_is_reported_once_at_the_next_look(bench, button):
    bench.pins.press(button)
    assert bench.after(0.016) == [Press(button, False, 100.0)]
    assert bench.after(2.0) == []
    bench.pins.release(button)
    assert bench.after(0.1) == []


@pytest.mark.parametrize("button", [ButtonName.BACK, ButtonName.HINT])
def test_back_and_hint_tell_short_from_long(bench, button):
    bench.pins.press(button)
    assert bench.after(0.3) == []
    bench.pins.release(button)
    assert bench.after(0.03) == [Press(button, False, 100.0)]
    bench.pins.press(button)
    down_at_s = bench.now_s
    assert bench.after(LONG_S - 0.01) == []
    assert bench.after(0.02) == [Press(button, True, down_at_s)]


def test_buttons_pressed_together_are_reported_in_the_order_they_went_down(bench):
    bench.pins.press(ButtonName.CONFIRM)
    bench.now_s += 0.001
    bench.pins.press(ButtonName.NEXT)
    assert [press.button for press in bench.after(0.01)] == [ButtonName.CONFIRM, ButtonName.NEXT]


def test_thousand_bounces_are_one_press(bench):
    pin = bench.pins.factory.pin(PINS[ButtonName.NEXT])
    for _ in range(1000):
        pin.drive_low()
        pin.drive_high()
        bench.now_s += 0.00001
    bench.pins.press(ButtonName.NEXT)
    assert len(bench.after(0.016)) == 1
    assert bench.after(0.5) == []


def test_edge_that_gpiozero_never_told_is_healed_by_the_level(bench):
    pin = bench.pins.factory.pin(PINS[ButtonName.NEXT])
    pin.when_changed = None
    bench.pins.press(ButtonName.NEXT)
    assert [press.button for press in bench.after(0.016)] == [ButtonName.NEXT]


def test_levels_at_rest_are_read_ten_times_a_second_and_an_edge_is_taken_at_once(bench):
    reads = []
    pin = bench.pins.factory.pin(PINS[ButtonName.HINT])
    pin.before_reading = lambda: reads.append(bench.now_s)
    for _ in range(100):
        assert bench.after(0.01) == []
    assert 8 <= len(reads) <= 11
    bench.pins.press(ButtonName.NEXT)
    assert [press.button for press in bench.after(0.01)] == [ButtonName.NEXT]


def test_an_edge_is_taken_at_once_right_after_the_levels_were_read(bench):
    assert bench.after(1.0) == []
    bench.pins.press(ButtonName.NEXT)
    assert [press.button for press in bench.after(0.01)] == [ButtonName.NEXT]


def test_edges_that_come_while_others_are_taken_wait_for_the_next_look(bench):
    pin = bench.pins.factory.pin(PINS[ButtonName.NEXT])
    debouncer, taken = bench.buttons._debouncers[ButtonName.NEXT], []
    edge = debouncer.edge

    def storm(is_down, at_s):
        taken.append(at_s)
        assert len(taken) < 100, "held by a storm"
        pin.drive_low()
        pin.drive_high()
        return edge(is_down, at_s)

    debouncer.edge = storm
    bench.pins.press(ButtonName.NEXT)
    bench.after(0.016)
    assert len(taken) == 1


@pytest.mark.parametrize("other_clock_s", [-1e9, 1e9, 6.0])
def test_an_edge_with_the_time_of_another_clock_counts_from_when_it_is_told(bench, other_clock_s):
    pin = bench.pins.factory.pin(PINS[ButtonName.NEXT])
    ticks = bench.pins.factory.ticks
    bench.pins.factory.ticks = lambda: ticks() - other_clock_s
    tell = pin._call_when_changed

    def tell_in_our_time():
        bench.pins.factory.ticks, other = ticks, bench.pins.factory.ticks
        pin.when_changed(other(), pin._state)

    pin._call_when_changed = tell_in_our_time
    bench.pins.press(ButtonName.NEXT)
    assert bench.after(0.016) == [Press(ButtonName.NEXT, False, 100.0)]
    pin._call_when_changed = tell


def test_edge_that_was_lost_at_rest_is_healed_within_a_tenth_of_a_second(bench):
    bench.after(0.016)
    bench.pins.factory.pin(PINS[ButtonName.NEXT]).when_changed = None
    bench.pins.press(ButtonName.NEXT)
    buttons = [press.button for _ in range(10) for press in bench.after(0.0101)]
    assert buttons == [ButtonName.NEXT]


@pytest.mark.parametrize("has_edges", [True, False], ids=["told", "edges lost"])
def test_asking_only_where_there_is_news_misses_nothing(bench, has_edges):
    if not has_edges:
        for number in PINS.values():
            bench.pins.factory.pin(number).when_changed = None
    chance, down = random.Random(7), None
    presses, asked, pressed = [], 0, []
    for _ in range(20_000):
        if chance.random() < 0.03:
            if down is None:
                down = chance.choice(list(ButtonName))
                bench.pins.press(down)
                pressed.append(down)
            else:
                bench.pins.release(down)
                down = None
                # Nobody presses again within a tenth of a second.
                bench.now_s += 0.1
                presses += bench.buttons.presses(bench.now_s)
            bench.now_s += 0.1
        bench.now_s += 0.01
        if bench.buttons.has_news(bench.now_s):
            asked += 1
            presses += bench.buttons.presses(bench.now_s)
    buttons = [press.button for press in presses]
    assert buttons == pressed or buttons == pressed[:-1]
    assert asked < 15_000


def test_buttons_at_rest_have_no_news_and_a_dead_pin_is_news(bench):
    bench.after(0.1)
    assert not any(bench.buttons.has_news(bench.now_s + 0.01 * turn) for turn in range(50))
    bench.now_s += 1.0
    bench.pins.factory.pin(PINS[ButtonName.HINT]).before_reading = _broken
    assert bench.buttons.has_news(bench.now_s)
    bench.after(0.01)
    assert "hint button is dead" in bench.buttons.problem()


@pytest.mark.parametrize("button", list(ButtonName))
def test_after_a_callback_that_raised_later_presses_still_work(bench, button):
    raised = []

    def broken():
        raised.append(button)
        raise RuntimeError("no clock")

    bench.buttons._clock = broken
    for act in (bench.pins.press, bench.pins.release):
        with contextlib.suppress(RuntimeError):
            act(button)
        bench.now_s += 0.2
    assert len(raised) == 2
    bench.buttons._clock = bench.clock
    assert bench.after(1.0) == []
    bench.pins.press(button)
    presses = bench.after(0.2)
    bench.pins.release(button)
    presses += bench.after(0.2)
    assert [press.button for press in presses] == [button]


def test_edges_without_end_fill_bounded_memory(bench):
    pin = bench.pins.factory.pin(PINS[ButtonName.NEXT])
    for _ in range(MAX_WAITING_EDGES):
        pin.drive_low()
        pin.drive_high()
    assert len(bench.buttons._edges) == MAX_WAITING_EDGES
    bench.after(1.0)
    assert len(bench.buttons._edges) == 0


@pytest.mark.parametrize("button", ButtonName)
def test_button_is_held_from_its_press_until_it_is_let_go(bench, button):
    bench.pins.press(button)
    bench.after(0.016)
    assert set(bench.buttons.held()) == {button}
    bench.after(5.0)
    assert set(bench.buttons.held()) == {button}
    bench.pins.release(button)
    bench.after(0.001)
    bench.after(0.03)
    assert bench.buttons.held() == {}


def test_buttons_held_together_are_all_told(bench):
    bench.pins.press(ButtonName.HINT)
    bench.pins.press(ButtonName.NEXT)
    bench.after(0.016)
    assert set(bench.buttons.held()) == {ButtonName.HINT, ButtonName.NEXT}


def test_button_of_a_pin_that_cannot_be_read_any_more_is_not_held(bench):
    bench.pins.press(ButtonName.HINT)
    bench.after(0.016)
    bench.pins.factory.pin(PINS[ButtonName.HINT]).before_reading = _broken
    bench.after(0.016)
    assert bench.buttons.held() == {}
    assert "hint" in bench.buttons.problem()


def _broken():
    raise OSError("the pin is gone")


def test_closing_stops_the_watch_on_edges_where_closing_a_pin_alone_does_not(bench):
    """As with gpiozero's pins of lgpio, whose one thread dies of an edge that nobody takes."""
    stopped = []
    for number in PINS.values():
        pin = bench.pins.factory.pin(number)
        pin.close = lambda: None
        pin._disable_event_detect = lambda number=number: stopped.append(number)
    bench.buttons.close()
    assert sorted(stopped) == sorted(PINS.values())


def test_closed_buttons_are_not_held(bench):
    bench.pins.press(ButtonName.HINT)
    bench.after(0.016)
    bench.buttons.close()
    assert bench.buttons.held() == {}


def test_button_held_while_the_program_starts_is_not_pressed():
    pins = VirtualPins(PINS, pull_up=False)
    factory = pins.factory
    pin = factory.pin(PINS[ButtonName.CONFIRM])
    pin._set_pull = lambda value: setattr(pin, "_pull", value)
    pin.drive_high()
    buttons = GpioButtons(PINS, False, LONG_S, factory, lambda: 0.0)
    assert buttons.presses(1.0) == []
    buttons.close()


def test_pin_that_cannot_be_read_is_a_problem_and_the_others_go_on(bench):
    pin = bench.pins.factory.pin(PINS[ButtonName.HINT])

    def broken():
        raise OSError("the chip\nis gone")

    pin.before_reading = broken
    bench.pins.press(ButtonName.NEXT)
    assert [press.button for press in bench.after(0.016)] == [ButtonName.NEXT]
    assert bench.buttons.problem() == "the hint button is dead: the chip is gone"
    pin.before_reading = None
    bench.after(0.016)
    assert bench.buttons.problem() == ""


def test_two_buttons_on_one_pin_are_refused_by_name():
    pins = {**PINS, ButtonName.CONFIRM: PINS[ButtonName.BACK]}
    with pytest.raises(BackendError, match="got 5 for both back and confirm"):
        GpioButtons(pins, True, LONG_S, VirtualPins(PINS, True).factory)


@pytest.mark.parametrize("pin", [99, -1])
def test_pin_that_does_not_exist_is_refused_in_one_line(pin):
    factory = VirtualPins(PINS, True).factory
    with pytest.raises(BackendError, match="for the next button, got") as caught:
        GpioButtons({ButtonName.BACK: 5, ButtonName.NEXT: pin}, True, LONG_S, factory)
    assert "\n" not in str(caught.value)
    # The pin that had been opened is free again.
    GpioButtons({ButtonName.BACK: 5}, True, LONG_S, factory).close()


def test_pin_in_use_is_refused():
    factory = VirtualPins(PINS, True).factory
    with (
        gpiozero.Button(6, pin_factory=factory),
        pytest.raises(BackendError, match="for the next button, got 6: "),
    ):
        GpioButtons(PINS, True, LONG_S, factory)


def test_pull_that_the_pin_cannot_have_is_refused():
    factory = VirtualPins({}, False).factory
    with pytest.raises(BackendError, match="for the back button, got 2: "):
        GpioButtons({ButtonName.BACK: 2}, False, LONG_S, factory)


def test_machine_without_pins_gives_the_reason(monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-library")
    buttons = open_buttons(PINS, True, LONG_S)
    assert isinstance(buttons, NoButtons)
    assert buttons.problem().startswith("expected GPIO pins, got none: ")
    assert buttons.presses(0.0) == []
    assert buttons.held() == {}
    buttons.close()


def test_every_way_in_which_the_default_library_fails_is_our_own_error(monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    if Path("/dev/gpiochip0").exists():
        pytest.skip("this machine has pins")
    with pytest.raises(BackendError, match=r"^expected GPIO pins, got none: \S[^\n]*$"):
        open_pin_factory()


def test_what_else_is_warned_of_is_not_taken_for_the_reason(monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    if Path("/dev/gpiochip0").exists():
        pytest.skip("this machine has pins")
    opened = gpiozero.Device.ensure_pin_factory

    def warned():
        # As Python 3.13 does of what SWIG made.
        warnings.warn("builtin type SwigPyPacked has no module", DeprecationWarning, stacklevel=1)
        return opened()

    monkeypatch.setattr(gpiozero.Device, "ensure_pin_factory", warned)
    with pytest.raises(BackendError, match=r"^expected GPIO pins, got none: (?!builtin)"):
        open_pin_factory()


def test_a_disk_with_no_room_for_a_folder_is_a_reason_and_no_crash(monkeypatch):
    def no_room(**_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", no_room)
    descriptors = open_descriptors()
    buttons = open_buttons(PINS, True, LONG_S)
    assert "No space left on device" in buttons.problem()
    assert open_descriptors() == descriptors


def test_buttons_open_on_the_default_library_and_give_it_back(monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    buttons = open_buttons(PINS, True, LONG_S)
    assert buttons.problem() == ""
    assert gpiozero.Device.pin_factory is not None
    buttons.close()
    assert gpiozero.Device.pin_factory is None


def test_opening_leaves_working_directory_and_environment_as_they_were(monkeypatch, tmp_path):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv(LGPIO_DIRECTORY, "/somewhere")
    monkeypatch.chdir(tmp_path)
    descriptors = open_descriptors()
    open_buttons(PINS, True, LONG_S).close()
    assert Path.cwd() == tmp_path
    assert os.environ[LGPIO_DIRECTORY] == "/somewhere"
    assert list(tmp_path.iterdir()) == []
    assert open_descriptors() == descriptors


@pytest.mark.needs("lgpio")
@pytest.mark.parametrize("configured", [None, "/nowhere"])
def test_lgpio_can_be_imported_where_it_cannot_write_and_leaves_nothing(configured, tmp_path):
    """lgpio makes a FIFO as it is imported; not even the superuser can make one in /proc."""
    script = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
os.chdir("/proc")
from companion.errors import BackendError
from hardware.buttons import open_pin_factory
try:
    open_pin_factory()
except BackendError as error:
    print(error)
assert "lgpio" in sys.modules, "lgpio could not be imported"
assert os.getcwd() == "/proc"
"""
    environment = {k: v for k, v in os.environ.items() if k != LGPIO_DIRECTORY}
    if configured:
        environment[LGPIO_DIRECTORY] = configured
    environment["TMPDIR"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert ".lgd-nfy" not in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []


def test_closing_twice_ends_all_threads_and_frees_the_pins():
    threads = threading.active_count()
    pins = VirtualPins(PINS, True)
    for _ in range(3):
        buttons = GpioButtons(PINS, True, LONG_S, pins.factory)
        buttons.close()
        buttons.close()
        assert buttons.presses(0.0) == []
    assert threading.active_count() == threads
