"""The words of the list of records and of faulty ones."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import menu_line
from companion.words.translate import Phrase

WHICH = Phrase("Choose a record")
WHICH_SAMPLE = Phrase("Choose a sample game")
NO_RECORDS = Phrase("No games recorded yet")
SAMPLES = menu_line("Sample games", "Complete example games with comments.", buttons.LOOK)
NO_RECORDS_YET = Phrase(
    "Play a game: it is listed here as soon as it ends. Until then, look at these."
)
UNREADABLE = Phrase("unreadable")
UNFINISHED = Phrase("Unfinished.")
NOT_FINISHED = Phrase("unfinished")
RESULT = Phrase("{ended}, {plies}")
PLAYED = Phrase("{when}: {who}.")

ASK_GOOD_PART = Phrase("This record has an error. Open the good part?")
NO_GOOD_PART = Phrase("This record cannot be opened")
LEAVE_IT = menu_line("Cancel", verb=buttons.GO_BACK)
OPEN_GOOD_PART = menu_line(
    "Open the good part",
    "Shows the moves before the error. The file stays as it is.",
    buttons.OPEN,
)
