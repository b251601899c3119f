"""The buttons and sensors wired to the lamp controller, handed from its link to the main loop."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.ports import (
    WITH_LONG_PRESS,
    ButtonName,
    Buttons,
    Matrix,
    Press,
    Previous,
    Sensors,
    latest,
)
from hardware.debounce import Debouncer

MAX_WAITING_EDGES = 4096
"""A controller that tells of presses without end fills no more memory than this."""

FRESH_S = 0.1
"""A controller that has just started takes a few milliseconds to find out what is down."""

PREVIOUS = "previous"
"""The button that walks back, which only a controller has room for."""


class InputSnapshot(NamedTuple):
    """What a controller has told at one moment.

    Attributes:
        wired: how many buttons it has.
        buttons: those that are down, bit 0 is button 0.
        columns: of its matrix; 0 without one.
        rows: the occupied sites of each row, bit 0 is column 0.
    """

    wired: int
    buttons: int
    columns: int
    rows: tuple[int, ...]


class ControllerInputs:
    """What is known of a controller's buttons and sensors.

    The link's thread tells; the main loop asks.  Each value is replaced as a
    whole, so neither waits for the other.

    Args:
        wake: is called by the link's thread when there is something new.

    Attributes:
        state: how often the controller was lost, and what is known of it, or None.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        self._wake = wake
        self.state: tuple[int, InputSnapshot | None] = (0, None)
        self._edges: deque[tuple[int, bool, float]] = deque(maxlen=MAX_WAITING_EDGES)

    def tell(self, seen: InputSnapshot) -> None:
        """Store *seen*."""
        self.state = (self.state[0], seen)
        self._wake()

    def lost(self) -> None:
        """Know nothing from now on."""
        if self.state[1] is not None:
            self.state = (self.state[0] + 1, None)
            self._edges.clear()
            self._wake()

    def note_edge(self, button: int, is_down: bool, at_s: float) -> None:
        """Keep a change of *button* for the main loop."""
        self._edges.append((button, is_down, at_s))
        self._wake()

    @property
    def has_edges(self) -> bool:
        """Whether changes of buttons wait."""
        return bool(self._edges)

    def take_edges(self) -> list[tuple[int, bool, float]]:
        """Return the changes that wait, oldest first."""
        return [self._edges.popleft() for _ in range(len(self._edges))]


class ControllerSensors(Sensors):
    """The `Sensors` of a controller with a matrix."""

    def __init__(self, inputs: ControllerInputs) -> None:
        self._inputs = inputs
        self._last: tuple[InputSnapshot | None, Matrix | None] = (None, None)

    def matrix(self) -> Matrix | None:
        _, seen = self._inputs.state
        if seen is not self._last[0]:
            self._last = (seen, _matrix_of(seen))
        return self._last[1]


def _matrix_of(seen: InputSnapshot | None) -> Matrix | None:
    if seen is None or not seen.rows:
        return None
    occupied = frozenset(
        (column, row)
        for row, bits in enumerate(seen.rows)
        for column in range(seen.columns)
        if bits >> column & 1
    )
    return Matrix((seen.columns, len(seen.rows)), occupied)


class ControllerButtons(Buttons):
    """The `Buttons` wired to the controller.

    The firmware has debounced them; a press that the controller was lost in the
    middle of is none, and a button that is down when it comes back must first be
    released.

    Args:
        inputs: what the link tells.
        numbers: the controller's button for each name of ours, below 0 for none; `PREVIOUS`
            walks back.
        long_press_s: how long to hold for a long press.
    """

    def __init__(
        self, inputs: ControllerInputs, numbers: Mapping[str, int], long_press_s: float
    ) -> None:
        self._inputs = inputs
        self._names = {
            numbers[name.value]: name for name in ButtonName if numbers[name.value] >= 0
        }
        self._previous = numbers[PREVIOUS]
        self._long_press_s = long_press_s
        self._debouncers: dict[int, Debouncer] = {}
        self._losses = -1
        self._fresh_until_s = float("-inf")
        self._held: dict[ButtonName, float] = {}
        self._looked_at: tuple[int, InputSnapshot | None] | None = None

    def presses(self, now_s: float) -> list[Press | Previous]:
        state = losses, seen = self._inputs.state
        edges = self._inputs.take_edges()
        if seen is None:
            self._held, self._looked_at = {}, state
            return []
        if losses != self._losses:
            self._begin(losses, seen, now_s)
        presses: list[Press | Previous] = []
        for button, is_down, at_s in edges:
            if button == self._previous and is_down and at_s >= self._fresh_until_s:
                presses.append(Previous(at_s))
            if button not in self._debouncers:
                continue
            if is_down and at_s < self._fresh_until_s:
                # It was down all the time, and the controller has only now found it out.
                self._debouncers[button] = self._debouncer(button, is_down)
            presses += self._debouncers[button].edge(is_down, at_s)
        for button, debouncer in self._debouncers.items():
            presses += debouncer.sample(bool(seen.buttons >> button & 1), now_s)
        is_at_rest = all(one.is_at_rest for one in self._debouncers.values())
        self._looked_at = state if is_at_rest else None
        self._held = {
            self._names[button]: one.held_since_s
            for button, one in self._debouncers.items()
            if one.held_since_s is not None
        }
        return sorted(presses, key=lambda press: press.at_s)

    def has_news(self, now_s: float) -> bool:
        return self._inputs.has_edges or self._inputs.state is not self._looked_at

    def _begin(self, losses: int, seen: InputSnapshot, now_s: float) -> None:
        self._losses, self._fresh_until_s = losses, now_s + FRESH_S
        self._debouncers = {
            button: self._debouncer(button, bool(seen.buttons >> button & 1))
            for button in self._names
            if button < seen.wired
        }

    def _debouncer(self, button: int, is_down: bool) -> Debouncer:
        name = self._names[button]
        has_long_press = name in WITH_LONG_PRESS
        return Debouncer(name, self._long_press_s if has_long_press else None, is_down)

    def held(self) -> Mapping[ButtonName, float]:
        return self._held

    def problem(self) -> str:
        _, seen = self._inputs.state
        return "" if seen is not None and seen.wired else "no buttons at the controller"

    def close(self) -> None:
        """Do nothing: the link owns the port."""


class JointButtons(Buttons):
    """The `Buttons` of two places as one: pressed at either."""

    def __init__(self, first: Buttons, second: Buttons) -> None:
        self._both = (first, second)

    def presses(self, now_s: float) -> list[Press | Previous]:
        presses = [press for one in self._both for press in one.presses(now_s)]
        return sorted(presses, key=lambda press: press.at_s)

    def has_news(self, now_s: float) -> bool:
        return self._both[0].has_news(now_s) or self._both[1].has_news(now_s)

    def held(self) -> Mapping[ButtonName, float]:
        return latest(self._both[0].held(), self._both[1].held())

    def problem(self) -> str:
        """Return the first place's problem, unless the second has buttons that work."""
        problem = self._both[0].problem()
        return problem if problem and self._both[1].problem() else ""

    def close(self) -> None:
        for one in self._both:
            one.close()
