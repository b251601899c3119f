"""The program's link and the whole program, with the real firmware on a simulated chip."""

import contextlib
import os
import random
import threading
import time
import tty
from pathlib import Path

import pytest

from companion.app import Arguments, open_program
from companion.backends.devices import VirtualDevices, VirtualStick
from companion.bench.cases import percentile
from companion.config.values import Config
from companion.ports import ButtonName, LinkState
from companion.scripting.fingers import ManualClock
from companion.scripting.script import read_script
from companion.scripting.scripted import ScriptRunner
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from companion.ui.widgets.window import open_display
from hardware.buttons import open_buttons
from hardware.checked.messages import Feature, Welcome
from hardware.checked.packets import encode
from hardware.checked.protocol import HELLO_NUMBER, CheckedProtocol
from hardware.led_link import ControllerLink, SerialLedGrid
from sim.firmware import AdalightFirmware, VirtualMatrix, answer_of
from sim.virtual_controller import VirtualController
from sim.virtual_pins import VirtualPins
from tests.faulty_controller import FaultyController
from tests.hardware.simavr import PATIENCE_S, Chip

ROOT = Path(__file__).parents[2]
LAMPS = 81
WELCOME = Welcome(1, (1, 0, 0), 256, 511, 252, Feature.SELF_TEST, 8, 16, 16, 20000, 3000)
SLICE_S = 0.00025
TURN_S = 0.01
"""Between two turns of the program's main loop."""


@pytest.fixture
def chip(programs, request):
    chip = Chip(*programs, slowness=getattr(request, "param", 1))
    yield chip
    chip.close()
    assert chip.complaints == []


@pytest.fixture
def lockstep(programs):
    lockstep = Lockstep(Chip(*programs, slowness=0))
    yield lockstep
    lockstep.link.close()
    lockstep.chip.close()
    assert lockstep.chip.complaints == []


class Lockstep:
    """A link and a chip that share one clock, so that no load of this machine is seen."""

    def __init__(self, chip):
        self.chip = chip
        self.now_s = 0.0
        self.wanted = self.slot = None
        self.link = ControllerLink(
            lambda: [chip.name] if chip.name else [],
            self._take,
            LAMPS,
            115200,
            lambda: self.now_s,
            "auto",
        )
        self.link.step()
        chip.start()

    def _take(self):
        frame, self.slot = self.slot, None
        return frame

    def show(self, frame):
        self.wanted = self.slot = frame

    def run(self, seconds):
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            began_s = time.thread_time()
            wait_s = self.link.step()
            # What the host computes takes its time too.
            self.now_s += time.thread_time() - began_s
            self.now_s += min(max(wait_s, 0.0001), SLICE_S)
            self.chip.run_until(int(1e6 * self.now_s))

    def run_until(self, is_so, limit_s):
        end_s = self.now_s + limit_s
        while not is_so():
            assert self.now_s < end_s, (self.link.state, self.link.detail)
            self.run(SLICE_S)

    def is_right(self):
        return bool(self.chip.shown) and self.chip.shown[-1].levels == self.wanted


def test_the_link_finds_the_firmware_and_its_lamps_show_every_frame(lockstep):
    rng = random.Random(1)
    for _ in range(10):
        lockstep.show(rng.randbytes(3 * LAMPS))
        lockstep.run_until(lockstep.is_right, 0.5)
    assert lockstep.link.state is LinkState.CONNECTED
    assert lockstep.link.detail == lockstep.chip.name.removeprefix("/dev/")
    lockstep.link.close()
    lockstep.wanted = bytes(3 * LAMPS)
    for _ in range(40):
        lockstep.now_s += SLICE_S
        lockstep.chip.run_until(int(1e6 * lockstep.now_s))
    assert lockstep.is_right()


def test_a_reset_in_mid_frame_is_healed(lockstep):
    rng = random.Random(2)
    lockstep.show(rng.randbytes(3 * LAMPS))
    lockstep.run_until(lockstep.is_right, 0.5)
    for _ in range(5):
        lockstep.show(rng.randbytes(3 * LAMPS))
        # A whole frame takes 5 ms on the wire.
        lockstep.run(rng.uniform(0.0005, 0.0045))
        assert not lockstep.is_right()
        lockstep.chip.reset()
        lockstep.run_until(lockstep.is_right, 2.0)
    assert lockstep.link.state is LinkState.CONNECTED


def test_a_link_that_trusts_the_lamps_after_a_reset_is_caught(lockstep, monkeypatch):
    greet = CheckedProtocol._welcome

    def trusting(protocol, *given):
        shown = protocol._shown
        greet(protocol, *given)
        protocol._shown = shown

    monkeypatch.setattr(CheckedProtocol, "_welcome", trusting)
    with pytest.raises(AssertionError):
        test_a_reset_in_mid_frame_is_healed(lockstep)


