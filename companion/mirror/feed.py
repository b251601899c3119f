"""The table's end of the mirror: a slot for what is seen, and a thread that hands it on.

The mirror is a process of its own, which alone is in a network.  Between it and the main loop is
a slot for one sight: a newer one replaces what has not left yet, so neither a slow mirror nor one
that hangs can make the loop wait.  What comes back is where the mirror can be found, how many
look, whether somebody wants the saved games, and what the phones of seats ask for: nothing that
the game has to answer at once.  A mirror that says too much is given up.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import select
import socket
import subprocess
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from companion.engine.service import own_python
from companion.mirror.seen import Seen, Watcher, data_of
from companion.ports import Phones, PhonesFault, PhonesState
from companion.remote.phone_seats import PhoneSeats

if TYPE_CHECKING:
    from companion.ui.stage import Stage

SOCKET: Final = "/run/board-companion-mirror/table"
"""Where systemd starts the mirror for a table that runs as a service; see ``systemd/``."""

SEND_S: Final = 5.0
"""A mirror that takes nothing for so long is given up."""

FIRST_RETRY_S, LAST_RETRY_S = 1.0, 30.0
CLOSE_S: Final = 1.0
"""How long the thread and a child are waited for in the end."""

MOST_HEARD: Final = 1 << 16
"""Bytes of one line that the mirror says."""

MOST_SEATS: Final = 16

MOST_LINES: Final = 400
LINES_A_SECOND: Final = 100.0
"""How many lines it may say at once, and how fast after that."""

Connect = Callable[[], contextlib.AbstractContextManager[socket.socket]]

_log = logging.getLogger(__name__)


@contextmanager
def by_socket(path: str = SOCKET) -> Iterator[socket.socket]:
    """Give a connection to the mirror that listens at *path*."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(SEND_S)
        link.connect(path)
        yield link


