"""What a finger can mean on a screen: lists, the board, keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.contract import Site
from companion.ui.board.board_geometry import BoardGeometry
from companion.ui.widgets.layout import Box
from companion.ui.widgets.list_view import ListView

Place = tuple[int, int]


class TouchTarget:
    """Something that a finger can touch; a finger belongs to the first that takes it."""

    def down(self, x: float, y: float) -> bool:
        """Take a finger that goes down; return whether it means this target."""
        return False

    def move(self, x: float, y: float) -> None:
        """Take a finger that moves, wherever it went down."""

    def up(self, x: float, y: float) -> None:
        """Take a finger that goes up, at no place where nobody saw it: that chooses nothing."""

    def wheel(self, notches: int) -> None:
        """Take a turn of the wheel."""

    def titles(self) -> Sequence[str]:
        """Return what can be chosen here, for scripts."""
        return ()

    def place_of(self, title: str) -> Place | None:
        """Return where *title* is, brought into view, or None; for scripts."""
        return None


@dataclass(frozen=True)
class ListTarget(TouchTarget):
    """A list: a finger scrolls it, or chooses the entry on which it goes down and up.

    Attributes:
        names: returns the titles of all entries.
        choose: takes the number of the entry.
        gap: what an entry leaves free at its right and bottom, in pixels.
        is_pointing: the cursor goes to the entry on which a finger comes down.
    """

    list: ListView
    names: Callable[[], Sequence[str]]
    choose: Callable[[int], None]
    gap: int = 0
    is_pointing: bool = False

    def down(self, x: float, y: float) -> bool:
        if not self.list.pointer_down(x, y):
            return False
        index = self.list.index_at(x, y) if self.is_pointing else None
        if index is not None:
            self.list.selected = index
        return True

    def move(self, x: float, y: float) -> None:
        self.list.pointer_move(x, y)

    def up(self, x: float, y: float) -> None:
        index = self.list.pointer_up(x, y)
        if index is not None:
            self.choose(index)

    def wheel(self, notches: int) -> None:
        self.list.wheel(notches)

    def titles(self) -> Sequence[str]:
        return self.names()

    def place_of(self, title: str) -> Place | None:
        return self.list.place_of(self.names(), title, self.gap)


@dataclass(frozen=True)
class BoardTarget(TouchTarget):
    """The board in *box*; of two places near a finger it means that among *candidates*."""

    box: Box
    geometry: BoardGeometry
    candidates: frozenset[Site]
    touch: Callable[[Site], None]

    def down(self, x: float, y: float) -> bool:
        if not self.box.holds(x, y):
            return False
        site = self.geometry.px_to_site(x, y, self.candidates)
        if site is None:
            return False
        self.touch(site)
        return True


@dataclass(frozen=True)
class KeyTarget(TouchTarget):
    """A key: it acts as soon as a finger comes down in *box*.

    Attributes:
        title: what scripts call it; they touch *middle*, or the middle of the box.
    """

    box: Box
    act: Callable[[], None]
    title: str = ""
    middle: Place | None = None

    def down(self, x: float, y: float) -> bool:
        if not self.box.holds(x, y):
            return False
        self.act()
        return True

    def titles(self) -> Sequence[str]:
        return (self.title,) if self.title else ()

    def place_of(self, title: str) -> Place | None:
        return (self.middle or self.box.center) if title and title == self.title else None
