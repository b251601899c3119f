"""The words of the menu of a game, of its end, and of a table that is out of step."""

from __future__ import annotations

from typing import NamedTuple

from companion.contract import Move, Position
from companion.words import buttons
from companion.words.games import side_name
from companion.words.scenes.line import MenuLine, menu_line
from companion.words.translate import Phrase, ntr, tr
from companion.words.voice import NOTE_ROOM, Voice


def view_title(view: str, game: str = "") -> str:
    """Return which side of the board is near, as a setting reads, by its name in *game*."""
    if view == "mover":
        return tr("player to move")
    if view == "yours":
        return tr("your side")
    if not game:
        return tr("first player") if view == "first" else tr("second player")
    return side_name(int(view == "second"), game)


# Before the first move

SET_UP = Phrase("Set up the board, then press Confirm")
CHECK_BOARD = Phrase("Check your board, then press Confirm")
GET_READY = Phrase("Get ready, then press Confirm")
CHANGED_PLAYERS = Phrase("Next changed who plays. Press it again for another opponent.")

# The menu

CONTINUE = menu_line("Continue", "Back to the game.", buttons.GO_ON)
ALL_MOVES = menu_line("All legal moves", "As arrows and as a list. You can also hold Hint.")
TAKE_BACK = menu_line("Take back", "Take back the last move, if both sides agree.")
TAKE_BACK_YOURS = Phrase("Take back your last move, and the computer's answer to it.")
REDO = menu_line("Redo", "Play the last move you took back again.")
OFFER_DRAW = menu_line("Offer a draw", "{side} offers a draw; the other side must agree.")
OFFER_COMPUTER = Phrase("You offer a draw; the computer may want to play on.")
END_BY_COUNT = menu_line("End by count")
BOTH_AGREE = Phrase("Both sides must agree.")
RESIGN = menu_line("Resign", "{side} gives up the game. You will be asked to confirm.")
RESIGN_YOURS = Phrase("You give up the game. You will be asked to confirm.")
READ_RULES = menu_line(
    "Read the rules", "How to play this game, with the options you chose.", buttons.READ
)
OUT_OF_STEP = menu_line(
    "Board doesn't match",
    "Your board looks different? See what to lift and where to put it.",
    buttons.SET_RIGHT,
)
TURN_BOARD = menu_line(
    "Turn the board", "Which side of the board is at the bottom of the screen.", buttons.CHANGE
)
SAVE = menu_line("Save a record", "Save the moves so far to a file now.", buttons.SAVE)
SAVED = Phrase("Saved under Records as {name}.")
NOT_SAVED = Phrase("The record could not be saved.")
LEAVE = menu_line("Back to start", "Go to the start screen. You can resume the game at any time.")

# The end

YOU_WON = Phrase("You won!")
COMPUTER_WON = Phrase("The computer won")
KEPT = Phrase("The game is kept under Records.")
REMATCH = menu_line("Rematch", verb=buttons.START)
REMATCH_AS = Phrase("as {side}")
VIEW = menu_line("View the game", verb=buttons.LOOK)
NEXT_LEVEL = menu_line("Next level", verb=buttons.START)
EASIER_LEVEL = menu_line("Easier level", verb=buttons.START)
NEW_GAME = menu_line("New game", verb=buttons.CHOOSE)
TAKE_LAST_BACK = menu_line("Take back", verb=buttons.TAKE_BACK)
TO_START = menu_line("Start screen", verb=buttons.LEAVE)

# Out of step

HOW_IT_STANDS = Phrase("What does your board look like now?")
NOT_KNOWN = menu_line("Not sure", "Check the whole board, one kind of piece at a time.")
EMPTY = menu_line("The board is empty", "Set up all pieces, one kind at a time.")
NOT_MADE = menu_line(
    "Without the unfinished move", "It looks as it did after the last confirmed move."
)
AT_BEGINNING = menu_line("Starting position", "It looks as it did before the first move.")
AHEAD = menu_line("1 move ahead", "It looks as it did before this move was taken back: {move}.")
BEHIND = Phrase("It looks as it did before this move was made: {move}.")

MOVE_ROOM = 22
"""So many characters a move may take beside the title of its line."""


class StandingText(NamedTuple):
    """A line of the list of how the table may stand: title, move, what choosing it means."""

    title: str
    move: str = ""
    line: str = ""


def standing_text(line: MenuLine) -> StandingText:
    """Return *line* as one of the list of how the table may stand; it is of no move."""
    return StandingText(line.title(), line=line.line())


def behind_text(back: int, position: Position, move: Move, voice: Voice) -> StandingText:
    """Return that the table is *back* moves behind: as *position*, where *move* was made."""
    title = ntr("{count} move behind", "{count} moves behind", back)
    line = BEHIND(move=voice.listed(position, move, NOTE_ROOM))
    return StandingText(title, voice.listed(position, move, MOVE_ROOM), line)


def ahead_text(position: Position, move: Move, voice: Voice) -> StandingText:
    """Return that the table stands as after *move* in *position*, which was taken back."""
    line = AHEAD.line(move=voice.listed(position, move, NOTE_ROOM))
    return StandingText(AHEAD.title(), voice.listed(position, move, MOVE_ROOM), line)
