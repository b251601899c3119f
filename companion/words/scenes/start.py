"""The words of the start screen."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text

NEW_GAME = MenuLine(
    Text("New game"), Text("Choose a game and its rules, set up the board, and play.")
)
LEARN = MenuLine(
    Text("Learn"), Text("Short lessons: the moves and rules of each game, one at a time.")
)
RULES = MenuLine(Text("Rules"), Text("How to play each game, page by page, with pictures."))
RECORDS = MenuLine(Text("Records"), Text("Games played at this table, and sample games."))
SETTINGS = MenuLine(Text("Settings"), Text("Board side, lamp brightness, colors and motion."))
QUIT = MenuLine(Text("Quit"), Text("Leave the program. Nothing is lost."))
SWITCH_OFF = MenuLine(Text("Switch off"), Text("Shut down the machine. You will be asked first."))

EXPORT = MenuLine(
    Text("Export the saves"),
    Text("Save all games, records and settings to one file now."),
    buttons.EXPORT,
)
EXPORTED = Text("Saved as {name} in {folder}.")
NOT_EXPORTED = Text("The file could not be saved.")

RESUME = MenuLine(
    Text("Resume"), Text("{game}, {plies} played. The lamps show where its pieces stand.")
)
START_OVER = MenuLine(
    Text("Start over"),
    Text("Restart the same game. The moves so far are kept as a record."),
)
ASK_START_OVER = Text("Start over? The moves so far are kept as a record.")
DO_START_OVER = MenuLine(Text("Start over"), Text("Start the same game again."))
KEEP_GAME = MenuLine(Text("Keep it"), Text("Go back and keep the unfinished game."), buttons.KEEP)

ASK_QUIT = Text("Leave Board Companion?")
STAY = MenuLine(Text("Stay"), Text("Go back to the start screen."), buttons.STAY)
DO_QUIT = MenuLine(Text("Quit"), Text("You can resume an unfinished game next time."))
