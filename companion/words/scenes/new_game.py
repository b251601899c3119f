"""The words of choosing a game, its options and its players."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text

WHICH_GAME = Text("Choose a game")
READY = Text("{game}: ready to start?")
WHO_PLAYS = Text("{game}: who plays?")
WHO_SITS = Text("{seat}: who plays?")

START = MenuLine(Text("Start the game"), verb=buttons.START)
PLAYERS = MenuLine(
    Text("Who plays"),
    Text("People, or the computer at one of eight levels; its moves; the tutor."),
)
READ_RULES = MenuLine(
    Text("Read the rules"), Text("How to play with the options below."), buttons.READ
)
LEARN_FIRST = MenuLine(
    Text("Learn it first"), Text("Short lessons that show the moves and let you try them.")
)
SHUFFLING = Text("The same number lays the same tiles again. Press Confirm to reshuffle.")
OWN_RULE_SET = MenuLine(Text("your own"), Text("Your own mix of the options below."))

PERSON = Text("A person")
PROGRAMS_MOVES = MenuLine(Text("The computer's moves"), verb=buttons.CHANGE)
TUTOR = MenuLine(Text("Tutor"), verb=buttons.CHANGE)
