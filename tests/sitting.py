"""One sitting at a table: the whole program in one process, with hands for its players.

Everything is real but time and lamps: pygame's queue on SDL's dummy display,
gpiozero buttons on mock pins, the match saved in a folder.  Time moves only
when a hand does something.
"""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

import pygame

from companion.app import Program
from companion.config import load_settings, save_settings
from companion.config_values import Config, ScreenConfig
from companion.devices import Devices, VirtualDevices
from companion.engine.service import Engine
from companion.games import find_game
from companion.lessons.progress import Progress
from companion.match.library import Library
from companion.match.saves import Saves
from companion.match.seats import PERSONS
from companion.match.state_dir import StateDir
from companion.ports import ButtonName, LinkState
from companion.simulated_table import lit_places, open_table, places_of
from companion.ui.hand_veil import LOOK_S
from companion.ui.lamps import Panel
from companion.ui.marks import Mark
from companion.ui.mounting import mounting_of
from companion.ui.pen import button_title
from companion.ui.scenes import ways
from companion.ui.scenes.working import WorkingScene
from companion.ui.sensing import sensor_map
from companion.ui.stage import Services, Stage
from companion.ui.window import Window, open_display
from companion.words.hands import Hand
from hardware.buttons import open_buttons
from hardware.controller_inputs import ControllerInputs, ControllerSensors, Seen
from sim.virtual_matrix import VirtualMatrix
from sim.virtual_pins import VirtualPins

LANDSCAPE = (800, 480)
PORTRAIT = (720, 1280)
TICK_S = 0.01
FINGER_S = 0.05
STARTED = datetime(2026, 7, 4, 18, 30, 5)

STILL = Config(screen=ScreenConfig(animation=False))
"""Without motion, so that what is drawn does not depend on when."""

PINS = {ButtonName.BACK: 5, ButtonName.NEXT: 6, ButtonName.HINT: 13, ButtonName.CONFIRM: 19}


class HandClock:
    """A clock that only the players' hands move."""

    def __init__(self) -> None:
        self.now_s = 1.0

    def __call__(self) -> float:
        return self.now_s


class NotedLeds:
    """
    An LED grid that notes what it is shown, and what a controller would tell of it.

    Attributes:
        frame: the last frame, empty before the first.
        frame_count: how many there were.
    """

    def __init__(self) -> None:
        self.frame = b""
        self.frame_count = 0
        self.link = LinkState.CONNECTED
        self.port = "/dev/pts/3"

    def show(self, frame: bytes) -> None:
        self.frame = frame
        self.frame_count += 1

    def state(self) -> LinkState:
        return self.link

    def detail(self) -> str:
        return self.port

    def close(self) -> None:
        self.link = LinkState.OFF


