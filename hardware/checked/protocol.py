"""The host's side of the checked protocol: bytes and time in, bytes out; knows no port.

Source: `hardware/PROTOCOL.md`, "Order".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.ports import LinkState
from hardware.checked.flight import SentPackets
from hardware.checked.inputs import InputsHeard
from hardware.checked.lamps import LampMessage, update, wire_size
from hardware.checked.messages import (
    PROTOCOL_VERSION,
    Ack,
    ControllerMessage,
    Feature,
    Hello,
    HostMessage,
    InputState,
    NackReason,
    Nak,
    Ping,
    Query,
    Welcome,
    heard_in,
    packet_of,
)
from hardware.checked.packets import END, MAX_PACKET, NUMBERS, Packet, PacketDecoder, encode
from hardware.controller_inputs import ControllerInputs
from hardware.link_protocol import FloodGate, LinkError

CHECKED_BAUD = 500_000
"""A 16 MHz AVR makes this speed exactly."""

KNOCK = b"\xff\0"
"""
A damaged packet: a controller of this protocol refuses it, and so shows what it speaks.

Both bytes are so plain that a controller that listens at any other speed hears nothing
that it obeys; a HELLO, heard by WLED at 115200 baud, could change its speed for good.
"""

HELLO_NUMBER = 0x80
"""The number of each HELLO of ours; a controller that has just started says 0."""

HELLO_EVERY_S = 0.25
HELLO_WITHIN_S = 3.0
"""How long a controller may take to say HELLO; an Uno restarts when its port is opened."""

HELLO_PAUSE_S = 0.1
"""A controller that keeps restarting gets at most a HELLO in this time."""

PING_EVERY_S = 1.0
SILENT_S = 1.0
"""A controller that answers nothing for so long is greeted anew."""

REFUSED_PAUSE_S = 0.1
"""How long no frame is sent after one was refused, so that refusals cannot fill the wire."""

FLOOD_BYTES = 30_000
"""More in a second is a flood: the wire carries 50,000, and answers and events take far less."""

MAX_WIRE = MAX_PACKET + 2


class CheckedProtocol:
    """The `LinkProtocol` with a controller that answers.

    Args:
        take_frame: hands over the newest frame not yet taken, or None.
        frame: what to show until then, three bytes a lamp.
        now_s: when the protocol begins.
        is_awake: the controller has been heard already: HELLO is said at once.
        inputs: is told what happens at the controller's buttons and sensors.

    Attributes:
        is_up: the controller has said HELLO and answers.
    """

    baud = CHECKED_BAUD

    def __init__(
        self,
        take_frame: Callable[[], bytes | None],
        frame: bytes,
        now_s: float,
        is_awake: bool,
        inputs: ControllerInputs | None = None,
    ) -> None:
        self._take_frame = take_frame
        self._frame = frame
        self._shown: bytes | None = None
        self._decoder = PacketDecoder()
        self._flight: SentPackets | None = None
        self._inputs = InputsHeard(inputs or ControllerInputs())
        self._waiting: deque[LampMessage] = deque()
        self._greeting_since_s = now_s
        self._hello_at_s = now_s if is_awake else now_s + HELLO_EVERY_S
        self._said_hello_at_s = float("-inf")
        self._sent_at_s = self._frame_at_s = now_s
        self._flood = FloodGate(FLOOD_BYTES, now_s)
        self.is_up = False

    def hear(self, data: bytes, now_s: float) -> None:
        """Read answers; damaged ones are dropped.

        Raises:
            LinkError: another version, too few lamps, packets too short, a flood.
        """
        self._flood.measure(len(data), now_s)
        for packet, message in heard_in(self._decoder.feed(data)):
            self._take(packet, message, now_s)

    def say(self, now_s: float) -> bytes:
        """Return what is due: HELLO, packets that were lost, the newest frame, or PING.

        Raises:
            LinkError: no HELLO has come within `HELLO_WITHIN_S`.
        """
        if self._flight is not None and self._flight.silent_s(now_s) >= SILENT_S:
            self._greet(now_s)
        if self._flight is None:
            return self._hello(now_s)
        parts = [self._flight.resent(now_s)]
        while not self._flight.is_resending and (message := self._next(self._flight, now_s)):
            parts.append(self._flight.sent(message, now_s))
            self._sent_at_s = now_s
        return b"".join(parts)

    def pause_s(self, now_s: float) -> float:
        """Return when HELLO, a repetition, a frame that was put off or PING is due."""
        if self._flight is None:
            end_s = self._greeting_since_s + HELLO_WITHIN_S
            return min(self._hello_at_s, end_s) - now_s
        due_s = [self._flight.resend_at_s(), self._sent_at_s + PING_EVERY_S]
        if self._frame_at_s > now_s:
            due_s.append(self._frame_at_s)
        due_s.append(max(now_s, self._inputs.due_s()))
        return min(due_s) - now_s

    def farewell(self) -> bytes:
        """Return a dark frame; without it the controller goes dark after its silence."""
        if self._flight is None:
            return b""
        messages = update(None, bytes(len(self._frame)))
        return b"".join(self._flight.sent(message, self._sent_at_s) for message in messages)

    def _take(self, packet: Packet, message: ControllerMessage, now_s: float) -> None:
        if isinstance(message, Welcome):
            self._welcome(packet, message, now_s)
        elif self._flight is None:
            return
        elif isinstance(message, Ack | InputState):
            self._flight.accepted(packet.sequence, now_s)
        elif isinstance(message, Nak):
            self._refused(self._flight, packet.sequence, message.reason, now_s)
        if self._flight is not None:
            self._inputs.hear(packet.sequence, message, now_s)

    def _welcome(self, packet: Packet, welcome: Welcome, now_s: float) -> None:
        self._expect_fit(welcome)
        if welcome.features & Feature.STARTED:
            self._greet(now_s)
            self._hello_at_s = max(now_s, self._said_hello_at_s + HELLO_PAUSE_S)
        elif self._flight is None and packet.sequence == HELLO_NUMBER:
            self._flight = SentPackets((HELLO_NUMBER + 1) % NUMBERS, welcome.window, now_s)
            self._shown = None
            self._waiting.clear()
            self._frame_at_s = self._sent_at_s = now_s
            self.is_up = True
            self._inputs.greeted(welcome)

    def _expect_fit(self, welcome: Welcome) -> None:
        lamps = len(self._frame) // 3
        if welcome.version != PROTOCOL_VERSION:
            problem = f"{{}} speaks protocol {welcome.version}, not {PROTOCOL_VERSION}"
            raise LinkError(LinkState.FOREIGN, problem)
        if welcome.lamp_limit < lamps:
            problem = f"{{}} drives {welcome.lamp_limit} of {lamps} lamps"
            raise LinkError(LinkState.TOO_FEW, problem)
        if welcome.max_packet < MAX_PACKET or welcome.window < MAX_WIRE:
            longest = max(0, min(welcome.max_packet, welcome.window - 2))
            problem = f"{{}} takes {longest} bytes, not {MAX_PACKET}"
            raise LinkError(LinkState.FOREIGN, problem)

    def _refused(self, flight: SentPackets, number: int, reason: NackReason, now_s: float) -> None:
        if reason is NackReason.NO_HELLO:
            self._greet(now_s)
        elif reason in (NackReason.DAMAGED, NackReason.ORDER):
            if not flight.expected(number, now_s):
                self._greet(now_s)
        else:
            # Used up: the number before the one that is expected now.
            flight.accepted((number - 1) % NUMBERS, now_s)
            self._shown = None
            self._waiting.clear()
            self._frame_at_s = now_s + REFUSED_PAUSE_S

    def _greet(self, now_s: float) -> None:
        """Begin again at HELLO, at once unless one was said just before."""
        if self._flight is not None:
            self._greeting_since_s = now_s
        self._flight = None
        self._inputs.lost()
        self._hello_at_s = max(now_s, self._said_hello_at_s + HELLO_EVERY_S)

    def _hello(self, now_s: float) -> bytes:
        waited_s = now_s - self._greeting_since_s
        # A controller that restarts is back before the next HELLO; no need to alarm anybody.
        self.is_up = self.is_up and waited_s < HELLO_EVERY_S
        if waited_s >= HELLO_WITHIN_S:
            raise LinkError(LinkState.SILENT, "{} does not answer")
        if now_s < self._hello_at_s:
            return b""
        self._said_hello_at_s = now_s
        self._hello_at_s = now_s + HELLO_EVERY_S
        # The end before it ends what may have been half sent.
        return END + encode(packet_of(Hello(len(self._frame) // 3), HELLO_NUMBER))

    def _next(self, flight: SentPackets, now_s: float) -> HostMessage | None:
        """Return the next message, if there is one and it may be sent now."""
        if self._waiting:
            room = flight.has_room(wire_size([self._waiting[0]]))
            return self._waiting.popleft() if room else None
        if not flight.has_room(MAX_WIRE):
            return None
        if now_s >= self._frame_at_s:
            self._frame = self._take_frame() or self._frame
            if self._frame != self._shown:
                self._waiting.extend(update(self._shown, self._frame))
                self._shown = self._frame
                return self._waiting.popleft()
        if now_s >= self._inputs.due_s():
            self._inputs.asked(now_s)
            return Query()
        return Ping() if now_s >= self._sent_at_s + PING_EVERY_S else None
