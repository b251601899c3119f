"""Why there are no GPIO pins, and what would give some on this machine; opens nothing."""

from __future__ import annotations

import platform
import shlex
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.ports import Finding

RASPBERRY_PI_OS: Final = Path("/etc/rpi-issue")
"""Which system this is is in no other file: 64-bit Raspberry Pi OS calls itself debian."""

LGPIO_MACHINES: Final = ("x86_64", "aarch64", "armv7l")
LGPIO_LAST_PYTHON: Final = (3, 12)
"""What PyPI has wheels of lgpio 0.2.2.0 for; it is built anywhere else."""


def gpiozero_version() -> str:
    """Return the version of gpiozero, or an empty text where it is not installed."""
    try:
        return metadata.version("gpiozero")
    except metadata.PackageNotFoundError:
        return ""


def why_no_pins(reason: str, is_pi: bool, system: Path = RASPBERRY_PI_OS) -> Finding:
    """Return *reason* as a finding whose code tells what can be done about it here."""
    if not is_pi:
        return Finding("gpio", "no-pins", (reason,))
    if find_spec("lgpio") is not None:
        return Finding("gpio", "pins-closed", (reason,))
    if system.exists():
        return Finding("gpio", "no-lgpio-pi-os", (reason,))
    if has_lgpio_wheel(sys.version_info[:2], platform.machine()):
        return Finding("gpio", "no-lgpio-wheel", (reason, shlex.quote(sys.executable)))
    return Finding("gpio", "no-lgpio-source", (reason, shlex.quote(sys.executable)))


def has_lgpio_wheel(python: tuple[int, int], machine: str) -> bool:
    """Return whether pip finds lgpio ready-made for *python* on *machine*."""
    return python <= LGPIO_LAST_PYTHON and machine in LGPIO_MACHINES
