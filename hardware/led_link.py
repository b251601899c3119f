"""The lamps under the board, kept up to date by a thread of their own; knows no protocol."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable, Sequence

from companion.errors import BackendError
from companion.ports import LedGrid, LinkState
from hardware.adalight import BYTES_PER_LAMP
from hardware.controller_inputs import ControllerInputs
from hardware.controller_link import ControllerLink
from hardware.detection import ADALIGHT

CLOSE_LIMIT_S = 1.0
"""How long `SerialLedGrid.close` waits for the thread; beyond it the thread is left to end."""

SOON_S = 0.006
"""How long `SerialLedGrid.let_leave` waits at most: so long a frame waits for the one before it,
of 256 lamps at a million bits a second."""

_WAKE_UPS = 4096
"""How many wake-ups are taken out of the pipe at once."""


class SerialLedGrid(LedGrid):
    """The `LedGrid` behind a serial port.

    One thread owns the port.  Between it and the caller is a slot for one
    frame: a newer frame replaces one that has not left yet, so neither a slow
    wire nor a controller that hangs can make the caller wait or the lamps lag.

    Args:
        find_ports: returns the devices that may be opened, the likeliest first; called
            by the thread each time it looks for the controller.
        lamp_count: lamps on the strip.
        baud: what a controller that speaks Adalight is set to.
        protocol: one of `hardware.detection.PROTOCOLS`.
        inputs: is told what happens at the controller's buttons and sensors.
        is_named: the only port that `find_ports` returns is the controller's.
    """

    def __init__(
        self,
        find_ports: Callable[[], Sequence[str]],
        lamp_count: int,
        baud: int,
        protocol: str = ADALIGHT,
        inputs: ControllerInputs | None = None,
        *,
        is_named: bool = True,
    ) -> None:
        self._frame_size = BYTES_PER_LAMP * lamp_count
        self._link = ControllerLink(
            find_ports,
            self._take_frame,
            lamp_count,
            baud,
            time.monotonic,
            protocol,
            inputs,
            is_named=is_named,
        )
        self._lock = threading.Lock()
        self._slot: bytes | None = None
        self._has_left = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_running = False
        self._is_closing = False
        self._wake_read = self._wake_write = -1

    def start(self) -> None:
        """Begin to look for the controller; does nothing when it has been called before."""
        if self._thread is not None:
            return
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._is_running = True
        self._thread = threading.Thread(target=self._run, name="led-link", daemon=True)
        self._thread.start()

    def show(self, frame: bytes) -> None:
        """Show *frame* as soon as the wire is free; never waits, the newest wins.

        Raises:
            BackendError: *frame* is not three bytes for each lamp.
        """
        if len(frame) != self._frame_size:
            raise BackendError(
                f"expected {self._frame_size} bytes in an LED frame, got {len(frame)!r}"
            )
        with self._lock:
            # While a frame waits, the thread will look at the slot anyway.
            is_asleep = self._slot is None
            self._slot = bytes(frame)
            if is_asleep:
                self._has_left.clear()
                self._wake()

    def let_leave(self) -> None:
        """Wait until the frame has left: at most `SOON_S`, at once where the wire is busy longer.

        Whatever the caller does next keeps Python from the thread, drawing for some 3 ms.
        """
        if self._is_running:
            self._has_left.wait(SOON_S)

    def state(self) -> LinkState:
        return self._link.state if self._is_running else LinkState.OFF

    def detail(self) -> str:
        return self._link.detail if self._is_running else "off"

    def close(self) -> None:
        """Darken the lamps where possible, release the port, end the thread; at most 1 s."""
        with self._lock:
            self._is_closing = True
            self._wake()
        if self._thread is not None:
            self._thread.join(CLOSE_LIMIT_S)

    def _take_frame(self) -> bytes | None:
        with self._lock:
            frame, self._slot = self._slot, None
        return frame

    def _wake(self) -> None:
        """Interrupt the thread's wait; the lock is held."""
        if not self._is_running:
            return
        try:
            os.write(self._wake_write, b"!")
        except BlockingIOError:
            # The pipe is full of wake-ups that have not been read yet: one more adds nothing.
            return

    def _run(self) -> None:
        try:
            while not self._is_closing:
                self._turn()
            self._link.close()
        finally:
            with self._lock:
                self._is_running = False
                os.close(self._wake_read)
                os.close(self._wake_write)

    def _turn(self) -> None:
        try:
            pause_s = self._link.step()
            with self._lock:
                if self._slot is None or pause_s > SOON_S:
                    self._has_left.set()
            self._wait(pause_s)
        except Exception as error:  # noqa: BLE001 - else the lamps stay as they are, unseen
            self._wait(self._link.stumble(error))

    def _wait(self, limit_s: float) -> None:
        descriptors = [self._wake_read]
        port = self._link.descriptor()
        if port is not None:
            descriptors.append(port)
        ready, _, _ = select.select(descriptors, [], [], limit_s)
        if self._wake_read in ready:
            os.read(self._wake_read, _WAKE_UPS)


class NoLedGrid(LedGrid):
    """The `LedGrid` of a safe start: no port is opened, and nothing lights up."""

    def show(self, frame: bytes) -> None:
        """Do nothing."""

    def let_leave(self) -> None:
        """Do nothing: no frame waits."""

    def state(self) -> LinkState:
        return LinkState.OFF

    def detail(self) -> str:
        return ""

    def close(self) -> None:
        """Do nothing: nothing is held."""
