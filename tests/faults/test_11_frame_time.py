"""11. The link to the lamps fails in every way: the loop turns as fast as with one that works."""

import random
import time
from statistics import median

import pytest

from companion.ports import LinkState
from hardware.find_port import ADALIGHT
from hardware.led_link import SerialLedGrid
from tests.faults.measuring import measured, p99
from tests.faulty_controller import FaultyController

LAMPS = 256
BAUD = 115_200
MORE_S = 0.001
MORE_OF_FEW_S = 0.005
"""By the middle one: the p99 of few is the longest, which on a busy machine is anything."""

TURNS = 4

FAULTS = (
    lambda controller: (controller.unplug(), controller.replug()),
    FaultyController.unplug,
    FaultyController.hang,
    FaultyController.restart,
    lambda controller: controller.garbage(200),
    lambda controller: controller.noise(200),
    lambda controller: controller.lose(0.2),
)


def mend(controller, leds):
    """Have *controller* work again, whatever was wrong with it, and *leds* connected to it."""
    controller.resume()
    controller.lose(0.0)
    if controller.port is None:
        controller.replug()
    until = time.monotonic() + 30
    while leds.state() is not LinkState.CONNECTED:
        assert time.monotonic() < until
        time.sleep(0.001)


@pytest.fixture
def controller():
    with FaultyController(BAUD) as plugged_in:
        yield plugged_in


@pytest.fixture
def played(sit, controller, monkeypatch):
    """A game with lamps at a real port."""
    monkeypatch.setattr("hardware.led_link.FIRST_RETRY_S", 0.02)
    leds = SerialLedGrid(controller.find_ports, LAMPS, BAUD, ADALIGHT)
    leds.start()
    sitting = sit(leds=leds)
    sitting.play("alquerque")
    return sitting


def frame_times(sitting, controller, faults, kinds=FAULTS):
    """Return the times of frames without, and with, so many faults of the link."""
    chance, whole, failing = random.Random(11), [], []

    def frames(times):
        for _ in range(TURNS):
            # The cursor moves: another picture, other lamps.
            times.append(measured(lambda: sitting.press("next")).own_s)

    for _ in range(faults):
        mend(controller, sitting.leds)
        frames(whole)
        chance.choice(kinds)(controller)
        frames(failing)
    return whole, failing


@pytest.mark.parametrize(
    ("faults", "typical", "more_s"),
    [
        (60, median, MORE_OF_FEW_S),
        pytest.param(1000, p99, MORE_S, marks=pytest.mark.slow),
    ],
)
def test_fault_11_a_link_that_fails_holds_no_frame_up(played, controller, faults, typical, more_s):
    whole_s, failing_s = map(typical, frame_times(played, controller, faults))
    print(f"a frame: {1000 * whole_s:.2f} ms, while it fails {1000 * failing_s:.2f} ms")
    assert failing_s < whole_s + more_s
    mend(controller, played.leds)


def test_fault_11_a_grid_that_waits_for_its_controller_is_caught(played, controller, monkeypatch):
    show = SerialLedGrid.show

    def waiting(grid, frame):
        show(grid, frame)
        until = time.monotonic() + 0.05
        while grid.state() is not LinkState.CONNECTED and time.monotonic() < until:
            time.sleep(0.001)

    monkeypatch.setattr(SerialLedGrid, "show", waiting)

    def pull(device):
        device.unplug()
        # A frame before that is noticed waits for nothing.
        until = time.monotonic() + 2
        while played.leds.state() is LinkState.CONNECTED and time.monotonic() < until:
            time.sleep(0.001)

    whole_s, failing_s = map(median, frame_times(played, controller, 10, (pull,)))
    assert failing_s > whole_s + MORE_OF_FEW_S
