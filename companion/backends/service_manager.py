"""Tells systemd that the program is up, and that its main loop still turns.

The messages are those of sd_notify(3): datagrams to the socket that ``NOTIFY_SOCKET``
names.  Without one, as on a laptop, nothing is told to nobody.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import MutableMapping
from typing import Final

SHARE: Final = 0.3
"""Of the time that the watchdog allows, after which it is fed again; the manual says half."""

VARIABLES: Final = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")


class ServiceManager:
    """The service manager that started this process, if one did.

    The variables that name it are taken out of *environment*: they are meant for this
    process, not for those that it starts.

    Attributes:
        is_there: whether one has started this process.
        watchdog_s: how long the watchdog waits to be fed, or None without one.
        variables: those that name it, for a program that takes the place of this one.
    """

    def __init__(self, environment: MutableMapping[str, str] = os.environ) -> None:
        self.variables = {name: environment[name] for name in VARIABLES if name in environment}
        address = environment.pop("NOTIFY_SOCKET", "")
        self.watchdog_s = _watchdog_s(environment)
        self._socket: socket.socket | None = None
        self._fed_at_s = float("-inf")
        self.is_there = bool(address)
        if address[:1] in ("/", "@"):
            # A leading @ stands for the null byte of a name that is no file.
            self._open("\0" + address[1:] if address[0] == "@" else address)

    def _open(self, address: str) -> None:
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        try:
            opened.connect(address)
        except (OSError, ValueError):
            # Nobody listens, or the name is none: the program runs all the same.
            opened.close()
            return
        opened.setblocking(False)
        self._socket = opened

    def ready(self) -> None:
        """Tell that the program is up; its first picture has been drawn."""
        self._tell("READY=1")

    def feed(self, now_s: float) -> None:
        """Tell that the main loop turns, as often as the watchdog needs it."""
        if self.watchdog_s is None or self._socket is None:
            return
        # A clock that jumps back must not starve the watchdog.
        if now_s < self._fed_at_s or now_s - self._fed_at_s >= SHARE * self.watchdog_s:
            self._fed_at_s = now_s
            self._tell("WATCHDOG=1")

    def status(self, text: str) -> None:
        """Tell what ``systemctl status`` is to show."""
        self._tell("STATUS=" + " ".join(text.split()))

    def close(self) -> None:
        """Tell that the program ends; may be called twice."""
        self._tell("STOPPING=1")
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _tell(self, message: str) -> None:
        if self._socket is not None:
            # A manager that is restarted at this moment hears the next one.
            with contextlib.suppress(OSError):
                self._socket.send(message.encode())


def _watchdog_s(environment: MutableMapping[str, str]) -> float | None:
    usec, pid = environment.pop("WATCHDOG_USEC", ""), environment.pop("WATCHDOG_PID", "")
    if pid and pid != str(os.getpid()):
        return None
    return int(usec) / 1e6 if usec.isascii() and usec.isdigit() and int(usec) else None
