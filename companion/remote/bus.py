"""What carries messages between tables: a broker inside this process, or one behind a relay.

Knows topics and bytes, nothing of games or keys.  What is published may be lost, come twice,
late or in another order: whoever listens lives with that.  Nothing here ever waits.
"""

from __future__ import annotations

import base64
import contextlib
import enum
import json
import os
import queue
import selectors
import socket
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from companion.errors import unexpected

SOCKET: Final = Path("/run/board-companion-relay.sock")
"""Where the relay listens that alone may reach the network; systemd makes the socket."""

LONGEST: Final = 2**16
"""Bytes of a payload; a line of the journal has at most an eighth of it."""

MOST_WAITING: Final = 1000
"""So many messages wait for a relay that takes none, or for a loop that reads none."""

RETRY_S: Final = 2.0
TURN_S: Final = 0.5


class BusMessage(NamedTuple):
    """What is published: with *retain*, whoever subscribes later gets the last one."""

    topic: str
    payload: bytes
    retain: bool = False


class BusState(enum.StrEnum):
    """How the way to the other tables stands."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    NO_RELAY = "no-relay"
    NO_LIBRARY = "no-library"
    NO_BROKER = "no-broker"
    WRONG_PASSWORD = "wrong-password"
    BAD_CERTIFICATE = "bad-certificate"
    BAD_FILE = "bad-file"
    NO_RIGHTS = "no-rights"


class Standing(NamedTuple):
    """A state, and why it is so where more is known."""

    state: BusState
    reason: str = ""


class Bus(Protocol):
    """One table's way to others; closed when it is not used any more."""

    def publish(self, message: BusMessage) -> None:
        """Have *message* delivered if that can be done; never blocks."""

    def messages(self) -> Sequence[BusMessage]:
        """Return what has come since the last call, in the order in which it came."""

    def has_news(self) -> bool:
        """Return whether `messages` or `standing` would tell something new."""

    def standing(self) -> Standing:
        """Return how the way stands at this moment."""

    def close(self) -> None:
        """Leave without a last word; may be called twice."""


Opener = Callable[[Sequence[str], BusMessage | None], Bus]
"""Opens a bus that hears these topics; the message is its last will.

That is told where the bus is cut off: by the end of the power, or of a process.
"""


class LocalBroker:
    """Carries messages between the tables of this process."""

    def __init__(self) -> None:
        self.retained: dict[str, BusMessage] = {}
        self._buses: list[LocalBus] = []

    def open(self, topics: Sequence[str], will: BusMessage | None = None) -> LocalBus:
        """Return a bus that hears *topics*, what is retained of them first."""
        bus = LocalBus(self, frozenset(topics), will)
        self._buses.append(bus)
        for topic in topics:
            if topic in self.retained:
                bus.deliver(self.retained[topic])
        return bus

    def take(self, message: BusMessage) -> None:
        """Deliver *message* to all that hear its topic."""
        if message.retain:
            self.retained[message.topic] = message
            if not message.payload:
                del self.retained[message.topic]
        for bus in self._buses:
            if message.topic in bus.topics:
                # As with a broker: only what was there before somebody came is called retained.
                bus.deliver(message._replace(retain=False))

    def leave(self, bus: LocalBus, *, is_cut: bool) -> None:
        """Let *bus* go; one that *is_cut* has its last will told."""
        if bus in self._buses:
            self._buses.remove(bus)
            if is_cut and bus.will is not None:
                self.take(bus.will)


class LocalBus:
    """A `Bus` of a `LocalBroker`."""

    def __init__(
        self, broker: LocalBroker, topics: frozenset[str], will: BusMessage | None
    ) -> None:
        self.topics = topics
        self.will = will
        self._broker = broker
        self._waiting: deque[BusMessage] = deque(maxlen=MOST_WAITING)

    def deliver(self, message: BusMessage) -> None:
        self._waiting.append(message)

    def publish(self, message: BusMessage) -> None:
        self._broker.take(message)

    def messages(self) -> list[BusMessage]:
        taken = list(self._waiting)
        self._waiting.clear()
        return taken

    def has_news(self) -> bool:
        return bool(self._waiting)

    def standing(self) -> Standing:
        return Standing(BusState.CONNECTED)

    def cut(self) -> None:
        """Break off as a table does that loses its power."""
        self._broker.leave(self, is_cut=True)

    def close(self) -> None:
        self._broker.leave(self, is_cut=False)


def to_line(kind: str, value: object) -> bytes:
    """Return a line between a table and its relay."""
    return json.dumps([kind, value], separators=(",", ":")).encode("ascii") + b"\n"


def message_data(message: BusMessage) -> list[object]:
    """Return *message* as JSON has it."""
    text = base64.b64encode(message.payload).decode("ascii")
    return [message.topic, text, message.retain]


def message_of(data: Any) -> BusMessage:  # noqa: ANN401 - whatever JSON holds
    """Return the message that *data* tells.

    Raises:
        ValueError: it tells none.
    """
    match data:
        case [str(topic), str(text), bool(retain)]:
            return BusMessage(topic, base64.b64decode(text, validate=True), retain)
    raise ValueError("expected a topic, a payload and whether it is retained")


