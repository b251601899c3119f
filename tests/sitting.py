"""The opened program of `companion.testing`, and what else tests do with it and look at."""

import time
from contextlib import contextmanager
from dataclasses import replace

import pygame
import pytest

from companion.app import open_stage
from companion.art.marks import Mark
from companion.backends.devices import Devices, VirtualDevices, VirtualStick
from companion.config.values import BESIDE, Config
from companion.match.match import NewMatch
from companion.match.seats import PERSONS
from companion.plugins import find_game
from companion.ports import ButtonName
from companion.program import Program, open_table
from companion.testing.screen_checks import STILL, OpenedProgram
from companion.ui.lamp_show import panel_of
from companion.ui.sensing import sensor_map
from companion.ui.stage import Stage
from companion.ui.widgets.window import Window
from companion.words.buttons import button_title
from hardware.controller_inputs import InputSnapshot
from sim.firmware import VirtualMatrix

UNSEEN = (0, 0, 0, 0)
"""Clips what is drawn down to nothing."""


def status_texts(stage):
    """What is told of the devices beside the banner."""
    return tuple(entry.text for entry in stage.status())


def trouble_texts(stage):
    """Those of them that tell of something broken."""
    return {entry.text for entry in stage.status() if entry.is_trouble}


@contextmanager
def nobody_looking():
    """Have no scene drawn on the way to one: drawing changes nothing, and costs half the time."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Stage, "_draw_scene", lambda *_: None)
        yield


class Sitting(OpenedProgram):
    """The program and the hands that use it, sensors under the board among it."""

    def __init__(self, *args, has_table: bool = False, **values) -> None:
        self.standing: set[str] = set()
        self.has_table = has_table
        super().__init__(*args, **values)

    def make_program(self, size: tuple[int, int]) -> Program:
        """Draw the simulator's table beside the touchscreen where that is wanted.

        All is drawn, but no pixel of it is painted before somebody looks: that is a seventh
        of what the tests of scenes cost.
        """
        program = self._with_table(size) if self.has_table else super().make_program(size)
        program.window.screen.set_clip(UNSEEN)
        return program

    def _with_table(self, size: tuple[int, int]) -> Program:
        config, buttons = self.services.config, self.services.buttons
        virtual = VirtualDevices(self.leds, self.pins, VirtualMatrix((16, 16)), VirtualStick())
        devices = Devices(self.leds, buttons, virtual)
        table = open_table(devices, panel_of(config.leds))
        panel = table if config.screen.table_panel == BESIDE else None
        window = Window(size, panel, False, config.screen.rotation)
        stage = open_stage(self.services, window.screen_size)
        return Program(stage, window, devices, table, self.clock)

    # Time

    def wait_until(self, is_so) -> None:
        """Let time pass until *is_so*, and threads do what it depends on."""
        for number in range(20_000):
            if is_so():
                return
            self.ticks(1)
            if number > 100:
                time.sleep(0.001)
        raise AssertionError("it never came to that")

    def wait_for_search(self) -> None:
        """Let the search answer, which real time takes."""
        for _ in range(20_000):
            if not self.scene.show().is_thinking:
                return
            self.ticks(1)
            time.sleep(0.003)
        raise AssertionError("the search never answered")

    # Pieces on a sensed board

    def sense(self) -> None:
        """Let a matrix of 16x16 tell what stands on the board, and let it settle."""
        sensing, board = self.stage.sensing, self.scene.show().board
        places = sensor_map(board, (16, 16), sensing._config)
        rows = [0] * 16
        for (column, row), site in places.items():
            if board.name_of(site) in self.standing:
                rows[row] |= 1 << column
        self.inputs.tell(InputSnapshot(4, 0, 16, tuple(rows)))
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

    # Other hands

    def mouse_move(self, place) -> None:
        self.post(pygame.MOUSEMOTION, pos=self.on_display(place), rel=(0, 0), buttons=(1, 0, 0))
        self.ticks(2)

    def hold_on_screen(self, title: str) -> None:
        """Keep a finger on one of the four buttons on screen for a long press."""
        names = [button_title(name) for name in ButtonName]
        place = self.stage.layout.buttons[names.index(title)].center
        self.mouse_down(place)
        self.wait(self.stage.config.buttons.long_press_ms / 1000 + 0.05)
        self.mouse_up(place)

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

    # Games

    def play(self, game: str = "alquerque", seed: int = 0, who=PERSONS, **options) -> None:
        self.begin(NewMatch(find_game(game), options, seed, players=who))

    def move(self, *texts: str) -> None:
        """Make whole plies by touch, confirmed by the button beside the board."""
        for text in texts:
            self.begin_move(text)
            self.press("confirm")

    def begin_move(self, text: str) -> None:
        """Make the touches of a ply."""
        self.make(self.match.position.parse(text).touches)

    def walk_to_site(self, name: str) -> None:
        """Press Next until the cursor is on the dot called *name*."""
        self.walk_to_touch(self.table().board.site_of(name))

    def play_with_hints(self, game: str, hints: tuple[int | None, int | None]) -> None:
        """Begin a game in which each side may ask for so many hints."""
        self.begin(NewMatch(find_game(game), {}, 0, hints=hints))

    # What there is to see

    def look(self) -> None:
        """Have all be painted that is drawn from now on."""
        self.program.window.screen.set_clip(None)
        self.stage.redraw()

    @property
    def surface(self) -> pygame.Surface:
        """Return what has been painted since somebody looked."""
        window = self.program.window
        assert window.screen.get_clip(), "expected somebody to look, got nobody"
        return window.surface

    @property
    def banner(self) -> str:
        return self.scene.show().banner.text

    @property
    def note(self) -> str:
        return self.scene.show().note

    @property
    def lines(self) -> list[str]:
        """Return what the four buttons say that they do."""
        return [label.line for label in self.scene.show().labels]

    @property
    def filled(self) -> list[bool]:
        return [label.is_filled for label in self.scene.show().labels]

    @property
    def plies(self) -> list[str]:
        return [ply.move.text for ply in self.match.plies]

    def values(self) -> dict[str, str]:
        """Return what each line of a menu is set to."""
        return {choice.title: choice.value for choice in self.scene.choices}

    def marked(self, mark: Mark) -> set[str]:
        marks = self.scene.show().picture.marks
        board = self.scene.show().board
        return {board.name_of(site) for site, kinds in marks.items() if mark in kinds}


def with_screen(config: Config = STILL, **values: object) -> Config:
    """Return *config* with *values* in its screen section."""
    return replace(config, screen=replace(config.screen, **values))
