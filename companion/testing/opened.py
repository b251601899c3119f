"""The whole program in one process, opened as for a table, with time standing still.

Everything is real but time and lamps: pygame's queue on SDL's dummy display, gpiozero
buttons on mock pins, the match saved in a folder.  Time moves only when it is asked to.
"""

from __future__ import annotations

import os
import random
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Final, Self

import pygame

from companion.backends.devices import Devices
from companion.config.files import load_settings, save_settings
from companion.config.values import Config, ScreenConfig
from companion.engine.service import Engine
from companion.lessons.progress import LessonsDone
from companion.loop import ManualClock
from companion.match.match import Match
from companion.match.new_match import NewMatch
from companion.ports import ButtonName, LedGrid, LinkState
from companion.program import Program
from companion.scripting.fingers import Fingers
from companion.storage.disk import Disk
from companion.storage.library import Library
from companion.storage.saves import Saves
from companion.storage.state_dir import StateDir
from companion.storage.writer import Writer
from companion.ui import destinations as to
from companion.ui.desk import Services
from companion.ui.entrance import open_stage
from companion.ui.play.scene import PlayScene
from companion.ui.scenes.menu import MenuScene
from companion.ui.scenes.working import WorkingScene
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.window import Window, open_display
from hardware.buttons import open_buttons
from hardware.controller_inputs import ControllerInputs, ControllerSensors
from sim.virtual_pins import VirtualPins

LANDSCAPE: Final = (800, 480)
PORTRAIT: Final = (720, 1280)
STARTED: Final = datetime(2026, 7, 4, 18, 30, 5)

STILL: Final = Config(screen=ScreenConfig(animation=False))
"""Without motion, so that what is drawn does not depend on when."""

PINS: Final = {ButtonName.BACK: 5, ButtonName.NEXT: 6, ButtonName.HINT: 13, ButtonName.CONFIRM: 19}


@cache
def _fonts() -> Fonts:
    """Return the fonts of all programs that are opened: to have new ones takes long."""
    return Fonts()


class NotedLeds(LedGrid):
    """An LED grid that notes what it is shown, and what a controller would tell of it.

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

    def let_leave(self) -> None:
        """Do nothing: a frame is noted at once."""

    def state(self) -> LinkState:
        return self.link

    def detail(self) -> str:
        return self.port

    def close(self) -> None:
        self.link = LinkState.OFF


class OpenedProgram(Fingers):
    """The program, opened on its start screen, and the players who use it; a context manager.

    Args:
        folder: its state folder.
        size: of the touchscreen.
        config: with the settings found in *folder* laid over it.
        disk: where files go, None for the real one.
        leds: the LED grid, None for one that notes what it is shown.
        writer: writes beside the loop; without one a call returns when it has written.
    """

    finger_s = 0.05

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = LANDSCAPE,
        config: Config = STILL,
        disk: Disk | None = None,
        leds: NotedLeds | None = None,
        writer: Writer | None = None,
    ) -> None:
        for variable in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
            os.environ.setdefault(variable, "dummy")
        self.clock = ManualClock()
        self.leds = leds or NotedLeds()
        self.inputs = ControllerInputs()
        self.state = StateDir(folder)
        self.pins = pins = VirtualPins(PINS, True, self.clock)
        self.library = Library(Saves(self.state, disk, lambda: STARTED, writer), {}, disk)
        self.library.look()
        self.services = self._services(folder, config, disk, pins)
        open_display()
        pygame.event.clear()
        super().__init__(self.make_program(size), self.clock, pins)
        self.stage.fonts = _fonts()
        self.stage.now_s = self.clock.now_s
        self.stage.go(to.StartScreen())
        self.ticks(3)

    def _services(
        self, folder: Path, config: Config, disk: Disk | None, pins: VirtualPins
    ) -> Services:
        settings, _ = load_settings(folder)
        long_press_s = config.buttons.long_press_ms / 1000
        return Services(
            config=config.with_settings(settings),
            library=self.library,
            leds=self.leds,
            buttons=open_buttons(PINS, True, long_press_s, pins.factory, self.clock),
            progress=LessonsDone(folder, disk),
            engine=Engine(),
            settings=settings,
            save_settings=partial(save_settings, state_dir=folder, disk=disk),
            wall_text=str,
            random=random.Random(1),
            sensors=ControllerSensors(self.inputs),
        )

    def make_program(self, size: tuple[int, int]) -> Program:
        """Return the program for a touchscreen of *size*, its devices without a table."""
        window = Window(size, None, False, self.services.config.screen.rotation)
        stage = open_stage(self.services, window.screen_size)
        devices = Devices(self.leds, self.services.buttons, None)
        return Program(stage, window, devices, None, self.clock)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the program."""
        self.program.close()
        self.state.close()

    # Time

    def wait_for_work(self) -> None:
        """Let a record be opened or an export be written, which real time takes."""
        if isinstance(self.scene, WorkingScene):
            self.scene.work.wait()
            self.ticks(2)

    # What there is to see

    @property
    def match(self) -> Match:
        """Return the match that the scene in front shows."""
        match = getattr(self.scene, "match", None)
        assert isinstance(match, Match), f"expected a match, got {self.scene.name}"
        return match

    # Lists

    def tap(self, title: str) -> None:
        """Tap what is called *title*, and let what that begins be done."""
        super().tap(title)
        self.wait_for_work()

    @property
    def chosen(self) -> str:
        """Return the line of the list that the cursor is on."""
        scene = self.scene
        assert isinstance(scene, MenuScene), f"expected a list, got {scene.name}"
        return "" if scene.list.selected is None else scene.entries()[scene.list.selected]

    def walk_to(self, title: str) -> None:
        """Press Next until the cursor is on the line called *title*."""
        for _ in range(len(self.scene.entries())):
            if self.chosen == title:
                return
            self.press("next")
        assert self.chosen == title

    def choose(self, title: str) -> None:
        """Choose the line called *title* by the buttons alone."""
        self.walk_to(title)
        self.press("confirm")
        self.wait_for_work()

    # Games

    def begin(self, new: NewMatch) -> None:
        """Begin a match at once: the table is set."""
        self.stage.go(to.Play(self.library.start(new)))
        self.ticks(3)

    def settle(self) -> None:
        """Let motions end, lists arrive and everything be drawn."""
        if isinstance(self.scene, PlayScene) and self.scene.moves is not None:
            self.scene.moves.wait()
        self.wait(1.0)
        self.stage.redraw()
        self.ticks(3)
