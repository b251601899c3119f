"""The four buttons on GPIO pins, or the reason why there are none; decides nothing.

gpiozero's pin factory is opened without leaving traces.
"""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import shlex
import sys
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import BackendError, Message, one_line
from companion.ports import WITH_LONG_PRESS, ButtonName, Buttons, Finding, Press
from hardware.debounce import Debouncer

if TYPE_CHECKING:
    from gpiozero import DigitalInputDevice, Factory


RASPBERRY_PI_OS: Final = Path("/etc/rpi-issue")
"""Which system this is is in no other file: 64-bit Raspberry Pi OS calls itself debian."""

PACKAGED: Final = Path("/usr/lib/board-companion")
"""Where Debian's package puts the program: see ``debian/rules``."""

LGPIO_MACHINES: Final = ("x86_64", "aarch64", "armv7l")
LGPIO_LAST_PYTHON: Final = (3, 12)
"""What PyPI has wheels of lgpio 0.2.2.0 for; it is built anywhere else."""

LGPIO_DIRECTORY = "LG_WD"
"""The environment variable with which lgpio is told to work in another directory."""


FALLBACK: Final = "Falling back from "
"""What gpiozero begins with when it warns of a pin library that does not work."""


class OldPinLibraryError(BackendError):
    """gpiozero is older than this program needs it."""


def open_pin_factory() -> Factory:
    """Return the source of pins that gpiozero chooses on this machine.

    Call it before other threads rely on the working directory: it changes for a moment.

    Raises:
        OldPinLibraryError: gpiozero is older than 2.0, as that of Debian is.
        BackendError: no pin library works here; the message gives the first one's reason.
    """
    with warnings.catch_warnings(record=True) as fallbacks:
        warnings.simplefilter("always")
        try:
            with _directory_for_lgpio():
                from gpiozero import Device

                _require_new(Device)
                Device.ensure_pin_factory()
        except OldPinLibraryError:
            raise
        except Exception as error:
            # Each pin library fails in its own way, lgpio's with a bare Exception; a full
            # disk has no room for the directory.
            # What else is warned of, such as by Python of a library, is no reason.
            said = [one_line(str(fallback.message)) for fallback in fallbacks]
            reasons = [one.removeprefix(FALLBACK) for one in said if one.startswith(FALLBACK)]
            reason = (reasons or [one_line(str(error))])[0]
            raise BackendError("expected GPIO pins, got none: {reason}", reason=reason) from error
    for fallback in fallbacks:
        _log.info("%s", one_line(str(fallback.message)))
    return Device.pin_factory


def _require_new(device: type) -> None:
    if not hasattr(device, "ensure_pin_factory"):
        version = ""
        with contextlib.suppress(metadata.PackageNotFoundError):
            version = metadata.version("gpiozero")
        raise OldPinLibraryError("expected gpiozero 2.0 or newer, got {version}", version=version)


def close_pin_factory(factory: Factory) -> None:
    """Release the chip that *factory* holds, so that another program can use it."""
    from gpiozero import Device

    factory.close()
    if Device.pin_factory is factory:
        Device.pin_factory = None


@contextlib.contextmanager
def _directory_for_lgpio() -> Iterator[None]:
    """Give lgpio a directory of its own for as long as the block lasts.

    Importing lgpio makes a FIFO in the working directory, fails where it cannot,
    and leaves it there; with `LGPIO_DIRECTORY` set it moves the whole process
    to that directory instead.  It needs the FIFO's name only once, so a
    directory that vanishes afterward is enough.
    """
    # Neither reading nor even the existence of the working directory is needed for O_PATH.
    before = os.open(".", getattr(os, "O_PATH", os.O_RDONLY))
    configured = os.environ.pop(LGPIO_DIRECTORY, None)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-gpio-") as directory:
            os.chdir(directory)
            try:
                yield
            finally:
                os.fchdir(before)
    finally:
        os.close(before)
        if configured is not None:
            os.environ[LGPIO_DIRECTORY] = configured


