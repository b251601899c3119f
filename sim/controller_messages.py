"""Messages of the checked protocol from the controller's side: the host's read, its own written.

The other half of `hardware.checked.messages`. Source: `hardware/PROTOCOL.md`, "The checked
protocol".
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import astuple, replace

from companion.errors import BackendError
from hardware.checked.lamps import (
    BYTES_PER_LAMP,
    FULL_HEAD,
    MAX_COLORS,
    PALETTE_HEAD,
    SKIP,
    Full,
    LampMessage,
    Palette,
    Sparse,
)
from hardware.checked.messages import (
    HELD,
    ControllerMessage,
    Hello,
    HostMessage,
    InputState,
    NackReason,
    Nak,
    Ping,
    Query,
    SelfTest,
    Welcome,
)
from hardware.checked.packets import Packet


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
