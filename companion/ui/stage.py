"""Holds the scenes, routes input to the one in front, and draws it.

Input, then update, then draw: drawing changes nothing, and happens only after
something changed.  Time comes in as an argument; nothing here reads a clock,
except to tell when a picture was shown.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pygame

from companion.building.watch import CompileWatch
from companion.config.values import Config, Settings
from companion.contract import Board
from companion.engine.service import Engine
from companion.errors import reason_of
from companion.lessons.progress import Progress
from companion.match.match import Match
from companion.ports import ButtonName, Buttons, LedGrid, LinkState, Power, Press, Sensors
from companion.storage.library import Library
from companion.ui.board.board_painter import BoardPainter
from companion.ui.lamps.lamp_show import LampShow
from companion.ui.panels.dominoes import DominoPictures
from companion.ui.scene import Scene
from companion.ui.sensing import Sensing
from companion.ui.widgets.events import (
    Closed,
    Event,
    PointerDown,
    PointerMove,
    PointerUp,
    Previous,
    Resized,
    Typed,
    Wheel,
)
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.held import HeldButtons
from companion.ui.widgets.layout import Box, ScreenLayout, lay_out
from companion.ui.widgets.pen import Pen
from companion.ui.widgets.theme import THEMES, Theme
from companion.words.status import led_text
from companion.words.translate import tr

FRESH_SEEDS = 1_000_000
"""New games take a seed below this: short enough to be read out and typed in again."""

STATUS_S = 0.2
"""How often the devices are asked how they are."""


@dataclass
class Services:
    """What the scenes need of the program around them.

    Attributes:
        progress: which lessons have been done.
        engine: the search in its own process, which starts when it is asked first.
        settings: what the settings screen has changed, over the configuration.
        save_settings: keeps the settings; raises OSError when it cannot.
        wall_text: the time of day as the banner shows it; empty hides it.
        notices: sentences that the start screen tells.
        is_safe: lamps, buttons and search are off after crashes.
        power: what switches the machine off, or None where only the program is closed.
        sensors: those under the board, or None where there can be none.
        compiling: how far compiling the rules is, or None where nobody compiles them.
    """

    config: Config
    library: Library
    leds: LedGrid
    buttons: Buttons
    progress: Progress
    engine: Engine
    save_settings: Callable[[Settings], None]
    wall_text: Callable[[], str]
    settings: Settings = field(default_factory=Settings)
    notices: list[str] = field(default_factory=list)
    random: random.Random = field(default_factory=random.Random)
    is_safe: bool = False
    power: Power | None = None
    sensors: Sensors | None = None
    compiling: CompileWatch | None = None


class Stage:
    """The screen: a stack of scenes over the services they share."""

    def __init__(self, services: Services, size: tuple[int, int]) -> None:
        self.services = services
        self.fonts = Fonts()
        self.layout: ScreenLayout = lay_out(*size)
        self.lamps = LampShow(services.config)
        self.sensing = Sensing(services.sensors, services.config.sensors)
        self.is_closing = False
        self.is_dirty = True
        self.now_s = 0.0
        self._scenes: list[Scene] = []
        self._painters: dict[tuple[object, ...], BoardPainter] = {}
        self._dominoes: DominoPictures | None = None
        self._shown: tuple[object, float] = (None, 0.0)
        self._held = HeldButtons()
        self._before_back: list[Scene] = []
        self._status: tuple[str, ...] = ()
        self._status_at_s = float("-inf")

    @property
    def config(self) -> Config:
        """Return the settings in force."""
        return self.services.config

    @property
    def theme(self) -> Theme:
        """Return the theme in force."""
        return THEMES[self.config.screen.theme]

    @property
    def scene(self) -> Scene:
        """Return the scene in front."""
        return self._scenes[-1]

    def behind(self, scene: Scene) -> Scene | None:
        """Return the scene that shows again when *scene* goes, or None."""
        at = self._scenes.index(scene)
        return self._scenes[at - 1] if at else None

    def go(self, scene: Scene) -> None:
        """Show *scene* instead of all others."""
        self._scenes = [scene]
        self.renew()

    def push(self, scene: Scene) -> None:
        """Show *scene* in front of the present one."""
        self._scenes.append(scene)
        self.renew()

    def pop(self) -> None:
        """Go back to the scene behind the present one."""
        self._scenes.pop()
        self.renew()

    def renew(self) -> None:
        """Have the scene in front, or what has just come in front in it, take the stage."""
        self._held.forget_finger()
        self.scene.lay_out()
        self.scene.enter()
        self.redraw()

    def redraw(self) -> None:
        """Have the screen drawn anew before the next input is taken."""
        self.is_dirty = True

    def change(self, changes: Settings) -> None:
        """Put what *changes* sets in force and keep it."""
        services = self.services
        given = {name: value for name, value in vars(changes).items() if value is not None}
        services.settings = replace(services.settings, **given)
        services.config = services.config.with_settings(services.settings)
        self.lamps = LampShow(services.config)
        self.redraw()
        try:
            services.save_settings(services.settings)
        except OSError as error:
            told = tr("Settings are not being saved: {reason}").format(reason=reason_of(error))
            if told not in services.notices:
                services.notices.append(told)

    def fresh_seed(self) -> int:
        """Return the seed of a new game."""
        return self.services.random.randrange(FRESH_SEEDS)

    def painter(
        self,
        board: Board,
        box: Box,
        is_turned: bool = False,
        has_names: bool = True,
        sizes: int | None = None,
    ) -> BoardPainter:
        """
        Return the painter of *board* in *box*; its still parts are drawn only once.

        *sizes* is how many sizes of pieces are in play, all that the board has without it.
        """
        key = (board, box, self.theme.name, is_turned, has_names, sizes)
        if key not in self._painters:
            if len(self._painters) >= 6:
                self._painters.clear()
            rect = (box.x, box.y, box.w, box.h)
            self._painters[key] = BoardPainter(
                board, self.theme, rect, self.fonts, is_turned, has_names, sizes
            )
        return self._painters[key]

    @property
    def dominoes(self) -> DominoPictures:
        """Return what draws dominoes in the theme in force."""
        if self._dominoes is None or self._dominoes.theme is not self.theme:
            self._dominoes = DominoPictures(self.theme)
        return self._dominoes

    def is_turned(self, match: Match) -> bool:
        """Return whether the second player's side is shown near."""
        view = self.config.screen.view
        return view == "second" or (view == "mover" and match.position.side == 1)

    # Input

    def handle(self, event: Event) -> None:
        """Take one event, at once and completely."""
        match event:
            case Press():
                self.scene.press(event)
            case Previous():
                self.scene.previous()
            case PointerDown():
                self._pointer_down(event)
            case PointerMove(x, y):
                self.scene.pointer_move(x, y)
            case PointerUp(x, y, at_s):
                self._pointer_up(x, y, at_s)
            case Wheel(notches):
                self.scene.wheel(notches)
            case Typed(text):
                self.scene.type_text(text)
            case Resized(width, height):
                self.resize((width, height))
            case Closed():
                self.is_closing = True
        self.redraw()

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a screen of *size*."""
        self.layout = lay_out(*size)
        self._painters.clear()
        for scene in self._scenes:
            scene.lay_out()
        self.redraw()

    def hold(self, buttons: frozenset[ButtonName]) -> None:
        """Take which buttons beside the board, or their keys, are down."""
        if self._held.hold_beside(buttons, self.now_s):
            self._before_back = list(self._scenes)

    def takes_hold_for_off(self) -> bool:
        """
        Return, once, that Back beside the board has been held to switch off.

        What its long press opened meanwhile is closed again.  A finger on the screen
        does not count: a palm may rest there.
        """
        after_s = self.config.buttons.switch_off_ms / 1000
        if not after_s or not self._held.is_back_held(after_s, self.now_s):
            return False
        before = self._before_back
        if before and self._scenes[: len(before)] == before:
            self._scenes = before
        return True

    @property
    def held(self) -> frozenset[ButtonName]:
        """Return the buttons that are down, beside the board and on screen."""
        return self._held.all

    def is_stale(self, press: Press) -> bool:
        """Return whether *press* was made before the screen showed what it would confirm."""
        stamp, shown_at_s = self._shown
        return stamp != self._stamp() or press.at_s < shown_at_s

    def _stamp(self) -> object:
        return (id(self.scene), self.scene.stamp())

    def _pointer_down(self, event: PointerDown) -> None:
        if self.scene.takes_every_touch():
            self.scene.pointer_down(event.x, event.y, event.at_s)
            return
        for name, box in zip(ButtonName, self.layout.buttons, strict=True):
            if box.holds(event.x, event.y):
                if self._held.put_finger(name, event.at_s):
                    self.scene.press(Press(name, False, event.at_s))
                return
        if self.scene.has_menu() and self.layout.menu.holds(event.x, event.y):
            self.scene.press(Press(ButtonName.BACK, True, event.at_s))
            return
        self.scene.pointer_down(event.x, event.y, event.at_s)

    def _pointer_up(self, x: float, y: float, at_s: float) -> None:
        button, is_press = self._held.lift_finger()
        if button is None:
            self.scene.pointer_up(x, y)
        elif is_press and self._is_on(button, x, y):
            self.scene.press(Press(button, False, at_s))

    def _is_on(self, name: ButtonName, x: float, y: float) -> bool:
        return self.layout.buttons[list(ButtonName).index(name)].holds(x, y)

    # Update and draw

    def update(self, now_s: float) -> None:
        """Let time pass: held buttons, motions, and what the devices report."""
        self.now_s = now_s
        button = self._held.long_press(self.config.buttons.long_press_ms / 1000, now_s)
        if button is not None:
            self.scene.press(Press(button, True, now_s))
            self.redraw()
        if self._held.is_next_repeated(now_s):
            self.scene.press(Press(ButtonName.NEXT, False, now_s))
            self.redraw()
        self.sensing.update(self.scene.board(), now_s)
        self.scene.update(now_s)
        if self.services.compiling is not None and self.services.compiling.update(now_s):
            self.redraw()
        if now_s - self._status_at_s >= STATUS_S or now_s < self._status_at_s:
            self._status_at_s = now_s
            status = self.status()
            if status != self._status:
                self._status = status
                self.redraw()

    def is_busy(self) -> bool:
        """Return whether something goes on that `update` has to look for in every turn."""
        asks = self.services.engine.question is not None
        return asks or bool(self.held) or self.scene.is_waiting()

    def status(self) -> tuple[str, ...]:
        """Return the short texts at the right of the banner, trouble first."""
        texts = [self._led_text()]
        if self.sensing.problem:
            texts.insert(0, tr("sensors: board does not fit"))
        if self.services.buttons.problem():
            texts.insert(0, tr("no buttons"))
        if self.services.library.saving_problem():
            texts.insert(0, tr("not being saved"))
        return (*texts, self.services.wall_text()) if self.services.wall_text() else tuple(texts)

    def troubles(self) -> frozenset[str]:
        """Return those of the status texts that tell of something broken."""
        texts = {tr("not being saved"), tr("sensors: board does not fit")}
        fine = (LinkState.OFF, LinkState.SEARCHING, LinkState.CONNECTED)
        if self.lamps.problem or self.services.leds.state() not in fine:
            texts.add(self._led_text())
        return frozenset(texts)

    def _led_text(self) -> str:
        if self.lamps.problem:
            return tr("LED: board does not fit")
        return led_text(self.services.leds.state())

    def show_lamps(self) -> bool:
        """Send the lamps what the scene shows; return whether that changed."""
        frame = self.lamps.changed_frame(self.scene, self.now_s, self.is_dirty)
        if frame is not None:
            self.services.leds.show(frame)
        return frame is not None

    def draw(self, surface: pygame.Surface, now_s: float) -> None:
        """Draw everything; *now_s* is when it will be seen."""
        pen = Pen(surface, self.fonts, self.theme, self.layout)
        pen.clear()
        self.scene.draw(pen)
        banner = self.scene.banner()
        pen.banner(banner._replace(status=self.status(), troubles=self.troubles()))
        if not self.scene.takes_every_touch():
            pen.buttons(self.scene.labels(), self._held.under_finger)
        if self.scene.has_menu():
            pen.menu_button(self.layout.menu)
        self.is_dirty = False
        stamp = self._stamp()
        if stamp != self._shown[0]:
            self._shown = (stamp, now_s)
