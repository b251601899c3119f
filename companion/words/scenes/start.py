"""The words of the start screen, and of switching the table off."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

NEW_GAME = menu_line("New game", "Choose a game and its rules, set up the board, and play.")
LEARN = menu_line("Learn", "Short lessons: the moves and rules of each game, one at a time.")
RULES = menu_line("Rules", "How to play each game, page by page, with pictures.")
RECORDS = menu_line("Records", "Games played at this table, and sample games.")
SETTINGS = menu_line("Settings", "Language, sound, lamps, text size and more.")
QUIT = menu_line("Quit", "Leave the program. Nothing is lost.")
SWITCH_OFF = menu_line("Switch off", "Shut down the machine. You will be asked first.")

EXPORT = menu_line(
    "Export the saves", "Save all games, records and settings to one file now.", buttons.EXPORT
)
EXPORTED = Phrase("Saved as {name} in {folder}.")
NOT_EXPORTED = Phrase("The file could not be saved: {reason}")

RESUME = menu_line("Resume", "{game}, {plies} played. The lamps show where its pieces stand.")
RESUME_TAKEN_BACK = Phrase("{game}, all moves taken back. The lamps show where its pieces stand.")
PLAY_LAST = menu_line("Play {game}", "{who}. Same rules as last time.", buttons.START)
OTHER_SETTINGS = menu_line(
    "Other players or rules", "First change who plays {game}, or its rules.", buttons.CHANGE
)
UNFINISHED_KEPT = Phrase("Your unfinished game of {game} ({plies}) will be kept under Records.")
KEEP_GAME = menu_line("Keep it", "Go back and keep the unfinished game.", buttons.KEEP)

ASK_QUIT = Phrase("Leave Board Companion?")
STAY = menu_line("Stay", "Go back to the start screen.", buttons.STAY)
DO_QUIT = menu_line("Quit", "You can resume an unfinished game next time.")

ASK_OFF = Phrase("Switch off?")
ASK_CLOSE = Phrase("Close the program?")
STAY_ON = menu_line("Cancel", "Go back to where you were.", buttons.CANCEL)
DO_SWITCH_OFF = menu_line(
    "Switch off",
    "Everything is saved and the machine shuts down. Wait until its light "
    "stops blinking before you cut the power.",
    Phrase("switch off"),
)
CLOSE = menu_line("Close", "Everything is saved. The machine stays on.", Phrase("close"))
GOING = Phrase("Switching off…")
REFUSED = Phrase("It cannot be switched off from here: {reason}.")
UNSAVED = Phrase("The last moves are not saved: {reason}.")
