"""The words of what is spoken: the settings of the voice, and the position that is read."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

TITLE = Phrase("Voice")
VOICE = MenuLine(
    Phrase("Voice"),
    Phrase("Have moves, hints or the whole screen spoken."),
    buttons.CHOOSE,
)
SOURCE = MenuLine(
    Phrase("Spoken by"),
    Phrase(
        "Recorded words cover moves, turns and results. "
        "The rest needs a program such as espeak-ng."
    ),
    buttons.CHANGE,
)
EVERYTHING = MenuLine(
    Phrase("Speak everything"),
    Phrase(
        "The four buttons are enough, without the screen. "
        "Hold Hint for the position and the menu, hold Back to hear the last sentence again."
    ),
    buttons.CHANGE,
)
MOVES = MenuLine(
    Phrase("Moves"),
    Phrase("Your moves, and what to move for the computer."),
    buttons.CHANGE,
)
TURNS = MenuLine(Phrase("Whose turn"), Phrase("Whose turn it is."), buttons.CHANGE)
REFUSALS = MenuLine(
    Phrase("What isn't allowed"), Phrase("Why something was refused."), buttons.CHANGE
)
TABLE = MenuLine(
    Phrase("Setting the table"), Phrase("Which piece goes where, step by step."), buttons.CHANGE
)
HINTS = MenuLine(Phrase("Hints"), Phrase("What a hint says, and why."), buttons.CHANGE)
RESULTS = MenuLine(Phrase("Results"), Phrase("Who won, and how."), buttons.CHANGE)

CLOCK = MenuLine(
    Phrase("Time left"), Phrase("When a clock is at 60, 30 and 10 seconds."), buttons.CHANGE
)

_SOURCES = {
    "auto": Phrase("automatic", "a voice"),
    "clips": Phrase("recorded words"),
    "program": Phrase("speech program"),
    "off": Phrase("nobody", "a voice"),
}

POSITION = Phrase("How the game stands")
ALL_MOVES = MenuLine(Phrase("All moves"), Phrase("Walk through all legal moves."), buttons.CHOOSE)
GAME_MENU = MenuLine(
    Phrase("Menu of the game"),
    Phrase("Take back, offer a draw, save, settings, leave."),
    buttons.CHOOSE,
)


def source_title(source: str) -> str:
    """Return where the voice comes from, by its code in the configuration."""
    return _SOURCES[source]()