def why_no_pins(reason: str, is_pi: bool, system: Path = RASPBERRY_PI_OS) -> Finding:
    """Return *reason* as a finding whose code tells what can be done about it here."""
    if not is_pi:
        return Finding("gpio", "no-pins", (reason,))
    if find_spec("lgpio") is not None:
        return Finding("gpio", "pins-closed", (reason,))
    if system.exists():
        return Finding("gpio", "no-lgpio-pi-os", (reason,))
    if is_packaged():
        return Finding("gpio", "no-gpio-package", (reason,))
    if has_lgpio_wheel(sys.version_info[:2], platform.machine()):
        return Finding("gpio", "no-lgpio-wheel", (reason, shlex.quote(sys.executable)))
    return Finding("gpio", "no-lgpio-source", (reason, shlex.quote(sys.executable)))


def is_packaged() -> bool:
    """Return whether this program is the one of Debian's package, which pip must not change."""
    return Path(sys.prefix) == PACKAGED


def has_lgpio_wheel(python: tuple[int, int], machine: str) -> bool:
    """Return whether pip finds lgpio ready-made for *python* on *machine*."""
    return python <= LGPIO_LAST_PYTHON and machine in LGPIO_MACHINES


REST_S = 0.1
"""How long levels are left unread where no edge has come and no button is down or settling.

Reading four pins takes as long as the rest of an idle turn of the main loop.  It finds what
edges do not tell: one that was lost, and a pin that is dead.
"""

LATEST_EDGE_S = 5.0
"""An edge that is told later than this has a time of another clock than ours."""

MAX_WAITING_EDGES = 4096
"""A pin that oscillates while the main loop is busy fills no more memory than this."""

_log = logging.getLogger(__name__)


