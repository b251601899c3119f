"""``companion doctor``: what this machine has, what is missing, and what to do, in words."""

from __future__ import annotations

import argparse
import base64
import contextlib
import csv
import errno
import hashlib
import os
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from importlib import import_module, metadata
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from companion import RULES_TEXT
from companion.backends.machine_report import machine_report, report_text
from companion.building.progress import RUNNING, STATE, read_progress
from companion.commands import Commands
from companion.commands.arguments import STANDARD_OUTPUT, in_file, text_file
from companion.commands.report import add_json_argument, put, report, wrapped
from companion.config.files import load_config
from companion.config.values import ClubConfig, Config
from companion.contract import read_board
from companion.damage import damaged_files
from companion.engine.endgames import Trouble
from companion.engine.knowledge import games_with_tables
from companion.engine.tables.file import note_damaged_tables
from companion.errors import BackendError, reason_of
from companion.lessons.shelf import lessons_left_out, lessons_of
from companion.plugins import built_in, load_board, outside, shipped_boards
from companion.plugins.outside import GROUP
from companion.plugins.watch import say
from companion.ports import Finding
from companion.storage.disk import Disk, write_synced
from companion.storage.exchange import json_text
from companion.storage.state_dir import state_path
from companion.words.buttons import NONE
from companion.words.endgames import TROUBLES
from companion.words.translate import (
    ENGLISH,
    Phrase,
    language,
    languages,
    localized,
    own_name,
    speak,
    tr,
)

OLDEST_PYTHON: Final = (3, 11)
DISTRIBUTION: Final = "board-companion"
MOST_NAMED: Final = 5
PYGAME: Final = "pygame"
PYGAME_CE: Final = "pygame-ce"
FIRST_WITHOUT_PYGAME: Final = (3, 14)
"""The first Python that pygame has no wheel for; the marker in pyproject.toml says the same."""

INSTALLED: Final = Path("/opt/board-companion")
"""Where ``make install`` puts the program."""

LEAST_FREE_MB: Final = 50
"""A year of games takes less; a card that is full stops the whole system."""

SLOW_SYNC_MS: Final = 200
"""A worn card takes longer to keep a move, which a player notices."""

SYNCS: Final = 5
HWMON: Final = Path("/sys/class/hwmon")


def check_python() -> Finding:
    """Return whether Python is new enough."""
    version = ".".join(map(str, sys.version_info[:3]))
    code = "python-ok" if sys.version_info >= OLDEST_PYTHON else "python-old"
    return Finding("python", code, (version,))


def check_rules(environment: Path | None = None) -> Finding:
    """Return whether the rules are compiled; *environment* is by default the one that runs."""
    if RULES_TEXT == "rules compiled":
        return Finding("rules", "rules-compiled", (RULES_TEXT,))
    folder = environment or Path(sys.prefix)
    progress = read_progress(folder / STATE)
    if progress is not None and progress.state == RUNNING:
        return Finding("rules", "rules-compiling", (round(100 * progress.fraction),))
    is_of_make = _is_made_by_make(folder)
    return Finding(
        "rules", "rules-sources" if is_of_make else "rules-sources-wheel", (RULES_TEXT,)
    )


def _is_made_by_make(environment: Path) -> bool:
    return (
        environment == INSTALLED
        or (environment / "program").is_dir()
        or (environment.parent / "Makefile").is_file()
    )


def check_pygame() -> list[Finding]:
    """Return that pygame and pygame-ce lie over each other, or nothing.

    In two folders, as with that of the system beside an environment's own, one hides the other.
    """
    installed = {}
    for name in (PYGAME, PYGAME_CE):
        with contextlib.suppress(metadata.PackageNotFoundError):
            installed[name] = metadata.distribution(name)
    if len({str(each.locate_file("")) for each in installed.values()}) != 1 or len(installed) != 2:
        return []
    versions = [each.version for each in installed.values()]
    return [
        Finding(
            "pygame", "pygame-twice", (*versions, shlex.quote(sys.executable), wanted_pygame())
        )
    ]


