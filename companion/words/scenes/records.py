"""The words of the list of records and of faulty ones."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text

WHICH = Text("Records: which one?")
WHICH_SAMPLE = Text("Sample games: which one?")
NO_RECORDS = Text("No game has been recorded yet")
SAMPLES = MenuLine(
    Text("Sample games"),
    Text("Whole games of every kind, with comments on what their moves show."),
    buttons.LOOK,
)
UNREADABLE = Text("unreadable")
UNFINISHED = Text("Unfinished.")

ASK_GOOD_PART = Text("This record is faulty. Open its good part?")
NO_GOOD_PART = Text("Nothing of this record can be opened")
LEAVE_IT = MenuLine(Text("Leave it"), verb=buttons.GO_BACK)
OPEN_GOOD_PART = MenuLine(
    Text("Open the good part"),
    Text("Shows the moves before the fault. The file stays as it is."),
    buttons.OPEN,
)
