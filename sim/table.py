"""The table of the simulator at work: what arrived on the wire, and fingers on its buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.ports import ButtonName
from sim.table_panel import PanelView, TablePanel
from sim.virtual_controller import VirtualController
from sim.virtual_matrix import VirtualMatrix
from sim.virtual_pins import VirtualPins


class SimTable:
    """Draws the table when something changed on it, and presses the virtual pins.

    Args:
        controller: receives the lamps' bytes.
        pins: behind the buttons.
        matrix: the sensors under it, which may be switched off.
        drawing: draws it.
        rate: what is written about the link, with the fields port and rate.
    """

    def __init__(
        self,
        controller: VirtualController,
        pins: VirtualPins,
        matrix: VirtualMatrix,
        drawing: TablePanel,
        rate: str,
    ) -> None:
        self._controller = controller
        self._pins = pins
        self._matrix = matrix
        self._drawing = drawing
        self._rate_text = rate
        self._held: ButtonName | None = None
        self._drawn: tuple[object, ...] = ()
        self._rate = FrameRate()
        self._lamps: Callable[[], Sequence[int]] = list
        self._port: Callable[[], str] = str

    def watch(self, lamps: Callable[[], Sequence[int]], port: Callable[[], str]) -> None:
        """Ask *lamps* for those under the board's dots, and *port* for the link's port."""
        self._lamps, self._port = lamps, port

    def lay_out(self, rect: pygame.Rect) -> None:
        """Place it at *rect* of the window."""
        self._drawing.lay_out(rect)

    def is_changed(self, now_s: float) -> bool:
        """Return whether it looks different from when it was drawn."""
        self._rate.note(self._controller.frame_count, now_s)
        return self._looks() != self._drawn

    def _looks(self) -> tuple[object, ...]:
        """Return all that its picture depends on: an unchanged frame comes again each second."""
        link = (self._controller.frame, self._rate.per_s, self._port(), self._lamps())
        return (*link, self._held, self._matrix.count)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the lamps as they are lit, the buttons, and the state of the link."""
        self._drawn = self._looks()
        view = PanelView(
            frame=self._controller.frame,
            dots=[self._drawing.places[lamp] for lamp in self._lamps()],
            status=self._rate_text.format(port=self._port(), rate=self._rate.per_s),
            occupied=self._matrix.occupied if self._matrix.is_on else frozenset(),
            held=self._held,
        )
        self._drawing.draw(surface, view)

    def pointer_down(self, x: float, y: float) -> bool:
        """Press the button under the mouse, or put or lift a piece; return whether either is."""
        self._held = self._drawing.button_at(x, y)
        if self._held is None:
            return self._handle_piece(x, y)
        self._pins.press(self._held)
        return True

    def _handle_piece(self, x: float, y: float) -> bool:
        place = self._drawing.place_at(x, y)
        if place is None or not self._matrix.has(place):
            return False
        handle = self._matrix.lift if place in self._matrix.occupied else self._matrix.put
        handle(place)
        return True

    def pointer_up(self) -> bool:
        """Let the button go; return whether one was held."""
        held, self._held = self._held, None
        if held is None:
            return False
        self._pins.release(held)
        return True


class FrameRate:
    """Counts the frames of the last second."""

    def __init__(self) -> None:
        self.per_s = 0
        self._since: tuple[float, int] | None = None

    def note(self, count: int, now_s: float) -> None:
        """Update the rate from the number of frames so far."""
        if self._since is None:
            self._since = (now_s, count)
        elif now_s - self._since[0] >= 1.0:
            self.per_s = round((count - self._since[1]) / (now_s - self._since[0]))
            self._since = (now_s, count)
