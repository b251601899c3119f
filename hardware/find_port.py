"""Where the lamp controller is plugged in, and which protocol its first words tell; opens nothing.

Source: `hardware/PROTOCOL.md`, "Which protocol".
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hardware.adalight import READY
from hardware.checked.messages import heard_in
from hardware.checked.packets import PacketDecoder
from hardware.checked.protocol import (
    CHECKED_BAUD,
    FLOOD_BYTES,
    HELLO_EVERY_S,
    HELLO_WITHIN_S,
    KNOCK,
)
from hardware.link_protocol import FloodGate

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


AUTO_PROTOCOL, CHECKED, ADALIGHT, CHESSLINK = "auto", "checked", "adalight", "chesslink"
PROTOCOLS = (AUTO_PROTOCOL, CHECKED, ADALIGHT, CHESSLINK)
"""
`CHESSLINK` is never found out: its question, heard by WLED at another speed, could change that.
"""


WLED_ASKS = b"v"
"""What WLED answers with `WLED` and its version, and no sketch takes for anything."""

WLED = b"WLED"

ADALIGHT_WITHIN_S = 1.5
"""How long one that is not alone is listened to at the speed of Adalight.

Adafruit's sketch says `Ada` once a second, and a GPS receiver where it is.
"""

ASK_EVERY_S = 0.5


class Detection:
    """The `LinkProtocol` before it is known which one it will be.

    Args:
        now_s: when the port was opened.
        adalight_baud: the speed of Adalight; None where the port was named, so that silence
            there, or nonsense, is that of the controller.
        is_alone: no other device is plugged in.

    Attributes:
        baud: bits a second; another one once nothing has come of the first.
        spoken: `CHECKED` or `ADALIGHT`, or None while it is not known.
        is_over: nothing has settled it.
        is_talking: it says something that is neither.
    """

    is_up = False

    def __init__(
        self, now_s: float, adalight_baud: int | None = None, *, is_alone: bool = True
    ) -> None:
        self.baud = CHECKED_BAUD
        self._until_s = now_s + HELLO_WITHIN_S
        self._knock_at_s = now_s + HELLO_EVERY_S
        self._adalight_baud = adalight_baud
        self._is_alone = is_alone
        self._is_asking = False
        self._decoder = PacketDecoder()
        self._tail = b""
        self._flood = FloodGate(FLOOD_BYTES, now_s)
        self.spoken: str | None = None
        self.is_over = self.is_talking = False

    def hear(self, data: bytes, now_s: float) -> None:
        """A whole packet of the checked protocol settles it, and so does Adalight's greeting."""
        self._flood.measure(len(data), now_s)
        heard = self._tail + data
        self._tail = heard[-(len(READY) - 1) :]
        self.is_talking = self.is_talking or bool(data)
        if any(heard_in(self._decoder.feed(data))):
            self.spoken = CHECKED
        elif READY in heard or (self._is_asking and WLED in heard):
            self.spoken = self.spoken or ADALIGHT

    def say(self, now_s: float) -> bytes:
        """Return a knock when one is due, or a question that WLED answers."""
        if now_s >= self._until_s:
            self._end(now_s)
        if self.spoken or self.is_over or now_s < self._knock_at_s:
            return b""
        self._knock_at_s = now_s + (ASK_EVERY_S if self._is_asking else HELLO_EVERY_S)
        return WLED_ASKS if self._is_asking else KNOCK

    def _end(self, now_s: float) -> None:
        """Treat a silent controller as Adalight, listen at the other speed, or give up."""
        if self._adalight_baud is None:
            self.spoken = self.spoken or ADALIGHT
        elif self._is_asking or (self._is_alone and not self.is_talking):
            self.is_over = True
        else:
            # What was heard may have been said at this speed, or while it started.
            self.baud, self._is_asking, self.is_talking = self._adalight_baud, True, False
            self._tail = b""
            self._until_s, self._knock_at_s = now_s + ADALIGHT_WITHIN_S, now_s + HELLO_EVERY_S

    def pause_s(self, now_s: float) -> float:
        """Return when the next knock is due, or the waiting ends."""
        return min(self._knock_at_s, self._until_s) - now_s

    def farewell(self) -> bytes:
        """Return nothing: no lamp has been lit."""
        return b""
