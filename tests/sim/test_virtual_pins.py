import gpiozero
import pytest

from companion.ports import ButtonName
from sim.virtual_pins import DWELL_S, VirtualPins

NUMBERS = {ButtonName.BACK: 5, ButtonName.NEXT: 6}


class Bench:
    def __init__(self, pull_up):
        self.now_s = 0.0
        self.pins = VirtualPins(NUMBERS, pull_up, lambda: self.now_s)
        self.next = gpiozero.Button(
            6, pull_up=pull_up, hold_time=0.01, pin_factory=self.pins.factory
        )
        self.back = gpiozero.Button(
            5, pull_up=pull_up, hold_time=0.01, pin_factory=self.pins.factory
        )
        self.edges = []
        self.next.when_pressed = lambda: self.edges.append(True)
        self.next.when_released = lambda: self.edges.append(False)

    def close(self):
        self.next.close()
        self.back.close()
        self.pins.close()


@pytest.fixture(params=[True, False], ids=["pull-up", "pull-down"])
def bench(request):
    on_the_bench = Bench(request.param)
    yield on_the_bench
    on_the_bench.close()


def test_untouched_buttons_are_up(bench):
    assert not bench.next.is_pressed
    assert not bench.back.is_pressed


def test_real_button_sees_press_and_release(bench):
    bench.pins.press(ButtonName.NEXT)
    assert bench.next.is_pressed
    assert not bench.back.is_pressed
    bench.now_s = 1.0
    bench.pins.release(ButtonName.NEXT)
    assert not bench.next.is_pressed
    assert bench.edges == [True, False]


def test_shortest_tap_stays_down_until_a_reading_after_the_dwell_time(bench):
    bench.pins.tap(ButtonName.NEXT)
    assert bench.next.is_pressed
    bench.now_s = DWELL_S / 2
    assert bench.next.is_pressed
    bench.now_s = DWELL_S
    assert not bench.next.is_pressed
    assert bench.edges == [True, False]


def test_second_tap_ends_the_first(bench):
    bench.pins.tap(ButtonName.NEXT)
    bench.pins.tap(ButtonName.NEXT)
    assert bench.edges == [True, False, True]


def test_release_of_an_untouched_button_does_nothing(bench):
    bench.pins.release(ButtonName.NEXT)
    assert bench.edges == []


def test_press_of_a_pressed_button_does_nothing(bench):
    bench.pins.press(ButtonName.NEXT)
    bench.pins.press(ButtonName.NEXT)
    assert bench.edges == [True]


def test_a_day_of_presses_takes_no_memory(bench):
    for _ in range(1000):
        bench.now_s += 1.0
        bench.pins.press(ButtonName.NEXT)
        bench.now_s += 1.0
        bench.pins.release(ButtonName.NEXT)
    assert len(bench.edges) == 2000
    assert len(bench.pins.factory.pin(6).states) <= 2