class RelayLines:
    """Takes bytes as they come, and gives lines."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[str, Any]]:
        """Return what the lines tell that are whole now.

        Raises:
            ValueError: they are no lines of this kind.
        """
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > 4 * LONGEST:
            raise ValueError("expected the end of a line")
        told = []
        for line in lines:
            match json.loads(line):
                case [str(kind), value]:
                    told.append((kind, value))
                case _:
                    raise ValueError("expected a kind and a value")
        return told


Connect = Callable[[], socket.socket]


def connect_unix(path: Path = SOCKET) -> socket.socket:
    """Return a connection to the relay that listens at *path*.

    Raises:
        OSError: none does.
    """
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(str(path))
    except OSError:
        connection.close()
        raise
    return connection


def spawn_relay(command: Sequence[str]) -> socket.socket:
    """Return a connection to a relay of our own, which ends when the connection is closed.

    Raises:
        OSError: it cannot be started.
    """
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [*command, "--descriptor", str(theirs.fileno())],
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
    threading.Thread(target=process.wait, name="relay-end", daemon=True).start()
    return ours


class RelayBus:
    """A `Bus` over a relay: a thread of its own moves bytes, and connects again and again.

    Of retained messages the newest of each topic counts: one that has not left when the next
    one comes never does, and each relay that is reached anew is told the newest.

    Args:
        connect: connects to a relay.
        wake: ends the sleep of the main loop.
    """

    def __init__(
        self,
        connect: Connect,
        topics: Sequence[str],
        will: BusMessage | None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self._connect = connect
        opening = [list(topics), message_data(will) if will is not None else None]
        self._opening = to_line("open", opening)
        self._wake = wake
        self._out: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._lock = threading.Lock()
        self._newest: dict[str, BusMessage] = {}
        self._due: dict[str, None] = {}
        self._in: deque[BusMessage] = deque(maxlen=MOST_WAITING)
        self._standing = Standing(BusState.CONNECTING)
        self._is_changed = False
        self._is_closed = False
        self._bell, self._ring = socket.socketpair()
        for end in (self._bell, self._ring):
            end.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="other-table", daemon=True)
        self._thread.start()

    # What the main loop asks

    def publish(self, message: BusMessage) -> None:
        if message.retain:
            with self._lock:
                self._newest[message.topic] = message
                self._due[message.topic] = None
        else:
            self._put(to_line("publish", message_data(message)))
        self._ring_bell()

    def _put(self, line: bytes) -> None:
        with contextlib.suppress(queue.Full):
            self._out.put_nowait(line)

    def messages(self) -> list[BusMessage]:
        taken = []
        while self._in:
            taken.append(self._in.popleft())
        return taken

    def has_news(self) -> bool:
        return bool(self._in) or self._is_changed

    def standing(self) -> Standing:
        self._is_changed = False
        return self._standing

    def close(self) -> None:
        if not self._is_closed:
            # Without this the relay has the last will told.
            self._put(to_line("close", None))
        self._is_closed = True
        self._ring_bell()

    def _ring_bell(self) -> None:
        # A full pipe rings already; one that is closed has nobody left to ring for.
        with contextlib.suppress(OSError):
            self._ring.send(b"!")

    # What the thread does

    def _run(self) -> None:
        while not self._is_closed:
            try:
                with self._connect() as connection:
                    self._serve(connection)
                self._stand(Standing(BusState.NO_RELAY))
            except (OSError, ValueError) as error:
                self._stand(Standing(BusState.NO_RELAY, str(error)))
            except Exception as error:  # noqa: BLE001 - the game goes on, whatever it is
                self._stand(Standing(BusState.NO_RELAY, unexpected(error)))
            self._pause()
        self._bell.close()
        self._ring.close()

    def _pause(self) -> None:
        until_s = time.monotonic() + RETRY_S
        while not self._is_closed and time.monotonic() < until_s:
            time.sleep(TURN_S / 10)

    def _stand(self, standing: Standing) -> None:
        if standing != self._standing and not self._is_closed:
            self._standing, self._is_changed = standing, True
            self._wake()

    def _serve(self, connection: socket.socket) -> None:
        """Move lines both ways until either end is closed."""
        connection.setblocking(False)
        reader, waiting = RelayLines(), self._opening
        with self._lock:
            self._due = dict.fromkeys(self._newest)
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell, selectors.EVENT_READ)
            selector.register(connection, selectors.EVENT_READ)
            while True:
                waiting = self._filled(waiting)
                writes = selectors.EVENT_WRITE if waiting else 0
                selector.modify(connection, selectors.EVENT_READ | writes)
                events = {key.fileobj: mask for key, mask in selector.select(TURN_S)}
                if self._bell in events:
                    self._bell.recv(4096)
                mask = events.get(connection, 0)
                if mask & selectors.EVENT_WRITE and waiting:
                    waiting = waiting[connection.send(waiting) :]
                if mask & selectors.EVENT_READ:
                    data = connection.recv(LONGEST)
                    if not data:
                        return
                    self._take(reader.feed(data))
                if self._is_closed and not (waiting or self._due) and self._out.empty():
                    return

    def _filled(self, waiting: bytes) -> bytes:
        with self._lock:
            while self._due and len(waiting) < LONGEST:
                topic = next(iter(self._due))
                del self._due[topic]
                message = self._newest[topic]
                if not message.payload:
                    # Nothing is left there that could be told again.
                    del self._newest[topic]
                waiting += to_line("publish", message_data(message))
        if self._due:
            return waiting
        with contextlib.suppress(queue.Empty):
            while len(waiting) < LONGEST:
                waiting += self._out.get_nowait()
        return waiting

    def _take(self, lines: Sequence[tuple[str, Any]]) -> None:
        for kind, value in lines:
            if kind == "message":
                self._in.append(message_of(value))
            elif kind == "standing":
                self._stand(Standing(BusState(value[0]), str(value[1])))
        if self._in:
            self._wake()


def relay_opener(command: Sequence[str], wake: Callable[[], None]) -> Opener:
    """Return what opens a bus over the relay of the system, or over one of our own.

    Args:
        command: starts a relay of our own.
        wake: ends the sleep of the main loop.
    """

    def connect() -> socket.socket:
        return connect_unix() if os.path.lexists(SOCKET) else spawn_relay(command)

    return lambda topics, will: RelayBus(connect, topics, will, wake)
