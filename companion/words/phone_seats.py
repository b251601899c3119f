"""What is said of phones that show a game, of seats at them, and on the page of such a seat."""

from __future__ import annotations

from typing import Final

from companion.ports import PhonesFault, PhonesState
from companion.words import buttons
from companion.words.buttons import menu_line
from companion.words.translate import Phrase, ntr

# At the table

STARTING: Final = Phrase("In a moment, the address is shown here.")
FOUND: Final = Phrase("Scan the code, or type this into a browser in the same network: {address}")
NAMED: Final = Phrase("Also: {name}")
FAULTS: Final = {
    PhonesFault.MISSING: Phrase(
        "Not shown: {detail} is not installed. It needs starlette, uvicorn and segno."
    ),
    PhonesFault.PORT: Phrase("Not shown: another program uses port {detail} of this machine."),
    PhonesFault.NETWORK: Phrase("Not shown: this machine is in no network."),
    PhonesFault.ENDED: Phrase("Not shown: the program for it does not run. Trying again…"),
}
"""Why nobody can watch."""


def phones_text(state: PhonesState, *, is_short: bool = False) -> str:
    """Return where phones find the game, or why they don't; *is_short* leaves the rest out."""
    if state.fault is not None:
        return FAULTS[state.fault](detail=state.detail)
    if not state.address:
        return STARTING()
    lines = [FOUND(address=state.address)]
    if state.name and not is_short:
        lines.append(NAMED(name=state.name))
    if state.viewers:
        lines.append(ntr("{count} is watching.", "{count} are watching.", state.viewers))
    return "\n".join(lines)


PHONE_SEATS = menu_line(
    "Phones", "Which phone has which seat, and codes for others.", buttons.CHOOSE
)
WHICH_PHONES = Phrase("A phone for each of these seats")
GO_ON = menu_line("Play", "Begin, or go on with the game.", buttons.PLAY_ON)
WITHOUT = menu_line(
    "Play them at the table",
    "The seats that no phone has are played at this screen, until the end of the game.",
    buttons.PLAY_ON,
)
PAIRED = Phrase("has a phone")
TYPE_CODE = Phrase(
    "For {seat}: scan this with a phone, or open {address} there and type {code}. The code is "
    "good for one phone, for ten minutes."
)
NO_ADDRESS = Phrase("The code for {seat} is {code}. {why}")
IS_PAIRED = Phrase("A phone has this seat. Choose this line to give it to another one.")
NEW_CODES = Phrase("The codes from before were used up. These are new ones.")
GUESTS = Phrase("The phones of the last game keep their seats: check who holds them.")
TURN_ON = Phrase("Show on phones is off. Turn it on in the settings, under Table.")
NOT_HERE = Phrase("Nothing can be shown on phones here.")

# On the page

PAGE: Final = {
    "code": Phrase("The code that the table shows"),
    "join": Phrase("Take the seat", "on a phone"),
    "wrong": Phrase("This is not a code that the table shows. Check it, and try again."),
    "often": Phrase("Too many tries. Wait a moment, and try again."),
    "away": Phrase("The table does not answer. Try again."),
    "ended": Phrase("This phone has no seat any more. Type a code of the table."),
    "refused": Phrase("That is not possible now."),
    "hand": Phrase("Your hand"),
    "more": Phrase("More", "on a phone"),
}
"""What the page of a seat says of its own."""

SEAT_IS = Phrase("Your seat: {seat}")
WAIT = Phrase("Wait for your turn.")
TABLE_BUSY = Phrase("Something else is open at the table. Wait a moment.")
NO_GAME = Phrase("No game with phones is being played.")
MAKE_IT = Phrase("Make your move on the board")
MAKE_IT_NOTE = Phrase("Press Done when it is made, here or at the table.")
SHOWN_NOW = Phrase("Your move is being shown at the table.")
ASKED_OTHERS = Phrase("The others are asked.")
ANSWER_NOW = Phrase("Answer here or at the table.")
CONFIRM = Phrase("Confirm move", "on a phone")
DONE = Phrase("Done", "on a phone")
UNDO_TOUCH = Phrase("Undo touch", "on a phone")
UNDO_MOVE = Phrase("Change the move", "on a phone")
WITHDRAW = Phrase("Withdraw", "on a phone")
YES, NO = Phrase("Yes", "on a phone"), Phrase("No", "on a phone")
TAKE_BACK = Phrase("Take back your last move")
DRAW = Phrase("Offer a draw")
RESIGN = Phrase("Resign")
