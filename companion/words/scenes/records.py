"""The words of the list of records, of looking through one, and of typing a comment."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

WHICH = Phrase("Choose a record")
WHICH_SAMPLE = Phrase("Choose a sample game")
NO_RECORDS = Phrase("No games recorded yet")
SAMPLES = menu_line("Sample games", "Complete example games with comments.", buttons.LOOK)
NO_RECORDS_YET = Phrase(
    "Play a game: it is listed here as soon as it ends. Until then, look at these."
)
UNREADABLE = Phrase("unreadable")
UNFINISHED = Phrase("Unfinished.")
NOT_FINISHED = Phrase("unfinished")
RESULT = Phrase("{ended}, {plies}")
PLAYED = Phrase("{when}: {who}.")

ASK_GOOD_PART = Phrase("This record has an error. Open the good part?")
NO_GOOD_PART = Phrase("This record cannot be opened")
LEAVE_IT = menu_line("Cancel", verb=buttons.GO_BACK)
OPEN_GOOD_PART = menu_line(
    "Open the good part",
    "Shows the moves before the error. The file stays as it is.",
    buttons.OPEN,
)

FIRST_ENTRY = Phrase("Start", "before the first move")
GO_ON = menu_line("Back to the record", "Keep looking through the record.", buttons.GO_ON)
PLAY_ON = menu_line(
    "Continue from here",
    "Start a new game from this position. The record stays as it is.",
    buttons.PLAY_ON,
)
IS_OVER = Phrase("The game is over at this point. Go back to an earlier move.")
ASK_PLAY_ON = Phrase("Continue? Your unfinished game will become a record.")
DO_PLAY_ON = PLAY_ON._replace(
    line=Phrase("Your unfinished game is kept as a record, so you can continue it later.")
)

WRITE_COMMENT = menu_line(
    "Write a comment",
    "Write down what you think of this move. It is saved in the record.",
    buttons.WRITE,
)
EDIT_COMMENT = WRITE_COMMENT._replace(title=Phrase("Edit the comment"))
COMMENT_TITLE = Phrase("Comment: {move}")
IS_FAULTY = Phrase("This record has an error, so it cannot be changed.")
IS_SAMPLE = Phrase("This sample came with the program and cannot be changed.")
COMMENT_SAVED = Phrase("The comment is saved.")
NOT_SAVED = Phrase("Not saved: {reason}")
EXPORTED = Phrase("Saved as {name} in {folder}.")

FIND_TURNING_POINTS = menu_line(
    "Find turning points", "Search the game for moves that changed who was ahead.", buttons.LOOK
)
STAYS_HIDDEN = Phrase("Only for finished games, so that hidden hands stay hidden.")
NO_TURNING_POINTS = menu_line("No turning points", "No move changed who was ahead.")
NEXT_TURNING_POINT = menu_line(
    "Next turning point", "They are marked with ! in the list of moves."
)

EXPORT_POSITION = menu_line(
    "Export this position", "Save it as a PNG picture in the exports folder.", buttons.EXPORT
)
EXPORT_GAME = menu_line(
    "Export the game",
    "Save all moves as an animated GIF, to open in a browser or share.",
    buttons.EXPORT,
)

TO_START = menu_line("To the start", "The position before the first move.")
TO_END = menu_line("To the end", "The position after the last move.")
SPEED = menu_line(
    "Speed", "How fast the game plays automatically, in moves per second.", buttons.CHANGE
)
LEG_BY_LEG = menu_line(
    "Leg by leg", "Step through single touches instead of whole moves.", buttons.CHANGE
)

WORKING = Phrase("This may take a while. Press Back to stop; nothing is lost.")

SHIFT = Phrase("Aa")
SIGNS = Phrase("123")
ACCENTS = Phrase("éä")
LETTERS = Phrase("abc")
SPACE = Phrase("space")
ERASE = Phrase("erase")
TYPED = Phrase("done", "typing")
NEXT_KEY = Phrase("next key")
NEXT_ROW = Phrase("next row")