def wanted_pygame() -> str:
    """Return which of both the program asks pip for; see pyproject.toml."""
    return PYGAME if sys.version_info < FIRST_WITHOUT_PYGAME else PYGAME_CE


def check_games() -> list[Finding]:
    """Return which games are installed beside the program, and what of them is left out."""
    games = outside()
    names = ", ".join(plugin.game.name for plugin in games.plugins)
    offered = [Finding("games", "games-installed", (names,))] if names else []
    return [
        *offered,
        *(Finding("games", "game-left-out", tuple(each)) for each in games.left_out),
        *(Finding("games", "lesson-left-out", tuple(each)) for each in lessons_left_out()),
    ]


def check_tables() -> list[Finding]:
    """Return which tables of endgames are at hand, half built, and passed over."""
    findings = []
    for game, endgames in games_with_tables().items():
        findings.append(Finding("tables", "tables-known", (game, endgames.pieces())))
        findings += [
            Finding("tables", f"table-{fault.trouble}", (str(fault.file),))
            for fault in endgames.faults()
        ]
        findings += [
            Finding("tables", "table-half-built", (game, pieces))
            for pieces in endgames.half_built()
        ]
    return findings


def check_files() -> Finding:
    """Return which files of the program, and of games beside it, are not as they were."""
    note_damaged_tables()
    for code in languages():
        own_name(code)
    for name in built_in():
        lessons_of(name)
    changed = [file for each in _distributions() for file in _changed(each)]
    damaged = sorted({*damaged_files(), *changed})
    if not damaged:
        return Finding("files", "files-ok")
    names = damaged[:MOST_NAMED] + ["..."] * (len(damaged) > MOST_NAMED)
    return Finding("files", "files-damaged", (", ".join(names),))


def _distributions() -> list[metadata.Distribution]:
    """Return the program and the games beside it, as they are installed."""
    installed = {}
    with contextlib.suppress(metadata.PackageNotFoundError):
        installed[DISTRIBUTION] = metadata.distribution(DISTRIBUTION)
    for entry in metadata.entry_points(group=GROUP):
        if entry.dist is not None:
            installed[entry.dist.name] = entry.dist
    return list(installed.values())


def _changed(distribution: metadata.Distribution) -> Iterator[str]:
    """Yield the files of *distribution* whose bytes are others than when it was packed.

    An installation in place, as developers have it, tells of no such files.

    Source: PyPA specification of recorded installed projects, "The RECORD file".  Its own
    `files` leaves out, from Python 3.12 on, those that are gone.
    """
    for row in csv.reader((distribution.read_text("RECORD") or "").splitlines()):
        kind, _, packed = "".join(row[1:2]).partition("=")
        if not packed:
            continue
        path = Path(str(distribution.locate_file(row[0])))
        try:
            here = hashlib.new(kind, path.read_bytes()).digest()
        except (OSError, ValueError):
            # It is gone, or the row itself is damaged.
            here = b""
        if base64.urlsafe_b64encode(here).rstrip(b"=").decode() != packed:
            yield str(path)


def check_boards(config: Config) -> Finding:
    """Return whether the lamps of every board, shipped or replaced, lie on the panel.

    Raises:
        BoardError: a configured board file does not describe a board, puts two dots on
            one lamp, or one beside the panel; it stops the program, too.
    """
    from companion.ui.lamp_show import LampShow

    show = LampShow(config)
    boards = {name: load_board(name) for name in shipped_boards()}
    boards |= {name: read_board(path) for name, path in config.boards.items()}
    dark = [name for name, board in boards.items() if show.light_for(board) is None]
    if dark:
        return Finding("boards", "boards-dark", (", ".join(dark), config.leds.panel))
    return Finding("boards", "boards-lit", (len(boards), config.leds.panel))


