"""Looks whether this machine has what the program needs, and what state it is in.

Every check returns `Finding`s in codes; `companion.words.doctor` says how grave each
is, and what to do.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from companion import RULES_TEXT
from companion.config_values import Config
from companion.errors import BackendError
from companion.games.board import load_board, read_board, shipped_boards
from companion.match.disk import Disk, reason_of, write_synced
from companion.ports import Finding

OLDEST_PYTHON: Final = (3, 11)
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


def check_rules() -> Finding:
    """Return whether the rules are compiled."""
    code = "rules-compiled" if RULES_TEXT == "rules compiled" else "rules-sources"
    return Finding("rules", code, (RULES_TEXT,))


def check_boards(config: Config) -> Finding:
    """
    Return whether the lamps of every board, shipped or replaced, lie on the panel.

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
    import pygame

    from companion.ui.fonts import Fonts
    from companion.ui.window import open_display

    try:
        open_display()
    except BackendError as error:
        return [Finding("display", "no-display", (str(error),))]
    try:
        driver = pygame.display.get_driver()
        width, height = pygame.display.get_desktop_sizes()[0]
        versions = (pygame.version.ver, ".".join(map(str, pygame.get_sdl_version())))
        found = [
            Finding("display", "display-ok", (driver, width, height, *versions)),
            _touch(driver),
        ]
        rendered = Fonts().width_px("Quincala", 16)
        found.append(Finding("fonts", "fonts-ok" if rendered > 0 else "fonts-empty"))
    finally:
        pygame.display.quit()
    return found


def _touch(driver: str) -> Finding:
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
