"""What lamps and buttons mean, as the legend in the menu of a game explains it."""

from __future__ import annotations

from typing import NamedTuple

from companion.ports import ButtonName
from companion.words.buttons import CHOOSE
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

LEGEND = menu_line(
    "Lamps and buttons", "What each light and each button means. The lamps show it.", CHOOSE
)


class Light(NamedTuple):
    """One light of the lamps.

    Attributes:
        looks: its color and how it moves, unless the settings say otherwise.
    """

    title: Phrase
    line: Phrase
    looks: Phrase

    def text(self, is_usual: bool) -> str:
        """Return what it means, and how it looks where it *is_usual*."""
        return f"{self.looks()} {self.line()}" if is_usual else self.line()


MOVABLE = Light(
    Phrase("You can start here"),
    Phrase("Touch the piece you want to move."),
    Phrase("Faint, warm white."),
)
SELECTED = Light(Phrase("Picked up"), Phrase("The piece you're moving."), Phrase("Red, pulsing."))
TARGET = Light(Phrase("It can go here"), Phrase("A place to move to."), Phrase("Green, steady."))
CAPTURE = Light(
    Phrase("It takes something"),
    Phrase("A place to move to; a piece leaves the board."),
    Phrase("Red, blinking."),
)
LAST_MOVE = Light(
    Phrase("The last move"),
    Phrase("Where it went, dot by dot."),
    Phrase("Blue, blinking slowly."),
)
HINT = Light(
    Phrase("A hint"), Phrase("This piece, or this way."), Phrase("Amber, flashing twice.")
)
FOCUS = Light(
    Phrase("The buttons point here"),
    Phrase("Next goes on, Confirm picks it."),
    Phrase("White, blinking briefly."),
)
ERROR = Light(
    Phrase("Not allowed"), Phrase("The screen says why."), Phrase("Red, flashing twice.")
)
PLACE = Light(
    Phrase("Put a piece here"),
    Phrase("The board is being set up or fixed."),
    Phrase("Blue, steady."),
)
REMOVE = Light(
    Phrase("Take this piece away"),
    Phrase("It doesn't belong there now."),
    Phrase("Pink, blinking."),
)
WIN = Light(
    Phrase("The winning move"), Phrase("Where the winner moved."), Phrase("Gold, pulsing.")
)

OF_BUTTONS = {
    ButtonName.BACK: Phrase("One step back. Hold it for the menu."),
    ButtonName.NEXT: Phrase("Goes on to the next place or line. Hold it to keep going."),
    ButtonName.HINT: Phrase("Shows a good move, more with each press. Hold it for all moves."),
    ButtonName.CONFIRM: Phrase("Picks what Next is on, and plays the move you've made."),
}
