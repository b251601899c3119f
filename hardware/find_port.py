"""Where the lamp controller is plugged in; opens nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

AUTO = "auto"
"""The configured name that means: any USB serial device."""

UDEV_NAME = "board-leds"
"""The link that a udev rule may give to the controller; it comes before all others."""

BY_ID = "serial/by-id"


def find_controllers(
    configured: str,
    dev: Path = Path("/dev"),
    serial_ports: Callable[[], Iterable[ListPortInfo]] = list_ports.comports,
) -> list[str]:
    """Return the devices that may be the lamp controller, the likeliest first, each once.

    Only USB counts as found: on a Raspberry Pi the built-in ports ``serial0``,
    ``ttyAMA*`` and ``ttyS*`` lead to a debug connector or to Bluetooth.  Such a
    port, or any other, can be *configured*: by its path, or by its name below
    ``/dev/serial/by-id`` or ``/dev``, in the place of `AUTO`.
    """
    by_id = dev / BY_ID
    if configured != AUTO:
        # Joining an absolute path gives that path alone.
        return _existing([by_id / configured, dev / configured])[:1]
    named = sorted(by_id.glob("*"))
    usb = sorted(port.device for port in serial_ports() if port.vid is not None)
    return _existing([dev / UDEV_NAME, *named, *map(Path, usb)])


def _existing(candidates: Iterable[Path]) -> list[str]:
    """Return those that exist, of several names of one device the first."""
    ports: dict[Path, str] = {}
    for path in candidates:
        if path.exists():
            ports.setdefault(_resolved(path), str(path))
    return list(ports.values())


def lasting_name(device: str, dev: Path = Path("/dev")) -> str:
    """Return what tells the controller at *device* from others: its name by id, or its path."""
    real, named = _resolved(Path(device)), sorted((dev / BY_ID).glob("*"))
    return next((path.name for path in named if _resolved(path) == real), device)


def _resolved(path: Path) -> Path:
    """Return where *path* leads; itself where that is in a circle."""
    # Unlike Path.resolve, which raises RuntimeError before Python 3.13.
    return Path(os.path.realpath(path))
