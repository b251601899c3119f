"""The words of the menu of a game, of its end, and of a table that is out of step."""

from __future__ import annotations

from companion.words import buttons
from companion.words.games import side_name
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text, ntr, tr


def view_title(view: str, game: str = "") -> str:
    """Return which side of the board is near, as a setting reads, by its name in *game*."""
    if view == "mover":
        return tr("player to move")
    if not game:
        return tr("first player") if view == "first" else tr("second player")
    return tr("{side}").format(side=side_name(int(view == "second"), game))


# The menu

CONTINUE = MenuLine(Text("Continue"), Text("Back to the game."), buttons.GO_ON)
ALL_MOVES = MenuLine(
    Text("All legal moves"), Text("As arrows and as a list. You can also hold Hint.")
)
TAKE_BACK = MenuLine(Text("Take back"), Text("Take back the last move, if both sides agree."))
REDO = MenuLine(Text("Redo"), Text("Play the last move you took back again."))
OFFER_DRAW = MenuLine(
    Text("Offer a draw"), Text("{side} offers a draw; the other side must agree.")
)
END_BY_COUNT = MenuLine(Text("End by count"))
BOTH_AGREE = Text("Both sides must agree.")
RESIGN = MenuLine(Text("Resign"), Text("{side} gives up the game. You will be asked to confirm."))
READ_RULES = MenuLine(
    Text("Read the rules"),
    Text("How to play this game, with the options you chose."),
    buttons.READ,
)
OUT_OF_STEP = MenuLine(
    Text("Board doesn't match"),
    Text("Your board looks different? See what to lift and where to put it."),
    buttons.SET_RIGHT,
)
TURN_BOARD = MenuLine(
    Text("Turn the board"),
    Text("Which side of the board is at the bottom of the screen."),
    buttons.CHANGE,
)
SAVE = MenuLine(Text("Save a record"), Text("Save the moves so far to a file now."), buttons.SAVE)
SAVED = Text("Saved as {name}.")
NOT_SAVED = Text("The record could not be saved.")
LEAVE = MenuLine(
    Text("Back to start"), Text("Go to the start screen. You can resume the game at any time.")
)

# The end

WELL_PLAYED = Text("{result}. Well played!")
KEPT = Text("Record: {name}")
PLAY_AGAIN = MenuLine(Text("Play again"), verb=buttons.NEW_GAME)
TAKE_LAST_BACK = MenuLine(Text("Take back"), verb=buttons.TAKE_BACK)
TO_START = MenuLine(Text("To the start"), verb=buttons.LEAVE)

# Out of step

HOW_IT_STANDS = Text("What does your board look like now?")
NOT_KNOWN = MenuLine(Text("Not sure"), Text("Check the whole board, one kind of piece at a time."))
EMPTY = MenuLine(Text("The board is empty"), Text("Set up all pieces, one kind at a time."))
NOT_MADE = MenuLine(
    Text("Unfinished move not made"), Text("It looks as it did after the last confirmed move.")
)
AT_BEGINNING = MenuLine(
    Text("Starting position"), Text("It looks as it did before the first move.")
)
AHEAD = MenuLine(
    Text("1 move ahead"), Text("It looks as it did after {move}, which was taken back.")
)
BEHIND = Text("It looks as it did before {move}.")


def behind_title(back: int) -> str:
    """Return that the table is *back* moves behind the game."""
    return ntr("{count} move behind", "{count} moves behind", back)
