"""What every scene works with: services, settings, layout, time, the narrator, tables of endgames.

The narrator is the one place where what a scene shows becomes a sentence.  After each turn of
the loop that changed something the scene in front is compared with what it was before; what is
new and wanted is said.  A table is built in a process of its own while the program is played.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.art.on_screen import DominoPictures
from companion.art.theme import THEMES, BoardSet, Theme
from companion.building.progress import CompileWatch
from companion.config.values import Config, Settings, SoundConfig
from companion.contract import Board
from companion.engine.service import Engine
from companion.errors import reason_of
from companion.lessons.shelf import LessonsDone
from companion.match.match import Match
from companion.ports import (
    ButtonName,
    Buttons,
    Club,
    LedGrid,
    Loudspeaker,
    Phones,
    Power,
    Press,
    Sensors,
    Speech,
    Stick,
    StickState,
    Updates,
)
from companion.storage.library import Library
from companion.ui.board.board_geometry import SMALLEST_LABEL_PX, BoardGeometry
from companion.ui.board.board_painter import BoardPainter
from companion.ui.board.marks import BoardPicture
from companion.ui.lamp_show import LampShow
from companion.ui.lamps import Rgb
from companion.ui.sensing import Sensing
from companion.ui.sounds import Sounds
from companion.ui.view import Screen, Topic, View
from companion.ui.widgets.background import Background, OnProgress
from companion.ui.widgets.fonts import Fonts
from companion.ui.widgets.layout import Box, ScreenLayout, lay_out
from companion.words.buttons import HOLDS, button_title
from companion.words.endgames import built_text, failed_text, fault_text, half_built_text
from companion.words.translate import Phrase, problem_text, speak
from companion.words.voice import DOES, DOES_NOTHING, address, sentences

if TYPE_CHECKING:
    from companion.engine.tables.building import TableBuild
    from companion.remote.other_table import OtherTable
    from companion.remote.phone_seats import PhoneSeats
    from companion.ui.destinations import Destination


def _begin(game: str, pieces: int) -> TableBuild:
    # Imported here, as all of the search that follows, behind the first picture.
    from companion.engine.tables.building import TableBuild

    return TableBuild(game, pieces)


class Tables:
    """The tables that were and are built here.

    Args:
        tell: has the start screen tell a sentence.
        renew: has the search use a new table; returns False where that has to wait.
        begin: begins to build a table of a game with so many pieces.

    Attributes:
        build: the table that is being built, or was last; None as yet.
    """

    def __init__(
        self,
        tell: Callable[[str], None],
        renew: Callable[[], bool],
        begin: Callable[[str, int], TableBuild] = _begin,
    ) -> None:
        self.build: TableBuild | None = None
        self._tell, self._renew, self._begin = tell, renew, begin
        self._looking: Background[list[str]] | None = None
        self._is_new = False

    def look(self) -> None:
        """Find out in a thread which tables cannot be used."""
        self._looking = Background("tables", _looked, 0.0)

    def start(self, game: str, pieces: int) -> None:
        """Build a table, or go on where it was stopped; another one is stopped."""
        self.close()
        self.build = self._begin(game, pieces)

    def running(self) -> TableBuild | None:
        """Return the table that is being built now."""
        return self.build if self.build is not None and not self.build.is_over else None

    def close(self) -> None:
        """Stop building; what is solved is kept."""
        if self.build is not None:
            self.build.stop()

    def update(self, now_s: float) -> bool:
        """See how far all is; return whether something has to be drawn."""
        is_changed = self._tell_found()
        build = self.running()
        if build is not None and build.update(now_s):
            is_changed = True
            if build.is_done:
                self._is_new = True
                self._tell(built_text(build.game, build.pieces))
            elif build.problem:
                self._tell(failed_text(build.problem))
        if self._is_new:
            self._is_new = not self._renew()
        return is_changed

    def _tell_found(self) -> bool:
        if self._looking is None or not self._looking.is_over:
            return False
        looking, self._looking = self._looking, None
        for text in looking.made or ():
            self._tell(text)
        return True


def _looked(tell: OnProgress) -> list[str]:
    """Return what to tell of the tables that were built here: faults, then half-built ones.

    Damaged ones that come with the program are noted.
    """
    from companion.engine.endgames import built_folder
    from companion.engine.tables.file import note_damaged_tables

    note_damaged_tables()
    folder = built_folder()
    if not folder.is_dir() or not any(folder.iterdir()):
        return []
    # Knows how each game is searched, which takes some memory.
    from companion.engine.knowledge import games_with_tables

    games = games_with_tables()
    return [
        *(fault_text(fault) for endgames in games.values() for fault in endgames.faults()),
        *(half_built_text(game, n) for game, known in games.items() for n in known.half_built()),
    ]


SETTINGS_UNSAVED: Final = Phrase("Settings are not being saved: {reason}")

EVERYTHING: Final = "everything"

MOST_KEPT: Final = 1000

URGENCY: Final = {Topic.TURNS: 1, Topic.REFUSALS: 3, Topic.RESULTS: 3, Topic.CLOCK: 3}
"""All else is in between: that it is your turn waits until the move has been told."""

HEADED: Final = frozenset({Topic.TABLE, Topic.HINTS, Topic.MOVES, Topic.RESULTS})
"""Where the banner is a heading, which the note goes on from."""

OF_PLAYERS: Final = 4
"""What somebody has just asked for by a press is said at once."""


class Narrator:
    """What is spoken.

    Args:
        speech: what says it, or None where nothing can.
        config: asked for what is wanted.

    Attributes:
        said: the sentences so far, the last ones.
        hears: who else is told each sentence, or None.
    """

    def __init__(self, speech: Speech | None, config: Callable[[], SoundConfig]) -> None:
        self.said: list[str] = []
        self.hears: Callable[[str], None] | None = None
        self._speech = speech
        self._config = config
        self._is_on = False
        self._before: View | None = None
        self._latest = ""
        self._last: dict[Topic, str] = {}

    def start(self) -> None:
        """Let sentences be heard from now on."""
        self._is_on = True

    @property
    def says_everything(self) -> bool:
        """Return whether the screen is not needed to play."""
        return EVERYTHING in self._config().spoken

    def follow(self, now: View, *, by_player: bool, pressed: ButtonName | None = None) -> None:
        """Say what is new in what shows *now*.

        Args:
            now: what shows.
            by_player: somebody has acted for it.
            pressed: the button that was pressed for it; it is never met with silence.
        """
        if not self._config().spoken:
            self._before = None
            return
        before, self._before = self._before, now
        wanted = [
            (topic, text)
            for topic, text in _fresh(now, before)
            if self._is_wanted(topic) and self._is_news(topic, text)
        ]
        if wanted:
            urgency = max(URGENCY.get(topic, 2) for topic, _ in wanted)
            self._say(sentences(text for _, text in wanted), OF_PLAYERS if by_player else urgency)
        elif pressed is not None and self.says_everything:
            self._say(sentences(_nothing_new(now, pressed)), OF_PLAYERS)

    def tell(self, topic: Topic, text: str) -> None:
        """Say *text*, which no scene shows as a sentence, where its *topic* is wanted."""
        if self._is_wanted(topic):
            self._say(text, URGENCY.get(topic, 2))

    def _is_wanted(self, topic: Topic) -> bool:
        return self.says_everything or topic in self._config().spoken

    def _is_news(self, topic: Topic, text: str) -> bool:
        """Return whether *text* has not been said already: a note comes back after a refusal."""
        is_known = self._last.get(topic) == text
        self._last[topic] = text
        repeats = topic is Topic.MOVES or (topic is Topic.TURNS and not self.says_everything)
        return not (is_known and repeats)

    def repeat(self) -> None:
        """Say the last sentence again."""
        if self._latest:
            self._say(self._latest, OF_PLAYERS)

    def _say(self, text: str, urgency: int) -> None:
        self._latest = text
        del self.said[:-MOST_KEPT]
        self.said.append(text)
        if self.hears is not None:
            self.hears(text)
        volume = self._config().volume
        if self._speech is not None and self._is_on and volume:
            self._speech.say(text, urgency, volume)

    def has_problem(self) -> bool:
        """Return whether something should be spoken and cannot."""
        if self._speech is None or not self._config().spoken:
            return False
        return self._speech.problem() is not None

    def close(self) -> None:
        """Be silent."""
        if self._speech is not None:
            self._speech.close()


def _fresh(now: View, before: View | None) -> list[tuple[Topic, str]]:
    """Return what is new, in the order in which it is said."""
    does = now.labels[3].line
    confirm = (Topic.SCREEN, _told(ButtonName.CONFIRM, does))
    pointed = (Topic.SCREEN, now.pointed)
    banner = (now.topics[0], now.banner.text)
    is_next = before is not None and now.played[0] > before.played[0]
    has_told = is_next or (before is not None and now.banner.text != before.banner.text)
    text = now.note.replace(*now.retold) if has_told and now.retold[0] else now.note
    text = text.strip().removeprefix(f"{now.pointed}. ")
    note = (Topic.REFUSALS if now.is_alarming else now.topics[1], text)
    played = (Topic.MOVES, now.played[1] if is_next else "")
    is_of_line = bool(now.pointed) and now.topics[1] is Topic.SCREEN
    if before is None or before.key != now.key:
        # Of a line it says what that means, else what has happened.
        parts = [played, banner, *([pointed, note] if is_of_line else [note, pointed]), confirm]
    else:
        is_elsewhere = now.pointed != before.pointed
        # The same may be true of the next place.
        is_noted = (is_elsewhere and is_of_line) or now.note != before.note
        told = [note] if is_noted else []
        heading = [banner] if now.banner.text != before.banner.text else []
        parts = [
            played,
            *([pointed] if is_elsewhere else []),
            # Whose turn it is comes after all that has happened; else the banner is a heading.
            *([*heading, *told] if now.topics[0] in HEADED else [*told, *heading]),
            *([confirm] if does != before.labels[3].line else []),
        ]
    named = re.compile(rf"\b{re.escape(button_title(ButtonName.CONFIRM))}\b")
    if any(named.search(text) for _, text in parts if text != confirm[1]):
        # One of them has said what Confirm does.
        parts = [part for part in parts if part != confirm]
    return [(topic, text) for topic, text in parts if text]


def _told(button: ButtonName, does: str) -> str:
    return DOES(button=button_title(button), does=does) if does else ""


def _nothing_new(now: View, pressed: ButtonName) -> list[str]:
    """Return what answers a press that has changed nothing: what was said, or what else to press.

    What a button does that has to be held is not told: everything spoken, holding means other
    things.
    """
    holds = {phrase() for phrase in HOLDS}
    lines = {
        button: "" if label.line in holds else label.line
        for button, label in zip(ButtonName, now.labels, strict=True)
    }
    if now.is_alarming and now.note:
        return [now.note]
    if lines[pressed]:
        return [
            now.pointed or now.banner.text,
            _told(ButtonName.CONFIRM, lines[ButtonName.CONFIRM]),
        ]
    others = [_told(button, does) for button, does in lines.items() if does]
    nothing = DOES_NOTHING(button=button_title(pressed))
    return [nothing, *(others or [now.banner.text])]


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
        window_options: what of the window can be changed here: ``fullscreen`` on a desktop,
            ``table_panel`` where a simulated table stands in.
        stick: the USB stick that players put in, or None where none can be.
        is_stick_offered: the stick that is in has been offered to the players.
        other_table: the way to another table, or None where no broker is configured.
        updates: returns the other versions of the program, or None where none are kept; loads
            what the first picture does without.
        tables: those of endgames that are built on this machine.
        phones: what shows the game on phones, or None where nothing does.
        club: what tells the club what is played, or None where no broker is configured.
        phone_seats: the seats that are played at phones.
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
    window_options: frozenset[str] = frozenset()
    stick: Stick | None = None
    is_stick_offered: bool = False
    other_table: OtherTable | None = None
    updates: Callable[[], Updates | None] = lambda: None
    tables: Tables = field(init=False)
    phones: Phones | None = None
    club: Club | None = None
    phone_seats: PhoneSeats | None = None

    def __post_init__(self) -> None:
        self.tables = Tables(self.tell, self._renew_search)

    def tell(self, text: str) -> None:
        """Show *text* once, on the start screen."""
        if text not in self.notices:
            self.notices.append(text)

    def has_new_stick(self) -> bool:
        """Return, once for each time that a stick is put in, that it is."""
        state = StickState.OUT if self.stick is None else self.stick.state()
        is_new = state is StickState.IN and not self.is_stick_offered
        # A stick that was let go of is not seen being pulled out: what is in next is another one.
        self.is_stick_offered = state in (StickState.IN, StickState.LEAVING)
        return is_new

    def _renew_search(self) -> bool:
        """End the search's process, so that the next question starts one with the new tables."""
        if not self.engine.is_busy:
            self.engine.close()
        return not self.engine.is_busy


