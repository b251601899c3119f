"""The host's side of the checked protocol: bytes and time in, bytes out; knows no port.

Whatever answers are lost, doubled or made up, the worst that follows is a packet that is sent
again.  Events of buttons and sensors are numbered and sent once: a gap, or an ACK that tells a
newer event than has come, is mended by asking for the whole state.

Source: `hardware/PROTOCOL.md`, "Order" and "Buttons and sensors".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from companion.ports import LinkState
from hardware.checked.messages import (
    PROTOCOL_VERSION,
    Ack,
    ButtonEvent,
    ControllerMessage,
    Feature,
    Hello,
    HostMessage,
    InputState,
    LampMessage,
    NackReason,
    Nak,
    Ping,
    Query,
    SensorEvent,
    Welcome,
    heard_in,
    packet_of,
    update,
    wire_size,
)
from hardware.checked.packets import END, MAX_PACKET, NUMBERS, Packet, PacketDecoder, encode
from hardware.controller_inputs import ControllerInputs, InputSnapshot
from hardware.link_protocol import FloodGate, LinkError

QUERY_AGAIN_S = 0.25
"""A state that has not come so long after it was asked for is asked for anew.

The flight repeats a packet that nobody answered; but the answer may be lost and
the next packet's ACK take its place.
"""


class InputsHeard:
    """Follows events from HELLO on, and tells when to ask for the whole state.

    Args:
        inputs: is told all that is known; nothing, while it is not.
    """

    def __init__(self, inputs: ControllerInputs) -> None:
        self._inputs = inputs
        self._welcome: Welcome | None = None
        self._event = 0
        self._seen: InputSnapshot | None = None
        self._is_asking = False
        self._asked_at_s = float("-inf")

    def greeted(self, welcome: Welcome) -> None:
        """Begin anew: events count from 1, and what stands is told by QUERY alone."""
        self._inputs.lost()
        self._welcome, self._event, self._seen = welcome, 0, None
        self._is_asking = bool(welcome.buttons or welcome.columns)
        self._asked_at_s = float("-inf")

    def lost(self) -> None:
        """Know nothing until the next HELLO."""
        self._inputs.lost()
        self._welcome, self._seen = None, None
        self._is_asking = False

    def due_s(self) -> float:
        """Return when to ask for the whole state; never, where nothing is missing."""
        return self._asked_at_s + QUERY_AGAIN_S if self._is_asking else float("inf")

    def asked(self, now_s: float) -> None:
        """Note that QUERY was sent."""
        self._asked_at_s = now_s

    def hear(self, number: int, message: ControllerMessage, now_s: float) -> None:
        """Handle *message* of packet *number*; what is no event or answer is ignored."""
        if self._welcome is None:
            return
        if isinstance(message, InputState):
            self._whole(message)
        elif isinstance(message, Ack):
            # In the stream of the controller all events up to this one came before.
            self._miss_if(message.event != self._event)
        elif isinstance(message, ButtonEvent | SensorEvent):
            self._happened(number, message, now_s)

    def _whole(self, state: InputState) -> None:
        assert self._welcome is not None, "greeted"
        if len(state.rows) != self._welcome.rows:
            return
        self._event, self._is_asking = state.event, False
        columns, wired = self._welcome.columns, self._welcome.buttons
        self._seen = InputSnapshot(wired, state.buttons, columns, state.rows)
        self._inputs.tell(self._seen)

    def _happened(self, number: int, event: ButtonEvent | SensorEvent, now_s: float) -> None:
        self._miss_if(number != (self._event + 1) % NUMBERS)
        self._event = number
        seen = self._seen
        if seen is None:
            return
        if isinstance(event, ButtonEvent):
            if event.button < seen.wired:
                bit = 1 << event.button
                self._seen = seen._replace(buttons=_with(seen.buttons, bit, event.is_down))
                self._inputs.tell(self._seen)
                self._inputs.note_edge(event.button, event.is_down, now_s)
        elif event.row < len(seen.rows) and event.column < seen.columns:
            rows = list(seen.rows)
            rows[event.row] = _with(rows[event.row], 1 << event.column, event.is_occupied)
            self._seen = seen._replace(rows=tuple(rows))
            self._inputs.tell(self._seen)

    def _miss_if(self, is_missing: bool) -> None:
        if is_missing and not self._is_asking:
            self._is_asking, self._asked_at_s = True, float("-inf")


def _with(bits: int, bit: int, is_set: bool) -> int:
    return bits | bit if is_set else bits & ~bit


ANSWER_WITHIN_S = 0.1
"""What has no answer for so long is sent again."""

MOST_UNANSWERED = 64
"""Packets under way, however short: far fewer than there are numbers."""


class _SentPacket(NamedTuple):
    """One packet with its number, as it goes over the wire."""

    number: int
    wire: bytes


class SentPackets:
    """The packets sent since one HELLO that the controller has not accepted yet.

    Args:
        number: of the first packet.
        window: bytes on the wire that may be without an answer.
        now_s: the time of the HELLO.
    """

    def __init__(self, number: int, window: int, now_s: float) -> None:
        self._next = number
        self._window = window
        self._unaccepted: deque[_SentPacket] = deque()
        # Each entry is a packet that was written and not answered, resent ones again.
        self._on_wire: deque[_SentPacket] = deque()
        self._to_resend: deque[_SentPacket] = deque()
        self._resent_from: int | None = None
        self._heard_at_s = now_s
        self._written_at_s = now_s

    @property
    def is_resending(self) -> bool:
        """Whether packets wait to be sent again; a new one has to come after them."""
        return bool(self._to_resend)

    @property
    def on_wire(self) -> int:
        """How many bytes are without an answer."""
        return sum(len(sent.wire) for sent in self._on_wire)

    def has_room(self, size: int) -> bool:
        """Return whether *size* more bytes may be written."""
        return len(self._unaccepted) < MOST_UNANSWERED and self.on_wire + size <= self._window

    def sent(self, message: HostMessage, now_s: float) -> bytes:
        """Return the packet of *message* under the next number; it is under way from now on."""
        number, self._next = self._next, (self._next + 1) % NUMBERS
        packet = _SentPacket(number, encode(packet_of(message, number)))
        if not self._unaccepted:
            # Silence begins with what is left unanswered.
            self._heard_at_s = now_s
        self._unaccepted.append(packet)
        return self._written(packet, now_s)

    def accepted(self, number: int, now_s: float) -> None:
        """Handle the answer to packet *number*; those before it were accepted too."""
        self._heard_at_s = now_s
        self._leave_wire(number)
        if any(packet.number == number for packet in self._unaccepted):
            self._forget_to((number + 1) % NUMBERS)

    def expected(self, number: int, now_s: float) -> bool:
        """Handle a refusal, which names the *number* that the controller expects.

        Returns:
            False where that number was never sent: only HELLO helps.
        """
        self._heard_at_s = now_s
        self._leave_wire(None)
        if number != self._next and all(sent.number != number for sent in self._unaccepted):
            return False
        self._forget_to(number)
        if self._unaccepted and self._resent_from != number:
            self._resent_from = number
            self._to_resend = deque(self._unaccepted)
        return True

    def resent(self, now_s: float) -> bytes:
        """Return what is to be written again now, as far as the window lets it."""
        if self._unaccepted and now_s >= self.resend_at_s():
            self._on_wire.clear()
            self._resent_from = None
            self._to_resend = deque(self._unaccepted)
        parts: list[bytes] = []
        while self._to_resend and self.on_wire + len(self._to_resend[0].wire) <= self._window:
            parts.append(self._written(self._to_resend.popleft(), now_s))
        return b"".join(parts)

    def resend_at_s(self) -> float:
        """Return when what is under way counts as lost; never, where nothing is."""
        if not self._unaccepted:
            return float("inf")
        return max(self._heard_at_s, self._written_at_s) + ANSWER_WITHIN_S

    def silent_s(self, now_s: float) -> float:
        """Return for how long an answer has been wanting; 0 where none is wanted."""
        return now_s - self._heard_at_s if self._unaccepted else 0.0

    def _written(self, packet: _SentPacket, now_s: float) -> bytes:
        self._on_wire.append(packet)
        self._written_at_s = now_s
        return packet.wire

    def _leave_wire(self, number: int | None) -> None:
        """Forget the answered packet, and those before it, whose answers are lost."""
        numbers = [packet.number for packet in self._on_wire]
        for _ in range(numbers.index(number) + 1 if number in numbers else bool(numbers)):
            self._on_wire.popleft()

    def _forget_to(self, number: int) -> None:
        """Drop what comes before *number*: it has been accepted."""
        while self._unaccepted and self._unaccepted[0].number != number:
            done = self._unaccepted.popleft()
            if self._to_resend and self._to_resend[0].number == done.number:
                self._to_resend.popleft()
            self._resent_from = None


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