def test_a_cut_cable_is_told_and_the_frame_is_there_after_it_is_mended(lockstep):
    rng = random.Random(3)
    lockstep.show(rng.randbytes(3 * LAMPS))
    lockstep.run_until(lockstep.is_right, 0.5)
    lockstep.chip.cut()
    lockstep.run_until(lambda: lockstep.link.state is LinkState.LOST, 2.0)
    lockstep.show(rng.randbytes(3 * LAMPS))
    lockstep.run(0.8)
    assert lockstep.link.detail == "no controller"
    lockstep.chip.plug()
    # The chip has not restarted and says nothing by itself: it has to be knocked at.
    lockstep.run_until(lockstep.is_right, 2.0)
    assert lockstep.link.state is LinkState.CONNECTED


def test_a_controller_that_stays_away_is_lost_within_two_seconds(lockstep):
    lockstep.show(b"\x01\x02\x03" * LAMPS)
    lockstep.run_until(lockstep.is_right, 0.5)
    # The chip stands still while time goes on for the host.
    lockstep.chip.run_until = lambda at_us: None
    lockstep.show(b"\x03\x02\x01" * LAMPS)
    lockstep.run_until(lambda: lockstep.link.state is LinkState.SILENT, 2.0)
    assert lockstep.link.detail.endswith("does not answer")
    del lockstep.chip.run_until
    lockstep.run_until(
        lambda: lockstep.is_right() and lockstep.link.state is LinkState.CONNECTED, 2.5
    )


def test_the_grid_shows_frames_from_its_thread_and_leaves_nothing_behind(chip):
    threads = threading.active_count()
    grid = SerialLedGrid(lambda: [chip.name] if chip.name else [], LAMPS, 115200, "auto")
    grid.start()
    chip.start()
    rng = random.Random(4)
    for _ in range(20):
        frame = rng.randbytes(3 * LAMPS)
        grid.show(frame)
        chip.wait_for(frame)
    assert grid.state() is LinkState.CONNECTED
    grid.close()
    assert threading.active_count() == threads
    end_s = time.monotonic() + PATIENCE_S
    while any(chip.shown[-1].levels):
        assert time.monotonic() < end_s, "the lamps stay lit"
        time.sleep(0.005)


@pytest.mark.parametrize("script", ["demo.txt", "alquerque-huffing.txt"])
def test_the_lamps_of_a_whole_game_are_those_of_the_screen(chip, script, tmp_path, monkeypatch):
    with played(chip, tmp_path, monkeypatch) as (program, clock):
        compared = play_and_compare(program, clock, steps_of(script), chip)
    assert len(compared) > 10


def test_brown_outs_of_the_controller_leave_the_game_alone(chip, tmp_path, monkeypatch):
    steps = steps_of("demo.txt")[:24]
    with played(chip, tmp_path, monkeypatch) as (program, clock):
        compared = play_and_compare(program, clock, steps, chip, after_step=chip.reset)
        plies = [ply.move.text for ply in program.stage.scene.match.plies]
    assert len(compared) > 5 and len(plies) > 5
    with StateDir(tmp_path / "state") as state:
        unfinished = Saves(state).unfinished({})
    assert [ply.move.text for ply in unfinished.match.plies] == plies


def steps_of(script):
    """Return what *script* does, and none of what it expects of the lamps: that is compared."""
    return [
        step
        for step in read_script(ROOT / "sim" / "scripts" / script)
        if step.command != "expect" or step.words[0] not in ("lamp", "lamps")
    ]


@contextlib.contextmanager
def played(chip, folder, monkeypatch):
    """The whole program with *chip* at its port, its state in *folder*, and its clock."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("LG_WD", str(folder))
    config = folder / "config.toml"
    # Nothing stands on the matrix that the chip has, and fingers are to be believed.
    config.write_text(
        f'[screen]\nfullscreen = "off"\n[leds]\nport = "{chip.name}"\npanel = "9x9"\n'
        '[sensors]\nboard = "off"\n'
    )
    clock = ManualClock()
    with StateDir(folder / "state") as state:
        open_display()
        arguments = Arguments("pi", config, (800, 480), wants_table=False)
        program = open_program(arguments, state, clock, wall=False)
        give_pins(program, clock)
        chip.start()
        try:
            yield program, clock
        finally:
            program.close()


def give_pins(program, clock):
    """Wire the simulator's buttons to *program*, whose lamps are real."""
    buttons = Config().buttons
    numbers = {name: getattr(buttons, name.value) for name in ButtonName}
    pins = VirtualPins(numbers, buttons.pull_up, clock)
    long_press_s = buttons.long_press_ms / 1000
    program.devices.buttons = open_buttons(
        numbers, buttons.pull_up, long_press_s, pins.factory, clock
    )
    program.devices.simulated = VirtualDevices(
        VirtualController(AdalightFirmware()), pins, VirtualMatrix((16, 16)), VirtualStick()
    )


