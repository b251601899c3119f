"""A list that scrolls: which entry is where, and which one a finger means.  No drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.ui.widgets.layout import Box, ScreenLayout

ENTRY_H, PORTRAIT_ENTRY_H = 70, 76
"""Height of an entry in pixels of the design, its gap included: all of it can be touched.

A finger wants 9 mm, which are 51 pixels on a seven-inch screen of 800 by 480 (86 mm high), and
75 on one of 720 by 1280 (155 mm high).
"""

ENTRY_GAP = 6
"""What an entry leaves free at its right and bottom, in pixels of the design."""

DRAG_STARTS_PX = 12
"""A finger that moved farther than this scrolls instead of choosing."""


def entry_px(layout: ScreenLayout) -> int:
    """Return the height of an entry on this screen, its gap included."""
    return layout.px(PORTRAIT_ENTRY_H if layout.is_portrait else ENTRY_H)


@dataclass
class ListView:
    """The entries of a list in *columns* columns inside *box*, scrolled by whole pixels.

    Attributes:
        entry_h: height of an entry in pixels, the gap under it included.
        selected: the entry under the cursor, or None.
        is_filled: whether the entries of a last row that is not full share its width.
        lead: how many places the first row leaves empty: the others begin that much earlier.
    """

    box: Box
    entry_h: int
    count: int
    columns: int = 1
    selected: int | None = None
    scroll: float = 0.0
    is_filled: bool = False
    lead: int = 0
    _down: tuple[float, float] | None = None
    _is_dragging: bool = False
    _last_y: float = 0.0

    @property
    def content_h(self) -> int:
        """Return the height of all entries together."""
        return -(-(self.lead + self.count) // self.columns) * self.entry_h

    @property
    def most_scroll(self) -> float:
        """Return how far the list can be scrolled."""
        return max(0.0, self.content_h - self.box.h)

    def entry_box(self, index: int, gap: int = 0) -> Box:
        """Return where entry *index* is now, without the *gap* to its neighbors."""
        row, column = divmod(index + self.lead, self.columns)
        last = self.lead + self.count
        in_row = min(self.columns, last - row * self.columns) if self.is_filled else 0
        w = self.box.w // (in_row or self.columns)
        y = self.box.y + row * self.entry_h - round(self.scroll)
        return Box(self.box.x + column * w, y, w - gap, self.entry_h - gap)

    def place_of(self, titles: Sequence[str], title: str, gap: int = 0) -> tuple[int, int] | None:
        """Return the middle of the entry called *title*, brought into view, or None."""
        if title not in titles:
            return None
        index = titles.index(title)
        self.show(index)
        return self.entry_box(index, gap).center

    def visible(self) -> range:
        """Return the entries that are at least partly in view."""
        first = int(self.scroll // self.entry_h) * self.columns
        last = (int((self.scroll + self.box.h - 1) // self.entry_h) + 1) * self.columns
        return range(max(0, first - self.lead), min(self.count, last - self.lead))

    def index_at(self, x: float, y: float) -> int | None:
        """Return the entry at a place, or None."""
        if not self.box.holds(x, y):
            return None
        for index in self.visible():
            if self.entry_box(index).holds(x, y):
                return index
        return None

    def place(self, box: Box, entry_h: int, columns: int = 1) -> None:
        """Move the list to *box*, keeping the cursor in view."""
        self.box, self.entry_h, self.columns = box, max(1, entry_h), columns
        self._clamp()
        if self.selected is not None:
            self.show(self.selected)

    def step(self, by: int, with_none: bool = False) -> None:
        """Move the cursor *by* entries, round the end; *with_none* stops outside the list too."""
        if not self.count:
            self.selected = None
            return
        if not with_none:
            start = self.selected if self.selected is not None else (-1 if by > 0 else 0)
            self.selected = (start + by) % self.count
        else:
            place = self.count if self.selected is None else self.selected
            place = (place + by) % (self.count + 1)
            self.selected = None if place == self.count else place
        if self.selected is not None:
            self.show(self.selected)

    def show(self, index: int) -> None:
        """Scroll as little as needed to have entry *index* in view."""
        top = ((index + self.lead) // self.columns) * self.entry_h
        if top < self.scroll:
            self.scroll = top
        elif top + self.entry_h > self.scroll + self.box.h:
            self.scroll = top + self.entry_h - self.box.h
        self._clamp()

    def show_among(self, index: int) -> None:
        """Show entry *index* with those around it, where one row is in view and always full."""
        start = min(index - (self.columns - 1) // 2, self.count - self.columns)
        self.lead = -max(0, start) % self.columns
        self.show(index)

    def wheel(self, notches: int) -> None:
        """Scroll by *notches* of the wheel, positive toward the first entry."""
        self.scroll_by(-notches * self.entry_h * 0.75)

    def scroll_by(self, px: float) -> None:
        """Scroll down by *px* pixels, up where they are negative, as far as the list goes."""
        self.scroll += px
        self._clamp()

    def pointer_down(self, x: float, y: float) -> bool:
        """Begin to drag the list; return whether the place is in it."""
        if not self.box.holds(x, y):
            return False
        self._down, self._is_dragging, self._last_y = (x, y), False, y
        return True

    def pointer_move(self, x: float, y: float) -> bool:
        """Scroll with the finger; return whether anything moved."""
        if self._down is None:
            return False
        if abs(y - self._down[1]) > DRAG_STARTS_PX or abs(x - self._down[0]) > DRAG_STARTS_PX:
            self._is_dragging = True
        if not self._is_dragging:
            return False
        self.scroll -= y - self._last_y
        self._last_y = y
        self._clamp()
        return True

    def pointer_up(self, x: float, y: float) -> int | None:
        """Let go; return the entry that was chosen, or None after a drag."""
        down, self._down = self._down, None
        if down is None or self._is_dragging:
            return None
        index = self.index_at(x, y)
        return index if index is not None and index == self.index_at(*down) else None

    def _clamp(self) -> None:
        self.scroll = min(max(self.scroll, 0.0), self.most_scroll)