@contextmanager
def by_child() -> Iterator[socket.socket]:
    """Give a connection to a mirror that is a child, and ends with the connection."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(SEND_S)
        command = (*own_python(), "-m", "companion.cli", "mirror")
        child = subprocess.Popen(
            command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        theirs.close()
        try:
            yield ours
        finally:
            ours.close()
            try:
                child.wait(CLOSE_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def connection_of(environment: Mapping[str, str]) -> Connect:
    """Return how a table in *environment* reaches its mirror.

    One that runs as a service may start nothing that is in a network.
    """
    return by_socket if "STATE_DIRECTORY" in environment else by_child


class MirrorFeed(Phones):
    """What is seen of a table, on its way to the mirror while that is wanted.

    Args:
        connect: reaches a mirror, or starts one.
        collect: returns the saved games as a zip file; called by a thread.
        port: where the mirror is to listen.
        wake: has the main loop look at `state`.
        seats: what is asked for by the phones of seats.
    """

    def __init__(
        self,
        connect: Connect,
        collect: Callable[[], bytes],
        port: int,
        wake: Callable[[], None] = lambda: None,
        seats: PhoneSeats | None = None,
    ) -> None:
        self._connect = connect
        self._seats = seats
        self._of_seats: dict[int, Mapping[str, Any]] = {}
        self._seats_slot: dict[int, Mapping[str, Any]] = {}
        self._lines_left, self._heard_at_s = float(MOST_LINES), 0.0
        self._collect = collect
        self._port = port
        self._wake_loop = wake
        self._watcher: Watcher | None = None
        self._lock = threading.Lock()
        self._slot: Seen | None = None
        self._latest: Seen | None = None
        self._saves: bytes | None = None
        self._is_on = self._is_closing = False
        self._state = PhonesState()
        self._thread: threading.Thread | None = None
        self._packing: threading.Thread | None = None
        self._wake_read, self._wake_write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)

    def state(self) -> PhonesState:
        return self._state

    def code_of(self, text: str) -> tuple[str, ...]:
        try:
            # Not everybody has it, and it is needed for this alone.
            import segno
        except ImportError:
            return ()
        rows = segno.make(text, error="m", micro=False).matrix
        return tuple("".join("1" if dark else "0" for dark in row) for row in rows)

    @property
    def is_reached(self) -> bool:
        """Return whether the mirror has said where it is, or why it is nowhere."""
        return self._state != PhonesState()

    def follow(self, stage: Stage) -> None:
        """Take what *stage* shows now, and whether its settings want that to be seen.

        Never waits, and looks at nothing while they don't.
        """
        is_on = stage.config.phones.show_on_phones
        if is_on != self._is_on:
            self._turn(is_on)
        if not is_on:
            return
        if self._watcher is None:
            self._watcher = Watcher()
        seen = self._watcher.look(stage)
        has_news = self._follow_seats(stage)
        if self._latest is None or not seen.is_as(self._latest):
            has_news = True
            with self._lock:
                self._latest = self._slot = seen
        if has_news:
            self._wake()

    def _follow_seats(self, stage: Stage) -> bool:
        """Take what those may see whose phones look; return whether there is something to tell."""
        seats = self._seats
        if seats is None:
            return False
        for seat in self._of_seats.keys() - seats.watched:
            del self._of_seats[seat]
        for seat in sorted(seats.watched):
            # Imported here: most play without, and it knows all of a match on screen.
            from companion.mirror.seat import seat_data

            data = seat_data(stage, seat)
            if data != self._of_seats.get(seat):
                with self._lock:
                    self._of_seats[seat] = self._seats_slot[seat] = data
        return bool(self._seats_slot) or bool(seats.outbox)

    def _turn(self, is_on: bool) -> None:
        self._is_on, self._latest = is_on, None
        self._tell(PhonesState())
        if is_on and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="mirror", daemon=True)
            self._thread.start()
        self._wake()

    def close(self) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        self._wake()
        if self._thread is not None:
            self._thread.join(2 * CLOSE_S)

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            # Else it is full of wake-ups: one more adds nothing.
            os.write(self._wake_write, b"!")

    def _tell(self, state: PhonesState) -> None:
        if state != self._state:
            self._state = state
            self._wake_loop()

    # The thread

    def _run(self) -> None:
        retry_s = FIRST_RETRY_S
        while not self._is_closing:
            if not self._is_on:
                self._wait(None)
                continue
            try:
                with self._connect() as link:
                    self._serve(link)
                retry_s = FIRST_RETRY_S
            except Exception as error:  # noqa: BLE001 - the game goes on, whatever it is
                _log.info("the mirror is gone: %r", error)
                if self._is_on:
                    fault = self._state.fault or PhonesFault.ENDED
                    self._tell(PhonesState(fault=fault, detail=self._state.detail))
                self._wait(retry_s)
                retry_s = min(2 * retry_s, LAST_RETRY_S)

    def _wait(self, limit_s: float | None, link: socket.socket | None = None) -> bool:
        """Wait to be woken; return whether *link* has something to read."""
        watched = [self._wake_read, *([link.fileno()] if link is not None else [])]
        ready, _, _ = select.select(watched, [], [], limit_s)
        if self._wake_read in ready:
            os.read(self._wake_read, 1 << 12)
        return len(ready) > (self._wake_read in ready)

    def _serve(self, link: socket.socket) -> None:
        """Hand on what is seen until it is wanted no more.

        Raises:
            OSError: the mirror is gone, or takes nothing.
        """
        before: Seen | None = None
        self._lines_left, self._heard_at_s = float(MOST_LINES), time.monotonic()
        heard = b""
        try:
            _send(link, {"port": self._port})
            if self._seats is not None:
                self._seats.begin_again()
            with self._lock:
                seen, self._slot = self._latest, None
                self._seats_slot = {}
            while self._is_on and not self._is_closing:
                if seen is not None:
                    _send(link, {"seen": data_of(seen, before)})
                    before = seen
                self._send_to_seats(link)
                if self._saves is not None:
                    saves, self._saves = self._saves, None
                    _send(link, {"saves": b64encode(saves).decode("ascii")})
                if self._wait(None, link):
                    heard = self._hear(heard + _received(link))
                with self._lock:
                    seen, self._slot = self._slot, None
        except OSError:
            # Before it went it may have said why, while something was on its way to it.
            with contextlib.suppress(OSError):
                link.setblocking(False)
                self._hear(heard + _received(link))
            raise

    def _send_to_seats(self, link: socket.socket) -> None:
        """Answer what phones have asked for, then tell each seat what it may see now."""
        for answer in self._seats.answers() if self._seats is not None else ():
            _send(link, answer)
        with self._lock:
            slot, self._seats_slot = self._seats_slot, {}
        for data in slot.values():
            _send(link, {"of_seat": data})

    def _hear(self, data: bytes) -> bytes:
        """Take all whole lines of *data*; return the rest."""
        *lines, rest = data.split(b"\n")
        if len(rest) > MOST_HEARD:
            raise ConnectionError("the mirror says a line without an end")
        now_s = time.monotonic()
        gained = (now_s - self._heard_at_s) * LINES_A_SECOND
        self._lines_left = min(float(MOST_LINES), self._lines_left + gained) - len(lines)
        self._heard_at_s = now_s
        if self._lines_left < 0:
            raise ConnectionError("the mirror says too much")
        for line in lines:
            self._take(line)
        return rest

    def _take(self, line: bytes) -> None:
        try:
            said: Any = json.loads(line)
            if said.get("wants") == "saves":
                self._pack()
                return
            if self._take_of_seats(said):
                return
            fault = said.get("fault")
            state = PhonesState(
                str(said.get("address", "")),
                str(said.get("name", "")),
                tuple(map(str, said.get("code", ()))),
                int(said.get("viewers", 0)),
                PhonesFault(fault) if fault else None,
                str(said.get("detail", "")),
            )
        except (ValueError, TypeError, AttributeError) as error:
            raise ConnectionError(f"the mirror says {line[:80]!r}") from error
        if self._is_on:
            self._tell(state)

    def _take_of_seats(self, said: Mapping[str, Any]) -> bool:
        """Take what is *said* of seats; return whether it was that."""
        if self._seats is None or not {"seat", "present"} & said.keys():
            return False
        if "present" in said:
            self._seats.present = frozenset(map(int, said["present"][:MOST_SEATS]))
        else:
            self._seats.hear(said["seat"])
        self._wake_loop()
        return True

    def _pack(self) -> None:
        """Have the saved games collected in a thread of their own, one after the other."""

        def pack() -> None:
            try:
                self._saves = self._collect()
            except Exception as error:  # noqa: BLE001 - the page says that none came
                _log.info("the saved games are not collected: %r", error)
            self._wake()

        if self._packing is None or not self._packing.is_alive():
            self._packing = threading.Thread(target=pack, name="mirror-saves", daemon=True)
            self._packing.start()


def _send(link: socket.socket, message: Mapping[str, Any]) -> None:
    link.sendall(json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n")


def _received(link: socket.socket) -> bytes:
    data = link.recv(1 << 16)
    if not data:
        raise ConnectionError("the mirror has closed the connection")
    return data
