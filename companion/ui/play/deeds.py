"""What a turn leaves to the scene that it is part of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.table.real_table import RealTable


@dataclass(frozen=True)
class Deeds:
    """What a turn leaves to whoever it is part of.

    Attributes:
        confirm: takes Confirm where the cursor is nowhere.
        taken: is told after each answer of the match that refused nothing.
        guide: leads the table to where the match is by what it is given.
    """

    confirm: Callable[[], None]
    taken: Callable[[], None]
    guide: Callable[[RealTable], None]
