"""What packets say, as values: written for the controller, read from it.

Of lamps it finds the shortest way from one frame to the next.  Knows no port, no time and no
order of messages.

Source: `hardware/PROTOCOL.md`, "The checked protocol" and "Lamps". Numbers of two bytes
have the low byte first.
"""

from __future__ import annotations

import enum
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.errors import BackendError
from hardware.checked.packets import MAX_PAYLOAD, WIRE_OVERHEAD, Packet

BYTES_PER_LAMP = 3

MAX_COLORS = 16
"""Colors of a palette: a lamp takes four bits."""

SKIP = 0xFF
"""In a sparse message: pass over 255 lamps; no color follows."""

FULL_HEAD = struct.Struct("<H")
PALETTE_HEAD = struct.Struct("<HHB")
MAX_FULL_LAMPS = (MAX_PAYLOAD - FULL_HEAD.size) // BYTES_PER_LAMP

PART_LAMPS = 53
"""
Lamps of a full message that is one of several.

So three packets fit into a window of 511 bytes, and while the controller writes
its lamps the wire stays busy; with longer ones only two would fit.
"""


@dataclass(frozen=True)
class Full:
    """Lamps from *first* on get *levels*, red, green and blue of each."""

    kind: ClassVar[int] = 0x10
    first: int
    levels: bytes
    is_held: bool = False

    def payload(self) -> bytes:
        """Return the bytes of the message."""
        return FULL_HEAD.pack(self.first) + self.levels


@dataclass(frozen=True)
class Palette:
    """Lamps from *first* on get the *colors* that *indices* name, one a lamp.

    On the wire two lamps share a byte, the first one in its low four bits.
    """

    kind: ClassVar[int] = 0x11
    first: int
    colors: tuple[bytes, ...]
    indices: bytes
    is_held: bool = False

    def payload(self) -> bytes:
        """Return the bytes of the message."""
        even = self.indices + b"\0" * (len(self.indices) % 2)
        pairs = zip(even[::2], even[1::2], strict=True)
        head = PALETTE_HEAD.pack(self.first, len(self.indices), len(self.colors))
        return head + b"".join(self.colors) + bytes(low | high << 4 for low, high in pairs)


@dataclass(frozen=True)
class Sparse:
    """The lamps named in *changes* get their colors; each lamp is higher than the one before."""

    kind: ClassVar[int] = 0x12
    changes: tuple[tuple[int, bytes], ...]
    is_held: bool = False

    def payload(self) -> bytes:
        """Return the bytes of the message."""
        parts: list[bytes] = []
        at = 0
        for lamp, color in self.changes:
            skips, step = divmod(lamp - at, SKIP)
            parts.append(bytes((SKIP,)) * skips + bytes((step,)) + color)
            at = lamp + 1
        return b"".join(parts)


LampMessage = Full | Palette | Sparse


def update(old: bytes | None, new: bytes) -> list[LampMessage]:
    """Return the messages with the fewest bytes on the wire that turn *old* into *new*.

    All but the last are held, so that no half of a frame is shown.

    Args:
        old: the frame that the controller has, or None where that is not known.
        new: three bytes a lamp, as many as in *old*; at least one lamp.
    """
    ways = [_full(new)]
    if len(colors := list(dict.fromkeys(_colors(new)))) <= MAX_COLORS:
        ways.append(_palette(new, colors))
    if old is not None:
        ways.append(_sparse(old, new))
    best = min(ways, key=wire_size)
    return [replace(message, is_held=True) for message in best[:-1]] + best[-1:]


def wire_size(messages: list[LampMessage]) -> int:
    """Return how many bytes *messages* take on the wire."""
    return sum(len(message.payload()) + WIRE_OVERHEAD for message in messages)


def _colors(levels: bytes) -> Iterator[bytes]:
    return (levels[at : at + BYTES_PER_LAMP] for at in range(0, len(levels), BYTES_PER_LAMP))


