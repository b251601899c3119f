"""Looks whether this machine has what the program needs, and what state it is in.

Every check returns `Finding`s in codes; `companion.commands.doctor` says how grave each
is, and what to do.
"""

from __future__ import annotations

import base64
import contextlib
import csv
import hashlib
import os
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from companion import RULES_TEXT
from companion.building.progress import RUNNING, STATE, read_progress
from companion.config.values import Config
from companion.contract import read_board
from companion.damage import damaged_files
from companion.engine.knowledge import games_with_tables
from companion.engine.tables.file import note_damaged_tables
from companion.errors import BackendError, reason_of
from companion.lessons.shelf import lessons_left_out, lessons_of
from companion.plugins import built_in, load_board, outside, shipped_boards
from companion.plugins.outside import GROUP
from companion.ports import Finding
from companion.storage.disk import Disk, write_synced
from companion.words.translate import languages, own_name

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


def check_user() -> list[Finding]:
    """Return whether the program runs as root, which it never needs."""
    return [Finding("user", "user-root")] if os.geteuid() == 0 else []
