"""A lamp controller that is not there: a real pseudo-terminal with the receiving end behind it.

The program's own link talks to it through pyserial, at the pace of a real wire;
it can be unplugged on request.  It knows no board and draws nothing.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import queue
import select
import struct
import termios
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sim.firmware import Firmware

BITS_PER_BYTE = 10
"""A start bit, eight data bits and a stop bit."""

CHUNK_S = 0.016
"""A wire at work is read in pieces of this length: a frame is seen no later than so much more.

In pieces of 2 ms a frame of 256 lamps takes three times the processor time."""

PTY = "/dev/ptmx"
"""What a pseudo-terminal is opened by, as an error names it."""

KEPT = 16
"""So many frames are remembered."""

CATCH_UP_S = 0.05
"""Waking up late by less than this does not slow the wire down."""

REQUEST_LIMIT_S = 30.0
"""How long a request waits for the thread; only a thread that has died takes so long."""

_READ_SIZE = 4096


class Arrival(NamedTuple):
    """A frame as it came in.

    Attributes:
        pixels: red, green, blue of each lamp.
        number: 1 for the first frame since the start.
        first_byte_at_s: when its first byte had arrived.
        last_byte_at_s: when it was complete.
    """

    pixels: bytes
    number: int
    first_byte_at_s: float
    last_byte_at_s: float


class _Flight(NamedTuple):
    """Bytes on the wire: they have left the host and land as a whole."""

    data: bytes
    departs_at_s: float
    lands_at_s: float


class Wire:
    """A pseudo-terminal that can be pulled out, and carries bytes at the pace of a real wire.

    Args:
        baud: as for a `VirtualController`.

    Attributes:
        port: the device to open, or None while unplugged.
        byte_s: how long a byte takes.
        flight: what is on its way to the controller.
    """

    def __init__(self, baud: int) -> None:
        self.byte_s = BITS_PER_BYTE / baud if baud else 0.0
        self._chunk_size = max(1, int(CHUNK_S / self.byte_s)) if baud else _READ_SIZE
        self._free_at_s = float("-inf")
        self._ends: tuple[int, int] | None = None
        self._spare_ends: tuple[int, int] | None = None
        self.port: str | None = None
        self.flight: _Flight | None = None

    @property
    def descriptors(self) -> list[int]:
        """What to wait on for bytes: nothing while unplugged."""
        return [self._ends[0]] if self._ends is not None else []

    def plug_in(self) -> bool:
        """Make a port, and return whether there was none."""
        if self._ends is not None:
            return False
        self._ends, self._spare_ends = self._spare_ends or _open_pty(), None
        self.port = os.ttyname(self._ends[1])
        return True

    def pull(self) -> None:
        """Unplug the port; the next one has another name."""
        if self._ends is None:
            return
        self.port = None
        # The system gives out the lowest free name; holding the next one makes sure that
        # the controller comes back under another name than it had.
        self._spare_ends = _open_pty()
        _close_both(self._ends)
        self._ends = self.flight = None

    def take_off(self, is_backlog: bool) -> bool:
        """Read what the wire carries in one piece; return whether a host has opened the port."""
        assert self._ends is not None
        piece = os.read(self._ends[0], 1 + self._chunk_size)
        if data := piece[1:]:
            departs_at_s = time.monotonic()
            is_late = departs_at_s - self._free_at_s < CATCH_UP_S
            if self.byte_s and is_backlog and is_late:
                departs_at_s = self._free_at_s
            self._free_at_s = departs_at_s + len(data) * self.byte_s
            self.flight = _Flight(data, departs_at_s, self._free_at_s)
        # All that a pseudo-terminal tells of it: pyserial flushes what came before.
        return bool(piece[0] & termios.TIOCPKT_FLUSHREAD)

    def landed(self) -> _Flight | None:
        """Return what has come to the controller, once."""
        flight = self.flight
        if flight is None or time.monotonic() < flight.lands_at_s:
            return None
        self.flight = None
        return flight

    def write(self, data: bytes) -> None:
        """Send *data* to the host; what it does not take is lost."""
        if self._ends is not None and data:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)

    def close(self) -> None:
        """Release the port; may be called twice."""
        self.port = None
        for ends in (self._ends, self._spare_ends):
            if ends is not None:
                _close_both(ends)
        self._ends = self._spare_ends = None


class VirtualController:
    """A controller on a pseudo-terminal.

    It runs a thread from `start` to `close`.  All other methods may be called from any
    thread, and have taken effect when they return.  When a host opens the port it restarts,
    as an Arduino does whose DTR is raised.

    Args:
        firmware: what runs on it.
        baud: bits a second at which bytes arrive; 0 for as fast as they are written.

    Attributes:
        arrivals: the last `KEPT` frames, the newest last.
        byte_count: how many bytes have come in since the start.
    """

    def __init__(self, firmware: Firmware, baud: int = 0) -> None:
        self.firmware = firmware
        self._wire = Wire(baud)
        self._landed: deque[tuple[int, float]] = deque()
        self._fed = 0
        self._is_closing = False
        self._wake_ends: tuple[int, int] | None = None
        self._requests: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._changed = threading.Condition()
        self.arrivals: deque[Arrival] = deque(maxlen=KEPT)
        self.byte_count = 0

    @property
    def port(self) -> str | None:
        """The device to open, or None while unplugged."""
        return self._wire.port

    def find_ports(self) -> list[str]:
        """Return `port` as a list: what a link asks that looks for its controller."""
        port = self._wire.port
        return [port] if port else []

    @property
    def frame(self) -> bytes:
        """The levels that the lamps show; empty before the first frame."""
        return self.arrivals[-1].pixels if self.arrivals else b""

    @property
    def frame_count(self) -> int:
        """How many frames there were since the start."""
        return self.arrivals[-1].number if self.arrivals else 0

    def processor_s(self) -> float:
        """Return the processor time in seconds that its thread has taken."""
        if self._thread is None or self._thread.ident is None or not self._thread.is_alive():
            return 0.0
        return time.clock_gettime(time.pthread_getcpuclockid(self._thread.ident))

    def start(self) -> None:
        """Plug the controller in."""
        if self._thread is not None:
            return
        self._wake_ends = os.pipe()
        self._plug_in()
        self._thread = threading.Thread(target=self._run, name="virtual-controller", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Unplug the controller and end its thread; may be called twice."""
        if self._thread is None or self._is_closing:
            return
        if self._thread.is_alive():
            self._request(self._stop)
        self._thread.join()
        assert self._wake_ends is not None
        _close_both(self._wake_ends)

    def wait_for_frame(self, is_wanted: Callable[[bytes], bool], timeout_s: float) -> bool:
        """Return True as soon as *is_wanted* holds for the latest frame, False after *timeout_s*.

        Frames that are replaced before the waiting thread runs are not looked at.
        """
        with self._changed:
            return self._changed.wait_for(
                lambda: self.frame_count > 0 and is_wanted(self.frame), timeout_s
            )

    def unplug(self) -> None:
        """Pull the plug: the port is gone, whoever has it open gets errors."""
        self._request(self._wire.pull)

    def replug(self) -> None:
        """Plug in again; the port has another name than before."""
        self._request(self._plug_in)

    def look(self) -> None:
        """Look at what is wired to it, and tell the host of changes."""
        self._request(partial(self._act, self.firmware.tick))

    def _request(self, action: Callable[[], None]) -> None:
        """Do *action* in the thread, which owns all descriptors; return when it is done."""
        is_done = threading.Event()

        def act() -> None:
            action()
            is_done.set()

        if self._thread is None or self._wake_ends is None:
            raise RuntimeError("expected a started virtual controller, got one that is not")
        self._requests.put(act)
        os.write(self._wake_ends[1], b"!")
        if not is_done.wait(REQUEST_LIMIT_S):
            raise RuntimeError(f"expected an answer within {REQUEST_LIMIT_S!r} s, got none")

    def _run(self) -> None:
        try:
            while not self._is_closing:
                if self._wire.flight is not None:
                    self._wait(self._wire.flight.lands_at_s - time.monotonic(), is_reading=False)
                    if flight := self._wire.landed():
                        self._receive(flight.data, flight.departs_at_s)
                elif not self._wait(0.0, is_reading=True, is_backlog=True):
                    limit_s = self.firmware.due_s() - time.monotonic()
                    if not self._wait(limit_s, is_reading=True):
                        self._act(self.firmware.tick)
        finally:
            # Whatever ended it: a port that nobody reads is to be missed by who writes to it.
            self._stop()

    def _wait(self, limit_s: float, is_reading: bool, is_backlog: bool = False) -> bool:
        """Wait for requests, and for bytes if *is_reading*; return whether anything came."""
        assert self._wake_ends is not None
        descriptors = [self._wake_ends[0], *(self._wire.descriptors if is_reading else ())]
        timeout_s = None if limit_s == float("inf") else max(0.0, limit_s)
        ready, _, _ = select.select(descriptors, [], [], timeout_s)
        if self._wake_ends[0] in ready:
            os.read(self._wake_ends[0], 1)
            self._requests.get()()
        elif ready and self._wire.take_off(is_backlog):
            self._act(self.firmware.start)
        return bool(ready)

    def _receive(self, data: bytes, departs_at_s: float) -> None:
        """Hand *data*, whose first byte left at *departs_at_s*, to the firmware."""
        byte_s = self._wire.byte_s
        last_byte_at_s = departs_at_s + len(data) * byte_s
        with self._changed:
            self.byte_count += len(data)
            self._landed.append((self._fed, departs_at_s))
            self._fed += len(data)
            for pixels, offset in self.firmware.receive(data, time.monotonic()):
                start, left_at_s = next(
                    landed for landed in reversed(self._landed) if landed[0] <= offset
                )
                first_byte_at_s = left_at_s + (offset - start + 1) * byte_s
                number = self.frame_count + 1
                self.arrivals.append(Arrival(pixels, number, first_byte_at_s, last_byte_at_s))
            while len(self._landed) > 1 and self._landed[1][0] <= self.firmware.offset:
                self._landed.popleft()
            self._changed.notify_all()
        self._wire.write(self.firmware.take_answer())

    def _act(self, action: Callable[[float], bytes | None]) -> None:
        """Let the firmware do *action*, for which no byte has come."""
        now_s = time.monotonic()
        with self._changed:
            pixels = action(now_s)
            if pixels is not None:
                self.arrivals.append(Arrival(pixels, self.frame_count + 1, now_s, now_s))
            self._changed.notify_all()
        self._wire.write(self.firmware.take_answer())

    def _plug_in(self) -> None:
        if self._wire.plug_in():
            self._act(self.firmware.start)

    def _stop(self) -> None:
        self._is_closing = True
        self._wire.close()


def _open_pty() -> tuple[int, int]:
    """Return the controller's and the host's end of a new line that changes no byte.

    Raises:
        OSError: there is no pseudo-terminal to be had, which the error names.
    """
    try:
        controller_end, host_end = os.openpty()
    except OSError as error:
        raise type(error)(error.errno, error.strerror, PTY) from error
    # Until the host opens it, echo would send the controller's own words back to it.
    tty.setraw(host_end)
    # Before what is read stands a byte that tells whether the host flushes its end.
    fcntl.ioctl(controller_end, termios.TIOCPKT, struct.pack("i", 1))
    os.set_blocking(controller_end, False)
    return controller_end, host_end


def _close_both(ends: tuple[int, int]) -> None:
    for end in ends:
        os.close(end)