class UiContext(ABC):
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
        is_restarting: it does so to be started again.
        is_dirty: something has changed since the last picture.
        now_s: the time of this turn of the loop.
        shines: gives the colors of the lamps that shine through a board with this picture,
            by site; none where a real board does that.
    """

    def __init__(self, services: Services, size: tuple[int, int]) -> None:
        self.shines: Callable[[Board, BoardPicture], Sequence[Rgb]] = lambda *_: ()
        self.services = services
        self.fonts = Fonts()
        self.layout: ScreenLayout = self.laid_out(size)
        self.lamps = LampShow(services.config)
        self.sensing = Sensing(services.sensors, services.config.sensors)
        self.sounds = Sounds(services.loudspeaker, lambda: self.config.sound.volume)
        self.narrator = Narrator(services.speech, lambda: self.config.sound)
        address(by_ear=self.narrator.says_everything)
        self.is_closing = self.is_restarting = False
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
        screen = self.config.screen
        return THEMES[screen.theme, screen.look]

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
        address(by_ear=self.narrator.says_everything)
        self.lamps = LampShow(services.config)
        if changes.panel_side is not None or changes.large_text is not None:
            self.resize((self.layout.width, self.layout.height))
        self.redraw()
        try:
            services.save_settings(services.settings)
        except OSError as error:
            services.tell(SETTINGS_UNSAVED(reason=problem_text(reason_of(error))))

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
        look: BoardSet | None = None,
    ) -> BoardPainter:
        """Return the painter of *board* in *box*; its still parts are drawn only once.

        *sizes* is how many sizes of pieces are in play, all that the board has without it;
        *look* is another one than that in force.
        """
        theme = self.theme
        if look is not None:
            theme = THEMES[self.config.screen.theme, look.value]
        key = (board, box, theme.name, theme.look, is_turned, has_names, sizes)
        if key not in self._painters:
            if len(self._painters) >= 6:
                self._painters.clear()
            rect = (box.x, box.y, box.w, box.h)
            least_px = self.layout.text_px(0) if self.layout.is_large else SMALLEST_LABEL_PX
            geometry = BoardGeometry(board, rect, is_turned, has_names, sizes, least_px)
            shines = partial(self.shines, board)
            self._painters[key] = BoardPainter(geometry, theme, self.fonts, shines)
        return self._painters[key]

    @property
    def dominoes(self) -> DominoPictures:
        """Return what draws dominoes in the theme in force."""
        if self._dominoes is None or self._dominoes.theme is not self.theme:
            self._dominoes = DominoPictures(self.theme)
        return self._dominoes

    def has_table(self, match: Match) -> bool:
        """Return whether a real table stands beside the screen, with the computer's moves too."""
        seats = match.seats
        is_by_others = seats.has_program or bool(seats.elsewhere) or bool(seats.phones)
        return self.config.play.program_moves == "carried" or not is_by_others

    def is_turned(self, match: Match) -> bool:
        """Return whether the second player's side is shown near."""
        view = self.config.screen.view
        if view == "yours":
            return match.seats.only_side == 1
        return view == "second" or (view == "mover" and match.position.side == 1)


def other_table_of(stage: UiContext, match: Match) -> OtherTable | None:
    """Return the other table with which *match* was played, None where there was none."""
    other = stage.services.other_table
    return other if other is not None and other.plays(match) else None
