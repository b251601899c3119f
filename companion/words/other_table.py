"""What is said of a game with another table, and of the way there."""

from __future__ import annotations

from typing import Final

from companion.errors import CompanionError
from companion.remote.bus import BusState, Standing
from companion.remote.pairing import PairingFault
from companion.words import buttons
from companion.words.buttons import menu_line
from companion.words.translate import Phrase, localized

OTHER_TABLE = menu_line(
    "Another table", "Play with people at another table, over the network.", buttons.CHOOSE
)
WHICH_WAY = Phrase("Who shows a code, and who types it?")
SHOW_CODE = menu_line(
    "Show a code",
    "This table begins the game, with the options you have chosen. Somebody at the other table "
    "types the code.",
    buttons.START,
)
TYPE_CODE = menu_line(
    "Type a code", "The other table shows a code. Type it here to join its game.", buttons.WRITE
)
OWN_SIDE = menu_line("Your side", "Which side this table plays.", buttons.CHANGE)
TYPE_IT = Phrase("Type the code that the other table shows")
NO_CODE = Phrase("A code has nine digits. Try again.")

CODE_IS = Phrase("The code is {code}")
CODE_NOTE = Phrase(
    "At the other table: choose a game, Who plays, Another table, Type a code. The game begins "
    "by itself."
)
NEW_CODE = Phrase("The last code was used up. This is a new one.")
LOOKING = Phrase("Looking for the other table…")
LOOKING_NOTE = Phrase("The game begins as soon as the other table answers.")
NO_GAME = Phrase("No game with the other table")

FAULTS: Final = {
    PairingFault.NOBODY: Phrase("No table shows this code. Check it, and try again."),
    PairingFault.WRONG_CODE: Phrase(
        "This is not the code that the other table shows. It shows a new one now."
    ),
    PairingFault.USED: Phrase("Another table has used this code already. Ask for a new one."),
    PairingFault.OTHER_VERSION: Phrase(
        "The other table has another version of the program. Update one of them."
    ),
    PairingFault.NO_LIBRARY: Phrase(
        "Playing with another table needs two more packages: see two-tables.md."
    ),
}
"""Why two tables did not come together."""

STANDINGS: Final = {
    BusState.NO_RELAY: Phrase("the relay does not run"),
    BusState.NO_LIBRARY: Phrase("the package paho-mqtt is missing"),
    BusState.NO_BROKER: Phrase("the broker cannot be reached"),
    BusState.WRONG_PASSWORD: Phrase("the broker refuses user or password"),
    BusState.BAD_CERTIFICATE: Phrase("the broker's certificate is not valid"),
    BusState.BAD_FILE: Phrase("a file for the broker cannot be read"),
    BusState.NO_RIGHTS: Phrase("the broker passes on none of this table's messages"),
}
"""Why the other tables cannot be reached; a moment before it is connected nothing is told."""

UNREACHED = Phrase("No other table can be reached: {why}. You can play at this table.")
CANNOT_PLAY = Phrase("The game of the other table cannot be played here: {why}.")

# During a game

STAY_HERE = menu_line(
    "Play on here alone",
    "Ends the game with the other table. This one goes on with both sides here.",
    buttons.PLAY_ON,
)
ASK_REMATCH = Phrase("The other table is asked for another game.")
REMATCH_ASKED = Phrase("asked")

# What both have to agree on

ASK_OFFER = Phrase("The other table wants another game")
ASK_GO_BACK = Phrase("Play again from move {number}, with the other table?")
GO_BACK_LINE = Phrase(
    "The tables had different moves from move {number} on. The other table wants to play again "
    "from there. The game as it stands here is kept under Records."
)
ASK_FORK = Phrase("The tables differ from move {number} on")
FORK_LINE = Phrase(
    "One table has lost something, or was changed. Here, move {number} is {move}. Both can play "
    "again from there; the game as it stands here is kept under Records."
)
NO_MOVE = Phrase("not there yet")
ACCEPT = menu_line("Accept", verb=buttons.YES)
ACCEPT_LINE = Phrase("If you accept, it begins at both tables.")
LATER = menu_line("Not now", verb=buttons.NOT_YET)
GO_BACK_TO = menu_line("Go back", verb=buttons.YES)
SET_TABLES_RIGHT = menu_line(
    "Other table", "What the other table wants, or where the tables differ.", buttons.CHOOSE
)


def standing_text(standing: Standing) -> str:
    """Return why the other tables cannot be reached, with what is known of it."""
    why = STANDINGS[standing.state]()
    return f"{why} ({standing.reason})" if standing.reason else why


def refused_text(error: CompanionError) -> str:
    """Return why a game cannot be played here."""
    return CANNOT_PLAY(why=localized(error.message))
