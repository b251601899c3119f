"""Adalight frames to bytes and back, and when a controller is sent which; knows no port or color.

Source: the Adalight sketch of Adafruit and its descendants, and the serial
reader of WLED (``wled_serial.cpp``); `hardware/PROTOCOL.md` tells how the format
is used here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.errors import BackendError
from hardware.link_protocol import BITS_PER_BYTE, FloodGate

MAGIC = b"Ada"
"""What a frame begins with."""

READY = b"Ada\n"
"""What an Adalight sketch says when it has started, and some of them while idle."""

CHECK = 0x55
"""The third header byte is both count bytes combined with this by exclusive or."""

HEADER_SIZE = 6
BYTES_PER_LAMP = 3
MAX_LAMPS = 0x10000
"""The header carries the lamp count less one in two bytes."""

WLED_COMMANDS = b"\x41\xc9\x49\x76\xb0\xb1\xb2\xb3\xb4\xb5\xb6\xb7\x6c\x4c\x6f\x4f\x7b"
"""
Bytes that WLED obeys when it waits for a frame.

In order: the first byte of an Adalight frame, of a TPM2 frame and of an Improv
packet, "tell the version", eight changes of the baud rate, "send the lamps
back" as JSON and as bytes, the same continuously and no longer, and the start
of a JSON command.
"""


def _safe_level(level: int) -> int:
    while level in WLED_COMMANDS:
        level -= 1
    return level


LINK_SAFE = bytes(_safe_level(level) for level in range(256))
"""For `bytes.translate`: each lamp level, or the nearest lower one that WLED does not obey."""


def carryable(frame: bytes) -> bytes:
    """Return *frame* with every level that may travel safely; doing it twice changes nothing.

    WLED has no time-out within a frame.  When one byte is lost it takes the next
    frame's first byte as a color and that frame's colors as commands, so
    that a blue of B6 would change the baud rate for good.  Levels differ by
    at most 8 of 255 and only downwards, which no eye sees and no current
    limit minds.
    """
    return frame.translate(LINK_SAFE)


def encode(frame: bytes) -> bytes:
    """Return the bytes that show *frame*.

    Args:
        frame: red, green, blue of each lamp in the order of the strip.  Levels
            that must not travel are lowered as `carryable` does.

    Raises:
        BackendError: *frame* is empty, too long or not three bytes a lamp.
    """
    lamp_count, rest = divmod(len(frame), BYTES_PER_LAMP)
    if rest:
        raise BackendError(
            f"expected three bytes a lamp in an LED frame, got {len(frame)!r} bytes"
        )
    if not 1 <= lamp_count <= MAX_LAMPS:
        raise BackendError(f"expected 1 to {MAX_LAMPS} lamps in an LED frame, got {lamp_count!r}")
    high, low = divmod(lamp_count - 1, 0x100)
    return MAGIC + bytes((high, low, high ^ low ^ CHECK)) + carryable(frame)


class DecodedFrame(NamedTuple):
    """One complete frame out of a stream.

    Attributes:
        pixels: red, green, blue of each lamp.
        offset: how many bytes of the stream came before the frame's first one.
    """

    pixels: bytes
    offset: int


class AdalightDecoder:
    """The receiving end: bytes in, complete frames out, whatever the bytes are.

    Like a real controller it trusts a header that checks, and takes as many
    bytes after it as it announces.  So after a lost byte one frame comes out
    shifted and one is missed, and the next one is whole again.

    Args:
        max_lamps: a header that announces more is no header; it bounds what is held back.

    Attributes:
        offset: how many bytes of the stream are done with: made into frames, or passed over.
    """

    def __init__(self, max_lamps: int = MAX_LAMPS) -> None:
        self._max_lamps = max_lamps
        self._pending = bytearray()
        self.offset = 0

    @property
    def pending(self) -> int:
        """How many bytes are held back for want of the rest of their frame."""
        return len(self._pending)

    def feed(self, data: bytes) -> list[DecodedFrame]:
        """Return the frames that *data* completes, oldest first; never raises."""
        self._pending += data
        frames: list[DecodedFrame] = []
        at = self._next_header(0)
        while (end := self._frame_end(at)) is not None:
            pixels = bytes(self._pending[at + HEADER_SIZE : end])
            frames.append(DecodedFrame(pixels, self.offset + at))
            at = self._next_header(end)
        del self._pending[:at]
        self.offset += at
        return frames

    def reset(self) -> None:
        """Forget a half-received frame, as a controller does that restarts."""
        self.offset += len(self._pending)
        self._pending.clear()

    def _next_header(self, at: int) -> int:
        """Return where from *at* on a header begins or may yet begin, or the end."""
        while (at := self._pending.find(MAGIC[:1], at)) >= 0:
            if self._may_be_header(self._pending[at : at + HEADER_SIZE]):
                return at
            at += 1
        return len(self._pending)

    def _may_be_header(self, head: bytearray) -> bool:
        if not MAGIC.startswith(head[: len(MAGIC)]):
            return False
        if len(head) < HEADER_SIZE:
            return True
        high, low, check = head[len(MAGIC) :]
        return check == high ^ low ^ CHECK and high * 0x100 + low < self._max_lamps

    def _frame_end(self, at: int) -> int | None:
        """Return where the frame that begins at *at* ends, or None while it is incomplete."""
        if at + HEADER_SIZE > len(self._pending):
            return None
        high, low = self._pending[at + 3], self._pending[at + 4]
        end = at + HEADER_SIZE + BYTES_PER_LAMP * (high * 0x100 + low + 1)
        return end if end <= len(self._pending) else None


KEEP_ALIVE_S = 1.0
"""How often an unchanged frame is sent again: WLED leaves its live mode after 2.5 s."""

WIRE_MARGIN = 1.02
"""
Frames are spaced by this much more than their wire time.

