"""What runs on the virtual controller: bytes and time in, frames and answers out; knows no port.

Source: `hardware/PROTOCOL.md`, "The checked protocol", from the controller's side.
`CheckedFirmware` answers as the core in `hardware/firmware` does, and is held to the same tests;
it has no self-test and no current cap.  On its sensors whatever lies on the simulated table is put
and lifted by name of place.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import astuple, replace
from typing import Protocol

from companion.errors import BackendError
from hardware import adalight
from hardware.adalight import DecodedFrame
from hardware.checked.messages import (
    BYTES_PER_LAMP,
    FULL_HEAD,
    HELD,
    MAX_COLORS,
    PALETTE_HEAD,
    PROTOCOL_VERSION,
    SKIP,
    Ack,
    ControllerMessage,
    Feature,
    Full,
    Hello,
    HostMessage,
    InputState,
    LampMessage,
    NackReason,
    Nak,
    Palette,
    Ping,
    Query,
    SelfTest,
    SensorEvent,
    Sparse,
    Welcome,
)
from hardware.checked.packets import END, MAX_PACKET, NUMBERS, Packet, decode, encode

Place = tuple[int, int]
"""Column and row of the matrix, from 0 at the near left."""

MOST = 16
"""Columns, and rows, that a controller can have."""


class VirtualMatrix:
    """A matrix of sensors that lies under the panel, wired to the virtual controller.

    Args:
        panel_size: columns and rows of the panel; the matrix has at most `MOST` of each.

    Attributes:
        size: columns and rows of the matrix.
        is_on: whether it is wired to the controller.
        occupied: where something stands.
        count: how often something has changed.
        on_change: called after each change.
    """

    def __init__(self, panel_size: tuple[int, int]) -> None:
        self.size = (min(panel_size[0], MOST), min(panel_size[1], MOST))
        self.is_on = False
        self.occupied: frozenset[Place] = frozenset()
        self.count = 0
        self.on_change: Callable[[], None] = lambda: None

    def switch_on(self, occupied: frozenset[Place] = frozenset()) -> None:
        """Wire it, with something standing on each place of *occupied*."""
        self.is_on = True
        self._change(occupied)

    def has(self, place: Place) -> bool:
        """Return whether a sensor that is wired lies at *place*."""
        return self.is_on and all(at < most for at, most in zip(place, self.size, strict=True))

    def put(self, place: Place) -> None:
        """Put something on *place*."""
        self._change(self.occupied | {place})

    def lift(self, place: Place) -> None:
        """Remove what stands on *place*."""
        self._change(self.occupied - {place})

    def _change(self, occupied: frozenset[Place]) -> None:
        self.occupied = occupied
        self.count += 1
        self.on_change()


class NakError(BackendError):
    """A packet that a controller answers with NAK, for *reason*."""

    def __init__(self, reason: NackReason) -> None:
        super().__init__(f"expected a packet that can be obeyed, got {reason.name!r}")
        self.reason = reason


def _expect(is_so: bool, otherwise: NackReason) -> None:
    if not is_so:
        raise NakError(otherwise)


def answer_of(message: ControllerMessage, sequence: int) -> Packet:
    """Return the packet in which a controller says *message*."""
    return Packet(message.kind, sequence, _payload(message))


def _payload(message: ControllerMessage) -> bytes:
    if isinstance(message, Welcome):
        version, firmware, *rest = astuple(message)
        return message.layout.pack(version, bytes(firmware), *rest)
    if isinstance(message, Nak):
        return bytes((message.reason,))
    if isinstance(message, InputState):
        rows = message.rows
        return struct.pack(f"<BB{len(rows)}H", message.event, message.buttons, *rows)
    return message.layout.pack(*astuple(message))


def host_message_of(packet: Packet) -> HostMessage:
    """Return what *packet* of the host says.

    Raises:
        NakError: no host says its kind, or its payload is none of that kind.
    """
    if read := _READERS.get(packet.kind):
        return read(packet.payload)
    read_lamps = _LAMP_READERS.get(packet.kind & ~HELD)
    if read_lamps is None:
        raise NakError(NackReason.KIND)
    return replace(read_lamps(packet.payload), is_held=bool(packet.kind & HELD))


def apply(message: LampMessage, frame: bytearray) -> None:
    """Change *frame*, three bytes a lamp, as *message* says.

    Raises:
        NakError: *message* names a lamp that *frame* does not have; nothing is changed.
    """
    changes = changes_of(message)
    _expect(BYTES_PER_LAMP * changes[-1][0] < len(frame), NackReason.LAMP)
    for lamp, color in changes:
        frame[BYTES_PER_LAMP * lamp : BYTES_PER_LAMP * (lamp + 1)] = color


def changes_of(message: LampMessage) -> list[tuple[int, bytes]]:
    """Return each lamp that *message* changes with its color, the highest lamp last."""
    if isinstance(message, Sparse):
        return list(message.changes)
    if isinstance(message, Palette):
        colors = [message.colors[index] for index in message.indices]
    else:
        colors = _colors(message.levels)
    return list(enumerate(colors, message.first))


def _colors(levels: bytes) -> list[bytes]:
    return [levels[at : at + BYTES_PER_LAMP] for at in range(0, len(levels), BYTES_PER_LAMP)]


def _hello(payload: bytes) -> Hello:
    """Return the HELLO in *payload*; later versions may append to it."""
    _expect(len(payload) >= Hello.layout.size, NackReason.LENGTH)
    version, lamp_count = Hello.layout.unpack_from(payload)
    return Hello(lamp_count, version)


def _ping(payload: bytes) -> Ping:
    _expect(not payload, NackReason.LENGTH)
    return Ping()


def _query(payload: bytes) -> Query:
    _expect(not payload, NackReason.LENGTH)
    return Query()


def _self_test(payload: bytes) -> SelfTest:
    _expect(len(payload) == 1, NackReason.LENGTH)
    _expect(payload[0] <= 1, NackReason.VALUE)
    return SelfTest(bool(payload[0]))


def _full(payload: bytes) -> Full:
    lamps, rest = divmod(len(payload) - FULL_HEAD.size, BYTES_PER_LAMP)
    _expect(lamps > 0 and not rest, NackReason.LENGTH)
    return Full(FULL_HEAD.unpack_from(payload)[0], payload[FULL_HEAD.size :])


def _palette(payload: bytes) -> Palette:
    _expect(len(payload) > PALETTE_HEAD.size, NackReason.LENGTH)
    first, lamps, count = PALETTE_HEAD.unpack_from(payload)
    _expect(1 <= count <= MAX_COLORS and lamps > 0, NackReason.VALUE)
    at = PALETTE_HEAD.size + BYTES_PER_LAMP * count
    _expect(len(payload) == at + (lamps + 1) // 2, NackReason.LENGTH)
    halves = bytes(half for pair in payload[at:] for half in (pair & 0xF, pair >> 4))
    _expect(max(halves) < count and not any(halves[lamps:]), NackReason.COLOR)
    return Palette(first, tuple(_colors(payload[PALETTE_HEAD.size : at])), halves[:lamps])


def _sparse(payload: bytes) -> Sparse:
    changes: list[tuple[int, bytes]] = []
    lamp = at = 0
    while at < len(payload):
        step = payload[at]
        lamp += step
        at += 1
        if step == SKIP and at < len(payload):
            continue
        _expect(at + BYTES_PER_LAMP <= len(payload), NackReason.LENGTH)
        changes.append((lamp, payload[at : at + BYTES_PER_LAMP]))
        lamp += 1
        at += BYTES_PER_LAMP
    _expect(bool(changes), NackReason.LENGTH)
    return Sparse(tuple(changes))


_READERS: dict[int, Callable[[bytes], HostMessage]] = {
    Hello.kind: _hello, Ping.kind: _ping, Query.kind: _query, SelfTest.kind: _self_test,
}  # fmt: skip
_LAMP_READERS: dict[int, Callable[[bytes], LampMessage]] = {
    Full.kind: _full, Palette.kind: _palette, Sparse.kind: _sparse,
}  # fmt: skip


FIRMWARE = (1, 0, 0)
WINDOW = 511
CAP_MA = 0xFFFF
"""More than any panel draws."""

DARK_AFTER_S = 3.0


class Firmware(Protocol):
    """What runs on a controller."""

    @property
    def offset(self) -> int:
        """How many bytes came before the oldest that may yet be part of a frame."""

    def start(self, now_s: float) -> bytes | None:
        """Begin anew, as after a reset; return what the lamps show, None if that stays."""

    def receive(self, data: bytes, now_s: float) -> list[DecodedFrame]:
        """Return the frames that bytes from the host complete."""

    def tick(self, now_s: float) -> bytes | None:
        """Do what is due; return what the lamps show, None if that stays."""

    def due_s(self) -> float:
        """Return until when `tick` is to be called if no byte comes before."""

    def take_answer(self) -> bytes:
        """Return what is to be written to the host, once."""

    def carried(self, frame: bytes) -> bytes:
        """Return what the lamps show when the host shows *frame*."""


class AdalightFirmware(Firmware):
    """An Adalight controller, which says nothing.

    Args:
        max_lamps: as for an `AdalightDecoder`.
    """

    def __init__(self, max_lamps: int = adalight.MAX_LAMPS) -> None:
        self._decoder = adalight.AdalightDecoder(max_lamps)

    @property
    def offset(self) -> int:
        return self._decoder.offset

    def start(self, now_s: float) -> bytes | None:
        self._decoder.reset()
        return None

    def receive(self, data: bytes, now_s: float) -> list[DecodedFrame]:
        return self._decoder.feed(data)

    def tick(self, now_s: float) -> bytes | None:
        return None

    def due_s(self) -> float:
        return float("inf")

    def take_answer(self) -> bytes:
        return b""

    def carried(self, frame: bytes) -> bytes:
        return adalight.carryable(frame)


class CheckedFirmware(Firmware):
    """A controller of the checked protocol with a matrix of sensors.

    Args:
        lamp_count: lamps at most.
        matrix: is announced once it is switched on, for which the controller restarts.
    """

    def __init__(self, lamp_count: int, matrix: VirtualMatrix) -> None:
        self._lamp_limit = lamp_count
        self._matrix = matrix
        self._output = bytearray()
        self._pending = b""
        self._fed = self._packet_at = 0
        self._held_at: int | None = None
        self._reset()

    def _reset(self) -> None:
        self._has_matrix = self._matrix.is_on
        self._lamps = bytearray(BYTES_PER_LAMP * self._lamp_limit)
        self._is_greeted = False
        self._accepted_at_s = 0.0
        self._next = 0
        self._last: tuple[int, NackReason | None] = (Hello.kind, None)
        self._event = 0
        self._told: frozenset[Place] = frozenset()
        self._pending, self._packet_at, self._held_at = b"", self._fed, None

    @property
    def offset(self) -> int:
        return self._packet_at if self._held_at is None else self._held_at

    def start(self, now_s: float) -> bytes | None:
        self._reset()
        self._say(self._welcome(Feature.STARTED), 0)
        return bytes(self._lamps)

    def receive(self, data: bytes, now_s: float) -> list[DecodedFrame]:
        frames: list[DecodedFrame] = []
        *ended, rest = data.split(END)
        at = self._fed
        self._fed += len(data)
        for part in ended:
            wire, self._pending = self._pending + part, b""
            at += len(part) + len(END)
            if wire and self._take(decode(wire), now_s):
                frames.append(DecodedFrame(bytes(self._lamps), self.offset))
                self._held_at = None
            self._packet_at = at
        # A longer one is damaged, however much of it is kept.
        self._pending = (self._pending + rest)[: MAX_PACKET + 2]
        return frames

    def tick(self, now_s: float) -> bytes | None:
        if self._matrix.is_on is not self._has_matrix:
            return self.start(now_s)
        if self._is_greeted and now_s >= self._accepted_at_s + DARK_AFTER_S:
            self._is_greeted = False
            self._lamps[:] = bytes(len(self._lamps))
            return bytes(self._lamps)
        if self._is_greeted:
            self._tell_sites(now_s)
        return None

    def due_s(self) -> float:
        return self._accepted_at_s + DARK_AFTER_S if self._is_greeted else float("inf")

    def take_answer(self) -> bytes:
        output = bytes(self._output)
        self._output.clear()
        return output

    def carried(self, frame: bytes) -> bytes:
        return frame

    def _take(self, packet: Packet | None, now_s: float) -> bool:
        """Answer *packet*, None where it was damaged; return whether the lamps are shown anew."""
        if packet is None:
            self._refuse(NackReason.DAMAGED)
            return False
        if packet.kind == Hello.kind:
            self._greet(packet, now_s)
            return False
        if not self._is_greeted:
            self._refuse(NackReason.NO_HELLO)
            return False
        is_new = packet.sequence == self._next
        is_again = packet.sequence == (self._next - 1) % NUMBERS and packet.kind == self._last[0]
        if not is_new and not is_again:
            self._refuse(NackReason.ORDER)
            return False
        is_shown = is_new and self._obey(packet)
        self._answer(packet, now_s)
        return is_shown

    def _greet(self, packet: Packet, now_s: float) -> None:
        """Tell what the controller is, even to a host that it cannot serve."""
        self._say(self._welcome(Feature(0)), packet.sequence)
        try:
            hello = host_message_of(packet)
            assert isinstance(hello, Hello)
            if hello.version != PROTOCOL_VERSION:
                raise NakError(NackReason.VALUE)
            if not 0 < hello.lamp_count <= self._lamp_limit:
                raise NakError(NackReason.LAMP)
        except NakError as error:
            self._refuse(error.reason)
            return
        count = BYTES_PER_LAMP * hello.lamp_count
        self._lamps = bytearray(self._lamps[:count].ljust(count, b"\0"))
        self._next, self._last = (packet.sequence + 1) % NUMBERS, (Hello.kind, None)
        self._event, self._told = 0, self._matrix.occupied
        self._held_at = None
        self._is_greeted, self._accepted_at_s = True, now_s

    def _obey(self, packet: Packet) -> bool:
        """Do what *packet*, the next one, says; return whether the lamps are shown anew."""
        self._next = (self._next + 1) % NUMBERS
        is_shown = False
        try:
            if packet.kind == SelfTest.kind:
                raise NakError(NackReason.KIND)
            message = host_message_of(packet)
            if isinstance(message, LampMessage):
                apply(message, self._lamps)
                is_shown = not message.is_held
                if message.is_held and self._held_at is None:
                    self._held_at = self._packet_at
        except NakError as error:
            self._last = (packet.kind, error.reason)
            return False
        self._last = (packet.kind, None)
        return is_shown

    def _answer(self, packet: Packet, now_s: float) -> None:
        """Tell what came of *packet*, the last one that was taken."""
        reason = self._last[1]
        if reason is not None:
            self._refuse(reason)
            return
        self._accepted_at_s = now_s
        is_query = packet.kind == Query.kind
        self._say(self._state() if is_query else Ack(self._event, 0), packet.sequence)

    def _tell_sites(self, now_s: float) -> None:
        """Tell of each place that is occupied or left since the host was told."""
        occupied = self._matrix.occupied
        for column, row in sorted(occupied ^ self._told, key=lambda place: place[::-1]):
            self._event = (self._event + 1) % NUMBERS
            is_occupied = (column, row) in occupied
            at_ms = round(1000 * now_s) % 0x10000
            self._say(SensorEvent(column, row, is_occupied, at_ms), self._event)
        self._told = occupied

    def _welcome(self, features: Feature) -> Welcome:
        columns, rows = self._matrix.size if self._has_matrix else (0, 0)
        return Welcome(
            PROTOCOL_VERSION, FIRMWARE, self._lamp_limit, WINDOW, MAX_PACKET, features,
            buttons=0, columns=columns, rows=rows, cap_ma=CAP_MA,
            dark_after_ms=round(1000 * DARK_AFTER_S),
        )  # fmt: skip

    def _state(self) -> InputState:
        rows = [0] * (self._matrix.size[1] if self._has_matrix else 0)
        for column, row in self._told if self._has_matrix else ():
            rows[row] |= 1 << column
        return InputState(self._event, 0, tuple(rows))

    def _refuse(self, reason: NackReason) -> None:
        self._say(Nak(reason), self._next)

    def _say(self, message: ControllerMessage, sequence: int) -> None:
        self._output += encode(answer_of(message, sequence))
