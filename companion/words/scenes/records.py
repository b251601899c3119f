"""The words of the list of records and of faulty ones."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase

WHICH = Phrase("Records: which one?")
WHICH_SAMPLE = Phrase("Sample games: which one?")
NO_RECORDS = Phrase("No game has been recorded yet")
SAMPLES = MenuLine(
    Phrase("Sample games"),
    Phrase("Whole games of every kind, with comments on what their moves show."),
    buttons.LOOK,
)
UNREADABLE = Phrase("unreadable")
UNFINISHED = Phrase("Unfinished.")

ASK_GOOD_PART = Phrase("This record is faulty. Open its good part?")
NO_GOOD_PART = Phrase("Nothing of this record can be opened")
LEAVE_IT = MenuLine(Phrase("Leave it"), verb=buttons.GO_BACK)
OPEN_GOOD_PART = MenuLine(
    Phrase("Open the good part"),
    Phrase("Shows the moves before the fault. The file stays as it is."),
    buttons.OPEN,
)
