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
RULES = MenuLine(Phrase("Rules"), Phrase("How each game is played, page by page, with pictures."))
RECORDS = MenuLine(Phrase("Records"), Phrase("The games that were played at this table."))
SETTINGS = MenuLine(Phrase("Settings"), Phrase("Board side, lamp brightness, colors and motion."))
QUIT = MenuLine(Phrase("Quit"), Phrase("Leave the program. Nothing is lost."))
SWITCH_OFF = MenuLine(Phrase("Switch off"), Phrase("Shut the machine down. It asks first."))

EXPORT = MenuLine(
    Phrase("Export the saves"),
    Phrase("Put all games, records and settings into one file, now."),
    buttons.EXPORT,
)
EXPORTED = Phrase("Saved as {name} in {folder}.")
NOT_EXPORTED = Phrase("The file could not be written.")

RESUME = MenuLine(
    Phrase("Resume"), Phrase("{game}, {plies} played. The lamps show where its pieces stand.")
)
START_OVER = MenuLine(
    Phrase("Start over"),
    Phrase("The same game from its first position. What was played is kept as a record."),
)
ASK_START_OVER = Phrase("Start over? The moves so far become a record.")
DO_START_OVER = MenuLine(Phrase("Start over"), Phrase("Begin the same game again."))
KEEP_GAME = MenuLine(
    Phrase("Keep it"), Phrase("Go back; the unfinished game stays."), buttons.KEEP
)

ASK_QUIT = Phrase("Leave Board Companion?")
STAY = MenuLine(Phrase("Stay"), Phrase("Go back to the start screen."), buttons.STAY)
DO_QUIT = MenuLine(Phrase("Quit"), Phrase("An unfinished game can be resumed next time."))