The controller's clock differs from ours; without a margin a faster sender
would fill the system's buffer little by little, and each second of buffer is
a second by which the lamps lag.
"""

WIRE_LEAD_S = 0.002
"""A frame is written this much before the wire falls idle, so that waking late costs nothing."""

FLOOD_BYTES = 8_000
"""More in a second is a flood: most controllers say nothing, and no sketch says so much."""

READY_PAUSE_S = 0.1
"""A controller that keeps saying that it has started gets at most a frame in this time."""


class AdalightProtocol:
    """The `LinkProtocol` with a controller that only listens.

    Args:
        take_frame: hands over the newest frame not yet taken, or None.
        frame: what to show until then, three bytes a lamp.
        baud: bits a second on the wire.
        now_s: the wire is free and the first frame due from this time on.

    Attributes:
        has_greeted: it has said that it is Adalight's controller.
        heard_bytes: how much it has said.
    """

    def __init__(
        self, take_frame: Callable[[], bytes | None], frame: bytes, baud: int, now_s: float
    ) -> None:
        self._take_frame = take_frame
        self._frame = frame
        self.baud = baud
        byte_count = HEADER_SIZE + len(frame)
        self._wire_s = byte_count * BITS_PER_BYTE / baud * WIRE_MARGIN
        self._due_at_s = self._wire_free_at_s = now_s
        self._sent_at_s = float("-inf")
        self._tail = b""
        self.has_greeted = False
        self.heard_bytes = 0
        self._flood = FloodGate(FLOOD_BYTES, now_s)

    @property
    def is_up(self) -> bool:
        """Whether a frame has been sent: there is no answer to go by."""
        return self._sent_at_s > float("-inf")

    def hear(self, data: bytes, now_s: float) -> None:
        """Repeat the frame when the controller says that it has started; ignore all else."""
        self._flood.measure(len(data), now_s)
        heard = self._tail + data
        self._tail = heard[-(len(READY) - 1) :]
        self.heard_bytes += len(data)
        if READY in heard:
            self.has_greeted = True
            self._due_at_s = min(self._due_at_s, max(now_s, self._sent_at_s + READY_PAUSE_S))

    def say(self, now_s: float) -> bytes:
        """Return the newest frame when it, or the next repetition, is due."""
        if now_s < self._wire_free_at_s - WIRE_LEAD_S:
            return b""
        frame = self._take_frame()
        if frame is not None and frame != self._frame:
            self._frame = frame
            self._due_at_s = now_s
        if now_s < self._due_at_s:
            return b""
        self._sent_at_s = now_s
        self._due_at_s = now_s + KEEP_ALIVE_S
        self._wire_free_at_s = max(now_s, self._wire_free_at_s) + self._wire_s
        return encode(self._frame)

    def pause_s(self, now_s: float) -> float:
        """Return how long the wire is still busy, else when the repetition is due."""
        next_send_at_s = self._wire_free_at_s - WIRE_LEAD_S
        # While the wire is busy another frame may come; look again when it can leave.
        return (next_send_at_s if now_s < next_send_at_s else self._due_at_s) - now_s

    def farewell(self) -> bytes:
        """Return a dark frame."""
        return encode(bytes(len(self._frame)))
