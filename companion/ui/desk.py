"""What every scene works with: services, settings, layout, time, and the way to others."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.art.theme import THEMES, Theme
from companion.building.progress import CompileWatch
from companion.config.values import Config, Settings
from companion.contract import Board
from companion.engine.service import Engine
from companion.errors import reason_of
from companion.lessons.progress import LessonsDone
from companion.match.match import Match
from companion.ports import (
    ButtonName,
    Buttons,
    LedGrid,
    Loudspeaker,
    Power,
    Press,
    Sensors,
    Speech,
)
from companion.storage.library import Library
from companion.ui.board.board_geometry import SMALLEST_LABEL_PX, BoardGeometry
from companion.ui.board.board_painter import BoardPainter
from companion.ui.lamps.lamp_show import LampShow
from companion.ui.panels.dominoes import DominoPictures
from companion.ui.sensing import Sensing
from companion.ui.sound.narrator import Narrator
from companion.ui.sound.sounds import Sounds
from companion.ui.tables import Tables
from companion.ui.view import Screen
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.layout import Box, ScreenLayout, lay_out
from companion.words.notices import SETTINGS_UNSAVED, reason_text
from companion.words.translate import speak

if TYPE_CHECKING:
    from companion.ui.destinations import Destination

FRESH_SEEDS = 1_000_000
"""New games take a seed below this: short enough to be read out and typed in again."""


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
        loudspeaker: what is heard, or None where nothing is.
        speech: what speaks, or None where nothing can.
        tables: those of endgames that are built on this machine.
    """

    config: Config
    library: Library
    leds: LedGrid
    buttons: Buttons
    progress: LessonsDone
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
    loudspeaker: Loudspeaker | None = None
    speech: Speech | None = None
    tables: Tables = field(init=False)

    def __post_init__(self) -> None:
        self.tables = Tables(self.tell, self._renew_search)

    def tell(self, text: str) -> None:
        """Show *text* once, on the start screen."""
        if text not in self.notices:
            self.notices.append(text)

    def _renew_search(self) -> bool:
        """End the search's process, so that the next question starts one with the new tables."""
        if not self.engine.is_busy:
            self.engine.close()
        return not self.engine.is_busy


class Desk(ABC):
    """What a scene has at hand of the screen that it is on.

    Attributes:
        services: the program around the scenes.
        fonts: the type.
        layout: the places of everything on a screen of this size.
        lamps: what lights the lamps.
        sensing: the sensors under the board.
        sounds: what is heard of what happens.
        narrator: what is spoken.
        is_closing: the program ends.
        is_dirty: something has changed since the last picture.
        now_s: the time of this turn of the loop.
    """

    def __init__(self, services: Services, size: tuple[int, int]) -> None:
        self.services = services
        self.fonts = Fonts()
        self.layout: ScreenLayout = self.laid_out(size)
        self.lamps = LampShow(services.config)
        self.sensing = Sensing(services.sensors, services.config.sensors)
        self.sounds = Sounds(services.loudspeaker, lambda: self.config.sound.volume)
        self.narrator = Narrator(services.speech, lambda: self.config.sound)
        self.is_closing = False
        self.is_dirty = True
        self.now_s = 0.0
        self._painters: dict[tuple[object, ...], BoardPainter] = {}
        self._dominoes: DominoPictures | None = None

    @abstractmethod
    def go(self, there: Destination) -> None:
        """Show the screen *there*."""

    @abstractmethod
    def push(self, scene: Screen) -> None:
        """Show *scene* in front of the present one."""

    @abstractmethod
    def pop(self) -> None:
        """Go back to the scene behind the present one."""

    @abstractmethod
    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a screen of *size*."""

    @abstractmethod
    def renew(self) -> None:
        """Have the scene in front, or what has just come in front in it, take the stage."""

    @abstractmethod
    def is_in_front(self, scene: Screen) -> bool:
        """Return whether *scene* is the one that shows."""

    @abstractmethod
    def behind(self, scene: Screen) -> Screen | None:
        """Return the scene that shows again when *scene* goes, or None."""

    @property
    @abstractmethod
    def held(self) -> frozenset[ButtonName]:
        """Return the buttons that are down, beside the board and on screen."""

    @abstractmethod
    def is_stale(self, press: Press) -> bool:
        """Return whether *press* was made before the screen showed what it would confirm."""

    def laid_out(self, size: tuple[int, int]) -> ScreenLayout:
        """Return the layout of a screen of *size*, as the settings want it."""
        screen = self.config.screen
        is_left = screen.panel_side == "left"
        return lay_out(*size, panel_is_left=is_left, is_large=screen.large_text)

    @property
    def config(self) -> Config:
        """Return the settings in force."""
        return self.services.config

    @property
    def theme(self) -> Theme:
        """Return the theme in force."""
        return THEMES[self.config.screen.theme]

    def redraw(self) -> None:
        """Ask for the screen to be drawn anew before the next input is taken."""
        self.is_dirty = True

    def change(self, changes: Settings) -> None:
        """Put what *changes* sets in force and keep it."""
        services = self.services
        given = {name: value for name, value in vars(changes).items() if value is not None}
        services.settings = replace(services.settings, **given)
        services.config = services.config.with_settings(services.settings)
        speak(services.config.screen.language)
        self.lamps = LampShow(services.config)
        if changes.panel_side is not None or changes.large_text is not None:
            self.resize((self.layout.width, self.layout.height))
        self.redraw()
        try:
            services.save_settings(services.settings)
        except OSError as error:
            services.tell(SETTINGS_UNSAVED(reason=reason_text(reason_of(error))))

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
        """Return the painter of *board* in *box*; its still parts are drawn only once.

        *sizes* is how many sizes of pieces are in play, all that the board has without it.
        """
        key = (board, box, self.theme.name, is_turned, has_names, sizes)
        if key not in self._painters:
            if len(self._painters) >= 6:
                self._painters.clear()
            rect = (box.x, box.y, box.w, box.h)
            least_px = self.layout.text_px(0) if self.layout.is_large else SMALLEST_LABEL_PX
            geometry = BoardGeometry(board, rect, is_turned, has_names, sizes, least_px)
            self._painters[key] = BoardPainter(geometry, self.theme, self.fonts)
        return self._painters[key]

    @property
    def dominoes(self) -> DominoPictures:
        """Return what draws dominoes in the theme in force."""
        if self._dominoes is None or self._dominoes.theme is not self.theme:
            self._dominoes = DominoPictures(self.theme)
        return self._dominoes

    def has_table(self, match: Match) -> bool:
        """Return whether a real table stands beside the screen, with the computer's moves too."""
        return self.config.play.program_moves == "carried" or not match.seats.has_program

    def is_turned(self, match: Match) -> bool:
        """Return whether the second player's side is shown near."""
        view = self.config.screen.view
        if view == "yours":
            return match.seats.only_side == 1
        return view == "second" or (view == "mover" and match.position.side == 1)