class Sitting:
    """
    The program and the hands that use it; a context manager.

    Args:
        folder: its state folder.
        size: of the touchscreen.
        config: with the settings found in *folder* laid over it.
        disk: where files go, None for the real one.
        has_table: draw the simulator's table beside the touchscreen.
        leds: the LED grid, None for one that notes what it is shown.
    """

    def __init__(
        self, folder, size=LANDSCAPE, config=STILL, disk=None, has_table=False, leds=None
    ):
        self.clock = HandClock()
        self.leds = leds or NotedLeds()
        self.inputs = ControllerInputs()
        self.standing: set[str] = set()
        self.state = StateDir(folder)
        self.pins = VirtualPins(PINS, True, self.clock)
        long_press_s = config.buttons.long_press_ms / 1000
        buttons = open_buttons(PINS, True, long_press_s, self.pins.factory, self.clock)
        self.library = Library(Saves(self.state, disk, lambda: STARTED), {}, disk)
        self.library.look()
        settings, _ = load_settings(folder)
        config = config.with_settings(settings)
        self.services = Services(
            config=config,
            library=self.library,
            leds=self.leds,
            buttons=buttons,
            progress=Progress(folder, disk),
            engine=Engine(),
            settings=settings,
            save_settings=partial(save_settings, state_dir=folder, disk=disk),
            wall_text=str,
            random=random.Random(1),
            sensors=ControllerSensors(self.inputs),
        )
        open_display()
        pygame.event.clear()
        devices = Devices(
            self.leds, buttons, VirtualDevices(self.leds, self.pins, VirtualMatrix((16, 16)))
        )
        panel = _panel_of(config)
        table = open_table(devices, panel) if has_table else None
        window = Window(size, table, False, config.screen.rotation)
        self.stage = Stage(self.services, window.screen_size)
        if table is not None:
            dots = partial(lit_places, self.stage, places_of(panel))
            table.watch(dots, self.leds.detail)
        self.program = Program(self.stage, window, devices, table, self.clock)
        self.stage.now_s = self.clock.now_s
        ways.to_start(self.stage)
        self.ticks(3)

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.program.close()
        self.state.close()

    # Time

    def ticks(self, count: int) -> None:
        for _ in range(count):
            self.clock.now_s += TICK_S
            self.program.tick()

    def wait(self, seconds: float) -> None:
        self.ticks(max(1, round(seconds / TICK_S)))

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        for _ in range(1000):
            if is_so():
                return
            self.ticks(1)
        raise AssertionError("it never came to that")

    # Hands

    def sense(self) -> None:
        """Let a matrix of 16x16 tell what stands on the board, and let it settle."""
        sensing, board = self.stage.sensing, self.scene.board()
        places = sensor_map(board, (16, 16), sensing._config)
        rows = [0] * 16
        for (column, row), site in places.items():
            if board.name_of(site) in self.standing:
                rows[row] |= 1 << column
        self.inputs.tell(Seen(4, 0, 16, tuple(rows)))
        self.wait(0.3)

    def set_board(self) -> None:
        """Put the pieces on the sensed board as the match has them."""
        match = self.scene.match
        self.standing = {match.position.board.name_of(site) for site in match.half.pieces()}
        self.sense()

    def lift(self, *names: str) -> None:
        """Lift what stands on the dots called *names*, one after the other."""
        for name in names:
            self.standing.remove(name)
            self.sense()

    def put(self, *names: str) -> None:
        """Put something on the empty dots called *names*, one after the other."""
        for name in names:
            assert name not in self.standing
            self.standing.add(name)
            self.sense()

    def post(self, kind: int, **values: object) -> None:
        pygame.event.post(pygame.event.Event(kind, **values))

    def on_display(self, place) -> tuple[int, int]:
        """Return where on the display a place of the picture is."""
        return self._mounting.to_panel(*place, self.program.window.display_size)

    @property
    def _mounting(self):
        return mounting_of(self.stage.config.screen)

    def mouse_down(self, place) -> None:
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.on_display(place), button=1)
        self.ticks(2)

    def mouse_move(self, place) -> None:
        self.post(pygame.MOUSEMOTION, pos=self.on_display(place), rel=(0, 0), buttons=(1, 0, 0))
        self.ticks(2)

    def mouse_up(self, place) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=self.on_display(place), button=1)
        self.ticks(2)

    def click(self, place) -> None:
        self.mouse_down(place)
        self.mouse_up(place)

    def touch(self, name: str) -> None:
        """Touch the dot called *name*."""
        self.click(self.place(name))

    def place(self, name: str) -> tuple[int, int]:
        return self.scene.site_place(self.scene.board().site_of(name))

    def tap(self, title: str) -> None:
        """Tap one of the four buttons on screen, the menu's button, or a line of a list."""
        for name, box in zip(ButtonName, self.stage.layout.buttons, strict=True):
            if title == button_title(name):
                self.click(box.center)
                return
        if title == "Menu":
            assert self.scene.has_menu()
            self.click(self.stage.layout.menu.center)
            return
        place = self.scene.entry_place(title)
        assert place is not None, f"expected {title!r} among {self.scene.entries()}"
        self.click(place)
        self.wait_for_work()

    def wait_for_work(self) -> None:
        """Let a record be opened or an export be written, which real time takes."""
        if isinstance(self.scene, WorkingScene):
            self.scene.work.wait()
            self.ticks(2)

    def wait_for_search(self) -> None:
        """Let the search answer, which real time takes."""
        for _ in range(20_000):
            if not getattr(self.scene, "is_thinking", False):
                return
            self.ticks(1)
            time.sleep(0.003)
        raise AssertionError("the search never answered")

    def press(self, *names: str) -> None:
        """Press buttons beside the board, one after the other."""
        for name in names:
            self.finger(ButtonName(name), FINGER_S)

    def hold(self, name: str) -> None:
        self.finger(ButtonName(name), self.stage.config.buttons.long_press_ms / 1000 + 0.05)

    def hold_on_screen(self, title: str) -> None:
        """Keep a finger on one of the four buttons on screen for a long press."""
        names = [button_title(name) for name in ButtonName]
        place = self.stage.layout.buttons[names.index(title)].center
        self.mouse_down(place)
        self.wait(self.stage.config.buttons.long_press_ms / 1000 + 0.05)
        self.mouse_up(place)

    def finger(self, button: ButtonName, seconds: float) -> None:
        self.pins.press(button)
        self.wait(seconds)
        self.pins.release(button)
        self.wait(FINGER_S)

    def key(self, *keys: int, mod: int = 0) -> None:
        for key in keys:
            self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")
            self.ticks(2)
            self.post(pygame.KEYUP, key=key, mod=mod, unicode="")
            self.ticks(1)

    def turn_wheel(self, notches: int) -> None:
        self.post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)
        self.ticks(2)

    def resize(self, size: tuple[int, int]) -> None:
        # SDL gives the display its new size and then tells of it.
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.post(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)
        self.ticks(2)

    def walk_to(self, title: str) -> None:
        """Press Next until the cursor is on the line called *title*."""
        for _ in range(len(self.scene.entries())):
            if self.scene.entries()[self.scene.list.selected] == title:
                return
            self.press("next")
        assert self.scene.entries()[self.scene.list.selected] == title

    def choose(self, title: str) -> None:
        """Choose the line called *title* by the buttons alone."""
        self.walk_to(title)
        self.press("confirm")
        self.wait_for_work()

    def walk_to_site(self, name: str) -> None:
        site = self.scene.board().site_of(name)
        for _ in range(len(self.scene.board()) + 1):
            if self.scene.focus == site:
                return
            self.press("next")
        assert self.scene.focus == site

    # Games

    def play(self, game: str = "alquerque", seed: int = 0, who=PERSONS, **options: object) -> None:
        ways.to_new_match(self.stage, find_game(game), options, seed, who)
        self.ticks(3)

    def play_with_hints(self, game: str, hints: tuple[int | None, int | None]) -> None:
        """Begin a game in which each side may ask for so many hints."""
        match = self.library.start(find_game(game), {}, 0, hints=hints)
        ways.to_play(self.stage, match)
        self.ticks(3)

    def move(self, *texts: str) -> None:
        """Make whole plies by touch, confirmed by the button beside the board."""
        for text in texts:
            self.begin_move(text)
            self.press("confirm")

    def begin_move(self, text: str) -> None:
        for touch in self.match.position.parse(text).touches:
            if isinstance(touch, int):
                self.touch(self.scene.board().name_of(touch))
                continue
            self.see_hand()
            for part in self.scene.tray().way_to(touch):
                self.click(self.scene.tray().token_place(part))

    def see_hand(self) -> None:
        """Take the screen and look at the hidden hand, where there is one."""
        if getattr(self.scene, "hand", None) is Hand.AWAITED:
            self.press("confirm")
        if getattr(self.scene, "hand", None) is Hand.UNSEEN:
            place = self.scene.tray().view.entry_box(0).center
            self.mouse_down(place)
            self.wait(LOOK_S)
            self.mouse_up(place)

    def settle(self) -> None:
        """Let motions end, lists arrive and everything be drawn."""
        if getattr(self.scene, "moves", None) is not None:
            self.scene.moves.wait()
        self.wait(1.0)
        self.stage.redraw()
        self.ticks(3)

    # What there is to see

    @property
    def scene(self):
        return self.stage.scene

    @property
    def match(self):
        return self.scene.match

    @property
    def banner(self) -> str:
        return self.scene.banner().text

    @property
    def note(self) -> str:
        return self.scene.note()

    @property
    def lines(self) -> list[str]:
        """Return what the four buttons say that they do."""
        return [label.line for label in self.scene.labels()]

    @property
    def filled(self) -> list[bool]:
        return [label.is_filled for label in self.scene.labels()]

    @property
    def plies(self) -> list[str]:
        return [ply.move.text for ply in self.match.plies]

    @property
    def chosen(self) -> str:
        return self.scene.entries()[self.scene.list.selected]

    def values(self) -> dict[str, str]:
        """Return what each line of a menu is set to."""
        return {choice.title: choice.value for choice in self.scene.choices}

    def marked(self, mark: Mark) -> set[str]:
        marks = self.scene.picture(self.clock.now_s).marks
        board = self.scene.board()
        return {board.name_of(site) for site, kinds in marks.items() if mark in kinds}

    @property
    def surface(self) -> pygame.Surface:
        return self.program.window.surface


def with_screen(config: Config = STILL, **values: object) -> Config:
    """Return *config* with *values* in its screen section."""
    return replace(config, screen=replace(config.screen, **values))


def _panel_of(config: Config) -> Panel:
    leds = config.leds
    return Panel(*leds.panel_size, leds.first_corner, leds.along, leds.serpentine)
