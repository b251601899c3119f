"""When an Adalight controller is sent which frame; knows no port."""

from __future__ import annotations

from collections.abc import Callable

from hardware import adalight
from hardware.link_protocol import BITS_PER_BYTE, FloodGate

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
        byte_count = adalight.HEADER_SIZE + len(frame)
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
        self._tail = heard[-(len(adalight.READY) - 1) :]
        self.heard_bytes += len(data)
        if adalight.READY in heard:
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
        return adalight.encode(self._frame)

    def pause_s(self, now_s: float) -> float:
        """Return how long the wire is still busy, else when the repetition is due."""
        next_send_at_s = self._wire_free_at_s - WIRE_LEAD_S
        # While the wire is busy another frame may come; look again when it can leave.
        return (next_send_at_s if now_s < next_send_at_s else self._due_at_s) - now_s

    def farewell(self) -> bytes:
        """Return a dark frame."""
        return adalight.encode(bytes(len(self._frame)))
