"""The relay: the one process that reaches the network, between one table and its broker.

Knows topics and bytes, and the broker's password; nothing of games, and no key of any table.
The only module that uses paho-mqtt.
"""

from __future__ import annotations

import contextlib
import os
import queue
import secrets
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from companion.errors import BackendError, reason_of
from companion.remote.bus import (
    LONGEST,
    BusMessage,
    BusState,
    RelayLines,
    Standing,
    message_data,
    message_of,
    to_line,
)

if TYPE_CHECKING:
    import paho.mqtt.client as mqtt
    from paho.mqtt.reasoncodes import ReasonCode

KEEPALIVE_S: Final = 15
"""After half as long again without a sign of life the broker tells the last will."""

LEAST_WAIT_S, MOST_WAIT_S = 1, 30
GRACE_S: Final = 10.0
"""So long a relay may take to deliver what was published last: no table waits for it."""

PLAIN_PORT, TLS_PORT = 1883, 8883
PASSWORD_LIMIT: Final = 1024
REFUSED: Final = ("not authorized", "bad user name or password", "bad authentication method")
"""How MQTT 5 calls what a wrong password or a lack of rights is met with, in lower case."""


class FileProblemError(BackendError):
    """A file for the broker that cannot be read."""


class BrokerAccess(Protocol):
    """What the section ``[club]`` of the configuration says of the broker."""

    @property
    def broker(self) -> str: ...
    @property
    def port(self) -> int: ...
    @property
    def user(self) -> str: ...
    @property
    def password_file(self) -> str: ...
    @property
    def tls(self) -> bool: ...
    @property
    def ca(self) -> str: ...
    @property
    def topic(self) -> str: ...


def password_of(club: BrokerAccess) -> str:
    """Return the broker's password, an empty text where the configuration names no file.

    Raises:
        FileProblemError: the file cannot be read.
    """
    if not club.password_file:
        return ""
    try:
        with Path(club.password_file).open("rb") as file:
            return file.read(PASSWORD_LIMIT).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblemError(
            "{path}: {reason}", path=club.password_file, reason=reason_of(error)
        ) from error


def port_of(club: BrokerAccess) -> int:
    """Return the port of the broker: the usual one where none is set."""
    return club.port or (TLS_PORT if club.tls else PLAIN_PORT)