def check_screen() -> list[Finding]:
    """Return how the display opens, how large it is, whether it can be touched, and the type."""
    try:
        import pygame

        from companion.art.digits import digits
        from companion.ui.widgets.fonts import Fonts
        from companion.ui.widgets.window import open_display

        name = PYGAME_CE if getattr(pygame, "IS_CE", False) else PYGAME
        library = (name, pygame.version.ver)
    except (ImportError, AttributeError) as error:
        # Without some of its files it is a folder that can be imported and has nothing.
        return [
            Finding(
                "pygame", "no-pygame", (str(error), shlex.quote(sys.executable), wanted_pygame())
            )
        ]
    try:
        open_display()
    except BackendError as error:
        return [Finding("display", "no-display", (error.message,))]
    try:
        driver = pygame.display.get_driver()
        width, height = pygame.display.get_desktop_sizes()[0]
        sdl = ".".join(map(str, pygame.get_sdl_version()))
        findings = [
            Finding("display", "display-ok", (driver, width, height, *library, sdl)),
            _touch(),
        ]
        digits()
        rendered = Fonts().width_px("Companion", 16)
        findings.append(Finding("fonts", "fonts-ok" if rendered > 0 else "fonts-empty"))
    finally:
        pygame.display.quit()
    return findings


def _touch() -> Finding:
    try:
        from pygame._sdl2 import touch
    except ImportError:
        return Finding("touch", "touch-unknown")
    count = touch.get_num_devices()
    return Finding("touch", "touch-ok", (count,)) if count else Finding("touch", "no-touch")


def check_state(folder: Path) -> list[Finding]:
    """Return whether games can be kept in *folder*, how much room there is, how fast it is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        took_ms = _sync_ms(folder)
        free_mb = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        leads = os.path.realpath(folder)
        if folder.is_symlink() and not Path(leads).exists():
            return [Finding("state", "state-nowhere", (str(folder), leads))]
        return [Finding("state", "state-unwritable", (str(folder), reason_of(error)))]
    room = "room-ok" if free_mb >= LEAST_FREE_MB else "room-short"
    speed = "sync-ok" if took_ms <= SLOW_SYNC_MS else "sync-slow"
    return [
        Finding("state", "state-ok", (str(folder),)),
        Finding("state", room, (free_mb,)),
        Finding("state", speed, (took_ms,)),
    ]


def _sync_ms(folder: Path) -> int:
    """Return how long keeping a few bytes takes, the median of some tries."""
    disk, took = Disk(), []
    with tempfile.TemporaryDirectory(prefix=".doctor-", dir=folder) as name:
        for number in range(SYNCS):
            started = time.monotonic()
            write_synced(disk, disk.create(Path(name, str(number)), is_new=True), b"x" * 100)
            took.append(time.monotonic() - started)
    return round(1000 * sorted(took)[SYNCS // 2])


def check_power(hwmon: Path = HWMON) -> list[Finding]:
    """Return whether a Raspberry Pi has had too low a voltage; nothing on other machines."""
    for folder in sorted(hwmon.glob("hwmon*")):
        try:
            if (folder / "name").read_text().strip() != "rpi_volt":
                continue
            is_low = (folder / "in0_lcrit_alarm").read_text().strip() == "1"
        except OSError:
            continue
        return [Finding("power", "power-low" if is_low else "power-ok")]
    return []


CLUB_LIBRARIES: Final = {"paho-mqtt 2": "paho.mqtt.enums", "spake2": "spake2"}
"""What two tables need, and a module that only a version has that is new enough."""

LOCAL: Final = ("localhost", "127.0.0.1", "::1")


def check_club(club: ClubConfig) -> list[Finding]:
    """Return whether other tables can be played with; nothing where no broker is configured."""
    if not club.broker:
        return []
    if missing := [name for name, module in CLUB_LIBRARIES.items() if not _has(module)]:
        return [Finding("club", "club-no-library", (", ".join(missing),))]
    from companion.remote.bus import BusState
    from companion.remote.relay import port_of, tried_broker

    standing = tried_broker(club)
    place = f"{club.broker}:{port_of(club)}"
    if standing.state is not BusState.CONNECTED:
        return [Finding("club", f"club-{standing.state}", (place, standing.reason))]
    is_open = not club.tls and club.broker not in LOCAL
    return [Finding("club", "club-plain" if is_open else "club-ok", (place,))]


def _has(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def check_user() -> list[Finding]:
    """Return whether the program runs as root, which it never needs."""
    return [Finding("user", "user-root")] if os.geteuid() == 0 else []


EXIT_FAULT = 1
BESIDE = " " * 20


def add_doctor(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "doctor",
        help=tr("check this machine and say how to fix problems"),
        description=tr("Check Python, screen, pins, ports, controller, sound, saves and power."),
    )
    add_json_argument(parser)
    parser.add_argument("--lamps", action="store_true", help=tr("also light the lamps one by one"))
    parser.add_argument(
        "--report",
        metavar=tr("FILE"),
        nargs="?",
        const=DATED,
        type=text_file,
        help=tr(
            "write a report to be sent, without names and records, into a new file; - is "
            "standard output"
        ),
    )
    parser.add_argument(
        "--config", metavar=tr("FILE"), type=in_file, help=tr("the configuration file")
    )
    parser.add_argument("--state", metavar=tr("DIR"), type=Path, help=tr("where games are saved"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every finding with what to do, and return 1 when one of them is a fault, else 0.

    A report that has been written ends with 0, whatever is in it.

    Raises:
        CompanionError: the configuration or a board file cannot be used.
        OSError: the report cannot be written, or its file is there already; none is left.
    """
    folder = args.state or state_path(os.environ)
    config = load_config(args.config, folder)
    if args.report is not None:
        _write_report(args, config, folder)
        return 0
    diagnoses = [diagnosis_of(each) for each in _findings(config, folder, args.lamps)]
    report(args, _lines(diagnoses), lambda: [each._asdict() for each in diagnoses])
    return EXIT_FAULT if any(each.level == FAULT for each in diagnoses) else 0


