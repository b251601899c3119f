"""When to open the lamp controller, what to send it and when; knows no thread.

Whoever owns the time calls `ControllerLink.step` and waits as long as it says,
so that a day without a controller passes in a test within a second.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.ports import LinkState
from hardware import adalight
from hardware.lamp_port import LINK_ERRORS, READ_SIZE, LampPort, describe, short_name

KEEP_ALIVE_S = 1.0
"""How often an unchanged frame is sent again: WLED leaves its live mode after 2.5 s."""

FIRST_RETRY_S = 0.5
LAST_RETRY_S = 5.0
"""The pause before looking for the controller again doubles between these two."""

WRITE_TIMEOUT_S = 0.4
"""Beyond the wire time of a frame: a controller that takes nothing for so long hangs."""

DARKEN_LIMIT_S = 0.1
"""How long, beyond the wire time, closing waits for the dark frame to leave."""

BITS_PER_BYTE = 10
"""A start bit, eight data bits and a stop bit."""

WIRE_MARGIN = 1.02
"""
Frames are spaced by this much more than their wire time.

The controller's clock differs from ours; without a margin a faster sender
would fill the system's buffer little by little, and each second of buffer is
a second by which the lamps lag.
"""

WIRE_LEAD_S = 0.002
"""A frame is written this much before the wire falls idle, so that waking late costs nothing."""

READY_PAUSE_S = 0.1
"""A controller that keeps saying that it has started gets at most a frame in this time."""

FLOOD_PAUSE_S = 0.01
"""How long a controller that sends without end is left unread."""

LOG_INTERVAL_S = 60.0
"""The log gets at most one line about the link in this time."""

_log = logging.getLogger(__name__)


class _PatientLog:
    """The link's log: a line for each change, none more often than once a minute."""

    def __init__(self) -> None:
        self._last = ""
        self._waiting: tuple[int, str] | None = None
        self._next_at_s: float | None = None

    def note(self, level: int, line: str) -> None:
        """Keep *line* for the log in place of one that still waits."""
        self._waiting = (level, line) if line != self._last else None

    def write(self, now_s: float) -> None:
        """Write the line that waits, when its time has come."""
        if self._waiting is None or (self._next_at_s is not None and now_s < self._next_at_s):
            return
        level, self._last = self._waiting
        self._waiting = None
        self._next_at_s = now_s + LOG_INTERVAL_S
        _log.log(level, "LED link: %s", self._last)