def standing_of(error: BaseException) -> Standing:
    """Return how things stand after *error* has kept us from the broker."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return Standing(BusState.BAD_CERTIFICATE, error.verify_message)
    if isinstance(error, ssl.SSLError):
        return Standing(BusState.BAD_CERTIFICATE, error.reason or str(error))
    if isinstance(error, FileProblemError):
        return Standing(BusState.BAD_FILE, error.message)
    if isinstance(error, OSError):
        return Standing(BusState.NO_BROKER, reason_of(error))
    return Standing(BusState.NO_BROKER, str(error))


class BrokerLink:
    """A client of the broker that *club* names.

    Of retained messages the newest of each topic counts: one is on its way at a time, what comes
    meanwhile waits and is replaced by what comes after it, and once the broker is reached anew
    it is told the newest.

    Args:
        hear: is told what comes, *stand* how things stand; any thread may call them.
    """

    def __init__(
        self,
        club: BrokerAccess,
        topics: Sequence[str],
        will: BusMessage | None,
        hear: Callable[[BusMessage], None],
        stand: Callable[[Standing], None],
    ) -> None:
        # Imported here: the program as a whole does without.
        import paho.mqtt.client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion

        self._hear, self._stand = hear, stand
        self._is_on = self._is_closed = self._is_sending = False
        self._topics = [(topic, 1) for topic in topics]
        self._lock = threading.Lock()
        self._newest: dict[str, BusMessage] = {}
        self._due: dict[str, None] = {}
        self._sent: dict[str, mqtt.MQTTMessageInfo] = {}
        self._bell = threading.Event()
        self._client = client = mqtt.Client(
            CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5, client_id=""
        )
        password = password_of(club)
        if club.user:
            client.username_pw_set(club.user, password)
        if club.tls:
            self._set_tls(club)
        if will is not None:
            client.will_set(will.topic, will.payload, 1, will.retain)
        client.on_connect = self._connected
        client.on_connect_fail = self._failed
        client.on_disconnect = self._disconnected
        client.on_message = self._came
        client.on_publish = self._published
        client.reconnect_delay_set(LEAST_WAIT_S, MOST_WAIT_S)
        client.connect_timeout = 10
        client.max_queued_messages_set(1000)
        client.connect_async(club.broker, port_of(club), KEEPALIVE_S)
        client.loop_start()
        threading.Thread(target=self._send_newest, name="newest", daemon=True).start()

    def _set_tls(self, club: BrokerAccess) -> None:
        try:
            self._client.tls_set(ca_certs=club.ca or None)
        except (OSError, ssl.SSLError) as error:
            raise FileProblemError(
                "{path}: {reason}", path=club.ca, reason=str(error.strerror or error)
            ) from error

    def publish(self, message: BusMessage) -> None:
        if not message.retain:
            self._client.publish(message.topic, message.payload, 1, False)
            return
        with self._lock:
            self._newest[message.topic] = message
            self._due[message.topic] = None
        self._bell.set()

    def _send_newest(self) -> None:
        """Send what is due until the end; a thread that holds no lock while it does."""
        while not self._is_closed:
            self._bell.wait()
            self._bell.clear()
            for message in self._taken() if self._is_on else ():
                self._sent[message.topic] = self._client.publish(
                    message.topic, message.payload, 1, True
                )
            self._is_sending = False

    def _taken(self) -> list[BusMessage]:
        """Return what is due on topics on which nothing is on its way."""
        with self._lock:
            free = [topic for topic in self._due if not self._is_on_its_way(topic)]
            messages = [self._newest[topic] for topic in free]
            # Until all are handed over: they are neither due nor on their way.
            self._is_sending = bool(messages)
            for message in messages:
                del self._due[message.topic]
                if not message.payload:
                    # Nothing is left there that could be told again.
                    del self._newest[message.topic]
        return messages

    def _is_on_its_way(self, topic: str) -> bool:
        sent = self._sent.get(topic)
        return sent is not None and sent.rc == 0 and not sent.is_published()

    def close(self, *, is_cut: bool = False) -> None:
        """Leave, what was published before delivered if that goes at once.

        Where the table *is_cut* off, the broker tells its last will.
        """
        done = threading.Thread(target=self._leave, args=(is_cut,), daemon=True)
        done.start()
        done.join(GRACE_S)
        self._is_closed = True
        self._bell.set()

    def _leave(self, is_cut: bool) -> None:
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.reasoncodes import ReasonCode

        until_s = time.monotonic() + GRACE_S / 2
        while self._is_on and not is_cut and self._has_more() and time.monotonic() < until_s:
            time.sleep(GRACE_S / 500)
        how = "Disconnect with will message" if is_cut else "Normal disconnection"
        with contextlib.suppress(Exception):
            self._client.disconnect(reasoncode=ReasonCode(PacketTypes.DISCONNECT, how))
            self._client.loop_stop()

    def _has_more(self) -> bool:
        with self._lock:
            is_begun = bool(self._due) or self._is_sending
            return is_begun or any(map(self._is_on_its_way, list(self._sent)))

    def _published(
        self, client: mqtt.Client, data: object, mid: int, code: ReasonCode, other: object
    ) -> None:
        self._bell.set()

    def _connected(
        self, client: mqtt.Client, data: object, got: object, code: ReasonCode, other: object
    ) -> None:
        self._is_on = not code.is_failure
        if not code.is_failure:
            if self._topics:
                client.subscribe(self._topics)
            with self._lock:
                self._due = dict.fromkeys(self._newest)
            self._bell.set()
            self._stand(Standing(BusState.CONNECTED))
        elif str(code).lower() in REFUSED:
            self._stand(Standing(BusState.WRONG_PASSWORD, str(code)))
        else:
            self._stand(Standing(BusState.NO_BROKER, str(code)))

    def _failed(self, client: mqtt.Client, data: object) -> None:
        # It is called where the error is being handled.
        error = sys.exc_info()[1]
        self._stand(standing_of(error if error is not None else OSError("no connection")))

    def _disconnected(
        self, client: mqtt.Client, data: object, got: object, code: ReasonCode, other: object
    ) -> None:
        was_on, self._is_on = self._is_on, False
        # Who was not let in has been told why.
        if was_on and code.is_failure:
            self._stand(Standing(BusState.NO_BROKER, str(code)))

    def _came(self, client: mqtt.Client, data: object, message: mqtt.MQTTMessage) -> None:
        if len(message.payload) <= LONGEST:
            came = BusMessage(message.topic, bytes(message.payload), bool(message.retain))
            self._hear(came)


def tried_broker(club: BrokerAccess, wait_s: float = 12.0) -> Standing:
    """Return how things stand with the broker once a message has come back from it, or has not.

    Raises:
        ImportError: paho-mqtt is not installed.
    """
    told: queue.Queue[BusMessage | Standing] = queue.Queue()
    topic = f"{club.topic}/doctor/{secrets.token_hex(8)}"
    try:
        link = BrokerLink(club, [topic], None, told.put, told.put)
    except FileProblemError as error:
        return standing_of(error)
    standing = Standing(BusState.CONNECTING)
    until_s = time.monotonic() + wait_s
    try:
        while (left_s := until_s - time.monotonic()) > 0:
            came = told.get(timeout=left_s)
            if isinstance(came, BusMessage):
                return Standing(BusState.CONNECTED)
            standing = came
            if standing.state is not BusState.CONNECTED:
                return standing
            link.publish(BusMessage(topic, b"?"))
    except queue.Empty:
        pass
    finally:
        link.close()
    return standing if standing.state is not BusState.CONNECTED else Standing(BusState.NO_RIGHTS)


def serve(connection: socket.socket, club: BrokerAccess) -> None:
    """Carry messages for the table at the other end of *connection* until it hangs up."""
    lock = threading.Lock()

    def tell(line: bytes) -> None:
        # A table that is stuck is left: what it missed is sent again when it is back.
        with lock, contextlib.suppress(OSError):
            connection.sendall(line)

    def hear(message: BusMessage) -> None:
        tell(to_line("message", message_data(message)))

    def stand(standing: Standing) -> None:
        tell(to_line("standing", [standing.state.value, standing.reason]))

    link: BrokerLink | None = None
    is_cut = True
    reader = RelayLines()
    try:
        while data := connection.recv(LONGEST):
            for kind, value in reader.feed(data):
                if kind == "open" and link is None:
                    topics, will = value
                    last = message_of(will) if will is not None else None
                    link = BrokerLink(club, topics, last, hear, stand)
                elif kind == "publish" and link is not None:
                    link.publish(message_of(value))
                elif kind == "close":
                    is_cut = False
    except ImportError:
        stand(Standing(BusState.NO_LIBRARY))
        _wait_for_end(connection)
    except (FileProblemError, ssl.SSLError) as error:
        stand(standing_of(error))
        _wait_for_end(connection)
    except (OSError, ValueError):
        # The table is gone, or talks nonsense: it comes again.
        pass
    finally:
        if link is not None:
            link.close(is_cut=is_cut)


def _wait_for_end(connection: socket.socket) -> None:
    """Wait until the table hangs up: it would connect again and again to be told the same."""
    with contextlib.suppress(OSError):
        while connection.recv(LONGEST):
            pass


def listen(listener: socket.socket, club: BrokerAccess) -> None:
    """Serve each table that connects to *listener*, until the process is ended."""
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=_serve_and_close, args=(connection, club), daemon=True).start()


def _serve_and_close(connection: socket.socket, club: BrokerAccess) -> None:
    with connection:
        serve(connection, club)


def handed_over() -> socket.socket | None:
    """Return the socket that systemd has handed over, or None.

    Source: sd_listen_fds(3): the first descriptor is 3.
    """
    is_ours = os.environ.get("LISTEN_PID") == str(os.getpid())
    if not is_ours or os.environ.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=3)
