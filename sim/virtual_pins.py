"""Fingers for buttons that are not there: gpiozero's mock pins, pressed and released by name.

The program's own `GpioButtons` and real gpiozero buttons run on them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from gpiozero.pins.mock import MockFactory, MockPin

from companion.ports import ButtonName

BOARD_REVISION = "a02082"
"""The Raspberry Pi 3 B whose pins gpiozero imitates; its header is that of all later ones."""

DWELL_S = 0.03
"""How long a finger stays on a button at least; a shorter touch is a spike to the debouncer."""


class _TouchedPin(MockPin):  # type: ignore[misc] # gpiozero ships no types
    """A mock pin that lets a finger leave that is due to, before it is read.

    Its edges have the times of its factory, as those of real pins have, and not the machine's.
    """

    before_reading: Callable[[], None] | None = None

    def _get_state(self) -> bool:
        if self.before_reading is not None:
            self.before_reading()
        return bool(super()._get_state())

    def _call_when_changed(self) -> None:
        super(MockPin, self)._call_when_changed(self.factory.ticks(), self._state)


class VirtualPins:
    """The pins that the buttons hang on, and the fingers.

    Open the buttons on `factory` first: only then do the pins have a resting level.
    All methods belong to the thread that reads the buttons.

    Args:
        pins: the GPIO number of each button.
        pull_up: a pressed button connects its pin to ground, not to 3.3 V.
        clock: seconds that never go back, the same that the buttons use.
    """

    def __init__(
        self,
        pins: Mapping[ButtonName, int],
        pull_up: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.factory = MockFactory(revision=BOARD_REVISION, pin_class=_TouchedPin)
        self.factory.ticks = clock
        self._pull_up = pull_up
        self._clock = clock
        self._pressed_at_s: dict[ButtonName, float] = {}
        self._leaving: set[ButtonName] = set()
        self._pins = {button: self.factory.pin(number) for button, number in pins.items()}
        for pin in self._pins.values():
            pin.before_reading = self._let_fingers_leave

    def press(self, button: ButtonName) -> None:
        """Put a finger on *button*."""
        if button in self._leaving:
            self._lift(button)
        self._pressed_at_s.setdefault(button, self._clock())
        self._drive(button, is_down=True)

    def release(self, button: ButtonName) -> None:
        """Take the finger off *button*.

        After a touch shorter than `DWELL_S` it leaves at the first reading after that time.
        """
        if button in self._pressed_at_s:
            self._leaving.add(button)
            self._let_fingers_leave()

    def tap(self, button: ButtonName) -> None:
        """Press *button* as shortly as a finger can."""
        self.press(button)
        self.release(button)

    def close(self) -> None:
        """Forget all pins; close the buttons first."""
        self.factory.reset()

    def _let_fingers_leave(self) -> None:
        now_s = self._clock()
        for button in sorted(self._leaving, key=lambda name: name.value):
            if now_s - self._pressed_at_s[button] >= DWELL_S:
                self._lift(button)

    def _lift(self, button: ButtonName) -> None:
        self._leaving.discard(button)
        del self._pressed_at_s[button]
        self._drive(button, is_down=False)

    def _drive(self, button: ButtonName, is_down: bool) -> None:
        pin = self._pins[button]
        if is_down is self._pull_up:
            pin.drive_low()
        else:
            pin.drive_high()
        # gpiozero notes every level that a mock pin ever had, for tests that compare them.
        pin.clear_states()
