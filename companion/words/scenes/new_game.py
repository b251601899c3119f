"""The words of choosing a game, its options and its players."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

WHICH_GAME = Phrase("Choose a game")
READY = Phrase("{game}: ready to start?")
WHO_PLAYS = Phrase("{game}: who plays?")
WHO_SITS = Phrase("{seat}: who plays?")

START = MenuLine(Phrase("Start the game"), verb=buttons.START)
PLAYERS = MenuLine(
    Phrase("Who plays"),
    Phrase("People, or the computer at one of eight levels; its moves; the tutor."),
)
READ_RULES = MenuLine(
    Phrase("Read the rules"), Phrase("How to play with the options below."), buttons.READ
)
LEARN_FIRST = MenuLine(
    Phrase("Learn it first"), Phrase("Short lessons that show the moves and let you try them.")
)
SHUFFLING = Phrase("The same number lays the same tiles again. Press Confirm to reshuffle.")
OWN_RULE_SET = MenuLine(Phrase("your own"), Phrase("Your own mix of the options below."))

PROGRAMS_MOVES = MenuLine(Phrase("The computer's moves"), verb=buttons.CHANGE)
TUTOR = MenuLine(Phrase("Tutor"), verb=buttons.CHANGE)
HAND_OVER = MenuLine(
    Phrase("Hand over the screen"),
    Phrase("Ask each player to take the screen first. Off: you just hold your dominoes."),
    buttons.CHANGE,
)
