"""The words of the list of records and of faulty ones."""

from __future__ import annotations

from companion.words import buttons
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text

WHICH = Text("Choose a record")
WHICH_SAMPLE = Text("Choose a sample game")
NO_RECORDS = Text("No games recorded yet")
SAMPLES = MenuLine(
    Text("Sample games"),
    Text("Complete example games with comments."),
    buttons.LOOK,
)
UNREADABLE = Text("unreadable")
UNFINISHED = Text("Unfinished.")

ASK_GOOD_PART = Text("This record has an error. Open the good part?")
NO_GOOD_PART = Text("This record cannot be opened")
LEAVE_IT = MenuLine(Text("Cancel"), verb=buttons.GO_BACK)
OPEN_GOOD_PART = MenuLine(
    Text("Open the good part"),
    Text("Shows the moves before the error. The file stays as it is."),
    buttons.OPEN,
)
