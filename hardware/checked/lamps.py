"""The three messages that change lamps, and the shortest way from one frame to the next.

Source: `hardware/PROTOCOL.md`, "Lamps". Knows no port, time or sequence number.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from hardware.checked.packets import MAX_PAYLOAD, WIRE_OVERHEAD

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
