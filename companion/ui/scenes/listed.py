"""A scene with a list: walked, scrolled and touched in one way everywhere."""

from __future__ import annotations

from abc import abstractmethod

from companion.ports import ButtonName, Press
from companion.ui.scene import Scene, is_back, opens_menu
from companion.ui.widgets.list_view import ListView

ENTRY_H = 70
"""Height of an entry in pixels of the design, its gap included: 64 to be touched."""

ENTRY_GAP = 6
"""What an entry leaves free at its right and bottom, in pixels of the design."""


class ListedScene(Scene):
    """Next walks the entries, Confirm or a touch takes one, Back leaves."""

    list: ListView

    @abstractmethod
    def take(self) -> None:
        """Do what the entry under the cursor stands for."""

    @abstractmethod
    def leave(self) -> None:
        """Do what Back does."""

    def stamp(self) -> object:
        """Return what Confirm would take."""
        return self.list.selected

    def entry_place(self, title: str) -> tuple[int, int] | None:
        """Return where the entry called *title* is, brought into view."""
        return self.list.place_of(self.entries(), title, self.stage.layout.px(ENTRY_GAP))

    def press(self, press: Press) -> None:
        """Walk, take or leave."""
        if opens_menu(press):
            return
        if is_back(press):
            self.leave()
        elif press.button is ButtonName.NEXT:
            self.list.step(1)
        elif press.button is ButtonName.CONFIRM and not self.stage.is_stale(press):
            self.take()

    def previous(self) -> None:
        """Walk to the entry before."""
        self.list.step(-1)

    def pointer_down(self, x: float, y: float, at_s: float) -> None:
        """Put the cursor on the entry under the finger."""
        if self.list.pointer_down(x, y):
            index = self.list.index_at(x, y)
            if index is not None:
                self.list.selected = index

    def pointer_move(self, x: float, y: float) -> None:
        """Scroll with the finger."""
        self.list.pointer_move(x, y)

    def pointer_up(self, x: float, y: float) -> None:
        """Take the entry under the finger, unless the finger scrolled."""
        index = self.list.pointer_up(x, y)
        if index is not None:
            self.list.selected = index
            self.take()

    def wheel(self, notches: int) -> None:
        """Scroll."""
        self.list.wheel(notches)
