"""What stands on the four buttons and on lines of menus: in a word or two what each does now."""

from __future__ import annotations

from typing import NamedTuple

from companion.ports import ButtonName
from companion.words.translate import Phrase

MENU = Phrase("Menu")
_NAMES = {
    ButtonName.BACK: Phrase("Back"),
    ButtonName.NEXT: Phrase("Next"),
    ButtonName.HINT: Phrase("Hint"),
    ButtonName.CONFIRM: Phrase("Confirm"),
}


def button_title(name: ButtonName) -> str:
    """Return what is written on the button."""
    return _NAMES[name]()


# Ways in and out

ALL_SET = Phrase("all set")
BEGIN = Phrase("begin")
CANCEL = Phrase("cancel")
CLOSE = Phrase("close", "a page")
DONE = Phrase("done", "this step")
END_GAME = Phrase("end game")
GO_BACK = Phrase("go back")
GO_ON = Phrase("go on")
HOLD_MENU = Phrase("menu", "while Back is held")
KEEP = Phrase("keep")
LEAVE = Phrase("leave")
NOT_YET = Phrase("wait")
NO = Phrase("no")
ONE_BY_ONE = Phrase("one by one")
PLAY_ON = Phrase("play on")
PREVIOUS = Phrase("previous")
SKIP_THE_REST = Phrase("skip rest")
START = Phrase("start", "a game")
START_SCREEN = Phrase("to start")
STAY = Phrase("stay")
TO_THE_GAME = Phrase("to game")
YES = Phrase("yes")

# Of menus and settings

BACK_UP = Phrase("back up")
CHANGE = Phrase("change")
CHOOSE = Phrase("choose")
EXPORT = Phrase("export")
LEARN = Phrase("learn")
LOOK = Phrase("look")
NEXT_GAME = Phrase("next game")
NEXT_LINE = Phrase("next line")
OFF = Phrase("off")
ON = Phrase("on")
OPEN = Phrase("open", "a record")
OTHER_PLAYERS = Phrase("who plays")
READ = Phrase("read")
GIVE = Phrase("give")
SAVE = Phrase("save")
SET_RIGHT = Phrase("fix it")
SHUFFLE = Phrase("shuffle")
TEST = Phrase("test")
UNDO = Phrase("undo")
WRITE = Phrase("write")

# Of a turn

ALL_MOVES = Phrase("all moves")
ASK_AGAIN = Phrase("ask again")
BOARD_IS_RIGHT = Phrase("it's right", "the board")
BY_TOUCH = Phrase("by touch")
CLOSE_HINT = Phrase("close hint")
CLOSE_LIST = Phrase("close list")
CURSOR_OFF = Phrase("cursor off")
HOLD_GAMES = Phrase("games", "while Hint is held")
HOLD_LEAVE = Phrase("leave", "while Back is held")
HOLD_LOOK = Phrase("look", "while Hint is held")
HOLD_WHO = Phrase("who", "while Hint is held")
I_HOLD_IT = Phrase("I've got it")
ITS_MOVES = Phrase("its moves")
IT_IS_MADE = Phrase("done")
NEXT_LEG = Phrase("next leg")
NEXT_MOVE = Phrase("next move")
NEXT_ONE = Phrase("next one")
NEXT_PLACE = Phrase("next place")
NOT_SURE = Phrase("check all")
NUMBERS = Phrase("numbers")
PICK_ONE = Phrase("pick one")
OTHERS = Phrase("others")
SHOW_AND_PLAY = Phrase("show, play")
STOP = Phrase("stop", "thinking")
TAKE_BACK = Phrase("take back")
THE_LINE = Phrase("what's next", "of moves")
THE_MOVE = Phrase("show move")
UNDO_BOTH = Phrase("undo both", "moves")
UNDO_MOVE = Phrase("undo move")
UNDO_TOUCH = Phrase("undo touch")
USE_IT = Phrase("use it")
WITHDRAW = Phrase("withdraw", "an offer")

# Of pages, lessons and records

FORWARD = Phrase("forward")
HELP_ME = Phrase("help me")
NEXT_PAGE = Phrase("next page")
ONCE_MORE = Phrase("again")
ONE_BACK = Phrase("back one")
PAGE_BEFORE = Phrase("page back")
PAUSE = Phrase("pause")
PLAY = Phrase("play", "a record by itself")
READ_ON = Phrase("read on")
TRY_AGAIN = Phrase("try again")


HOLDS = (HOLD_GAMES, HOLD_LEAVE, HOLD_LOOK, HOLD_MENU, HOLD_WHO)
"""What stands on a button that does nothing unless it is held."""


def on_off(is_on: bool) -> str:
    """Return how a setting reads that is on or off."""
    return ON() if is_on else OFF()


NONE = Phrase()


class MenuLine(NamedTuple):
    """One line of a menu; known by itself, whatever the language.

    Attributes:
        line: what it means, in a sentence or two.
        verb: what Confirm does with it, as the button says it.
    """

    title: Phrase
    line: Phrase = NONE
    verb: Phrase = NONE


def menu_line(title: str, line: str = "", verb: Phrase = NONE) -> MenuLine:
    """Return the line that says these messages; see `MenuLine`."""
    return MenuLine(Phrase(title), Phrase(line), verb)
