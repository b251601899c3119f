"""The lamps under the board, kept up to date by a thread of their own; knows no protocol.

When the controller is opened, and which protocol is talked to it, is decided without a thread:
whoever owns the time calls `ControllerLink.step` and waits as long as it says, so that a day
without a controller passes in a test within a second.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence

from companion.errors import BackendError, unexpected
from companion.ports import LedGrid, LinkState
from hardware.adalight import BYTES_PER_LAMP, AdalightProtocol
from hardware.checked.protocol import CheckedProtocol
from hardware.chesslink import ChessLinkProtocol
from hardware.controller_inputs import ControllerInputs
from hardware.find_port import ADALIGHT, AUTO_PROTOCOL, CHECKED, CHESSLINK, Detection, lasting_name
from hardware.lamp_port import LINK_ERRORS, READ_SIZE, LampPort, describe, short_name
from hardware.link_protocol import BITS_PER_BYTE, LinkError, LinkProtocol

FIRST_RETRY_S = 0.5
LAST_RETRY_S = 5.0
"""The pause before looking for the controller again doubles between these two."""

WRITE_TIMEOUT_S = 0.4
"""Beyond the wire time of a frame: a controller that takes nothing for so long hangs."""

DARKEN_LIMIT_S = 0.1
"""How long, beyond the wire time, closing waits for the dark frame to leave."""

FLOOD_PAUSE_S = 0.01
"""How long a controller that sends without end is left unread."""

LOOK_EVERY_S = 5.0
"""How often others are looked for beside a controller that has not said what it is."""

ASK_AGAIN_S = 60.0
"""How often devices are asked again that have all said something else."""

TALK_BYTES = 16
"""Who says so much, and nothing of Adalight's, is no controller; a sentence of a GPS is longer."""

TRIES = 3
"""How often a device is tried before it is another one's turn; once, if it is unfit."""

LOG_INTERVAL_S = 60.0
"""The log gets at most one line about the link in this time."""

LOG_AFTER_S = 2.0
"""What is over sooner is not worth a line: the screen has shown it."""

_log = logging.getLogger(__name__)


class _PatientLog:
    """The link's log: a line for each change that lasts, none more often than once a minute."""

    def __init__(self) -> None:
        self._last = ""
        self._since_s: float | None = None
        self._waiting: tuple[int, str] | None = None
        self._next_at_s: float | None = None

    def note(self, level: int, line: str) -> None:
        """Keep *line* for the log in place of one that still waits."""
        self._waiting = (level, line) if line != self._last else None

    def write(self, now_s: float) -> None:
        """Write the line that waits, when its time has come."""
        if self._waiting is None:
            self._since_s = None
            return
        if self._since_s is None:
            self._since_s = now_s
        is_early = self._next_at_s is not None and now_s < self._next_at_s
        if is_early or now_s < self._since_s + LOG_AFTER_S:
            return
        level, self._last = self._waiting
        self._waiting = self._since_s = None
        self._next_at_s = now_s + LOG_INTERVAL_S
        _log.log(level, "LED link: %s", self._last)


class _NotThisOneError(Exception):
    """The device is left for another one, which is asked at once."""


