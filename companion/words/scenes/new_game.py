"""The words of choosing a game, its options and its players."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

WHICH_GAME = Phrase("Choose a game")
READY = Phrase("{game}: ready to start?")
WHO_PLAYS = Phrase("{game}: who plays?")
WHO_SITS = Phrase("{seat}: who plays?")

START = menu_line("Start the game", verb=buttons.START)
PLAYERS = menu_line(
    "Who plays",
    "Choose people or the computer, at one of eight levels. Its moves and the tutor are "
    "set here, too.",
)
READ_RULES = menu_line("Read the rules", "How to play with the options below.", buttons.READ)
LEARN_FIRST = menu_line(
    "Learn it first", "Short lessons that show the moves and let you try them."
)
SHUFFLING = Phrase("The same number gives the same setup again. Press Confirm to reshuffle.")
OWN_RULE_SET = menu_line("your own", "Your own mix of the options below.")

PROGRAMS_MOVES = menu_line("The computer's moves", verb=buttons.CHANGE)
TUTOR = menu_line("Tutor", verb=buttons.CHANGE)
HAND_OVER = menu_line(
    "Hand over the screen",
    "Ask each player to take the screen first. Off: you just hold your dominoes.",
    buttons.CHANGE,
)