def _findings(config: Config, folder: Path, wants_pattern: bool) -> list[Finding]:
    """Return all that is found, with games in *folder*; *wants_pattern* lights the lamps."""
    # Needs pygame and the libraries of the hardware, as the program itself does.
    from companion.backends.devices import check_devices
    from companion.backends.sound_check import check_sound

    # First, as it may be what stops the program.
    boards = check_boards(config)
    return [
        check_python(),
        check_rules(),
        *check_pygame(),
        *check_screen(),
        *check_devices(config, wants_pattern=wants_pattern),
        *check_sound(config.sound),
        boards,
        # Behind what reads some of them.
        check_files(),
        *check_games(),
        *check_tables(),
        *check_state(folder),
        *check_power(),
        *check_club(config.club),
        *check_user(),
    ]


DATED: Final = Path()
"""In place of a file: one in the current folder, named by the date."""


def _write_report(args: argparse.Namespace, config: Config, folder: Path) -> None:
    """Write what is found into the new file that *args* names, and say where it is."""
    path = _dated(args.json) if args.report == DATED else args.report
    # Before all that takes long.
    _check_new(path)
    before = language()
    speak(ENGLISH)
    try:
        diagnoses = [diagnosis_of(each) for each in _findings(config, folder, args.lamps)]
        found = machine_report([each._asdict() for each in diagnoses], config, folder)
    finally:
        speak(before)
    _check_new(path)
    text = json_text(found) + "\n" if args.json else report_text(found)
    put(path, text.encode("utf-8"))
    if path != STANDARD_OUTPUT:
        say(tr("The report is in {file}. Read it before you send it.").format(file=path))


def _check_new(path: Path) -> None:
    if path != STANDARD_OUTPUT and path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def _dated(is_json: bool) -> Path:
    """Return the first name of today's that nothing in the current folder has."""
    stem, ending = f"board-companion-report-{date.today()}", "json" if is_json else "txt"
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.{ending}" for number in count(1))
    return next(Path(name) for name in names if not Path(name).exists())


def _lines(diagnoses: Sequence[Diagnosis]) -> Iterator[str]:
    """Yield a line for each diagnosis, and one more where there is something to do."""
    for each in diagnoses:
        yield from wrapped(f"{each.level:8}{each.check:12}{each.text}", BESIDE)
        if each.advice:
            yield from wrapped(f"{BESIDE}{each.advice}", BESIDE)


OK: Final = "ok"
WARNING: Final = "warning"
FAULT: Final = "fault"


class Diagnosis(NamedTuple):
    """A finding as it is told: one of ``ok``, ``warning``, ``fault``, what it is, what to do."""

    check: str
    level: str
    text: str
    advice: str = ""


