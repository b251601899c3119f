"""The words of looking through a record: its menu, the keys, typing a comment."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text

FIRST_ENTRY = Text("Start", "before the first move")
GO_ON = MenuLine(
    Text("Back to the record"), Text("Keep looking through the record."), buttons.GO_ON
)
PLAY_ON = MenuLine(
    Text("Continue from here"),
    Text("Start a new game from this position. The record stays as it is."),
    buttons.PLAY_ON,
)
IS_OVER = Text("The game is over at this point. Go back to an earlier move.")
ASK_PLAY_ON = Text("Continue? Your unfinished game will become a record.")
DO_PLAY_ON = PLAY_ON._replace(
    line=Text("Your unfinished game is kept as a record, so you can continue it later.")
)

WRITE_COMMENT = MenuLine(
    Text("Write a comment"),
    Text("Write down what you think of this move. It is saved in the record."),
    buttons.WRITE,
)
EDIT_COMMENT = WRITE_COMMENT._replace(title=Text("Edit the comment"))
COMMENT_TITLE = Text("Comment: {move}")
IS_FAULTY = Text("This record has an error, so it cannot be changed.")
IS_SAMPLE = Text("This sample came with the program and cannot be changed.")
COMMENT_SAVED = Text("The comment is saved.")
NOT_SAVED = Text("Not saved: {reason}")
EXPORTED = Text("Saved as {name} in the exports folder.")

FIND_TURNING_POINTS = MenuLine(
    Text("Find turning points"),
    Text("Search the game for moves that changed who was ahead."),
    buttons.LOOK,
)
STAYS_HIDDEN = Text("Only for finished games, so that hidden hands stay hidden.")
NO_TURNING_POINTS = MenuLine(Text("No turning points"), Text("No move changed who was ahead."))
NEXT_TURNING_POINT = MenuLine(
    Text("Next turning point"), Text("They are marked with ! in the list of moves.")
)

EXPORT_POSITION = MenuLine(
    Text("Export this position"),
    Text("Save it as a PNG picture in the exports folder."),
    buttons.EXPORT,
)
EXPORT_GAME = MenuLine(
    Text("Export the game"),
    Text("Save all moves as an animated GIF, to open in a browser or share."),
    buttons.EXPORT,
)

TO_START = MenuLine(Text("To the start"), Text("The position before the first move."))
TO_END = MenuLine(Text("To the end"), Text("The position after the last move."))
SPEED = MenuLine(
    Text("Speed"),
    Text("How fast the game plays automatically, in moves per second."),
    buttons.CHANGE,
)
LEG_BY_LEG = MenuLine(
    Text("Leg by leg"), Text("Step through single touches instead of whole moves."), buttons.CHANGE
)

WORKING = Text("This may take a while. Press Back to stop; nothing is lost.")

SHIFT = Text("Aa")
SIGNS = Text("123")
LETTERS = Text("abc")
SPACE = Text("space")
ERASE = Text("erase")
TYPED = Text("done", "typing")
NEXT_KEY = Text("next key")
NEXT_ROW = Text("next row")
