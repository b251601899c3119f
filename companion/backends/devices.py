"""The devices of each backend, real and simulated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.config.values import Config
from companion.errors import BackendError
from companion.ports import (
    ButtonName,
    Buttons,
    Finding,
    LedGrid,
    Power,
    Sensors,
    Stick,
    StickState,
)
from companion.words.table import SAFE_START
from hardware import find_port
from hardware.buttons import NoButtons, open_buttons
from hardware.checked.protocol import CHECKED_BAUD
from hardware.controller_inputs import (
    ControllerButtons,
    ControllerInputs,
    ControllerSensors,
    JointButtons,
)
from hardware.find_port import AUTO, find_controllers
from hardware.led_link import NoLedGrid, SerialLedGrid
from hardware.power import MachinePower, check_power_off
from hardware.stick import MountedStick
from sim.firmware import AdalightFirmware, CheckedFirmware, VirtualMatrix
from sim.virtual_controller import VirtualController
from sim.virtual_pins import VirtualPins

PI_MODEL = Path("/proc/device-tree/model")


def choose_backend(wanted: str) -> str:
    """Return ``pi`` or ``sim`` for *wanted*, which is ``auto`` or one of these.

    Raises:
        BackendError: *wanted* is something else.
    """
    if wanted in ("pi", "sim"):
        return wanted
    if wanted != "auto":
        raise BackendError("expected a backend of auto, pi or sim, got {wanted!r}", wanted=wanted)
    try:
        is_pi = "Raspberry Pi" in PI_MODEL.read_text(encoding="utf-8", errors="replace")
    except OSError:
        is_pi = False
    return "pi" if is_pi else "sim"


class VirtualStick(Stick):
    """A folder that stands for a USB stick: a script puts it in and pulls it out."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._is_safe = False

    def put_in(self, folder: Path) -> None:
        """Put in a stick whose files are those in *folder*."""
        self._folder, self._is_safe = folder, False

    def pull_out(self) -> None:
        """Pull it out, whether it may be or not."""
        self._folder, self._is_safe = None, False

    def folder(self) -> Path | None:
        return None if self._is_safe else self._folder

    def let_go(self) -> None:
        self._is_safe = self._folder is not None

    def state(self) -> StickState:
        if self._folder is None:
            return StickState.OUT
        return StickState.SAFE if self._is_safe else StickState.IN

    def problem(self) -> str:
        return ""

    def close(self) -> None:
        """Do nothing: nothing is held."""


class VirtualDevices(NamedTuple):
    """What stands behind LED grid, buttons, sensors and USB stick in the simulator.

    The matrix is wired to the controller.
    """

    controller: VirtualController
    pins: VirtualPins
    matrix: VirtualMatrix
    stick: VirtualStick


@dataclass
class Devices:
    """The LED grid, the buttons, the sensors of a controller that has some, and the USB stick.

    *simulated* is what stands behind them in the simulator.
    """

    leds: LedGrid
    buttons: Buttons
    simulated: VirtualDevices | None = None
    sensors: Sensors | None = None
    stick: Stick | None = None

    def virtual(self) -> VirtualDevices:
        """Return what stands behind the devices of the simulator.

        Raises:
            BackendError: the devices are real.
        """
        if self.simulated is None:
            raise BackendError("expected the simulator's devices, got real ones")
        return self.simulated

    def close(self) -> None:
        """Release ports, pins and threads."""
        self.leds.close()
        self.buttons.close()
        if self.stick is not None:
            self.stick.close()
        if self.simulated is not None:
            self.simulated.controller.close()
            self.simulated.pins.close()