def diagnosis_of(finding: Finding) -> Diagnosis:
    """Return *finding* in words.

    Raises:
        KeyError: its code is unknown.
    """
    code, values = finding.code, finding.values
    if code in _FINE:
        level, text, advice = OK, _FINE[code], NONE
    elif code in _FAULTS:
        level, (text, advice) = FAULT, _FAULTS[code]
    else:
        level, (text, advice) = WARNING, _WARNINGS[code]
    sentence = text if isinstance(text, str) else text()
    if code in _TROUBLES:
        values = (*values[:1], TROUBLES[_TROUBLES[code]]())
    values = tuple(localized(each) if isinstance(each, str) else each for each in values)
    return Diagnosis(finding.check, level, sentence.format(*values), advice().format(*values))


def codes() -> frozenset[str]:
    """Return every code that has a sentence."""
    return frozenset({*_FINE, *_WARNINGS, *_FAULTS})


_TROUBLES: Final = {f"table-{trouble}": trouble for trouble in Trouble}

# What is found, by its code, and what to do about it; a plain text is not translated.

_FINE: Final[Mapping[str, Phrase | str]] = {
    "python-ok": "Python {0}",
    "games-installed": Phrase("Installed alongside the program: {0}."),
    "files-ok": Phrase("The program's files are undamaged."),
    "boards-lit": Phrase("{0} boards fit on the panel of {1} lamps."),
    "state-ok": Phrase("Games are kept in {0}."),
    "room-ok": Phrase("{0} MB are free."),
    "sync-ok": Phrase("A move is safe on disk after {0} ms."),
    "power-ok": Phrase("The voltage has been high enough."),
    "club-ok": Phrase("The broker {0} carries messages to and from this table."),
    "off-ok": Phrase("{0} may switch the machine off."),
    "off-service": Phrase("The service may switch the machine off."),
    "rules-compiled": Phrase("The rules are compiled."),
    "rules-compiling": Phrase(
        "The rules are being compiled ({0}%); until then, hints take longer."
    ),
    "tables-known": Phrase("Endgames of {0} with up to {1} pieces are known."),
    "display-ok": Phrase("{0}, {1}x{2}, {3} {4}, SDL {5}"),
    "touch-ok": Phrase("{0} touch device(s)"),
    "fonts-ok": Phrase("The font works."),
    "sound-device": "{0}",
    "mixer-ok": Phrase("The sound device opens in {0} ms."),
    "speech-ok": Phrase("{0} speaks whatever is not recorded."),
    "clips-ok": Phrase("Recorded words in {0}"),
    "pins-ok": "{0}: {1}",
    "port-free": "{0}",
    "checked": Phrase("{0}: firmware {1}, up to {2} lamps, {3} buttons"),
    "checked-sensing": Phrase("{0}: firmware {1}, up to {2} lamps, {3} buttons, sensors {4}x{5}"),
    "wled": "{0}: {1}",
    "chesslink": Phrase("{0}: ChessLink board, firmware {1}"),
    "pattern-shown": Phrase("{0} lamps were lit one after the other: did you see all of them?"),
}

