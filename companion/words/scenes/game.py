"""The words of the menu of a game, of its end, and of a table that is out of step."""

from __future__ import annotations

from companion.words import buttons
from companion.words.games import side_name
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text, ntr, tr


def view_title(view: str, game: str = "") -> str:
    """Return which side of the board is near, as a setting reads, by its name in *game*."""
    if view == "mover":
        return tr("side to move near")
    if not game:
        return tr("first player near") if view == "first" else tr("second player near")
    return tr("{side} near").format(side=side_name(int(view == "second"), game))


# The menu

CONTINUE = MenuLine(Text("Continue"), Text("Back to the game."), buttons.GO_ON)
ALL_MOVES = MenuLine(
    Text("All legal moves"), Text("As arrows and as a list. Holding Hint shows them, too.")
)
TAKE_BACK = MenuLine(
    Text("Take back"), Text("Ask to take back the last move. Both sides have to agree.")
)
REDO = MenuLine(Text("Redo"), Text("Play the move that was taken back last once more."))
OFFER_DRAW = MenuLine(
    Text("Offer a draw"), Text("{side} offers a draw; the other side has to agree.")
)
END_BY_COUNT = MenuLine(Text("End by count"))
BOTH_AGREE = Text("Both sides have to agree.")
RESIGN = MenuLine(Text("Resign"), Text("{side} gives up the game. You will be asked once more."))
READ_RULES = MenuLine(
    Text("Read the rules"), Text("How this game is played, with its options."), buttons.READ
)
OUT_OF_STEP = MenuLine(
    Text("Table out of step"),
    Text("The table stands otherwise: be shown what to lift and where to put it."),
    buttons.SET_RIGHT,
)
TURN_BOARD = MenuLine(
    Text("Turn the board"),
    Text("Which side of the board is at the bottom of the screen."),
    buttons.CHANGE,
)
SAVE = MenuLine(
    Text("Save a record"), Text("Write the moves so far into a file, now."), buttons.SAVE
)
SAVED = Text("Saved as {name}.")
NOT_SAVED = Text("The record could not be written.")
LEAVE = MenuLine(
    Text("Leave the table"), Text("To the start screen. The game can be resumed at any time.")
)

# The end

WELL_PLAYED = Text("{result}. Well played!")
KEPT = Text("Record: {name}")
PLAY_AGAIN = MenuLine(Text("Play again"), verb=buttons.NEW_GAME)
TAKE_LAST_BACK = MenuLine(Text("Take back"), verb=buttons.TAKE_BACK)
TO_START = MenuLine(Text("To the start"), verb=buttons.LEAVE)

# Out of step

HOW_IT_STANDS = Text("How does the table stand now?")
NOT_KNOWN = MenuLine(
    Text("I do not know"), Text("Look through it, one kind of piece after the other.")
)
EMPTY = MenuLine(Text("The board is empty"), Text("Set all pieces, one kind after the other."))
NOT_MADE = MenuLine(
    Text("The begun move is not made"), Text("It stands as after the last confirmed move.")
)
AT_BEGINNING = MenuLine(Text("As at the beginning"), Text("It stands as before the first move."))
AHEAD = MenuLine(Text("1 move ahead"), Text("It stands as after {move}, which was taken back."))
BEHIND = Text("It stands as before {move}.")


def behind_title(back: int) -> str:
    """Return that the table is *back* moves behind the game."""
    return ntr("{count} move behind", "{count} moves behind", back)
