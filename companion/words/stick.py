"""What is said of a USB stick: what it offers, what came of it, when it may be pulled out."""

from __future__ import annotations

from typing import Final

from companion.words import buttons
from companion.words.buttons import MenuLine, menu_line
from companion.words.translate import Phrase, ntr, tr

HEADING: Final = Phrase("A USB stick is here")
WHICH: Final = Phrase("Which collection?")
ASK: Final = Phrase("Bring this collection back?")

USE: Final = menu_line("USB stick", "Take games along, or bring a collection back.", buttons.LOOK)
TAKE_GAME: Final = menu_line(
    "Take this game",
    "Save the game you are looking at on the stick, in each format.",
    buttons.SAVE,
)
TAKE_FILES: Final = menu_line(
    "Take games and pictures",
    "Save each record, picture and exported file on the stick.",
    buttons.SAVE,
)
TAKE_COLLECTION: Final = menu_line(
    "Take the whole collection",
    "Save all games, records and settings on the stick in one file. Any table can bring it back.",
    buttons.SAVE,
)
BRING_BACK: Final = menu_line(
    "Bring a collection back",
    "Choose one on the stick. It is checked, and you are asked before anything changes.",
    buttons.LOOK,
)
LET_GO: Final = menu_line("Pull the stick out", "Wait until the screen says that you may.")
NONE_FOUND: Final = menu_line(
    "No collection found",
    "A collection is a zip file that a table has saved. Only the table's own folder is searched.",
)
WOULD_DO: Final = Phrase("If you bring it back:")
CHANGE_NOTHING: Final = MenuLine(Phrase("Change nothing"), verb=buttons.GO_BACK)
DO_BRING_BACK: Final = MenuLine(Phrase("Bring it back"), verb=buttons.YES)

LEAVING: Final = menu_line("Please wait", "The stick is still being written. Leave it in.")
SAFE: Final = menu_line("You may pull the stick out", "Everything is on it.", buttons.GO_BACK)
OUT: Final = MenuLine(Phrase("The stick is out"), verb=buttons.GO_BACK)

NOT_LET_GO: Final = Phrase("Leave the stick in: {reason}")
NOT_TAKEN: Final = Phrase("Not everything is on the stick: {reason}")
NOT_READ: Final = Phrase("The stick cannot be read: {reason}")
NOT_BROUGHT_BACK: Final = Phrase("Nothing has been changed: {reason}")
BROUGHT_BACK: Final = Phrase("Done. It is all here now.")


def taken_text(count: int, folder: str) -> str:
    """Return that *count* files are in the *folder* of the stick."""
    return ntr(
        "{count} file is on the stick, in the folder {folder}.",
        "{count} files are on the stick, in the folder {folder}.",
        count,
        folder=folder,
    )


def taking_banner(done: int, count: int) -> str:
    """Return how far files are being put on a stick, in at most sixty characters."""
    if not count:
        return tr("Writing to the stick…")
    return tr("Writing to the stick: {done} of {count}").format(done=done, count=count)


def looking_banner(done: int, count: int) -> str:
    """Return how far a collection is being read and checked, in at most sixty characters."""
    if not count:
        return tr("Reading the stick…")
    return tr("Checking the collection: {done} of {count}").format(done=done, count=count)


def returning_banner(done: int, count: int) -> str:
    """Return how far a collection is being brought back, in at most sixty characters."""
    return tr("Bringing it back: {done} of {count}").format(done=done, count=count)