_WARNINGS: Final[Mapping[str, tuple[Phrase | str, Phrase]]] = {
    # The machine
    "game-left-out": (
        Phrase("The game {0} was skipped: {1}"),
        Phrase("Ask its author for a newer version, or uninstall it."),
    ),
    "lesson-left-out": (
        Phrase("A lesson of {0} was skipped: {1}"),
        Phrase("Ask the author of the game for a newer version."),
    ),
    "boards-dark": (
        Phrase("No lamps for {0}: too large for the panel of {1}."),
        Phrase("Play without lamps there, or check leds.panel and the board files."),
    ),
    "room-short": (Phrase("Only {0} MB are free."), Phrase("Free up space on the card.")),
    "sync-slow": (
        Phrase("A move is safe on disk only after {0} ms."),
        Phrase("The card may be worn out."),
    ),
    # Other tables
    "club-plain": (
        Phrase("The broker {0} is reached without encryption: others can read the password."),
        Phrase("Set club.tls = true, and give the broker a certificate."),
    ),
    "club-no-library": (
        Phrase("Packages for playing with other tables are missing: {0}"),
        Phrase('Install the program with its extra: pip install "board-companion[club]".'),
    ),
    "club-connecting": (
        Phrase("The broker {0} does not answer."),
        Phrase("Check club.broker and club.port, and that the broker speaks MQTT 5."),
    ),
    "club-no-broker": (
        Phrase("The broker {0} cannot be reached: {1}"),
        Phrase("Check club.broker and club.port, and the network."),
    ),
    "club-wrong-password": (
        Phrase("The broker {0} refuses this table: {1}"),
        Phrase("Check club.user and what is in the file of club.password_file."),
    ),
    "club-bad-certificate": (
        Phrase("The certificate of the broker {0} is not valid: {1}"),
        Phrase("Renew it, or set club.ca to the file of whoever has signed it."),
    ),
    "club-bad-file": (
        Phrase("A file for the broker {0} cannot be read: {1}"),
        Phrase("Check club.password_file and club.ca, and who may read them."),
    ),
    "club-no-rights": (
        Phrase("The broker {0} passes on none of this table's messages."),
        Phrase("Give its user the right to write and read all topics below club.topic."),
    ),
    # Power
    "power-low": (
        Phrase("The voltage has been too low since the machine was switched on."),
        Phrase("Use a stronger power supply, and give the lamps their own."),
    ),
    "off-refused": (
        Phrase("{0} may not switch the machine off."),
        Phrase("Run sudo make install, which lets the service do it."),
    ),
    "off-unknown": (
        Phrase("Cannot tell whether the machine may be switched off."),
        Phrase("Install systemd, dbus and polkitd, or set buttons.switch_off to program."),
    ),
    "user-root": (Phrase("Running as root, which the program never needs."), NONE),
    # The rules
    "rules-sources": (
        Phrase("Everything works, but hints take longer: {0}."),
        Phrase("Install gcc and python3-dev, then run make play or make install again."),
    ),
    "rules-sources-wheel": (
        Phrase("Everything works, but hints take longer: {0}."),
        Phrase("Install gcc and python3-dev, run make wheel, and install the wheel it builds."),
    ),
    # Perfect endgames
    "table-half-built": (
        Phrase("The endgame table of {0} with {1} pieces is half built."),
        Phrase("Finish it under Perfect endgames, in the settings."),
    ),
    # The screen
    "pygame-twice": (
        Phrase("pygame {0} and pygame-ce {1} overwrite each other."),
        Phrase("Run: {2} -m pip uninstall -y pygame pygame-ce && {2} -m pip install {3}"),
    ),
    "no-touch": (
        Phrase("No touchscreen found."),
        Phrase(
            "Buttons, keys or a mouse can do everything. Some touchscreens are found only when "
            "first touched."
        ),
    ),
    "touch-unknown": (Phrase("pygame cannot tell whether there is a touchscreen."), NONE),
    # Sound
    "no-sound-device": (
        Phrase("No sound device found."),
        Phrase("Plug one in, or play without sound."),
    ),
    "mixer-refused": (
        Phrase("The sound device cannot be opened: {0}"),
        Phrase("Close what uses it, or play without sound."),
    ),
    "library-missing": (
        Phrase("Nothing is heard: the system has no {0}."),
        Phrase("Run: sudo apt install {1}"),
    ),
    "mixer-hangs": (
        Phrase("The sound device did not open within {0} s."),
        Phrase("Unplug it and plug it in again, or play without sound."),
    ),
    "no-speech": (
        Phrase("No speech program: only recorded words are spoken."),
        Phrase("Run: sudo apt install {0}"),
    ),
    "speech-missing": (
        Phrase("The speech program {0} was not found."),
        Phrase("Check sound.speech."),
    ),
    "clips-missing": (
        Phrase("Recorded words are missing or damaged: {0}"),
        Phrase("Reinstall the program."),
    ),
    # Pins
    "no-pins": ("{0}", Phrase("This matters only on a Raspberry Pi.")),
    "pins-closed": (
        "{0}",
        Phrase("Let this user open /dev/gpiochip0, as members of the group gpio may."),
    ),
    "no-lgpio-pi-os": ("{0}", Phrase("Run: sudo apt install python3-lgpio")),
    "no-gpio-package": (
        "{0}",
        Phrase("Install the package board-companion-gpio, built together with this one."),
    ),
    "no-lgpio-wheel": ("{0}", Phrase("Run: {1} -m pip install lgpio")),
    "no-lgpio-source": (
        "{0}",
        Phrase("Run: sudo apt install gcc swig python3-dev && PYPI=1 {1} -m pip install lgpio"),
    ),
    "gpiozero-old": ("{0}", Phrase("Run: {1} -m pip install 'gpiozero>=2'")),
    "pin-shared": (
        Phrase("The {0} button is on GPIO {1}, a pin used by {2}."),
        Phrase("Use another pin, or make sure that nothing else uses this one."),
    ),
    # Ports
    "port-held": (Phrase("{0} is open in {1}."), Phrase("Close that program.")),
    "no-ports": (
        Phrase("No USB serial port."),
        Phrase("Plug in the controller, or play without it."),
    ),
    "several-ports": (
        Phrase("{0} is tried first, but {1} could be the controller, too."),
        Phrase("Set leds.port to yours, by its name in /dev/serial/by-id."),
    ),
    # The controller
    "no-controller": (
        Phrase("No controller found."),
        Phrase("Check leds.port in the configuration."),
    ),
    "silent": (
        Phrase("{0} does not answer at {1} baud; it may be an Adalight sketch."),
        Phrase("Run companion doctor --lamps and see whether they light up."),
    ),
    "silent-lit": (Phrase("{0} does not answer at {1} baud; it may be an Adalight sketch."), NONE),
    "pattern-nowhere": (Phrase("No lamps were lit: there is no controller to light them."), NONE),
    **dict.fromkeys(
        _TROUBLES,
        (
            Phrase("The endgame table {0} is not used: {1}."),
            Phrase("Delete it, or build it again under Perfect endgames, in the settings."),
        ),
    ),
}

