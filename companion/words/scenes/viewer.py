"""The words of looking through a record: its menu, the keys, typing a comment."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

FIRST_ENTRY = Phrase("Start", "before the first move")
GO_ON = MenuLine(Phrase("Go on looking"), Phrase("Back to the record."), buttons.GO_ON)
PLAY_ON = MenuLine(
    Phrase("Continue from here"),
    Phrase("Begin a new game with this position. The record stays as it is."),
    buttons.PLAY_ON,
)
IS_OVER = Phrase("The game is over here. Go back to an earlier move.")
ASK_PLAY_ON = Phrase("Play on? The unfinished game becomes a record.")
DO_PLAY_ON = PLAY_ON._replace(
    line=Phrase("The unfinished game is kept as a record and can be continued there.")
)

WRITE_COMMENT = MenuLine(
    Phrase("Write a comment"),
    Phrase("What you think of this move, kept in the record."),
    buttons.WRITE,
)
EDIT_COMMENT = WRITE_COMMENT._replace(title=Phrase("Edit the comment"))
COMMENT_TITLE = Phrase("Comment: {move}")
IS_FAULTY = Phrase("The record is faulty and stays as it is.")
IS_SAMPLE = Phrase("This record came with the program: it only shows.")
COMMENT_SAVED = Phrase("The comment is saved.")
NOT_SAVED = Phrase("Not saved: {reason}")
EXPORTED = Phrase("Saved as {name} in the folder exports.")

FIND_TURNING_POINTS = MenuLine(
    Phrase("Find turning points"),
    Phrase("Look at every position for moves that changed how the game stood."),
    buttons.LOOK,
)
STAYS_HIDDEN = Phrase("What is hidden stays so: only a finished game is looked at.")
NO_TURNING_POINTS = MenuLine(
    Phrase("No turning points"), Phrase("No move changed how the game stood.")
)
NEXT_TURNING_POINT = MenuLine(
    Phrase("Next turning point"), Phrase("They are marked ! in the list of moves.")
)

EXPORT_POSITION = MenuLine(
    Phrase("Export this position"),
    Phrase("As a PNG picture, into the folder exports."),
    buttons.EXPORT,
)
EXPORT_GAME = MenuLine(
    Phrase("Export the game"),
    Phrase("All moves as a picture that moves, for a browser or a chat."),
    buttons.EXPORT,
)

TO_START = MenuLine(Phrase("To the start"), Phrase("The position before the first move."))
TO_END = MenuLine(Phrase("To the end"), Phrase("The position after the last move."))
SPEED = MenuLine(
    Phrase("Speed"), Phrase("How many moves a second the game shows by itself."), buttons.CHANGE
)
LEG_BY_LEG = MenuLine(
    Phrase("Leg by leg"), Phrase("A step is one touch, and not a whole move."), buttons.CHANGE
)

WORKING = Phrase("This may take a while. Back stops it; nothing is lost.")

SHIFT = Phrase("Aa")
SIGNS = Phrase("123")
LETTERS = Phrase("abc")
SPACE = Phrase("space")
ERASE = Phrase("erase")
TYPED = Phrase("done", "typing")
NEXT_KEY = Phrase("next key")
NEXT_ROW = Phrase("next row")
