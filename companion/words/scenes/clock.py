"""The words of choosing a clock, and of a game that is paused."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

CLOCK = menu_line("Clock", "Confirm stops your clock and starts the other side's.", buttons.CHOOSE)
WHICH = Phrase("{game}: which clock?")
WHICH_OWN = Phrase("{game}: your own clock")
NO_CLOCK = Phrase("No clock")
OWN = menu_line(
    "Your own clock",
    "Choose the kind of clock and its times, for each side if you like.",
    buttons.CHANGE,
)

KIND = menu_line("Kind", verb=buttons.CHANGE)
MAIN = menu_line("Main time", "The time on the clock at the start.", buttons.CHANGE)
INCREMENT = menu_line("Added per move", "How much each move adds.", buttons.CHANGE)
BACK = menu_line("Time back per move", "The most that you get back after a move.", buttons.CHANGE)
DELAY = menu_line("Delay per move", "How long the clock waits on each turn.", buttons.CHANGE)
PERIOD = menu_line("Length of a period", "How long each period lasts.", buttons.CHANGE)
PERIODS = menu_line("Periods", "How many you get when the main time is up.", buttons.CHANGE)
PER_MOVE = menu_line("Time for a move", verb=buttons.CHANGE)
OF_A_SIDE = Phrase("{side}: {title}")
SIDES = menu_line(
    "Both sides", "A stronger player may get less time than a weaker one.", buttons.CHANGE
)
ALIKE = Phrase("the same time")
APART = Phrase("separate times")

PAUSE = menu_line("Pause", "Stops the clocks and hides the board until you go on.", buttons.PAUSE)
PAUSED = Phrase("Paused: the clocks have stopped")
PAUSED_NOTE = Phrase("The board is hidden. Press Confirm to play on.")
