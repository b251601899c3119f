"""What is asked and told when the table is switched off."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

ASK_OFF = Phrase("Switch off?")
ASK_CLOSE = Phrase("Close the program?")
STAY = MenuLine(Phrase("Cancel"), Phrase("Go back to where you were."), buttons.CANCEL)
SWITCH_OFF = MenuLine(
    Phrase("Switch off"),
    Phrase(
        "Everything is saved and the machine shuts down. Wait until its light "
        "stops blinking before you cut the power."
    ),
    Phrase("switch off"),
)
CLOSE = MenuLine(
    Phrase("Close"), Phrase("Everything is saved. The machine stays on."), Phrase("close")
)
GOING = Phrase("Switching off…")
REFUSED = Phrase("It cannot be switched off from here: {reason}.")
UNSAVED = Phrase("The last moves are not saved: {reason}.")
