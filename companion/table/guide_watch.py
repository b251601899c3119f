"""Which steps of a guide a sensed board shows to be done.

A sensor tells that something stands on a dot, never what.  So a step is done when what
it fills was filled while the guide was looking, and what it empties is empty; where
pieces stood before, or others stand as well, a person has to say so.

Knows no sensor, screen or clock.
"""

from __future__ import annotations

from companion.contract import Site
from companion.table.steps import Deed, TableStep


class GuideWatch:
    """What a sensed board has shown since a guide began."""

    def __init__(self) -> None:
        self._occupied: frozenset[Site] | None = None
        self._filled: frozenset[Site] = frozenset()

    def look(self, occupied: frozenset[Site] | None) -> bool:
        """Take where something stands, None while nobody knows.

        Returns:
            Whether a dot was filled or emptied since the last look.
        """
        before, self._occupied = self._occupied, occupied
        if before is None or occupied is None or before == occupied:
            return False
        self._filled |= occupied - before
        return True

    def is_done(self, step: TableStep) -> bool:
        """Return whether the board shows that *step* was done; False where it cannot tell."""
        if self._occupied is None or not (step.starts or step.ends) or not _is_plain(step):
            return False
        ends, starts = frozenset(step.ends), frozenset(step.starts) - frozenset(step.ends)
        return ends <= self._occupied & self._filled and not starts & self._occupied


def _is_plain(step: TableStep) -> bool:
    """Return whether *step* fills empty dots and empties those that it takes something from."""
    standing = step.standing
    if step.deed is Deed.MOVE and any(site in standing for site in step.ends):
        return False
    if step.deed in (Deed.SET, Deed.CHECK, Deed.ROW, Deed.PUT) and any(
        len(standing[site]) > 1 for site in step.ends
    ):
        return False
    return all(len(standing[site]) == len(step.pieces) for site in step.starts)
