"""The words of choosing a clock, and of a game that is paused."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

CLOCK = MenuLine(
    Phrase("Clock"),
    Phrase("Gives each side its time. Confirm stops your clock."),
    buttons.CHANGE,
)
WHICH = Phrase("{game}: which clock?")
WHICH_OWN = Phrase("{game}: your own clock")
NO_CLOCK = Phrase("No clock")
OWN = MenuLine(
    Phrase("Your own clock"),
    Phrase("Choose the kind of clock and its times, for each side if you like."),
    buttons.CHANGE,
)

KIND = Phrase("Kind")
MAIN = Phrase("Main time")
INCREMENT = Phrase("Added per move")
BACK = Phrase("Time back per move")
DELAY = Phrase("Delay per move")
PERIOD = Phrase("Length of a period")
PERIODS = Phrase("Periods")
PER_MOVE = Phrase("Time for a move")
OF_A_SIDE = Phrase("{side}: {title}")
SIDES = MenuLine(
    Phrase("Both sides"),
    Phrase("A stronger player may get less time than a weaker one."),
    buttons.CHANGE,
)
ALIKE = Phrase("the same time")
APART = Phrase("separate times")

PAUSE = MenuLine(
    Phrase("Pause"),
    Phrase("Stops the clocks and hides the board until you go on."),
    buttons.PAUSE,
)
PAUSED = Phrase("Paused: the clocks have stopped")
PAUSED_NOTE = Phrase("Nobody sees the board. Press Confirm to play on.")
