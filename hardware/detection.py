"""Which protocol the controller at a port speaks, told by its first words; knows no port.

Source: `hardware/PROTOCOL.md`, "Which protocol".
"""

from __future__ import annotations

from hardware.adalight import READY
from hardware.checked.messages import heard_in
from hardware.checked.packets import PacketDecoder
from hardware.checked.protocol import (
    CHECKED_BAUD,
    FLOOD_BYTES,
    HELLO_EVERY_S,
    HELLO_WITHIN_S,
    KNOCK,
)
from hardware.link_protocol import FloodGate

AUTO, CHECKED, ADALIGHT, CHESSLINK = "auto", "checked", "adalight", "chesslink"
PROTOCOLS = (AUTO, CHECKED, ADALIGHT, CHESSLINK)
"""
`CHESSLINK` is never found out: its question, heard by WLED at another speed, could change that.
"""


class Detection:
    """The `LinkProtocol` before it is known which one it will be.

    Args:
        now_s: when the port was opened.

    Attributes:
        spoken: `CHECKED` or `ADALIGHT`, or None while it is not known.
    """

    baud = CHECKED_BAUD
    is_up = False

    def __init__(self, now_s: float) -> None:
        self._since_s = now_s
        self._knock_at_s = now_s + HELLO_EVERY_S
        self._decoder = PacketDecoder()
        self._tail = b""
        self._flood = FloodGate(FLOOD_BYTES, now_s)
        self.spoken: str | None = None

    def hear(self, data: bytes, now_s: float) -> None:
        """A whole packet of the checked protocol settles it, and so does Adalight's greeting."""
        self._flood.measure(len(data), now_s)
        heard = self._tail + data
        self._tail = heard[-(len(READY) - 1) :]
        if any(heard_in(self._decoder.feed(data))):
            self.spoken = CHECKED
        if self.spoken is None and READY in heard:
            self.spoken = ADALIGHT

    def say(self, now_s: float) -> bytes:
        """Return a knock when one is due; a controller that stays silent speaks Adalight."""
        if now_s >= self._since_s + HELLO_WITHIN_S:
            self.spoken = self.spoken or ADALIGHT
        if self.spoken or now_s < self._knock_at_s:
            return b""
        self._knock_at_s = now_s + HELLO_EVERY_S
        return KNOCK

    def pause_s(self, now_s: float) -> float:
        """Return when the next knock is due, or the waiting ends."""
        return min(self._knock_at_s, self._since_s + HELLO_WITHIN_S) - now_s

    def farewell(self) -> bytes:
        """Return nothing: no lamp has been lit."""
        return b""
