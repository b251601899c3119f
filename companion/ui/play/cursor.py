"""The cursor of the four buttons: over a few places one by one, over many in two steps."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final, TypeVar

from companion.contract import Site, Touch, sites_among

Place = TypeVar("Place")

FEW: Final = 9
"""So many places or fewer are stepped through one by one."""


def groups_of(places: Sequence[Touch]) -> tuple[tuple[Touch, ...], ...]:
    """Return *places* in groups, in their order, none where they are few or lie in a tray.

    The first group is the largest and each further one smaller by one, so that the
    last place of each takes equally many presses: with m presses m(m-1)/2 places can
    be reached, 45 with ten.
    """
    if len(places) <= FEW or not all(isinstance(place, int) for place in places):
        return ()
    most = next(m for m in range(len(places)) if m * (m - 1) // 2 >= len(places))
    rest = iter(places)
    groups = (tuple(itertools.islice(rest, size)) for size in range(most - 1, 0, -1))
    return tuple(group for group in groups if group)


class Cursor:
    """What the four buttons point at.

    Attributes:
        focus: what Confirm would touch, or None.
        group: the places that the cursor is on or among, empty where there are few.
    """

    def __init__(self) -> None:
        self.focus: Touch | None = None
        self.group: tuple[Touch, ...] = ()

    @property
    def is_on_group(self) -> bool:
        """Return whether a whole group is pointed at, for Confirm to choose from."""
        return bool(self.group) and self.focus is None

    @property
    def is_pointing(self) -> bool:
        """Return whether the cursor is on something."""
        return self.focus is not None or self.is_on_group

    @property
    def pointed(self) -> tuple[Site, ...]:
        """Return the sites of the group that is pointed at as a whole."""
        return sites_among(self.group) if self.is_on_group else ()

    def clear(self) -> None:
        """Point at nothing."""
        self.focus, self.group = None, ()

    def enter(self) -> None:
        """Point at the first place of the group."""
        self.focus = self.group[0]

    def back(self) -> None:
        """Point at the whole group again, or at nothing."""
        if self.group and self.focus is not None:
            self.focus = None
        else:
            self.clear()

    def step(self, stops: Sequence[Touch | None], by: int, can_rest: bool) -> None:
        """Go on by *by*, over groups or inside of one.

        Args:
            stops: None, then all that may be touched.
            by: 1, or -1 for the way back.
            can_rest: whether past the end the cursor points at nothing.
        """
        places = [stop for stop in stops if stop is not None]
        groups = groups_of(places)
        if not groups:
            self.group = ()
            self.focus = _next(places, self.focus, by, can_rest)
        elif self.focus is not None and self.group in groups:
            self.focus = _next(self.group, self.focus, by, can_rest=False)
        else:
            self.focus = None
            self.group = _next(groups, self.group or None, by, can_rest) or ()


def _next(among: Sequence[Place], at: Place | None, by: int, can_rest: bool) -> Place | None:
    """Return what comes *by* after *at* in a ring, of which None is a part if it *can_rest*."""
    ring: list[Place | None] = [None, *among]
    here = ring.index(at) if at in ring else 0
    onward = ring[(here + by) % len(ring)]
    if onward is None and not can_rest and among:
        return among[0 if by > 0 else -1]
    return onward