class ControllerLink:
    """
    The link to one lamp controller, driven by `step` from one thread.

    Args:
        find_port: returns the device to open, or None while there is none.
        take_frame: hands over the newest frame not yet taken, or None.  It is asked
            only when a frame can leave at once, so that none grows old in a buffer.
        lamp_count: lamps in a frame.
        baud: bits a second on the wire.
        clock: seconds that never go back.
    """

    def __init__(
        self,
        find_port: Callable[[], str | None],
        take_frame: Callable[[], bytes | None],
        lamp_count: int,
        baud: int,
        clock: Callable[[], float],
    ) -> None:
        self._find_port = find_port
        self._take_frame = take_frame
        self._baud = baud
        self._clock = clock
        self._frame = bytes(adalight.BYTES_PER_LAMP * lamp_count)
        byte_count = adalight.HEADER_SIZE + len(self._frame)
        self._wire_s = byte_count * BITS_PER_BYTE / baud * WIRE_MARGIN
        self._port: LampPort | None = None
        self._device = ""
        self._state = LinkState.SEARCHING
        self._detail = "no controller"
        self._retry_s = FIRST_RETRY_S
        self._retry_at_s = float("-inf")
        self._due_at_s = 0.0
        self._sent_at_s = float("-inf")
        self._wire_free_at_s = float("-inf")
        self._listen_at_s = float("-inf")
        self._log = _PatientLog()

    @property
    def state(self) -> LinkState:
        """How the link stands; may be read from any thread."""
        return self._state

    @property
    def detail(self) -> str:
        """The port's name while connected, else the last problem; from any thread."""
        return self._detail

    def descriptor(self) -> int | None:
        """Return what to wait on for bytes from the controller, or None to wait on time only."""
        if self._port is None or self._clock() < self._listen_at_s:
            return None
        return self._port.fileno()

    def step(self) -> float:
        """Do all that is due, and return the seconds until something is due again."""
        now_s = self._clock()
        try:
            wait_s = self._connected_step(now_s) if self._port else self._search_step(now_s)
        except LINK_ERRORS as error:
            problem = describe(error, self._device, was_open=self._port is not None)
            wait_s = self._fail(problem, now_s)
        self._log.write(now_s)
        if self._listen_at_s > now_s:
            wait_s = min(wait_s, self._listen_at_s - now_s)
        return max(0.0, wait_s)

    def close(self) -> None:
        """Darken the lamps within a bounded time if they can be reached; release the port."""
        if self._port is not None:
            try:
                self._port.send(bytes(len(self._frame)))
                self._port.drain(self._wire_s + DARKEN_LIMIT_S)
            except LINK_ERRORS:
                _log.debug("the lamps could not be darkened", exc_info=True)
            self._drop_port()
        self._state = LinkState.OFF
        self._detail = "closed"

    def _search_step(self, now_s: float) -> float:
        if now_s < self._retry_at_s:
            return self._retry_at_s - now_s
        self._device = ""
        device = self._find_port()
        if device is None:
            return self._fail("no controller", now_s)
        self._device = device
        self._port = LampPort(device, self._baud, WRITE_TIMEOUT_S + self._wire_s)
        # The wire is free and the whole frame due, whatever an earlier port had been sent.
        self._due_at_s = self._wire_free_at_s = self._listen_at_s = now_s
        return self._connected_step(now_s)

    def _connected_step(self, now_s: float) -> float:
        assert self._port is not None
        if now_s >= self._listen_at_s:
            self._hear(self._port, now_s)
        next_send_at_s = self._wire_free_at_s - WIRE_LEAD_S
        if now_s < next_send_at_s:
            return next_send_at_s - now_s
        frame = self._take_frame()
        if frame is not None and frame != self._frame:
            self._frame = frame
            self._due_at_s = now_s
        if now_s < self._due_at_s:
            return self._due_at_s - now_s
        self._send(self._port, now_s)
        # Another frame may wait already; look again when the wire can take it.
        return self._wire_free_at_s - WIRE_LEAD_S - now_s

    def _hear(self, port: LampPort, now_s: float) -> None:
        byte_count, is_ready = port.hear()
        if is_ready:
            self._due_at_s = min(self._due_at_s, max(now_s, self._sent_at_s + READY_PAUSE_S))
        if byte_count == READ_SIZE:
            self._listen_at_s = now_s + FLOOD_PAUSE_S

    def _send(self, port: LampPort, now_s: float) -> None:
        port.send(self._frame)
        self._sent_at_s = now_s
        self._due_at_s = now_s + KEEP_ALIVE_S
        self._wire_free_at_s = max(now_s, self._wire_free_at_s) + self._wire_s
        self._retry_s = FIRST_RETRY_S
        if self._state is not LinkState.CONNECTED:
            # The detail first: whoever sees the new state sees what belongs to it.
            self._detail = short_name(self._device)
            self._state = LinkState.CONNECTED
            self._log.note(logging.INFO, f"connected to {self._detail}")

    def _fail(self, problem: str, now_s: float) -> float:
        """Note *problem*, let the port go, and return how long to leave it alone."""
        self._drop_port()
        self._detail = problem
        if self._state is LinkState.CONNECTED:
            self._state = LinkState.LOST
        self._log.note(logging.WARNING, problem)
        wait_s = self._retry_s
        self._retry_at_s = now_s + wait_s
        self._retry_s = min(2 * wait_s, LAST_RETRY_S)
        return wait_s

    def _drop_port(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