_FAULTS: Final[Mapping[str, tuple[Phrase | str, Phrase]]] = {
    "python-old": (Phrase("Python {0} is too old."), Phrase("Install Python 3.11 or newer.")),
    "files-damaged": (
        Phrase("Files of the program are damaged: {0}"),
        Phrase("Reinstall the program."),
    ),
    "state-nowhere": (
        Phrase("Games cannot be kept in {0}: it leads to {1}, which is not there."),
        Phrase("Plug in or mount what it is on, or remove the link."),
    ),
    "state-unwritable": (
        Phrase("Games cannot be kept in {0}: {1}"),
        Phrase("Make this user the folder's owner."),
    ),
    "no-display": (
        "{0}",
        Phrase("Connect a screen. Without a desktop, use apt's python3-pygame, which has kmsdrm."),
    ),
    "no-pygame": (
        Phrase("pygame cannot be loaded: {0}"),
        Phrase("Run: {1} -m pip install --force-reinstall --no-deps {2}"),
    ),
    "fonts-empty": (Phrase("The font draws nothing."), Phrase("Reinstall the program.")),
    "pins-refused": (
        "{0}",
        Phrase("Check [buttons] in the configuration and what else uses these pins."),
    ),
    "port-forbidden": (
        Phrase("No permission to open {0}."),
        Phrase("Run: sudo usermod -aG dialout $USER, then log in again."),
    ),
    "controller-lost": ("{0}", Phrase("Try another cable and another USB port.")),
    "other-protocol": (
        Phrase("{0} speaks protocol version {1}; this program speaks {2}."),
        Phrase("Flash the firmware that comes with the program."),
    ),
    "too-few-lamps": (
        Phrase("{0} drives at most {1} lamps, but the panel has {2}."),
        Phrase("Use a larger controller, or set a smaller leds.panel."),
    ),
    "no-chesslink": (
        Phrase("{0} does not answer as a ChessLink board."),
        Phrase("Check leds.port, leds.protocol and whether the board is switched on."),
    ),
    "pattern-failed": ("{0}", Phrase("Try another cable and another USB port.")),
}
