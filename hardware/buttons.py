"""The four buttons on GPIO pins, or the reason why there are none; decides nothing."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from companion.errors import BackendError, Message, one_line
from companion.ports import WITH_LONG_PRESS, ButtonName, Buttons, Press
from hardware.debounce import Debouncer
from hardware.gpio_factory import close_pin_factory, open_pin_factory

if TYPE_CHECKING:
    from gpiozero import DigitalInputDevice, Factory

REST_S = 0.1
"""How long levels are left unread where no edge has come and no button is down or settling.

Reading four pins takes as long as the rest of an idle turn of the main loop.  It finds what
edges do not tell: one that was lost, and a pin that is dead.
"""

MAX_WAITING_EDGES = 4096
"""A pin that oscillates while the main loop is busy fills no more memory than this."""

_log = logging.getLogger(__name__)


class GpioButtons(Buttons):
    """The `Buttons` on GPIO pins.

    gpiozero calls back on a thread of its own; the callback notes the edge and
    its time and nothing else.  All decisions fall in `presses`.

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
        self._edges.append((button, is_down, self._clock()))
        self._wake()

    def _note_problem(self, problem: str) -> None:
        if problem and problem != self._problem:
            _log.warning("%s", problem)
        self._problem = problem


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
