"""The words of the start screen."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

NEW_GAME = MenuLine(
    Phrase("New game"), Phrase("Choose a game and its rules, set up the board, and play.")
)
LEARN = MenuLine(
    Phrase("Learn"), Phrase("Short lessons: the moves and rules of each game, one at a time.")
)
RULES = MenuLine(Phrase("Rules"), Phrase("How to play each game, page by page, with pictures."))
RECORDS = MenuLine(Phrase("Records"), Phrase("Games played at this table, and sample games."))
SETTINGS = MenuLine(Phrase("Settings"), Phrase("Language, sound, lamps, text size and more."))
QUIT = MenuLine(Phrase("Quit"), Phrase("Leave the program. Nothing is lost."))
SWITCH_OFF = MenuLine(
    Phrase("Switch off"), Phrase("Shut down the machine. You will be asked first.")
)

EXPORT = MenuLine(
    Phrase("Export the saves"),
    Phrase("Save all games, records and settings to one file now."),
    buttons.EXPORT,
)
EXPORTED = Phrase("Saved as {name} in {folder}.")
NOT_EXPORTED = Phrase("The file could not be saved: {reason}")

RESUME = MenuLine(
    Phrase("Resume"), Phrase("{game}, {plies} played. The lamps show where its pieces stand.")
)
RESUME_TAKEN_BACK = Phrase("{game}, all moves taken back. The lamps show where its pieces stand.")
PLAY_LAST = Phrase("Play {game}")
PLAY_LAST_LINE = Phrase("{who}. Same rules as last time.")
OTHER_SETTINGS = MenuLine(
    Phrase("Other players or rules"),
    Phrase("Change who plays {game}, or its rules, first."),
    buttons.CHANGE,
)
UNFINISHED_KEPT = Phrase("Your unfinished game of {game} ({plies}) will be kept under Records.")
KEEP_GAME = MenuLine(
    Phrase("Keep it"), Phrase("Go back and keep the unfinished game."), buttons.KEEP
)

ASK_QUIT = Phrase("Leave Board Companion?")
STAY = MenuLine(Phrase("Stay"), Phrase("Go back to the start screen."), buttons.STAY)
DO_QUIT = MenuLine(Phrase("Quit"), Phrase("You can resume an unfinished game next time."))