class GpioButtons(Buttons):
    """The `Buttons` on GPIO pins.

    gpiozero calls back on a thread of its own; the callback notes the edge and
    the time that the kernel gives it and nothing else.  All decisions fall in `presses`.

    Args:
        pins: the GPIO number of each button; buttons may be left out.
        pull_up: the buttons connect their pin to ground, not to 3.3 V.
        long_press_s: how long to hold for a long press.
        pin_factory: gpiozero's source of pins; None for that of this machine.
        clock: seconds that never go back, the same that `presses` is told.
        wake: is called by gpiozero's thread at each edge.

    Raises:
        BackendError: there are no GPIO pins here, or one of these cannot be used.
    """

    def __init__(
        self,
        pins: Mapping[ButtonName, int],
        pull_up: bool,
        long_press_s: float,
        pin_factory: Factory | None = None,
        clock: Callable[[], float] = time.monotonic,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        _require_distinct(pins)
        self._wake = wake
        self._clock = clock
        self._problem = ""
        self._held: dict[ButtonName, float] = {}
        self._read_at_s = float("-inf")
        self._is_at_rest = False
        self._edges: deque[tuple[ButtonName, bool, float]] = deque(maxlen=MAX_WAITING_EDGES)
        self._devices: dict[ButtonName, DigitalInputDevice] = {}
        self._debouncers: dict[ButtonName, Debouncer] = {}
        self._own_factory = open_pin_factory() if pin_factory is None else None
        try:
            for button, pin in pins.items():
                self._open(button, pin, pull_up, long_press_s, pin_factory or self._own_factory)
        except BackendError:
            self.close()
            raise

    def presses(self, now_s: float) -> list[Press]:
        if not self._edges and self._is_at_rest and 0 <= now_s - self._read_at_s < REST_S:
            return []
        self._read_at_s = now_s
        presses: list[Press] = []
        # Edges that arrive from here on wait for the next call, so that a storm cannot hold us.
        for _ in range(len(self._edges)):
            button, is_down, at_s = self._edges.popleft()
            presses += self._debouncers[button].edge(is_down, at_s)
        problems: list[str] = []
        held: dict[ButtonName, float] = {}
        for button, device in self._devices.items():
            try:
                is_down = bool(device.is_active)
            except Exception as error:  # noqa: BLE001 - each pin library raises its own kind
                problems.append(
                    Message(
                        "the {button} button is dead: {error}",
                        button=button.value,
                        error=one_line(str(error)),
                    )
                )
            else:
                presses += self._debouncers[button].sample(is_down, now_s)
                # Of a pin that cannot be read nobody knows when its button was let go.
                since_s = self._debouncers[button].held_since_s
                if since_s is not None:
                    held[button] = since_s
        self._held = held
        self._is_at_rest = all(debouncer.is_at_rest for debouncer in self._debouncers.values())
        self._note_problem(problems[0] if problems else "")
        return sorted(presses, key=lambda press: press.at_s)

    def has_news(self, now_s: float) -> bool:
        """Return whether an edge waits, or a button is down or settling; never blocks."""
        if self._edges or not self._is_at_rest:
            return True
        if 0 <= now_s - self._read_at_s < REST_S:
            return False
        try:
            is_down = any(device.is_active for device in self._devices.values())
        except Exception:  # noqa: BLE001 - each pin library raises its own kind
            return True
        if not is_down:
            self._read_at_s = now_s
        return is_down

    def held(self) -> Mapping[ButtonName, float]:
        return self._held

    def problem(self) -> str:
        return self._problem

    def close(self) -> None:
        while self._devices:
            _, device = self._devices.popitem()
            # gpiozero leaves its callback with lgpio, whose one thread would die of the next edge.
            if device.pin is not None:
                device.pin.when_changed = None
            device.close()
        self._edges.clear()
        self._held = {}
        if self._own_factory is not None:
            close_pin_factory(self._own_factory)
            self._own_factory = None

    def _open(
        self, button: ButtonName, pin: int, pull_up: bool, long_press_s: float, factory: Factory
    ) -> None:
        try:
            from gpiozero import DigitalInputDevice

            # What gpiozero's Button is made of, without its thread for each button: that one
            # measures holding, wakes ten times a second and delays closing by up to a second.
            # No bounce time: it means something else in each pin library.
            device = DigitalInputDevice(
                pin, pull_up=pull_up, bounce_time=None, pin_factory=factory
            )
            self._devices[button] = device
            device.when_activated = partial(self._note_edge, button, True)
            device.when_deactivated = partial(self._note_edge, button, False)
            is_down = bool(device.is_active)
        except Exception as error:
            # Each pin library fails in its own way, lgpio's with a bare Exception.
            raise BackendError(
                "expected a free GPIO pin for the {button} button, got {pin!r}: {error}",
                button=button.value,
                pin=pin,
                error=one_line(str(error)),
            ) from error
        has_long_press = button in WITH_LONG_PRESS
        self._debouncers[button] = Debouncer(
            button, long_press_s if has_long_press else None, is_down
        )

    def _note_edge(self, button: ButtonName, is_down: bool) -> None:
        """Keep an edge for the main loop; an error here would silence every button for good."""
        device = self._devices.get(button)
        if device is None:
            # It was closed meanwhile.
            return
        ago_s = device.active_time if is_down else device.inactive_time
        self._edges.append((button, is_down, self._clock() - _believed(ago_s)))
        self._wake()

    def _note_problem(self, problem: str) -> None:
        if problem and problem != self._problem:
            _log.warning("%s", problem)
        self._problem = problem


def _believed(ago_s: float | None) -> float:
    """Return how long ago an edge was, which the pin library says; 0 where it cannot be true.

    Its thread may be told late, as while a picture is drawn, and of a short press both edges at
    once: by the time of being told that would be a spike.
    """
    return ago_s if ago_s is not None and 0 <= ago_s < LATEST_EDGE_S else 0.0


class NoButtons(Buttons):
    """The `Buttons` of a machine without usable pins: nothing is pressed, and it says why."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def presses(self, now_s: float) -> list[Press]:
        return []

    def has_news(self, now_s: float) -> bool:
        return False

    def held(self) -> Mapping[ButtonName, float]:
        return {}

    def problem(self) -> str:
        return self._reason

    def close(self) -> None:
        """Do nothing: nothing is held."""


def open_buttons(
    pins: Mapping[ButtonName, int],
    pull_up: bool,
    long_press_s: float,
    pin_factory: Factory | None = None,
    clock: Callable[[], float] = time.monotonic,
    wake: Callable[[], None] = lambda: None,
) -> Buttons:
    """Return the buttons, or `NoButtons` with the reason, so that play goes on by touch.

    Takes what `GpioButtons` takes.
    """
    try:
        return GpioButtons(pins, pull_up, long_press_s, pin_factory, clock, wake)
    except BackendError as error:
        _log.warning("%s", error)
        return NoButtons(error.message)


def _require_distinct(pins: Mapping[ButtonName, int]) -> None:
    by_pin: dict[int, ButtonName] = {}
    for button, pin in pins.items():
        other = by_pin.setdefault(pin, button)
        if other is not button:
            raise BackendError(
                "expected a GPIO pin for each button, got {pin!r} for both {other} and {button}",
                pin=pin,
                other=other.value,
                button=button.value,
            )
