"""What is asked and told when the table is switched off."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

ASK_OFF = Phrase("Switch off?")
ASK_CLOSE = Phrase("Close the program?")
STAY = menu_line("Cancel", "Go back to where you were.", buttons.CANCEL)
SWITCH_OFF = menu_line(
    "Switch off",
    "Everything is saved and the machine shuts down. Wait until its light "
    "stops blinking before you cut the power.",
    Phrase("switch off"),
)
CLOSE = menu_line("Close", "Everything is saved. The machine stays on.", Phrase("close"))
GOING = Phrase("Switching off…")
REFUSED = Phrase("It cannot be switched off from here: {reason}.")
UNSAVED = Phrase("The last moves are not saved: {reason}.")
