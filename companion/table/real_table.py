"""What stands on the real board while the game goes back and forth in its history."""

from __future__ import annotations

from companion.contract import Position
from companion.match.question import Answer
from companion.table.steps import TableStep, restoring_steps


class RealTable:
    """The table as the players have it in front of them.

    Attributes:
        steps: what sets it right after a take-back or a redo; empty once play goes on.
    """

    def __init__(self, position: Position) -> None:
        self.steps: tuple[TableStep, ...] = ()
        self._position = position

    @property
    def needs_guide(self) -> bool:
        """Return whether it takes more than one step to set it right."""
        return len(self.steps) > 1

    def note(self, answer: Answer, position: Position) -> bool:
        """Note that *answer* led to *position*; return whether the history was gone along."""
        before, self._position = self._position, position
        is_history = answer.code in ("taken-back", "redone")
        self.steps = ()
        if is_history:
            now = position.pieces()
            self.steps = restoring_steps(before.pieces(), now, position.off_board())
        return is_history

    def handed_over(self) -> tuple[TableStep, ...]:
        """Return the steps to whoever leads through them, and forget them."""
        steps, self.steps = self.steps, ()
        return steps
