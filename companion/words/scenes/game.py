"""The words of the menu of a game, of its end, and of a table that is out of step."""

from __future__ import annotations

from companion.words import buttons
from companion.words.games import side_name
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase, ntr, tr


def view_title(view: str, game: str = "") -> str:
    """Return which side of the board is near, as a setting reads, by its name in *game*."""
    if view == "mover":
        return tr("side to move near")
    if not game:
        return tr("first player near") if view == "first" else tr("second player near")
    return tr("{side} near").format(side=side_name(int(view == "second"), game))


# The menu

CONTINUE = MenuLine(Phrase("Continue"), Phrase("Back to the game."), buttons.GO_ON)
ALL_MOVES = MenuLine(
    Phrase("All legal moves"), Phrase("As arrows and as a list. Holding Hint shows them, too.")
)
TAKE_BACK = MenuLine(
    Phrase("Take back"), Phrase("Ask to take back the last move. Both sides have to agree.")
)
REDO = MenuLine(Phrase("Redo"), Phrase("Play the move that was taken back last once more."))
OFFER_DRAW = MenuLine(
    Phrase("Offer a draw"), Phrase("{side} offers a draw; the other side has to agree.")
)
END_BY_COUNT = MenuLine(Phrase("End by count"))
BOTH_AGREE = Phrase("Both sides have to agree.")
RESIGN = MenuLine(
    Phrase("Resign"), Phrase("{side} gives up the game. You will be asked once more.")
)
READ_RULES = MenuLine(
    Phrase("Read the rules"), Phrase("How this game is played, with its options."), buttons.READ
)
OUT_OF_STEP = MenuLine(
    Phrase("Table out of step"),
    Phrase("The table stands otherwise: be shown what to lift and where to put it."),
    buttons.SET_RIGHT,
)
TURN_BOARD = MenuLine(
    Phrase("Turn the board"),
    Phrase("Which side of the board is at the bottom of the screen."),
    buttons.CHANGE,
)
SAVE = MenuLine(
    Phrase("Save a record"), Phrase("Write the moves so far into a file, now."), buttons.SAVE
)
SAVED = Phrase("Saved as {name}.")
NOT_SAVED = Phrase("The record could not be written.")
LEAVE = MenuLine(
    Phrase("Leave the table"), Phrase("To the start screen. The game can be resumed at any time.")
)

# The end

WELL_PLAYED = Phrase("{result}. Well played!")
KEPT = Phrase("Record: {name}")
PLAY_AGAIN = MenuLine(Phrase("Play again"), verb=buttons.NEW_GAME)
TAKE_LAST_BACK = MenuLine(Phrase("Take back"), verb=buttons.TAKE_BACK)
TO_START = MenuLine(Phrase("To the start"), verb=buttons.LEAVE)

# Out of step

HOW_IT_STANDS = Phrase("How does the table stand now?")
NOT_KNOWN = MenuLine(
    Phrase("I do not know"), Phrase("Look through it, one kind of piece after the other.")
)
EMPTY = MenuLine(Phrase("The board is empty"), Phrase("Set all pieces, one kind after the other."))
NOT_MADE = MenuLine(
    Phrase("The begun move is not made"), Phrase("It stands as after the last confirmed move.")
)
AT_BEGINNING = MenuLine(
    Phrase("As at the beginning"), Phrase("It stands as before the first move.")
)
AHEAD = MenuLine(
    Phrase("1 move ahead"), Phrase("It stands as after {move}, which was taken back.")
)
BEHIND = Phrase("It stands as before {move}.")


def behind_title(back: int) -> str:
    """Return that the table is *back* moves behind the game."""
    return ntr("{count} move behind", "{count} moves behind", back)
