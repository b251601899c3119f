"""Fingers on the touchscreen and on the four buttons of an opened program."""

from __future__ import annotations

import pygame

from companion.ports import ButtonName
from companion.testing.opened import OpenedProgram
from companion.ui.lamps.mounting import Mounting, mounting_of
from companion.words.buttons import button_title

FINGER_S = 0.05
"""How long a finger stays on a button for a short press."""

Place = tuple[int, int]


class Fingers(OpenedProgram):
    """The program and the fingers that touch it."""

    def post(self, kind: int, **values: object) -> None:
        """Put an event into pygame's queue."""
        pygame.event.post(pygame.event.Event(kind, values))

    def on_display(self, place: Place) -> Place:
        """Return where on the display a place of the picture is."""
        x, y = self._mounting.to_panel(*place, self.program.window.display_size)
        return round(x), round(y)

    @property
    def _mounting(self) -> Mounting:
        return mounting_of(self.stage.config.screen)

    def mouse_down(self, place: Place) -> None:
        """Put a finger on *place*."""
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.on_display(place), button=1)
        self.ticks(2)

    def mouse_up(self, place: Place) -> None:
        """Lift the finger from *place*."""
        self.post(pygame.MOUSEBUTTONUP, pos=self.on_display(place), button=1)
        self.ticks(2)

    def click(self, place: Place) -> None:
        """Touch *place*."""
        self.mouse_down(place)
        self.mouse_up(place)

    def touch(self, name: str) -> None:
        """Touch the dot called *name*."""
        self.click(self.place(name))

    def place(self, name: str) -> Place:
        """Return where the dot called *name* is."""
        table = self.scene.table()
        assert table is not None, f"expected a board, got {self.scene.name}"
        return table.site_place(table.board.site_of(name))

    def tap(self, title: str) -> None:
        """Tap one of the four buttons on screen, the menu's button, or a line of a list."""
        for name, box in zip(ButtonName, self.stage.layout.buttons, strict=True):
            if title == button_title(name):
                self.click(box.center)
                return
        if title == "Menu":
            assert self.scene.has_menu()
            self.click(self.stage.layout.menu.center)
            return
        place = self.scene.entry_place(title)
        assert place is not None, f"expected {title!r} among {self.scene.entries()}"
        self.click(place)
        self.wait_for_work()

    def press(self, *names: str) -> None:
        """Press buttons beside the board, one after the other."""
        for name in names:
            self.finger(ButtonName(name), FINGER_S)

    def hold(self, name: str) -> None:
        """Press a button beside the board for long."""
        self.finger(ButtonName(name), self.stage.config.buttons.long_press_ms / 1000 + 0.05)

    def finger(self, button: ButtonName, seconds: float) -> None:
        """Keep a finger on *button* for so long."""
        self.pins.press(button)
        self.wait(seconds)
        self.pins.release(button)
        self.wait(FINGER_S)
