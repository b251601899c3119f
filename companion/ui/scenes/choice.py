"""One line of a menu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """One line of a menu.

    Attributes:
        act: what choosing it does; None for a line that only tells something.
        line: what it means, in a sentence or two.
        verb: what Confirm does with it, as the button says it.
        is_ticked: it has been done.
    """

    title: str
    act: Callable[[], None] | None
    line: str = ""
    value: str = ""
    verb: str = ""
    is_ticked: bool = False
