"""What stands on the four buttons: their names, and in a word or two what each does now."""

from __future__ import annotations

from companion.ports import ButtonName
from companion.words.translate import Text

MENU = Text("Menu")
_NAMES = {
    ButtonName.BACK: Text("Back"),
    ButtonName.NEXT: Text("Next"),
    ButtonName.HINT: Text("Hint"),
    ButtonName.CONFIRM: Text("Confirm"),
}


def button_title(name: ButtonName) -> str:
    """Return what is written on the button."""
    return _NAMES[name]()


# Ways in and out

BEGIN = Text("begin")
CANCEL = Text("cancel")
CLOSE = Text("close", "a page")
DONE = Text("done", "this step")
GO_BACK = Text("go back")
GO_ON = Text("go on")
HOLD_MENU = Text("hold: menu")
KEEP = Text("keep")
LEAVE = Text("leave")
NEW_GAME = Text("new game")
NOT_YET = Text("wait")
NO = Text("no")
PLAY_ON = Text("play on")
PREVIOUS = Text("previous")
SKIP_THE_REST = Text("skip the rest")
START = Text("start", "a game")
START_SCREEN = Text("start screen")
STAY = Text("stay")
TO_THE_GAME = Text("back to game")
YES = Text("yes")

# Of menus and settings

CHANGE = Text("change")
CHOOSE = Text("choose")
EXPORT = Text("export")
LEARN = Text("learn")
LOOK = Text("look")
NEXT_LINE = Text("next line")
OFF = Text("off")
ON = Text("on")
OPEN = Text("open", "a record")
READ = Text("read")
SAVE = Text("save")
SET_IT = Text("fix it")
SET_RIGHT = Text("fix it")
SHUFFLE = Text("shuffle")
TEST = Text("test")
UNDO = Text("undo")
WRITE = Text("write")

# Of a turn

ALL_MOVES = Text("all moves")
ASK_AGAIN = Text("ask again")
BY_TOUCH = Text("by touch")
CLOSE_HINT = Text("close hint")
CLOSE_LIST = Text("close list")
CURSOR_OFF = Text("cursor off")
HOLD_LOOK = Text("hold: look")
I_HOLD_IT = Text("I've got it")
IT_IS_MADE = Text("done")
LEG_BEFORE = Text("back a leg")
LEG_IS_MADE = Text("leg done")
NEXT_LEG = Text("next leg")
NEXT_MOVE = Text("next move")
NOT_SURE = Text("check all")
NUMBERS = Text("numbers")
SET_THE_TABLE = Text("set up")
SHOW_AND_PLAY = Text("show & play")
STOP = Text("stop", "thinking")
TAKE_BACK = Text("take back")
TAKE_IT = Text("take it")
THE_LINE = Text("what's next", "of moves")
THE_MOVE = Text("show move")
UNDO_TOUCH = Text("undo touch")
WALK = Text("walk")

# Of pages, lessons and records

FORWARD = Text("forward")
HINT = Text("hint")
LEGS = Text("Legs")
NEXT_PAGE = Text("next page")
ONCE_MORE = Text("again")
ONE_BACK = Text("back one")
PAGE_BEFORE = Text("back a page")
PAUSE = Text("pause")
PLAY = Text("play", "a record by itself")
READ_ON = Text("next page")
SHOW_AGAIN = Text("show again")
SPEED = Text("speed")
TRY_AGAIN = Text("try again")


def on_off(is_on: bool) -> str:
    """Return how a setting reads that is on or off."""
    return ON() if is_on else OFF()
