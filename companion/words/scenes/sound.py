"""The words of what is spoken: the settings of the voice, and the position that is read."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

VOICE = menu_line("Voice", "Have moves, hints or the whole screen spoken.", buttons.CHOOSE)
SOURCE = menu_line(
    "Spoken by",
    "Recorded words cover moves, turns and results. The rest needs a program such as espeak-ng.",
    buttons.CHANGE,
)
EVERYTHING = menu_line(
    "Speak everything",
    "The four buttons are enough, without the screen. Hold Hint for the position and the menu; "
    "hold Back to hear the last sentence again.",
    buttons.CHANGE,
)
MOVES = menu_line("Moves", "Your moves, and what to move for the computer.", buttons.CHANGE)
TURNS = menu_line("Whose turn", "Whose turn it is.", buttons.CHANGE)
REFUSALS = menu_line("What isn't allowed", "Why something was refused.", buttons.CHANGE)
TABLE = menu_line("Setting the table", "Which piece goes where, step by step.", buttons.CHANGE)
HINTS = menu_line("Hints", "What a hint says, and why.", buttons.CHANGE)
RESULTS = menu_line("Results", "Who won, and how.", buttons.CHANGE)

CLOCK = menu_line("Time left", "When a clock is at 60, 30 and 10 seconds.", buttons.CHANGE)

SOURCES = {
    "auto": Phrase("automatic", "a voice"),
    "clips": Phrase("recorded words"),
    "program": Phrase("speech program"),
    "off": Phrase("nobody", "a voice"),
}

POSITION = Phrase("How the game stands")
ALL_MOVES = menu_line("All moves", "Walk through all legal moves.", buttons.CHOOSE)
GAME_MENU = menu_line(
    "Game menu", "Take back, offer a draw, save, settings, leave.", buttons.CHOOSE
)
