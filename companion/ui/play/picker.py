"""Real pieces with numbers: the one that is played is named by touching both."""

from __future__ import annotations

from companion.ports import ButtonName, Press
from companion.ui.panels.domino_picker import DominoPicker
from companion.ui.play.passing import Passing
from companion.ui.view import Labels, Topic
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.hands import PICKER_NOTE, picker_banner


class PickerMode(Passing):
    """In front of a turn, whose tray is `naming_tray`, until its player has named a piece."""

    @property
    def picker(self) -> DominoPicker | None:
        """Return what names a piece by its numbers, before one is named."""
        tray = self.turn.tray()
        is_choosing = not self.match.half.touches and bool(tray.items)
        return tray if is_choosing and isinstance(tray, DominoPicker) else None

    def stamp(self) -> object:
        return (self.under.stamp(), self.picker.number if self.picker else None)

    def banner(self) -> Banner:
        """Return whose turn it is, by its seat, and which number to touch."""
        position = self.match.position
        is_hinting = self.under.topics()[0] is Topic.HINTS
        if self.picker is None or self.turn.is_settling or is_hinting:
            return self.under.banner()
        color = self.turn.table().side_color(position.side)
        return Banner(picker_banner(position, self.picker.number), color)

    def labels(self) -> Labels:
        """Return what the four buttons do: Back shows the numbers again."""
        labels = self.under.labels()
        if self.picker is None or self.picker.number is None or self.turn.focus is not None:
            return labels
        return (ButtonLabel(buttons.NUMBERS()), *labels[1:])

    def note(self) -> str:
        """Return what happened, or what the numbers are for."""
        note = self.under.note()
        return note if note or self.picker is None else PICKER_NOTE()

    def press(self, press: Press) -> None:
        """Take a press; Back shows the numbers again."""
        picker = self.picker
        is_back = press.button is ButtonName.BACK and self.turn.focus is None
        if is_back and picker is not None and picker.number is not None:
            picker.choose(None)
        else:
            self.under.press(press)

    def show_named(self) -> None:
        """Show the piece that was taken from the list of all moves, not the numbers."""
        tray = self.turn.tray()
        if isinstance(tray, DominoPicker):
            tray.show_named(self.match.half)
