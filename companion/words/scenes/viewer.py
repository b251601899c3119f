"""The words of looking through a record: its menu, the keys, typing a comment."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text

FIRST_ENTRY = Text("Start", "before the first move")
GO_ON = MenuLine(Text("Go on looking"), Text("Back to the record."), buttons.GO_ON)
PLAY_ON = MenuLine(
    Text("Continue from here"),
    Text("Begin a new game with this position. The record stays as it is."),
    buttons.PLAY_ON,
)
IS_OVER = Text("The game is over here. Go back to an earlier move.")
ASK_PLAY_ON = Text("Play on? The unfinished game becomes a record.")
DO_PLAY_ON = PLAY_ON._replace(
    line=Text("The unfinished game is kept as a record and can be continued there.")
)

WRITE_COMMENT = MenuLine(
    Text("Write a comment"),
    Text("What you think of this move, kept in the record."),
    buttons.WRITE,
)
EDIT_COMMENT = WRITE_COMMENT._replace(title=Text("Edit the comment"))
COMMENT_TITLE = Text("Comment: {move}")
IS_FAULTY = Text("The record is faulty and stays as it is.")
IS_SAMPLE = Text("This record came with the program: it only shows.")
COMMENT_SAVED = Text("The comment is saved.")
NOT_SAVED = Text("Not saved: {reason}")
EXPORTED = Text("Saved as {name} in the folder exports.")

FIND_TURNING_POINTS = MenuLine(
    Text("Find turning points"),
    Text("Look at every position for moves that changed how the game stood."),
    buttons.LOOK,
)
STAYS_HIDDEN = Text("What is hidden stays so: only a finished game is looked at.")
NO_TURNING_POINTS = MenuLine(
    Text("No turning points"), Text("No move changed how the game stood.")
)
NEXT_TURNING_POINT = MenuLine(
    Text("Next turning point"), Text("They are marked ! in the list of moves.")
)

EXPORT_POSITION = MenuLine(
    Text("Export this position"),
    Text("As a PNG picture, into the folder exports."),
    buttons.EXPORT,
)
EXPORT_GAME = MenuLine(
    Text("Export the game"),
    Text("All moves as a picture that moves, for a browser or a chat."),
    buttons.EXPORT,
)

TO_START = MenuLine(Text("To the start"), Text("The position before the first move."))
TO_END = MenuLine(Text("To the end"), Text("The position after the last move."))
SPEED = MenuLine(
    Text("Speed"), Text("How many moves a second the game shows by itself."), buttons.CHANGE
)
LEG_BY_LEG = MenuLine(
    Text("Leg by leg"), Text("A step is one touch, and not a whole move."), buttons.CHANGE
)

WORKING = Text("This may take a while. Back stops it; nothing is lost.")

SHIFT = Text("Aa")
SIGNS = Text("123")
LETTERS = Text("abc")
SPACE = Text("space")
ERASE = Text("erase")
TYPED = Text("done", "typing")
NEXT_KEY = Text("next key")
NEXT_ROW = Text("next row")
