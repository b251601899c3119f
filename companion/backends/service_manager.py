"""Tells systemd that the program is up and its main loop turns; ends it when a signal asks for it.

The messages are those of sd_notify(3): datagrams to the socket that ``NOTIFY_SOCKET``
names.  Without one, as on a laptop, nothing is told to nobody.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, MutableMapping
from types import FrameType
from typing import Final, Self

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


SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

END_S: Final = 1.5
"""How long the loop has to end by itself, in order."""

STATUS: Final = 128
"""What a shell reports for a program that a signal ended, on top of its number."""


class EndSignals:
    """Waits for signals that end the program; a context manager, for the main thread.

    The first one is noted by `ask`, for the loop to end.  Where that is still not
    `is_left` after `END_S`, as in a game from outside that hangs, the process ends all the
    same, and at once with the second signal.  All that was confirmed is on disk by then.

    Args:
        ask: has the loop end, by SIGTERM or SIGHUP; SIGINT raises as ever.
        note: notes that the process ends because it was asked to.

    Attributes:
        is_asked: whether a signal has come that is not SIGINT.
        is_heard: whether any has, also where the main thread has not heard of it yet.
        is_left: whether the loop has ended.
    """

    def __init__(self, ask: Callable[[], None], note: Callable[[], None]) -> None:
        self.is_asked = False
        self.is_heard = False
        self.is_left = False
        self._ask = ask
        self._note = note
        self._reading, self._writing = os.pipe()

    def __enter__(self) -> Self:
        """Install handlers for the signals, except those that are ignored."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._take)
        os.set_blocking(self._writing, False)
        # Python writes the number of each signal there, whatever the main thread is busy with.
        signal.set_wakeup_fd(self._writing, warn_on_full_buffer=False)
        threading.Thread(target=self._run, name="ending", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for no more."""
        signal.set_wakeup_fd(-1)
        os.close(self._writing)

    def _take(self, _: int, __: FrameType | None) -> None:
        self.is_asked = True
        self._ask()

    def _run(self) -> None:
        first = self._next(None)
        self.is_heard = bool(first)
        second = first and self._next(END_S)
        if first and not second and not self.is_left:
            self._note()
            os._exit(0 if first != signal.SIGINT else STATUS + first)
        if first and not second:
            second = self._next(None)
        if second:
            os._exit(STATUS + second)

    def _next(self, limit_s: float | None) -> int:
        """Return the next signal that ends the program; 0 where none comes, or not in time."""
        until_s = float("inf") if limit_s is None else time.monotonic() + limit_s
        while True:
            rest_s = None if limit_s is None else max(0.0, until_s - time.monotonic())
            if not select.select([self._reading], [], [], rest_s)[0]:
                return 0
            number = os.read(self._reading, 1)
            if not number or number[0] in SIGNALS:
                return number[0] if number else 0
