"""Packets to bytes and back: COBS, sequence number and CRC-32; knows no message.

Source: `hardware/PROTOCOL.md`, "The checked protocol". COBS: Cheshire and Baker,
"Consistent Overhead Byte Stuffing", 1999. CRC-32: ISO-HDLC, as in Ethernet and gzip.
"""

from __future__ import annotations

import zlib
from typing import NamedTuple

from companion.errors import BackendError

END = b"\0"
"""What ends each packet on the wire and occurs nowhere else."""

NUMBERS = 0x100
"""Of packets and of events: after 255 comes 0."""

HEAD_SIZE = 2
"""Type and sequence number."""

CRC_SIZE = 4
MAX_PACKET = 252
"""
Bytes of a packet with its head and CRC, before COBS.

So COBS always adds exactly one byte, its code FF never occurs, all 81 lamps of
a 9×9 board fit into one packet, and two packets into a receive buffer of 512 bytes.
"""

MAX_PAYLOAD = MAX_PACKET - HEAD_SIZE - CRC_SIZE
WIRE_OVERHEAD = HEAD_SIZE + CRC_SIZE + 2
"""Bytes on the wire beside the payload: head, CRC, one byte of COBS, the end."""


class Packet(NamedTuple):
    """One packet, checked.

    Attributes:
        kind: what it says, 0..255; `messages` names the values.
        sequence: its number, below `NUMBERS`.
        payload: at most `MAX_PAYLOAD` bytes.
    """

    kind: int
    sequence: int
    payload: bytes


def encode(packet: Packet) -> bytes:
    """Return the bytes of *packet* on the wire, its end included.

    Raises:
        BackendError: kind or sequence is no byte, or the payload is too long.
    """
    if not (0 <= packet.kind <= 0xFF and 0 <= packet.sequence <= 0xFF):
        raise BackendError(
            "expected a kind and a sequence number of 0 to 255 in a packet, "
            f"got {packet.kind!r} and {packet.sequence!r}"
        )
    if len(packet.payload) > MAX_PAYLOAD:
        raise BackendError(
            f"expected at most {MAX_PAYLOAD} bytes in a packet, got {len(packet.payload)!r}"
        )
    body = bytes((packet.kind, packet.sequence)) + packet.payload
    return _stuffed(body + zlib.crc32(body).to_bytes(CRC_SIZE, "little")) + END


def decode(wire: bytes) -> Packet | None:
    """Return the packet that *wire*, without its end, is; None if it is none; never raises."""
    if len(wire) > MAX_PACKET + 1:
        return None
    body = _unstuffed(wire)
    if body is None or len(body) < HEAD_SIZE + CRC_SIZE:
        return None
    said, crc = body[:-CRC_SIZE], body[-CRC_SIZE:]
    if zlib.crc32(said) != int.from_bytes(crc, "little"):
        return None
    return Packet(said[0], said[1], said[HEAD_SIZE:])


def _stuffed(body: bytes) -> bytes:
    """Return *body*, shorter than 254 bytes, by COBS: each zero as the way to the next one."""
    return b"".join(bytes((len(run) + 1,)) + run for run in body.split(b"\0"))


def _unstuffed(wire: bytes) -> bytes | None:
    """Return what was stuffed into *wire*, or None where a code leads beyond its end."""
    runs: list[bytes] = []
    at, end = 0, len(wire)
    while at < end:
        code = wire[at]
        runs.append(wire[at + 1 : at + code])
        at += code
        if not code:
            return None
    return b"\0".join(runs) if at == end else None


class PacketDecoder:
    """The receiving end: bytes in, whole packets out, whatever the bytes are.

    Between two ends there is a packet, nothing, or something damaged, which is
    dropped; so damage never reaches further than the next end.
    """

    def __init__(self) -> None:
        self._pending = bytearray()
        self._is_too_long = False

    def feed(self, data: bytes) -> list[Packet]:
        """Return the packets that *data* completes, oldest first; never raises."""
        *ended, rest = data.split(END)
        packets: list[Packet] = []
        for part in ended:
            self._hold(part)
            # Of what is too long nothing is held, which is no packet either.
            packet = decode(bytes(self._pending))
            self.reset()
            if packet is not None:
                packets.append(packet)
        self._hold(rest)
        return packets

    def reset(self) -> None:
        """Forget a half-received packet."""
        self._pending.clear()
        self._is_too_long = False

    def _hold(self, part: bytes) -> None:
        self._pending += part[: MAX_PACKET + 2]
        if len(self._pending) > MAX_PACKET + 1:
            self._pending.clear()
            self._is_too_long = True
        elif self._is_too_long:
            self._pending.clear()