def play_and_compare(program, clock, steps, chip, after_step=lambda: None):
    """Return the different frames that screen and lamps have shown alike."""
    runner, compared = ScriptRunner(program, clock, "script"), set()
    for step in steps:
        runner.run([step])
        after_step()
        frame = program.stage.lamps.frame(program.stage.view, clock.now_s)
        end_s = time.monotonic() + PATIENCE_S
        while not chip.shown or chip.shown[-1].levels != frame:
            assert time.monotonic() < end_s, (
                f"line {step.line}: {program.devices.leds._link.detail}"
            )
            time.sleep(0.002)
        compared.add(frame)
    return compared


def test_an_adalight_controller_is_found_after_three_seconds_and_remembered():
    frame = b"\x10\x20\x30" * LAMPS
    with FaultyController() as controller:
        now_s = 100.0
        link = ControllerLink(
            controller.find_ports, lambda: frame, LAMPS, 115200, lambda: now_s, "auto"
        )
        while link.state is not LinkState.CONNECTED:
            now_s += max(link.step(), 0.001)
        assert 103.0 <= now_s < 103.3
        assert controller.wait_for_frame(lambda got: got == frame, PATIENCE_S)
        # The name is the same after a short break, as with a loose plug.
        count = controller.frame_count
        link._fail("a loose plug", now_s)
        now_s += 0.5
        link.step()
        assert link.state is LinkState.CONNECTED
        assert controller.wait_for_count(count + 1, PATIENCE_S)
        link.close()


def test_adalight_by_configuration_is_not_asked_anything():
    with FaultyController() as controller:
        link = ControllerLink(
            controller.find_ports, lambda: None, LAMPS, 115200, lambda: 5.0, "adalight"
        )
        link.step()
        assert controller.wait_for_count(1, PATIENCE_S)
        assert controller.byte_count == 6 + 3 * LAMPS
        link.close()


def test_checked_by_configuration_names_the_one_that_is_silent():
    with FaultyController() as controller:
        now_s = 0.0
        link = ControllerLink(
            controller.find_ports, lambda: None, LAMPS, 115200, lambda: now_s, "checked"
        )
        while now_s < 3.2:
            now_s += max(link.step(), 0.001)
        assert link.state is LinkState.SILENT
        assert link.detail == f"{controller.port.removeprefix('/dev/')} does not answer"
        link.close()


@pytest.mark.parametrize(
    ("changes", "state", "detail"),
    [
        ({"version": 2}, LinkState.FOREIGN, "speaks protocol 2, not 1"),
        ({"lamp_limit": 64}, LinkState.TOO_FEW, "drives 64 of 81 lamps"),
        ({}, LinkState.FLOODING, "sends without end"),
    ],
)
def test_a_lying_controller_is_named_and_left_alone_for_a_while(changes, state, detail):
    welcome = Welcome(**{**vars(WELCOME), **changes})
    lies = encode(answer_of(welcome, HELLO_NUMBER)) + bytes(900) * (not changes)
    near, far = os.openpty()
    tty.setraw(far)
    os.set_blocking(near, False)
    now_s, looks = 0.0, 0

    def find_ports():
        nonlocal looks
        looks += 1
        return [os.ttyname(far)]

    link = ControllerLink(find_ports, lambda: None, LAMPS, 115200, lambda: now_s, "auto")
    states = set()
    while now_s < 30.0:
        with contextlib.suppress(BlockingIOError):
            os.write(near, lies)
        now_s += min(max(link.step(), 0.001), 0.01)
        states.add(link.state)
    assert states <= {LinkState.SEARCHING, LinkState.CONNECTED, state}
    assert (link.state, link.detail.split(" ", 1)[1]) == (state, detail)
    assert 4 <= looks <= 7
    link.close()
    os.close(near)
    os.close(far)


# Slow: a thousand touches are a minute of simulated time.
@pytest.mark.slow
def test_from_a_touch_to_the_last_bit_of_all_lamps_are_25_ms_at_most(lockstep):
    rng = random.Random(6)
    lockstep.show(rng.randbytes(3 * LAMPS))
    lockstep.run_until(lockstep.is_right, 0.5)
    took_ms = []
    for _ in range(1000):
        lockstep.run(rng.uniform(0.02, 0.04))
        touched_s = lockstep.now_s
        # The touch waits for the main loop's next turn.
        lockstep.run(rng.uniform(0, TURN_S))
        lockstep.show(rng.randbytes(3 * LAMPS))
        lockstep.run_until(lockstep.is_right, 0.5)
        took_ms.append(lockstep.chip.shown[-1].at_us / 1000 - 1000 * touched_s)
    p99_ms = percentile(took_ms, 0.99)
    print(f"touch to last bit of {LAMPS} lamps: p99 {p99_ms:.1f} ms, most {max(took_ms):.1f} ms")
    assert p99_ms <= 25
