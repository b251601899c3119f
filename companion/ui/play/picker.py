"""Real pieces with numbers: the one that is played is named by touching both."""

from __future__ import annotations

from companion.ports import ButtonName, Press, Previous
from companion.ui.panels.domino_picker import DominoPicker, naming_tray
from companion.ui.play.mode import Mode
from companion.ui.play.turn import Turn
from companion.ui.view import Labels, Topic, View
from companion.ui.widgets.pen import Banner, ButtonLabel
from companion.words import buttons
from companion.words.hands import PICKER_NOTE, picker_banner


class PickerMode(Mode):
    """The numbers in the tray of *turn*, until its player has named a piece."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        turn.make_tray = naming_tray

    @property
    def picker(self) -> DominoPicker | None:
        """Return what names a piece by its numbers, before one is named."""
        tray = self._turn.tray()
        is_choosing = not self._turn.match.half.touches and bool(tray.items)
        return tray if is_choosing and isinstance(tray, DominoPicker) else None

    def show(self, view: View) -> View:
        """Return whose turn it is, by its seat, and which number to touch."""
        picker, turn = self.picker, self._turn
        if picker is None:
            return view._replace(stamp=(view.stamp, None))
        view = view._replace(
            labels=self._labels(view.labels, picker),
            note=view.note or PICKER_NOTE(),
            stamp=(view.stamp, picker.number),
        )
        if turn.is_settling or view.topics[0] is Topic.HINTS:
            return view
        position = turn.match.position
        color = turn.table.side_color(position.side)
        return view._replace(banner=Banner(picker_banner(position, picker.number), color))

    def _labels(self, labels: Labels, picker: DominoPicker) -> Labels:
        """Return what the four buttons do: Back shows the numbers again."""
        if picker.number is None or self._turn.cursor.focus is not None:
            return labels
        return (ButtonLabel(buttons.NUMBERS()), *labels[1:])

    def on(self, event: Press | Previous) -> bool:
        """Take Back, which shows the numbers again."""
        picker = self.picker
        is_back = isinstance(event, Press) and event.button is ButtonName.BACK
        if (
            not is_back
            or self._turn.cursor.focus is not None
            or picker is None
            or picker.number is None
        ):
            return False
        picker.choose(None)
        return True

    def show_named(self) -> None:
        """Show the piece that was taken from the list of all moves, not the numbers."""
        tray = self._turn.tray()
        if isinstance(tray, DominoPicker):
            tray.show_named(self._turn.match.half)