def open_devices(
    backend: str, config: Config, clock: Callable[[], float], wake: Callable[[], None]
) -> Devices:
    """Return the devices of *backend*; what is missing shows its state and stops nobody.

    *wake* is called by their threads when a button or a sensor has something to tell.
    """
    inputs = ControllerInputs(wake)
    simulated = None
    find_ports: Callable[[], Sequence[str]] = partial(find_controllers, config.leds.port)
    is_named = config.leds.port != AUTO
    protocol = config.leds.protocol
    if backend == "sim":
        simulated = _open_simulated(config, clock)
        find_ports, is_named = simulated.controller.find_ports, True
        protocol = find_port.AUTO_PROTOCOL if protocol == find_port.CHESSLINK else protocol
    leds = _open_leds(config, find_ports, protocol, inputs, is_named=is_named)
    long_press_s = config.buttons.long_press_ms / 1000
    factory = simulated.pins.factory if simulated else None
    pins = open_buttons(
        _pins_of(config), config.buttons.pull_up, long_press_s, factory, clock, wake
    )
    stick = simulated.stick if simulated else _open_stick(wake)
    wired = ControllerButtons(inputs, vars(config.controller), long_press_s)
    return Devices(leds, JointButtons(pins, wired), simulated, ControllerSensors(inputs), stick)


def _open_stick(wake: Callable[[], None]) -> Stick:
    stick = MountedStick(wake)
    stick.start()
    return stick


def _open_simulated(config: Config, clock: Callable[[], float]) -> VirtualDevices:
    matrix = VirtualMatrix(config.leds.panel_size)
    controller = start_controller(config, matrix)
    pins = VirtualPins(_pins_of(config), config.buttons.pull_up, clock)
    return VirtualDevices(controller, pins, matrix, VirtualStick())


def start_controller(config: Config, matrix: VirtualMatrix | None = None) -> VirtualController:
    """Return the simulator's controller, plugged in; it speaks Adalight where that is configured.

    The sensors of *matrix* are wired to it.
    """
    if config.leds.protocol == find_port.ADALIGHT:
        controller = VirtualController(AdalightFirmware(), config.leds.baud)
    else:
        columns, rows = config.leds.panel_size
        matrix = matrix or VirtualMatrix(config.leds.panel_size)
        controller = VirtualController(CheckedFirmware(columns * rows, matrix), CHECKED_BAUD)
    controller.start()
    if matrix is not None:
        matrix.on_change = controller.look
    return controller


def no_devices() -> Devices:
    """Return the devices of a safe start: dark lamps, and buttons that are none."""
    return Devices(NoLedGrid(), NoButtons(SAFE_START()))


def power_of(backend: str, config: Config) -> Power | None:
    """Return what switches the machine off, or None where only the program is closed."""
    return MachinePower() if config.buttons.switches_machine_off(backend) else None


def _open_leds(
    config: Config,
    find_ports: Callable[[], Sequence[str]],
    protocol: str,
    inputs: ControllerInputs | None = None,
    *,
    is_named: bool = True,
) -> LedGrid:
    """Return the lamps, or none where nothing tells how they lie and what they may draw.

    The defaults may be more current than the supply gives, or light what lies elsewhere.
    """
    if "leds" in config.refused:
        return NoLedGrid()
    columns, rows = config.leds.panel_size
    leds = SerialLedGrid(
        find_ports, columns * rows, config.leds.baud, protocol, inputs, is_named=is_named
    )
    leds.start()
    return leds


def _pins_of(config: Config) -> dict[ButtonName, int]:
    return {name: getattr(config.buttons, name.value) for name in ButtonName}


def check_devices(config: Config, *, wants_pattern: bool) -> list[Finding]:
    """Return what can be said of pins, ports and controller; *wants_pattern* lights the lamps."""
    # The doctor alone needs it, and it would make every start longer.
    from hardware import checkup

    columns, rows = config.leds.panel_size
    lamps = columns * rows
    numbers, backend = _pins_of(config), choose_backend(config.devices.backend)
    devices = find_controllers(config.leds.port)
    device = devices[0] if devices else None
    long_press_s = config.buttons.long_press_ms / 1000
    findings = [
        checkup.check_pins(numbers, config.buttons.pull_up, long_press_s, backend == "pi"),
        *checkup.check_shared_pins(numbers),
        *checkup.check_ports(),
        *checkup.check_choice(devices),
        checkup.check_controller(
            device, config.leds.baud, lamps, config.leds.protocol, is_lit=wants_pattern
        ),
    ]
    if config.buttons.switches_machine_off(backend):
        findings += check_power_off()
    if wants_pattern:
        findings.append(
            checkup.light_pattern(device, config.leds.baud, lamps, config.leds.protocol)
        )
    return findings
