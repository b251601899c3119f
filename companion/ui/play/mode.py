"""A mode of a scene: what shows and what is taken while something special goes on.

The scene makes all of them and hands each those that it asks: modes know others by their types.
"""

from __future__ import annotations

import math

from companion.ports import Press, Previous
from companion.ui.view import View


class Mode:
    """One of the modes of a scene, which stand in a list, the one in front last.

    Attributes:
        is_over: it is done, and leaves the list.
        is_for_others: the program, another table or a phone is to move or to answer.
    """

    is_over = False
    is_for_others = False

    def show(self, view: View) -> View:
        """Return what shows over *view*, that of the modes under it."""
        return view

    def on(self, event: Press | Previous) -> bool:
        """Take *event*, unless it is for one of those under it; return whether it was taken."""
        return False

    def lay_out(self) -> None:
        """Take the layout of the stage, which is new."""

    def update(self, now_s: float) -> None:
        """Let time pass up to *now_s*."""

    def is_waiting(self) -> bool:
        """Return whether something goes on that `update` looks for in every turn."""
        return False

    def next_change_s(self, now_s: float) -> float:
        """Return when something changes by itself, so that time has to pass by then."""
        return math.inf
