"""What the host knows of a controller's buttons and sensors; knows no port.

Source: `hardware/PROTOCOL.md`, "Buttons and sensors".  Events are numbered and
sent once: a gap, or an ACK that tells a newer event than has come, is mended by
asking for the whole state.
"""

from __future__ import annotations

from hardware.checked.messages import (
    Ack,
    ButtonEvent,
    ControllerMessage,
    InputState,
    SensorEvent,
    Welcome,
)
from hardware.checked.packets import NUMBERS
from hardware.controller_inputs import ControllerInputs, InputSnapshot

QUERY_AGAIN_S = 0.25
"""A state that has not come so long after it was asked for is asked for anew.

The flight repeats a packet that nobody answered; but the answer may be lost and
the next packet's ACK take its place.
"""


class InputsHeard:
    """Follows events from HELLO on, and tells when to ask for the whole state.

    Args:
        inputs: is told all that is known; nothing, while it is not.
    """

    def __init__(self, inputs: ControllerInputs) -> None:
        self._inputs = inputs
        self._welcome: Welcome | None = None
        self._event = 0
        self._seen: InputSnapshot | None = None
        self._is_asking = False
        self._asked_at_s = float("-inf")

    def greeted(self, welcome: Welcome) -> None:
        """Begin anew: events count from 1, and what stands is told by QUERY alone."""
        self._inputs.lost()
        self._welcome, self._event, self._seen = welcome, 0, None
        self._is_asking = bool(welcome.buttons or welcome.columns)
        self._asked_at_s = float("-inf")

    def lost(self) -> None:
        """Know nothing until the next HELLO."""
        self._inputs.lost()
        self._welcome, self._seen = None, None
        self._is_asking = False

    def due_s(self) -> float:
        """Return when to ask for the whole state; never, where nothing is missing."""
        return self._asked_at_s + QUERY_AGAIN_S if self._is_asking else float("inf")

    def asked(self, now_s: float) -> None:
        """Note that QUERY was sent."""
        self._asked_at_s = now_s

    def hear(self, number: int, message: ControllerMessage, now_s: float) -> None:
        """Handle *message* of packet *number*; what is no event or answer is ignored."""
        if self._welcome is None:
            return
        if isinstance(message, InputState):
            self._whole(message)
        elif isinstance(message, Ack):
            # In the stream of the controller all events up to this one came before.
            self._miss_if(message.event != self._event)
        elif isinstance(message, ButtonEvent | SensorEvent):
            self._happened(number, message, now_s)

    def _whole(self, state: InputState) -> None:
        assert self._welcome is not None, "greeted"
        if len(state.rows) != self._welcome.rows:
            return
        self._event, self._is_asking = state.event, False
        columns, wired = self._welcome.columns, self._welcome.buttons
        self._seen = InputSnapshot(wired, state.buttons, columns, state.rows)
        self._inputs.tell(self._seen)

    def _happened(self, number: int, event: ButtonEvent | SensorEvent, now_s: float) -> None:
        self._miss_if(number != (self._event + 1) % NUMBERS)
        self._event = number
        seen = self._seen
        if seen is None:
            return
        if isinstance(event, ButtonEvent):
            if event.button < seen.wired:
                bit = 1 << event.button
                self._seen = seen._replace(buttons=_with(seen.buttons, bit, event.is_down))
                self._inputs.tell(self._seen)
                self._inputs.note_edge(event.button, event.is_down, now_s)
        elif event.row < len(seen.rows) and event.column < seen.columns:
            rows = list(seen.rows)
            rows[event.row] = _with(rows[event.row], 1 << event.column, event.is_occupied)
            self._seen = seen._replace(rows=tuple(rows))
            self._inputs.tell(self._seen)

    def _miss_if(self, is_missing: bool) -> None:
        if is_missing and not self._is_asking:
            self._is_asking, self._asked_at_s = True, float("-inf")


def _with(bits: int, bit: int, is_set: bool) -> int:
    return bits | bit if is_set else bits & ~bit
