"""Puts the program together.  The only module that names a backend."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pygame

from companion.config import Config, Settings, load_config, load_settings, save_settings
from companion.engine.service import Engine
from companion.errors import BackendError
from companion.games.board import Board, read_board
from companion.lessons.progress import Progress
from companion.match.library import Library
from companion.match.saves import Saves
from companion.match.state_dir import StateDir
from companion.ports import ButtonName, Buttons, Finding, LedGrid, Sensors
from companion.service_manager import ServiceManager
from companion.ui.events import EventReader, PointerDown, PointerUp, Resized
from companion.ui.fonts import Fonts
from companion.ui.lamps import Panel
from companion.ui.mounting import mounting_of
from companion.ui.pen import button_title
from companion.ui.scenes import ways
from companion.ui.stage import Services, Stage
from companion.ui.window import Window
from companion.unattended import usable_boards, usable_config
from companion.words.notices import no_buttons_text, notice_text, refused_text, safe_start_text
from companion.words.translate import tr
from hardware.adalight import carryable
from hardware.buttons import WITH_LONG_PRESS, NoButtons, open_buttons
from hardware.checkup import (
    check_choice,
    check_controller,
    check_pins,
    check_ports,
    check_shared_pins,
    light_pattern,
)
from hardware.controller_inputs import (
    ControllerButtons,
    ControllerInputs,
    ControllerSensors,
    JointButtons,
)
from hardware.find_port import find_controllers
from hardware.first_words import ADALIGHT
from hardware.led_link import NoLedGrid, SerialLedGrid
from hardware.power import MachinePower, check_power_off
from sim.table import SimTable, TableTexts
from sim.table_panel import DrawText, TablePanel
from sim.virtual_controller import VirtualController
from sim.virtual_matrix import VirtualMatrix as VirtualMatrix
from sim.virtual_pins import VirtualPins

TICKS_PER_S = 100
"""How often input is read: a touch waits 10 ms at most."""

FRAME_S = 1 / 60
"""Motion is drawn no more often than screens show it."""

HAND_OVER_S = 0.001
"""How long drawing waits when the lamps change, since Python runs one thread at a time.