class ControllerLink:
    """The link to one lamp controller, driven by `step` from one thread.

    With the protocol `AUTO` a controller's first words decide.  What they were
    is remembered for as long as the link lives, so that a controller that was
    unplugged is served at once when it is back.

    Where the port is not named, all devices are asked before one of them is lit that
    has not answered, and none is that says something else.

    Args:
        find_ports: returns the devices that may be opened, the likeliest first.
        take_frame: hands over the newest frame not yet taken, or None.  It is asked
            only when a frame can leave at once, so that none grows old in a buffer.
        lamp_count: lamps in a frame.
        baud: bits a second of a controller that speaks Adalight.
        clock: seconds that never go back.
        protocol: one of `hardware.find_port.PROTOCOLS`.
        inputs: is told what happens at the controller's buttons and sensors.
        is_named: the only port that `find_ports` returns is the controller's.

    Attributes:
        state: how the link stands; may be read from any thread.
        detail: the port's name while connected, else the last problem; from any thread.
    """

    def __init__(
        self,
        find_ports: Callable[[], Sequence[str]],
        take_frame: Callable[[], bytes | None],
        lamp_count: int,
        baud: int,
        clock: Callable[[], float],
        protocol: str = ADALIGHT,
        inputs: ControllerInputs | None = None,
        *,
        is_named: bool = True,
    ) -> None:
        self._inputs = inputs or ControllerInputs()
        self._find_ports = find_ports
        self._is_named = is_named
        self._devices: Sequence[str] = ()
        self._is_silent: dict[str, bool] = {}
        self._guesses: set[str] = set()
        self._has_seen_several = self._is_guess = False
        self._ask_again_at_s = self._look_at_s = float("inf")
        self._failures: Counter[str] = Counter()
        self._take_next = take_frame
        self._baud = baud
        self._clock = clock
        self._protocol_name = protocol
        self._spoken: dict[str, str] = {}
        # Whatever is lost with a port, the next one gets this frame whole.
        self._frame = bytes(BYTES_PER_LAMP * lamp_count)
        self._port: LampPort | None = None
        self._protocol: LinkProtocol | None = None
        self._device = ""
        self.state = LinkState.SEARCHING
        self.detail = "no controller"
        self._has_served = False
        self._retry_s = FIRST_RETRY_S
        self._retry_at_s = float("-inf")
        self._listen_at_s = float("-inf")
        self._log = _PatientLog()

    def descriptor(self) -> int | None:
        """Return what to wait on for bytes from the controller, or None to wait on time only."""
        if self._port is None or self._clock() < self._listen_at_s:
            return None
        return self._port.fileno()

    def step(self) -> float:
        """Do all that is due, and return the seconds until something is due again."""
        now_s = self._clock()
        # What has lasted until now, before something else takes its place.
        self._log.write(now_s)
        try:
            wait_s = self._connected_step(now_s) if self._port else self._search_step(now_s)
        except _NotThisOneError as other:
            self._leave(str(other))
            wait_s, self._retry_at_s = 0.0, now_s
        except LinkError as fault:
            problem = fault.problem.format(short_name(self._device))
            wait_s = self._fail(problem, now_s, fault.state)
        except LINK_ERRORS as error:
            problem = describe(error, self._device, was_open=self._port is not None)
            wait_s = self._fail(problem, now_s)
        self._log.write(now_s)
        if self._listen_at_s > now_s:
            wait_s = min(wait_s, self._listen_at_s - now_s)
        return max(0.0, wait_s)

    def stumble(self, error: Exception) -> float:
        """Let the port go after *error*, of which nobody had thought; tell it as any lost port.

        Returns:
            How long to leave it alone.
        """
        _log.error("LED link: unexpected error", exc_info=error)
        self._device = ""
        return self._fail(unexpected(error), self._clock(), LinkState.LOST)

    def close(self) -> None:
        """Darken the lamps within a bounded time if they can be reached; release the port."""
        if self._port is not None and self._protocol is not None:
            try:
                farewell = self._protocol.farewell()
                self._port.write(farewell)
                wire_s = len(farewell) * BITS_PER_BYTE / self._protocol.baud
                self._port.drain(wire_s + DARKEN_LIMIT_S)
            except LINK_ERRORS:
                _log.debug("the lamps could not be darkened", exc_info=True)
            self._drop_port()
        self.state = LinkState.OFF
        self.detail = "closed"

    def _take_frame(self) -> bytes | None:
        frame = self._take_next()
        if frame is not None:
            self._frame = frame
        return frame

    def _search_step(self, now_s: float) -> float:
        if now_s < self._retry_at_s:
            return self._retry_at_s - now_s
        self._device = ""
        self._devices = devices = self._find_ports()
        if not devices:
            self._failures.clear()
            self._is_silent.clear()
            return self._fail("no controller", now_s)
        self._has_seen_several = self._has_seen_several or len(devices) > 1
        device = self._next_device(now_s)
        if device is None:
            names = ", ".join(map(short_name, devices))
            return self._fail(f"no controller, but {names}", now_s)
        self._device = device
        protocol = ADALIGHT if device in self._is_silent else self._remembered(device)
        is_guess = device in self._is_silent or lasting_name(device) in self._guesses
        self._is_guess = is_guess and protocol == ADALIGHT
        self._look_at_s = now_s + LOOK_EVERY_S
        self._protocol = self._new_protocol(protocol, now_s, is_awake=False)
        timeout_s = self._write_timeout_s(self._protocol)
        self._port = LampPort(
            device, self._protocol.baud, timeout_s, has_dtr=protocol != CHESSLINK
        )
        self._listen_at_s = now_s
        return self._connected_step(now_s)

    @property
    def _others(self) -> int:
        return len(self._devices) - 1

    def _next_device(self, now_s: float) -> str | None:
        """Return who is to be asked, or who is silent where all were, or None."""

        def turns(device: str) -> int:
            return self._failures[device] // TRIES

        if now_s >= self._ask_again_at_s:
            self._is_silent.clear()
        self._is_silent = {key: it for key, it in self._is_silent.items() if key in self._devices}
        unasked = [device for device in self._devices if device not in self._is_silent]
        silent = [device for device in self._devices if self._is_silent.get(device)]
        if silent:
            # One that cannot be opened does not keep the others dark.
            unasked = [device for device in unasked if not turns(device)]
        if unasked or silent:
            self._ask_again_at_s = float("inf")
            # The first of those that have had the fewest turns: each gets one after the other.
            return min(unasked, key=turns) if unasked else silent[0]
        self._ask_again_at_s = min(self._ask_again_at_s, now_s + ASK_AGAIN_S)
        return None

    def _remembered(self, device: str) -> str:
        """Return what *device* is known to speak; a path may be another device's by now."""
        name = lasting_name(device)
        if self._has_seen_several and (name == device or name in self._guesses):
            return self._protocol_name
        return self._spoken.get(name, self._protocol_name)

    def _new_protocol(self, protocol: str, now_s: float, is_awake: bool) -> LinkProtocol:
        if protocol == AUTO_PROTOCOL and self._is_named:
            return Detection(now_s)
        if protocol == AUTO_PROTOCOL:
            return Detection(now_s, self._baud, is_alone=not self._others)
        if protocol == CHECKED:
            return CheckedProtocol(self._take_frame, self._frame, now_s, is_awake, self._inputs)
        if protocol == CHESSLINK:
            return ChessLinkProtocol(self._take_frame, self._frame, now_s)
        return AdalightProtocol(self._take_frame, self._frame, self._baud, now_s)

    def _write_timeout_s(self, protocol: LinkProtocol) -> float:
        return WRITE_TIMEOUT_S + len(self._frame) * BITS_PER_BYTE / protocol.baud

    def _connected_step(self, now_s: float) -> float:
        assert self._port is not None and self._protocol is not None
        if now_s >= self._listen_at_s:
            self._hear(self._port, self._protocol, now_s)
        protocol = self._settled(self._protocol, self._port, now_s)
        if data := protocol.say(now_s):
            self._port.write(data)
        protocol = self._settled(protocol, self._port, now_s)
        if self._is_guess:
            self._doubt(protocol, now_s)
        self._tell(protocol.is_up)
        return protocol.pause_s(now_s)

    def _hear(self, port: LampPort, protocol: LinkProtocol, now_s: float) -> None:
        data = port.read()
        if len(data) == READ_SIZE:
            self._listen_at_s = now_s + FLOOD_PAUSE_S
        if data:
            protocol.hear(data, now_s)

    def _settled(self, protocol: LinkProtocol, port: LampPort, now_s: float) -> LinkProtocol:
        """Return *protocol*, or the one that follows when it has found out the protocol."""
        if not isinstance(protocol, Detection):
            return protocol
        spoken = protocol.spoken
        if spoken is None and protocol.is_over:
            self._is_silent[self._device] = not protocol.is_talking
            self._is_guess = self._next_device(now_s) == self._device
            if not self._is_guess:
                what = "says something else" if protocol.is_talking else "does not answer"
                raise _NotThisOneError(f"{short_name(self._device)} {what}")
            spoken = ADALIGHT
        if spoken is None:
            port.set_speed(protocol.baud, self._write_timeout_s(protocol))
            return protocol
        name = lasting_name(self._device)
        self._spoken[name] = spoken
        if self._is_guess:
            self._guesses.add(name)
        else:
            self._guesses.discard(name)
        self._protocol = self._new_protocol(spoken, now_s, is_awake=True)
        port.set_speed(self._protocol.baud, self._write_timeout_s(self._protocol))
        return self._protocol

    def _doubt(self, protocol: LinkProtocol, now_s: float) -> None:
        """Leave a controller that never said what it is: for a new device, or for what it says."""
        assert isinstance(protocol, AdalightProtocol)
        if protocol.has_greeted:
            self._is_guess = False
            self._guesses.discard(lasting_name(self._device))
            return
        if self._others and protocol.heard_bytes >= TALK_BYTES:
            self._is_silent[self._device] = False
            raise _NotThisOneError(f"{short_name(self._device)} says something else")
        if now_s >= self._look_at_s:
            self._look_at_s = now_s + LOOK_EVERY_S
            known, self._devices = self._devices, self._find_ports()
            if any(device not in known for device in self._devices):
                self._is_silent[self._device] = True
                raise _NotThisOneError("another device has come")

    def _tell(self, is_up: bool) -> None:
        if is_up:
            self._retry_s = FIRST_RETRY_S
            self._has_served = True
            self._failures.clear()
            if self.state is not LinkState.CONNECTED:
                # The detail first: whoever sees the new state sees what belongs to it.
                self.detail = short_name(self._device)
                self.state = LinkState.CONNECTED
                others = f", and {self._others} more plugged in" if self._others else ""
                self._log.note(logging.INFO, f"connected to {self.detail}{others}")
        elif self.state is LinkState.CONNECTED:
            self.detail = f"{short_name(self._device)} does not answer"
            self.state = LinkState.SILENT
            self._log.note(logging.WARNING, self.detail)

    def _fail(self, problem: str, now_s: float, state: LinkState | None = None) -> float:
        """Note *problem*, let the port go, and return how long to leave it alone."""
        if self.state is LinkState.CONNECTED:
            # Devices may have changed places together: all are asked anew.
            self._is_silent.clear()
        self._leave(problem, state)
        # One that answers, but cannot be used, will not be another in half a second.
        is_unfit = state not in (None, LinkState.SILENT)
        if self._device:
            self._failures[self._device] += 1 if state is None else TRIES
        wait_s = LAST_RETRY_S if is_unfit and not self._others else self._retry_s
        self._retry_at_s = now_s + wait_s
        self._retry_s = min(2 * wait_s, LAST_RETRY_S)
        return wait_s

    def _leave(self, problem: str, state: LinkState | None = None) -> None:
        """Let the port go and tell why."""
        self._drop_port()
        self.detail = problem
        self.state = state or (LinkState.LOST if self._has_served else LinkState.SEARCHING)
        self._log.note(logging.WARNING, problem)

    def _drop_port(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
            self._inputs.lost()
        self._protocol = None


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
        protocol: one of `hardware.find_port.PROTOCOLS`.
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

    def close(self) -> None:
        """Do nothing: nothing is held."""
