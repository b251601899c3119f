"""What one protocol does with an open port: a value fed with bytes and time; opens nothing."""

from __future__ import annotations

from typing import Protocol

from companion.ports import LinkState

BITS_PER_BYTE = 10
"""A start bit, eight data bits and a stop bit."""

FLOOD_S = 1.0
"""What comes in within this time is counted together."""


class LinkError(Exception):
    """The controller is there and cannot be used.

    Attributes:
        state: why, as the status bar tells it.
        problem: why, in a few words; ``{}`` stands for the name of the port.
    """

    def __init__(self, state: LinkState, problem: str) -> None:
        super().__init__(problem)
        self.state = state
        self.problem = problem


class FloodGate:
    """Counts what comes in, and knows when that is a flood.

    Args:
        limit: bytes in a second that no controller of the kind sends.
        now_s: from when on it counts.
    """

    def __init__(self, limit: int, now_s: float) -> None:
        self._limit = limit
        self._since_s, self._count = now_s, 0

    def measure(self, size: int, now_s: float) -> None:
        """Count *size* bytes more.

        Raises:
            LinkError: they are a flood.
        """
        if now_s - self._since_s >= FLOOD_S:
            self._since_s, self._count = now_s, 0
        self._count += size
        if self._count > self._limit:
            raise LinkError(LinkState.FLOODING, "{} sends without end")


class LinkProtocol(Protocol):
    """One side of a conversation with a controller; never blocks and never waits.

    It shows *frame*, three bytes a lamp, until *take_frame* hands over a newer one, and not
    None.  It asks for that only when it can leave at once, so that none grows old.
    """

    @property
    def baud(self) -> int:
        """Bits a second on the wire."""

    @property
    def is_up(self) -> bool:
        """Whether the controller is served with frames."""

    def hear(self, data: bytes, now_s: float) -> None:
        """Read what has come from the controller.

        Raises:
            LinkError: it cannot be used.
        """

    def say(self, now_s: float) -> bytes:
        """Return what is to be written now; empty where nothing is due.

        Raises:
            LinkError: it has not answered in time.
        """

    def pause_s(self, now_s: float) -> float:
        """Return in how many seconds `say` is to be asked again when nothing happens before."""

    def farewell(self) -> bytes:
        """Return what darkens the lamps."""