def _full(new: bytes) -> list[LampMessage]:
    lamps = len(new) // BYTES_PER_LAMP
    step = BYTES_PER_LAMP * (lamps if lamps <= MAX_FULL_LAMPS else PART_LAMPS)
    return [Full(at // BYTES_PER_LAMP, new[at : at + step]) for at in range(0, len(new), step)]


def _palette(new: bytes, colors: list[bytes]) -> list[LampMessage]:
    indices = bytes(map(colors.index, _colors(new)))
    room = MAX_PAYLOAD - PALETTE_HEAD.size - BYTES_PER_LAMP * len(colors)
    return [
        Palette(at, tuple(colors), indices[at : at + 2 * room])
        for at in range(0, len(indices), 2 * room)
    ]


def _sparse(old: bytes, new: bytes) -> list[LampMessage]:
    """Return sparse messages; where nothing changes, one that names the first lamp again."""
    pairs = enumerate(zip(_colors(old), _colors(new), strict=True))
    changes = [(lamp, color) for lamp, (was, color) in pairs if was != color]
    messages: list[LampMessage] = []
    part: list[tuple[int, bytes]] = []
    for change in changes or [(0, new[:BYTES_PER_LAMP])]:
        if len(Sparse((*part, change)).payload()) > MAX_PAYLOAD:
            messages.append(Sparse(tuple(part)))
            part = []
        part.append(change)
    return [*messages, Sparse(tuple(part))]


PROTOCOL_VERSION = 1

HELD = 0x80
"""Added to the kind of a lamp message that is not shown until the next one that has it not."""


class NackReason(enum.IntEnum):
    """Why a controller did not accept a packet."""

    DAMAGED = 1
    ORDER = 2
    NO_HELLO = 3
    KIND = 4
    LENGTH = 5
    LAMP = 6
    COLOR = 7
    VALUE = 8


class Feature(enum.IntFlag):
    """What a controller can do, and that it has just started."""

    SELF_TEST = 0x01
    STARTED = 0x80


def expect(is_so: bool, what: str, payload: bytes) -> None:
    """Go on only where *is_so*.

    Raises:
        BackendError: *payload* is no *what*.
    """
    if not is_so:
        raise BackendError(f"expected {what} in a packet, got {payload.hex(' ').upper()!r}")


# What the host says, beside the lamps.


@dataclass(frozen=True)
class Hello:
    """The host begins: it drives *lamp_count* lamps."""

    kind: ClassVar[int] = 0x01
    layout: ClassVar[struct.Struct] = struct.Struct("<BH")
    lamp_count: int
    version: int = PROTOCOL_VERSION

    def payload(self) -> bytes:
        """Return the bytes of the message."""
        return self.layout.pack(self.version, self.lamp_count)


@dataclass(frozen=True)
class Ping:
    """The host is there."""

    kind: ClassVar[int] = 0x02

    def payload(self) -> bytes:
        """Return the bytes of the message: none."""
        return b""


@dataclass(frozen=True)
class Query:
    """The host asks which buttons are down and which sites are occupied."""

    kind: ClassVar[int] = 0x03

    def payload(self) -> bytes:
        """Return the bytes of the message: none."""
        return b""


@dataclass(frozen=True)
class SelfTest:
    """The controller is to light its lamps one by one, or to leave off."""

    kind: ClassVar[int] = 0x04
    is_on: bool

    def payload(self) -> bytes:
        """Return the bytes of the message."""
        return bytes((self.is_on,))


# What the controller says.


class Plain:
    """A message whose fields lie one behind the other; `what` it is told as where it is none."""

    layout: ClassVar[struct.Struct]
    what: ClassVar[str]

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """Return the message in *payload*, which no other bytes say."""
        expect(len(payload) == cls.layout.size, cls.what, payload)
        fields = cls.layout.unpack(payload)
        expect(cls.layout.pack(*fields) == payload, cls.what, payload)
        return cls(*fields)


@dataclass(frozen=True)
class Welcome:
    """The controller's HELLO: what it is and can do.

    Attributes:
        version: of the protocol.
        firmware: three numbers.
        lamp_limit: the most lamps that it can drive.
        window: bytes on the wire that may be under way without an answer.
        max_packet: the longest packet that it takes, before COBS.
        buttons: wired to it, 0..8.
        columns, rows: of its matrix of sensors, 0..16; 0 where there is none.
        cap_ma: what its lamps may draw together.
        dark_after_ms: how long it waits for a host before it goes dark.
    """

    kind: ClassVar[int] = 0x41
    layout: ClassVar[struct.Struct] = struct.Struct("<B3sHHBBBBBHH")
    version: int
    firmware: tuple[int, int, int]
    lamp_limit: int
    window: int
    max_packet: int
    features: Feature
    buttons: int
    columns: int
    rows: int
    cap_ma: int
    dark_after_ms: int

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """Return the message in *payload*; later versions may append to it."""
        expect(len(payload) >= cls.layout.size, "a HELLO", payload)
        version, firmware, lamps, window, longest, features, *rest = cls.layout.unpack_from(
            payload
        )
        major, minor, patch = firmware
        return cls(
            version, (major, minor, patch), lamps, window, longest, Feature(features), *rest
        )


@dataclass(frozen=True)
class Ack(Plain):
    """A packet was accepted; *event* is the number of the newest event.

    Attributes:
        status: flags; the program needs none of them.
    """

    kind: ClassVar[int] = 0x42
    layout = struct.Struct("BB")
    what = "an ACK"
    event: int
    status: int


@dataclass(frozen=True)
class Nak:
    """A packet was not accepted; the packet's sequence number is the one that is expected now."""

    kind: ClassVar[int] = 0x43
    reason: NackReason

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """Return the message in *payload*."""
        expect(len(payload) == 1 and payload[0] in list(NackReason), "a reason", payload)
        return cls(NackReason(payload[0]))


@dataclass(frozen=True)
class InputState:
    """Which buttons are down and which sites occupied, after the event *event*.

    Attributes:
        buttons: bit 0 is button 0.
        rows: one number for each row of the matrix, bit 0 is column 0.
    """

    kind: ClassVar[int] = 0x44
    event: int
    buttons: int
    rows: tuple[int, ...]

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """Return the message in *payload*."""
        count, rest = divmod(len(payload) - 2, 2)
        expect(0 <= count <= 16 and not rest, "two bytes a row", payload)
        event, buttons, *rows = struct.unpack(f"<BB{count}H", payload)
        return cls(event, buttons, tuple(rows))


@dataclass(frozen=True)
class ButtonEvent(Plain):
    """A button went down or up; the packet's sequence number is the event's."""

    kind: ClassVar[int] = 0x50
    layout = struct.Struct("<B?H")
    what = "a button"
    button: int
    is_down: bool
    at_ms: int


@dataclass(frozen=True)
class SensorEvent(Plain):
    """A site was occupied or left; the packet's sequence number is the event's."""

    kind: ClassVar[int] = 0x51
    layout = struct.Struct("<BB?H")
    what = "a site"
    column: int
    row: int
    is_occupied: bool
    at_ms: int


HostMessage = Hello | Ping | Query | SelfTest | LampMessage
ControllerMessage = Welcome | Ack | Nak | InputState | ButtonEvent | SensorEvent

_HEARD: tuple[type[ControllerMessage], ...] = (
    Welcome, Ack, Nak, InputState, ButtonEvent, SensorEvent,
)  # fmt: skip
_READERS: dict[int, Callable[[bytes], ControllerMessage]] = {
    form.kind: form.read for form in _HEARD
}


def packet_of(message: HostMessage, sequence: int) -> Packet:
    """Return the packet that says *message*."""
    held = HELD if isinstance(message, LampMessage) and message.is_held else 0
    return Packet(message.kind | held, sequence, message.payload())


def heard_in(packets: Iterable[Packet]) -> Iterator[tuple[Packet, ControllerMessage]]:
    """Yield those of *packets* that say something, and what: later firmware may know more."""
    for packet in packets:
        try:
            message = message_of(packet)
        except BackendError:
            continue
        yield packet, message


def message_of(packet: Packet) -> ControllerMessage:
    """Return what *packet* says.

    Raises:
        BackendError: no controller says its kind, or its payload is none of that kind.
    """
    read = _READERS.get(packet.kind)
    if read is None:
        raise BackendError(f"expected a kind of packet that is known, got {packet.kind:#04x}")
    return read(packet.payload)
