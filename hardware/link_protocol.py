"""What one protocol does with an open port: a value fed with bytes and time; opens nothing."""

from __future__ import annotations

from typing import Protocol

from companion.ports import LinkState

BITS_PER_BYTE = 10
"""A start bit, eight data bits and a stop bit."""


class LinkError(Exception):
    """
    The controller is there and cannot be used.

    Attributes:
        state: why, as the status bar tells it.
        problem: why, in a few words; ``{}`` stands for the name of the port.
    """

    def __init__(self, state: LinkState, problem: str) -> None:
        super().__init__(problem)
        self.state = state
        self.problem = problem


class LinkProtocol(Protocol):
    """One side of a conversation with a controller; never blocks and never waits."""

    @property
    def baud(self) -> int:
        """Bits a second on the wire."""
        ...

    @property
    def is_up(self) -> bool:
        """Whether the controller is served with frames."""
        ...

    def hear(self, data: bytes, now_s: float) -> None:
        """
        Take what has come from the controller.

        Raises:
            LinkError: it cannot be used.
        """
        ...

    def say(self, now_s: float) -> bytes:
        """
        Return what is to be written now; empty where nothing is due.

        Raises:
            LinkError: it has not answered in time.
        """
        ...

    def pause_s(self, now_s: float) -> float:
        """Return in how many seconds `say` is to be asked again when nothing happens before."""
        ...

    def farewell(self) -> bytes:
        """Return what darkens the lamps."""
        ...
