"""What runs on the virtual controller: bytes and time in, frames and answers out; knows no port.

Source: `hardware/PROTOCOL.md`. `CheckedFirmware` answers as the core in `hardware/firmware`
does, and is held to the same tests; it has no self-test and no current cap.
"""

from __future__ import annotations

from typing import Protocol

from hardware import adalight
from hardware.adalight import DecodedFrame
from hardware.checked.lamps import BYTES_PER_LAMP, LampMessage
from hardware.checked.messages import (
    PROTOCOL_VERSION,
    Ack,
    ControllerMessage,
    Feature,
    Hello,
    InputState,
    NackReason,
    Nak,
    Query,
    SelfTest,
    SensorEvent,
    Welcome,
)
from hardware.checked.packets import END, MAX_PACKET, NUMBERS, Packet, decode, encode
from sim.controller_messages import NakError, answer_of, apply, host_message_of
from sim.virtual_matrix import Place, VirtualMatrix

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
