"""Puts the program together: its configuration, its parts, its first scene."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.backends.devices import Devices, choose_backend, no_devices, open_devices, power_of
from companion.backends.loudspeaker import MixerLoudspeaker
from companion.backends.speech_output import open_speech
from companion.building.progress import TRIAL, watch_of
from companion.config.files import (
    load_boards,
    load_config,
    load_settings,
    save_settings,
    usable_boards,
    usable_config,
)
from companion.config.values import BESIDE, Config, Settings, size_of
from companion.contract import Board
from companion.engine.service import Engine, own_python
from companion.lessons.shelf import LessonsDone
from companion.mirror.feed import MirrorFeed, connection_of
from companion.mirror.seen import saved_games
from companion.ports import Updates
from companion.program import Clock, Program, open_table
from companion.remote.phone_seats import PhoneSeats
from companion.storage.disk import Disk, Writer
from companion.storage.incoming import finish_import
from companion.storage.library import Library
from companion.storage.saves import Saves
from companion.storage.state_dir import SETTINGS_NAME, StateDir, set_state_aside
from companion.ui import destinations as to
from companion.ui.context import Services
from companion.ui.destinations import Destination
from companion.ui.lamp_show import panel_of
from companion.ui.scenes.start import StartScene
from companion.ui.sounds import own_sounds
from companion.ui.stage import Stage
from companion.ui.widgets.waiting import Waiter, open_waiter
from companion.ui.widgets.window import SidePanel, Window, has_desktop
from companion.words.table import (
    GAMES_UNSAVED,
    LEFT_VERSION,
    NO_BUTTONS,
    SAFE_START_NOTE,
    notice_text,
    refused_text,
)
from companion.words.translate import AUTO, languages, problem_text, speak, spoken_language

if TYPE_CHECKING:
    from companion.club.teller import ClubTeller
    from companion.remote.other_table import OtherTable


@dataclass(frozen=True)
class Arguments:
    """How the program is to be started.

    Attributes:
        backend: pi, sim, or auto for what the configuration says.
        config_path: the configuration, or None for the user's own.
        size: the touchscreen's size, or None for the configured one.
        wants_table: whether the simulator shows its table beside the screen.
        is_safe: without lamps, buttons and search, one of which may have ended the program.
        is_unattended: start without what is wrong in the configuration, and say so on screen.
        is_sensed: whether the simulated table senses its pieces from the start.
        asks_language: whether the very first start asks for the language.
        language: what is spoken whatever the configuration says, or an empty text.
        is_fresh: without what was saved, which is set aside: reading it ended the program.
        has_board: whether a board with pieces is taken to be there, whatever the backend.
    """

    backend: str = "auto"
    config_path: Path | None = None
    size: tuple[int, int] | None = None
    wants_table: bool = True
    is_safe: bool = False
    is_unattended: bool = False
    is_sensed: bool = False
    asks_language: bool = False
    language: str = ""
    is_fresh: bool = False
    has_board: bool = False


def open_program(
    arguments: Arguments,
    state: StateDir,
    clock: Clock = time.monotonic,
    wall: bool = True,
    on_read: Callable[[], None] = lambda: None,
    writer: Writer | None = None,
) -> Program:
    """Return the program on its start screen; the display must be open.

    Args:
        arguments: how to start.
        state: the folder that this instance holds.
        clock: the main loop's seconds.
        wall: show the time of day.
        on_read: called when what was saved has been read, before any device is opened.
        writer: writes beside the loop; without one, as where time is turned by hand, the
            loop waits for the disk.

    Raises:
        CompanionError: the configuration, a board or the saved match cannot be used.
    """
    # What an import has left that a power cut ended; what is to be read may be among it.
    with contextlib.suppress(OSError):
        finish_import(state.path, Disk())
    set_aside = set_state_aside(state.path, SETTINGS_NAME) if arguments.is_fresh else ()
    config, boards, backend = _configured(arguments, state)
    settings, _ = load_settings(state.path)
    speak(config.screen.language)
    is_first_start = state.is_new
    library = Library(Saves(state, writer=writer), boards)
    library.look()
    library.notices += set_aside
    on_read()
    waiter = open_waiter()
    if arguments.is_safe:
        devices = no_devices()
    else:
        devices = open_devices(backend, config, clock, waiter.wake)
    if arguments.is_sensed and devices.simulated:
        devices.simulated.matrix.switch_on()
    table = open_table(devices, panel_of(config.leds)) if arguments.wants_table else None
    window = _open_window(arguments, config, settings, table, backend)
    services = _services(config, settings, library, devices, state, wall, backend)
    services.other_table = _other_table(arguments, config, library, waiter)
    services.window_options = frozenset({"fullscreen"} if has_desktop() else ())
    if arguments.is_safe:
        _make_safe(services)
    phones, seats = None, PhoneSeats(library.folder)
    services.phone_seats = seats
    if not arguments.is_safe:
        collect = partial(saved_games, library.records_path, Disk())
        connect, port = connection_of(os.environ), config.phones.port
        phones = services.phones = MirrorFeed(connect, collect, port, waiter.wake, seats)
    club = services.club = _club(arguments, config, waiter)
    stage = open_stage(services, window.screen_size)
    program = Program(stage, window, devices, table, clock, waiter, phones, club)
    stage.now_s = clock()
    stage.replace(StartScene(stage))
    # Where the configuration names none, and there are several to choose from.
    is_open = config.screen.language == AUTO and len(languages()) > 1
    if arguments.asks_language and is_first_start and is_open:
        stage.go(to.Languages())
    return program


def open_stage(services: Services, size: tuple[int, int]) -> Stage:
    """Return the stage of a screen of *size*, whose scenes are loaded when one is gone to."""
    return Stage(services, size, _load_screens)


def _load_screens() -> Callable[[Stage, Destination], None]:
    # Imported here so that the first picture does without the scenes behind it.
    from companion.ui.screens import open_screen

    return open_screen


def _configured(arguments: Arguments, state: StateDir) -> tuple[Config, Mapping[str, Board], str]:
    """Return the configuration as it is meant here, its boards, and the backend."""
    if arguments.is_unattended:
        config, boards = usable_boards(usable_config(arguments.config_path, state.path))
    else:
        config = load_config(arguments.config_path, state.path)
        boards = load_boards(config)
    if arguments.language:
        config = replace(config, screen=replace(config.screen, language=arguments.language))
    named = arguments.backend
    backend = choose_backend(config.devices.backend if named == "auto" else named)
    if config.screen.fullscreen == "auto":
        fullscreen = "on" if backend == "pi" else "off"
        config = replace(config, screen=replace(config.screen, fullscreen=fullscreen))
    if config.play.program_moves == "auto":
        has_board = backend == "pi" or arguments.has_board or arguments.is_sensed
        moves = "carried" if has_board else "slow"
        config = replace(config, play=replace(config.play, program_moves=moves))
    return config, boards, backend


def _open_window(
    arguments: Arguments, config: Config, settings: Settings, panel: SidePanel | None, backend: str
) -> Window:
    """Return the window, as large as it was left unless a size was asked for."""
    screen = config.screen
    panel = panel if screen.table_panel == BESIDE else None
    left = settings.window if panel is None else settings.window_with_panel
    return Window(
        arguments.size or (screen.width, screen.height),
        panel,
        screen.fullscreen == "on",
        screen.rotation,
        size_of(left) if left and arguments.size is None else None,
        hides_mouse=backend == "pi",
    )


def _make_safe(services: Services) -> None:
    """Leave out what a safe start does without: what could be asked, and every device."""
    services.loudspeaker = services.speech = None
    services.engine, services.is_safe = Engine(command=()), True
    no_buttons = NO_BUTTONS(reason=services.buttons.problem())
    services.notices = [SAFE_START_NOTE(), *(n for n in services.notices if n != no_buttons)]


def _other_table(
    arguments: Arguments, config: Config, library: Library, waiter: Waiter
) -> OtherTable | None:
    """Return the way to another table, or None where no broker is configured."""
    club = config.club
    if not club.broker or arguments.is_safe:
        return None
    # Imported here: most play at one table, and it loads what signs and seals.
    from companion.remote.bus import relay_opener
    from companion.remote.other_table import OtherTable

    opener = relay_opener(_relay_words(arguments), waiter.wake)
    other = OtherTable(library.folder, opener, club.topic, club.name)
    other.take_up_ended(library)
    return other


def _relay_words(arguments: Arguments) -> list[str]:
    """Return what starts a relay of our own, with the configuration that this program has."""
    words = [*own_python(), "-m", "companion.cli", "relay"]
    if arguments.config_path is not None:
        words += ["--config", str(arguments.config_path)]
    return words


def _club(arguments: Arguments, config: Config, waiter: Waiter) -> ClubTeller | None:
    """Return what tells the club what is played, or None where no broker is configured."""
    if not config.club.broker or arguments.is_safe:
        return None
    # As above.
    from companion.club.teller import ClubTeller
    from companion.remote.bus import relay_opener

    words = _relay_words(arguments)
    return ClubTeller(lambda ring: relay_opener(words, ring), config.club, waiter.wake)


@cache
def _updates() -> Updates | None:
    """Return the updates of a table that runs as a service: a desktop has no right to them."""
    if "STATE_DIRECTORY" not in os.environ:
        return None
    # Imported here so that the first picture does without what checks and unpacks them.
    from companion.backends.update import own_updates

    return own_updates()


def _version_left() -> str | None:
    """Return that a version did not come up, if one starts in its place since.

    Once this one is up, nobody knows that any more.
    """
    updates = _updates() if Path(sys.prefix, TRIAL).exists() else None
    left = updates.version_left() if updates is not None else ""
    if updates is None or not left:
        return None
    return LEFT_VERSION(left=left, now=updates.next_version())


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
    if (left := _version_left()) is not None:
        notices.insert(0, left)
    if config.problem:
        notices.insert(0, refused_text(config.problem, is_dark="leds" in config.refused))
    if devices.buttons.problem():
        notices.append(NO_BUTTONS(reason=devices.buttons.problem()))
    if state.problem:
        notices.append(GAMES_UNSAVED(reason=problem_text(state.problem)))
    loudspeaker = MixerLoudspeaker(config.sound.rest_s, own_sounds())
    services = Services(
        config=config,
        library=library,
        leds=devices.leds,
        buttons=devices.buttons,
        progress=LessonsDone(state.path, do=library.do),
        engine=Engine(),
        settings=settings,
        save_settings=lambda new: library.do(partial(save_settings, new, state.path)),
        wall_text=(lambda: time.strftime("%H:%M")) if wall else str,
        notices=notices,
        power=power_of(backend, config),
        sensors=devices.sensors,
        stick=devices.stick,
        updates=_updates,
        compiling=watch_of(os.environ),
        loudspeaker=loudspeaker,
    )
    services.speech = open_speech(
        config.sound, loudspeaker, spoken_language, lambda: services.config.sound.voice
    )
    return services
