"""One opened serial port with lamps behind it; knows no protocol, retries, pace or thread."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import termios
import time

import serial

LINK_ERRORS: tuple[type[Exception], ...] = (OSError, termios.error, ValueError)
"""
What a port may raise at any moment, each of which means that it is lost.

pyserial's own errors are `OSError`; `termios.error` is none, and comes out of
flushing a port that was unplugged; `ValueError` is its word for a baud rate
that the system cannot make.
"""

READ_SIZE = 1024
"""The most that one look at the port reads, so that a flood cannot hold the caller."""

_DRAIN_POLL_S = 0.005


def open_serial(
    device: str, baud: int, write_timeout_s: float, has_dtr: bool = True
) -> serial.Serial:
    """Return *device*, open for this process alone; reading it never waits."""
    # Without a time-out a write to a controller that hangs never returns.
    port = serial.Serial(None, baud, timeout=0, write_timeout=write_timeout_s, exclusive=True)
    port.dtr = has_dtr
    port.port = device
    port.open()
    return port


class LampPort:
    """An open port to the lamp controller.

    Opening raises DTR, which restarts an Arduino Uno and many ESP boards: what
    is written during the next second or two is lost, so whoever holds the
    port repeats the frame.

    Args:
        device: its path.
        baud: bits a second, at 8 data bits, no parity and 1 stop bit.
        write_timeout_s: how long a write may take.
        has_dtr: whether DTR is up while the port is open.

    Raises:
        OSError, termios.error, ValueError: the port cannot be opened; also from each
            method except `close`, when the port is lost.
    """

    def __init__(
        self, device: str, baud: int, write_timeout_s: float, has_dtr: bool = True
    ) -> None:
        self._serial = open_serial(device, baud, write_timeout_s, has_dtr)

    def fileno(self) -> int:
        """Return the descriptor to wait on for bytes from the controller."""
        return self._serial.fileno()

    def set_speed(self, baud: int, write_timeout_s: float) -> None:
        """Go on at *baud*, if it is another; the port stays open, so nothing restarts."""
        if baud != self._serial.baudrate:
            self._serial.baudrate = baud
            self._serial.write_timeout = write_timeout_s

    def write(self, data: bytes) -> None:
        """Write *data*; returns as soon as the system has taken it."""
        # pyserial spins instead of waiting when the buffer is full from the start.
        _, writable, _ = select.select([], [self.fileno()], [], self._serial.write_timeout)
        if not writable:
            raise serial.SerialTimeoutException("expected room in the port's buffer, got none")
        # No flush: waiting for the wire can take for ever when the device hangs.
        self._serial.write(data)

    def read(self) -> bytes:
        """Return what has arrived, at most `READ_SIZE` bytes; never waits."""
        data: bytes = self._serial.read(READ_SIZE)
        return data

    def drain(self, limit_s: float) -> None:
        """Wait until what was written has left the system's buffer, at most *limit_s*."""
        give_up_at = time.monotonic() + limit_s
        while self._serial.out_waiting and time.monotonic() < give_up_at:
            time.sleep(_DRAIN_POLL_S)

    def close(self) -> None:
        """Release the port, dropping what the system still holds; never raises."""
        with contextlib.suppress(*LINK_ERRORS):
            # Linux waits up to 30 s in close() for bytes that a hung device does not take.
            if self._serial.out_waiting:
                self._serial.reset_output_buffer()
        with contextlib.suppress(*LINK_ERRORS):
            self._serial.close()


def short_name(device: str) -> str:
    """Return *device* as people call it: ``ttyUSB0`` for any link that leads there."""
    return os.path.realpath(device).removeprefix("/dev/")


_BY_ERRNO = {
    errno.ENOENT: "no controller",
    errno.ENODEV: "no controller",
    errno.ENXIO: "no controller",
    errno.EACCES: "no permission for {}",
    errno.EPERM: "no permission for {}",
    errno.EBUSY: "{} is in use",
    # What locking a port gives that another program has locked.
    errno.EAGAIN: "{} is in use",
}


def describe(error: Exception, device: str, was_open: bool) -> str:
    """Return what went wrong in a few words for the status bar.

    Args:
        error: one of `LINK_ERRORS`.
        device: the port, or an empty text while it was being looked for.
        was_open: it happened after opening the port.
    """
    if isinstance(error, serial.SerialTimeoutException):
        return "write timed out"
    name = short_name(device) if device else "the port"
    if isinstance(error, ValueError):
        return f"{name} cannot run at this speed"
    number = error.errno if isinstance(error, OSError) else None
    otherwise = "{} was unplugged" if was_open else "cannot open {}"
    return _BY_ERRNO.get(number or 0, otherwise).format(name)
