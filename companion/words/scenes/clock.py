"""The words of choosing a clock, and of a game that is paused."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

CLOCK = MenuLine(
    Phrase("Clock"),
    Phrase("Gives each side its time. Confirm stops your clock."),
    buttons.CHOOSE,
)
WHICH = Phrase("{game}: which clock?")
WHICH_OWN = Phrase("{game}: your own clock")
NO_CLOCK = Phrase("No clock")
OWN = MenuLine(
    Phrase("Your own clock"),
    Phrase("Choose the kind of clock and its times, for each side if you like."),
    buttons.CHANGE,
)

KIND = MenuLine(Phrase("Kind"), verb=buttons.CHANGE)
MAIN = MenuLine(Phrase("Main time"), Phrase("The time on the clock at the start."), buttons.CHANGE)
INCREMENT = MenuLine(Phrase("Added per move"), Phrase("How much each move adds."), buttons.CHANGE)
BACK = MenuLine(
    Phrase("Time back per move"),
    Phrase("The most that you get back after a move."),
    buttons.CHANGE,
)
DELAY = MenuLine(
    Phrase("Delay per move"), Phrase("How long the clock waits in each turn."), buttons.CHANGE
)
PERIOD = MenuLine(
    Phrase("Length of a period"), Phrase("How long each period lasts."), buttons.CHANGE
)
PERIODS = MenuLine(
    Phrase("Periods"), Phrase("How many you get when the main time is up."), buttons.CHANGE
)
PER_MOVE = MenuLine(Phrase("Time for a move"), verb=buttons.CHANGE)
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
PAUSED_NOTE = Phrase("The board is hidden. Press Confirm to play on.")
