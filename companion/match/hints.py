"""How many hints each side has been shown, and how many it may still ask for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.contract import Side
from companion.match.entries import HintLimits
from companion.match.history import History


@dataclass(frozen=True)
class HintCount:
    """The hints of one match; those for plies that were taken back stay counted."""

    limits: HintLimits
    history: History

    @property
    def used(self) -> tuple[int, int]:
        """Return how many plies of each side have been hinted."""
        first, second = self.history.hints
        return first, second

    @property
    def is_shown(self) -> bool:
        """Return whether a hint was shown for the ply that is being made."""
        return self.history.is_hinted

    def left(self, side: Side) -> int | None:
        """Return how many hints *side* may still ask for, or None for any number."""
        limit = self.limits[side]
        return None if limit is None else max(0, limit - self.history.hints[side])
