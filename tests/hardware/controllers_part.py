"""The controller's half of the checked protocol: what it hears, does and says."""

import enum
import struct
from dataclasses import astuple, replace

from companion.errors import BackendError
from hardware.checked.lamps import (
    BYTES_PER_LAMP,
    FULL_HEAD,
    MAX_COLORS,
    PALETTE_HEAD,
    SKIP,
    Full,
    Palette,
    Sparse,
)
from hardware.checked.messages import (
    HELD,
    Hello,
    InputState,
    Nak,
    Ping,
    Query,
    SelfTest,
    Welcome,
    expect,
)
from hardware.checked.packets import Packet


class ControllerStatus(enum.IntFlag):
    """What a controller tells with each ACK: lamps dimmed by its current cap, bytes lost."""

    LIMITED = 0x01
    OVERRUN = 0x02


def answer_of(message, sequence):
    """Return the packet in which a controller says *message*."""
    return Packet(message.kind, sequence, _payload(message))


def _payload(message):
    if isinstance(message, Welcome):
        version, firmware, *rest = astuple(message)
        return message.layout.pack(version, bytes(firmware), *rest)
    if isinstance(message, Nak):
        return bytes((message.reason,))
    if isinstance(message, InputState):
        rows = message.rows
        return struct.pack(f"<BB{len(rows)}H", message.event, message.buttons, *rows)
    return message.layout.pack(*astuple(message))


def host_message_of(packet):
    """Return what *packet* of the host says.

    Raises:
        BackendError: no host says its kind, or its payload is none of that kind.
    """
    if read := _READERS.get(packet.kind):
        return read(packet.payload)
    if read := _LAMP_READERS.get(packet.kind & ~HELD):
        return replace(read(packet.payload), is_held=bool(packet.kind & HELD))
    raise BackendError(f"expected a kind of packet that is known, got {packet.kind:#04x}")


def _hello(payload):
    """Return the HELLO in *payload*; later versions may append to it."""
    expect(len(payload) >= Hello.layout.size, "a HELLO", payload)
    version, lamp_count = Hello.layout.unpack_from(payload)
    return Hello(lamp_count, version)


def _ping(payload):
    expect(not payload, "nothing after PING", payload)
    return Ping()


def _query(payload):
    expect(not payload, "nothing after QUERY", payload)
    return Query()


def _self_test(payload):
    expect(payload in (b"\0", b"\1"), "SELF_TEST on or off", payload)
    return SelfTest(payload == b"\1")


def _full(payload):
    lamps, rest = divmod(len(payload) - FULL_HEAD.size, BYTES_PER_LAMP)
    expect(lamps > 0 and not rest, "three bytes a lamp", payload)
    return Full(FULL_HEAD.unpack_from(payload)[0], payload[FULL_HEAD.size :])


def _palette(payload):
    expect(len(payload) > PALETTE_HEAD.size, "a palette", payload)
    first, lamps, count = PALETTE_HEAD.unpack_from(payload)
    expect(1 <= count <= MAX_COLORS and lamps > 0, "1 to 16 colors and a lamp", payload)
    at = PALETTE_HEAD.size + BYTES_PER_LAMP * count
    expect(len(payload) == at + (lamps + 1) // 2, "four bits a lamp", payload)
    halves = bytes(half for pair in payload[at:] for half in (pair & 0xF, pair >> 4))
    expect(max(halves) < count and not any(halves[lamps:]), "colors of the palette", payload)
    return Palette(first, tuple(_colors(payload[PALETTE_HEAD.size : at])), halves[:lamps])


def _sparse(payload):
    changes = []
    lamp = at = 0
    while at < len(payload):
        lamp += payload[at]
        at += 1
        if payload[at - 1] == SKIP and at < len(payload):
            continue
        expect(at + BYTES_PER_LAMP <= len(payload), "a color after each lamp", payload)
        changes.append((lamp, payload[at : at + BYTES_PER_LAMP]))
        lamp += 1
        at += BYTES_PER_LAMP
    expect(bool(changes), "a lamp", payload)
    return Sparse(tuple(changes))


_READERS = {Hello.kind: _hello, Ping.kind: _ping, Query.kind: _query, SelfTest.kind: _self_test}
_LAMP_READERS = {Full.kind: _full, Palette.kind: _palette, Sparse.kind: _sparse}


def apply(message, frame):
    """Change *frame* as a controller does that accepts *message*.

    Raises:
        BackendError: *message* names a lamp that *frame* does not have; nothing is changed.
    """
    changes, lamps = changes_of(message), len(frame) // 3
    if changes[-1][0] >= lamps:
        raise BackendError(f"expected lamps below {lamps}, got {changes[-1][0]!r}")
    for lamp, color in changes:
        frame[3 * lamp : 3 * lamp + 3] = color


def changes_of(message):
    """Return each lamp that *message* changes with its color, the highest lamp last."""
    if isinstance(message, Sparse):
        return message.changes
    if isinstance(message, Palette):
        colors = [message.colors[index] for index in message.indices]
    else:
        colors = _colors(message.levels)
    return list(enumerate(colors, message.first))


def _colors(levels):
    return [levels[at : at + BYTES_PER_LAMP] for at in range(0, len(levels), BYTES_PER_LAMP)]


def under_way(protocol):
    """Return how many bytes of *protocol* have no answer of the controller yet."""
    return protocol._flight.on_wire if protocol._flight else 0
