"""What the panel beside the board says of each side, and what it counts."""

from __future__ import annotations

from typing import NamedTuple

from companion.contract import HalfMove, Side
from companion.words.parts.names import Names
from companion.words.translate import tr


class PanelRow(NamedTuple):
    """One line of the panel.

    Attributes:
        text: what it says of a side.
        owner: whose pieces off the board stand beside it.
    """

    text: str
    owner: Side


class PanelWords:
    """The words for the panel of one game."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def row(self, half: HalfMove, side: Side) -> PanelRow | None:
        """Return what *side* has lost or needs, or None: names over their pieces are enough."""
        return None

    def countdown_title(self) -> str:
        """Return what is counted toward the end of the game."""
        return tr("Without a removal")


class LossWords(PanelWords):
    """The words for a game in which each side counts what it has lost."""

    def row(self, half: HalfMove, side: Side) -> PanelRow | None:
        """Return how many pieces *side* has lost."""
        count = sum(piece.side == side for piece in half.off_board())
        text = tr("{side} lost {count}") if count else tr("{side} lost none")
        return PanelRow(text.format(side=self.names.side(side), count=count), side)