Without it the link's thread gets to write only in the middle of the drawing or after it.
"""

PI_MODEL = Path("/proc/device-tree/model")

Clock = Callable[[], float]


def choose_backend(wanted: str) -> str:
    """
    Return ``pi`` or ``sim`` for *wanted*, which is ``auto`` or one of these.

    Raises:
        BackendError: *wanted* is something else.
    """
    if wanted in ("pi", "sim"):
        return wanted
    if wanted != "auto":
        raise BackendError(f"expected a backend of auto, pi or sim, got {wanted!r}")
    try:
        is_pi = "Raspberry Pi" in PI_MODEL.read_text(encoding="utf-8", errors="replace")
    except OSError:
        is_pi = False
    return "pi" if is_pi else "sim"


class VirtualDevices(NamedTuple):
    """What stands behind LED grid and buttons in the simulator."""

    controller: VirtualController
    pins: VirtualPins
    matrix: VirtualMatrix | None = None


@dataclass
class Devices:
    """
    The LED grid, the buttons, and the sensors of a controller that has some.

    *simulated* is what stands behind them in the simulator.
    """

    leds: LedGrid
    buttons: Buttons
    simulated: VirtualDevices | None = None
    sensors: Sensors | None = None

    def virtual(self) -> VirtualDevices:
        """
        Return what stands behind the devices of the simulator.

        Raises:
            BackendError: the devices are real.
        """
        if self.simulated is None:
            raise BackendError("expected the simulator's devices, got real ones")
        return self.simulated

    def carried(self, frame: bytes) -> bytes:
        """Return *frame* as the wire carries it."""
        return carryable(frame)

    def close(self) -> None:
        """Release ports, pins and threads."""
        self.leds.close()
        self.buttons.close()
        if self.simulated is not None:
            self.simulated.controller.close()
            self.simulated.pins.close()


def open_devices(backend: str, config: Config, clock: Clock) -> Devices:
    """Return the devices of *backend*; what is missing shows its state and stops nobody."""
    numbers = {name: getattr(config.buttons, name.value) for name in ButtonName}
    long_press_s = config.buttons.long_press_ms / 1000
    pull_up = config.buttons.pull_up
    inputs = ControllerInputs()
    if backend == "pi":
        find_ports = partial(find_controllers, config.leds.port)
        leds = _open_leds(config, find_ports, config.leds.protocol, inputs)
        pins_or_none = open_buttons(numbers, pull_up, long_press_s)
        joint = JointButtons(pins_or_none, _controller_buttons(inputs, config))
        return Devices(leds, joint, sensors=ControllerSensors(inputs))
    controller = VirtualController(config.leds.baud)
    controller.start()
    # What this one speaks is known: nothing has to be found out, and the lamps are lit at once.
    leds = _open_leds(config, controller.find_ports, ADALIGHT)
    pins = VirtualPins(numbers, pull_up, clock)
    buttons = open_buttons(numbers, pull_up, long_press_s, pins.factory, clock)
    matrix = VirtualMatrix(config.leds.panel_size)
    return Devices(leds, buttons, VirtualDevices(controller, pins, matrix), matrix)


def _open_leds(
    config: Config,
    find_ports: Callable[[], Sequence[str]],
    protocol: str,
    inputs: ControllerInputs | None = None,
) -> LedGrid:
    """Return the lamps, or none where nothing tells how they lie and what they may draw.

    The defaults may be more current than the supply gives, or light what lies elsewhere.
    """
    if "leds" in config.refused:
        return NoLedGrid()
    columns, rows = config.leds.panel_size
    leds = SerialLedGrid(find_ports, columns * rows, config.leds.baud, protocol, inputs=inputs)
    leds.start()
    return leds


def _controller_buttons(inputs: ControllerInputs, config: Config) -> ControllerButtons:
    numbers: dict[ButtonName | str, int] = {
        (ButtonName(name) if name in {button.value for button in ButtonName} else name): number
        for name, number in vars(config.controller).items()
        if number >= 0
    }
    return ControllerButtons(inputs, numbers, config.buttons.long_press_ms / 1000, WITH_LONG_PRESS)


def check_devices(config: Config, *, wants_pattern: bool = False) -> list[Finding]:
    """Return what can be said of pins, ports and controller; *wants_pattern* lights the lamps."""
    columns, rows = config.leds.panel_size
    lamps = columns * rows
    numbers = {name: getattr(config.buttons, name.value) for name in ButtonName}
    devices = find_controllers(config.leds.port)
    device = devices[0] if devices else None
    found = [
        check_pins(numbers, config.buttons.pull_up, config.buttons.long_press_ms / 1000),
        *check_shared_pins(numbers),
        *check_ports(),
        *check_choice(devices),
        check_controller(device, config.leds.baud, lamps, config.leds.protocol),
    ]
    if config.buttons.switches_machine_off(choose_backend("auto")):
        found += check_power_off()
    if wants_pattern and device is not None:
        found.append(light_pattern(device, config.leds.baud, lamps, config.leds.protocol))
    return found


def _places_of(panel: Panel) -> list[tuple[int, int]]:
    places = [(0, 0)] * panel.lamp_count
    for column in range(panel.width):
        for row in range(panel.height):
            places[panel.pixel_of(column, row)] = (column, row)
    return places


def _table_text(fonts: Fonts) -> DrawText:
    """Return what writes on the simulated table, in the typeface of the screen."""

    def draw_text(
        surface: pygame.Surface,
        text: str,
        center: tuple[int, int],
        size: int,
        color: tuple[int, int, int],
        most_width: int,
    ) -> pygame.Rect:
        fitted = fonts.fit(text, most_width, range(11, size + 1))
        picture = fonts.render(fitted.text, fitted.size_px, color)
        return surface.blit(picture, picture.get_rect(center=center))

    return draw_text


def _open_table(devices: Devices, panel: Panel) -> SimTable | None:
    """Return the table of the simulator, or None beside real devices."""
    if devices.simulated is None:
        return None
    texts = TableTexts(
        title=tr("The table (simulated)"),
        rate=tr("{port}, {rate} frames a second"),
        labels={name: button_title(name) for name in ButtonName},
    )
    places = _places_of(panel)
    drawing = TablePanel(_table_text(Fonts()))
    controller, pins, matrix = devices.simulated
    size = (panel.width, panel.height)
    return SimTable(controller, pins, drawing, places, size, texts, matrix)


class Program:
    """The running program: one main loop of input, update and drawing."""

    def __init__(
        self, stage: Stage, window: Window, devices: Devices, table: SimTable | None, clock: Clock
    ) -> None:
        self.stage = stage
        self.window = window
        self.devices = devices
        self.table = table
        self.clock = clock
        self._reader = EventReader()
        self._drawn_at_s = float("-inf")

    def tick(self) -> None:
        """Take all input, let time pass, light the lamps, and draw when something changed."""
        now_s = self.clock()
        self.stage.now_s = now_s
        wants_text = self.stage.scene.wants_text()
        size, mounting = self.window.display_size, mounting_of(self.stage.config.screen)
        for event in self._reader.read(now_s, size, wants_text, mounting):
            if isinstance(event, PointerDown) and self._press_table(event):
                continue
            if isinstance(event, PointerUp) and self.table and self.table.pointer_up():
                continue
            if isinstance(event, Resized):
                self.window.resized()
                event = Resized(*self.window.screen_size)
            self.stage.handle(event)
        for press in self.devices.buttons.presses(now_s):
            self.stage.handle(press)
        self.stage.hold(self._reader.held() | self.devices.buttons.held())
        if self.stage.takes_hold_for_off():
            ways.to_switch_off(self.stage)
        self.stage.update(now_s)
        if self.window.rotation != self.stage.config.screen.rotation:
            self._turn()
        # Before drawing, which takes longer than all the rest together.
        has_sent = self.stage.show_lamps()
        self._draw(now_s, has_sent)

    def _turn(self) -> None:
        """Take over the rotation that was chosen in the settings."""
        self.window.turn(self.stage.config.screen.rotation)
        self.stage.resize(self.window.screen_size)

    def _press_table(self, event: PointerDown) -> bool:
        return self.table is not None and self.table.pointer_down(event.x, event.y)

    def _draw(self, now_s: float, has_sent: bool) -> None:
        table_changed = self.table is not None and self.table.is_changed(now_s)
        if not (self.stage.is_dirty or table_changed):
            return
        if now_s - self._drawn_at_s < FRAME_S:
            return
        self._drawn_at_s = now_s
        if has_sent:
            time.sleep(HAND_OVER_S)
        self.draw()

    def draw(self) -> None:
        """Draw everything now."""
        if self.stage.is_dirty:
            self.stage.draw(self.window.screen, self.clock())
        self.window.draw_panel()
        self.window.flip()

    def run(self, manager: ServiceManager) -> None:
        """Run until the program is closed, and keep *manager* told that it does."""
        ticker = pygame.time.Clock()
        self.tick()
        manager.ready()
        # Behind the first picture, so that the first hint does not wait for a process to start.
        self.stage.services.engine.start()
        while not self.stage.is_closing:
            manager.feed(self.clock())
            ticker.tick(TICKS_PER_S)
            self.tick()

    def close(self) -> None:
        """Release devices, search and display."""
        self.stage.services.engine.close()
        self.devices.close()
        pygame.display.quit()


@dataclass(frozen=True)
class Arguments:
    """How the program is to be started.

    Attributes:
        backend: auto, pi or sim.
        config_path: the configuration, or None for the user's own.
        size: the touchscreen's size, or None for the configured one.
        wants_table: whether the simulator shows its table beside the screen.
        is_safe: without lamps, buttons and search, one of which may have ended the program.
        is_unattended: start without what is wrong in the configuration, and say so on screen.
        is_sensed: whether the simulated table senses its pieces from the start.
    """

    backend: str = "auto"
    config_path: Path | None = None
    size: tuple[int, int] | None = None
    wants_table: bool = True
    is_safe: bool = False
    is_unattended: bool = False
    is_sensed: bool = False


def load_boards(config: Config) -> Mapping[str, Board]:
    """
    Return the boards that replace shipped ones.

    Raises:
        BoardError: a board file does not describe a board.
    """
    return {name: read_board(path) for name, path in config.boards.items()}


def open_program(
    arguments: Arguments, state: StateDir, clock: Clock = time.monotonic, wall: bool = True
) -> Program:
    """
    Return the program on its start screen; the display must be open.

    Args:
        arguments: how to start.
        state: the folder that this instance holds.
        clock: the main loop's seconds.
        wall: show the time of day.

    Raises:
        CompanionError: the configuration, a board or the saved match cannot be used.
    """
    backend = choose_backend(arguments.backend)
    if arguments.is_unattended:
        config, boards = usable_boards(usable_config(arguments.config_path, state.path))
    else:
        config = load_config(arguments.config_path, state.path)
        boards = load_boards(config)
    settings, _ = load_settings(state.path)
    library = Library(Saves(state), boards)
    library.look()
    if arguments.is_safe:
        devices = Devices(NoLedGrid(), NoButtons(tr("safe start")))
    else:
        devices = open_devices(backend, config, clock)
    if arguments.is_sensed and devices.simulated and devices.simulated.matrix:
        devices.simulated.matrix.switch_on()
    leds = config.leds
    panel = Panel(*leds.panel_size, leds.first_corner, leds.along, leds.serpentine)
    table = _open_table(devices, panel) if arguments.wants_table else None
    size = arguments.size or (config.screen.width, config.screen.height)
    window = Window(size, table, _is_fullscreen(config, backend), config.screen.rotation)
    services = _services(config, settings, library, devices, state, wall, backend)
    if arguments.is_safe:
        # Nothing is started that could be asked.
        services.engine, services.is_safe = Engine(command=()), True
        no_buttons = no_buttons_text(devices.buttons.problem())
        services.notices = [safe_start_text(), *(n for n in services.notices if n != no_buttons)]
    stage = Stage(services, window.screen_size)
    if table is not None:
        table.watch(partial(_lit_places, stage, _places_of(panel)), devices.leds.detail)
    program = Program(stage, window, devices, table, clock)
    stage.now_s = clock()
    ways.to_start(stage)
    return program


def _lit_places(stage: Stage, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where the lamps of the board that is on screen are."""
    board = stage.scene.board()
    light = stage.lamps.light_for(board) if board is not None else None
    return [places[lamp] for lamp in light.lamps] if light is not None else []


def _is_fullscreen(config: Config, backend: str) -> bool:
    if config.screen.fullscreen == "auto":
        return backend == "pi"
    return config.screen.fullscreen == "on"


def _services(
    config: Config,
    settings: Settings,
    library: Library,
    devices: Devices,
    state: StateDir,
    wall: bool,
    backend: str,
) -> Services:
    notices = [notice_text(notice) for notice in (*config.notices, *library.notices)]
    if config.problem:
        notices.insert(0, refused_text(config.problem, is_dark="leds" in config.refused))
    if devices.buttons.problem():
        notices.append(no_buttons_text(devices.buttons.problem()))
    if state.problem:
        notices.append(tr("Games are not being saved: {reason}").format(reason=state.problem))
    return Services(
        config=config,
        library=library,
        leds=devices.leds,
        buttons=devices.buttons,
        progress=Progress(state.path),
        engine=Engine(),
        settings=settings,
        save_settings=partial(save_settings, state_dir=state.path),
        wall_text=(lambda: time.strftime("%H:%M")) if wall else str,
        notices=notices,
        power=MachinePower() if config.buttons.switches_machine_off(backend) else None,
        sensors=devices.sensors,
    )
