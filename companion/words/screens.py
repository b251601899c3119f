"""The words of menus: the start, a new game, the menu and the end of one, settings, tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.contract import GamePlugin, Move, Position
from companion.ports import ButtonName
from companion.words import buttons
from companion.words.buttons import CHOOSE, MenuLine, menu_line
from companion.words.game_words import game_title, side_name
from companion.words.translate import AUTO, Phrase, languages, ntr, own_name, tr
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
TOUCH_BEGINS = Phrase("You can also begin by touching the first piece to move.")
CHANGED_PLAYERS = Phrase("Next changed who plays. Press it again for another opponent.")

# The menu

CONTINUE = menu_line("Continue", "Back to the game.", buttons.GO_ON)
ALL_MOVES = menu_line("All legal moves", "As arrows and as a list. You can also hold Hint.")
TAKE_BACK = menu_line("Take back", "Take back the last move, if the other side allows it.")
TAKE_BACK_YOURS = Phrase("Take back your last move, and the computer's answer to it.")
REDO = menu_line("Redo", "Play the last move you took back again.")
OFFER_DRAW = menu_line("Offer a draw", "{side} offers a draw; the other side must agree.")
OFFER_COMPUTER = Phrase("You offer a draw; the computer may want to play on.")
END_BY_COUNT = menu_line("End and count pieces")
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
HELP = menu_line(
    "Help", "The rules, all legal moves, what the lamps mean, and the tutor.", buttons.CHOOSE
)
MORE = menu_line(
    "Sound and more", "Sound, which side is near you, saving, and the settings.", buttons.CHOOSE
)
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
NOT_KNOWN = menu_line("I'm not sure", "Check the whole board, one kind of piece at a time.")
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


LEGEND = menu_line(
    "Lamps and buttons", "What each light and each button means. The lamps show it.", CHOOSE
)


class Light(NamedTuple):
    """One light of the lamps.

    Attributes:
        looks: its color and how it moves, unless the settings say otherwise.
    """

    title: Phrase
    line: Phrase
    looks: Phrase

    def text(self, is_usual: bool) -> str:
        """Return what it means, and how it looks where it *is_usual*."""
        return f"{self.looks()} {self.line()}" if is_usual else self.line()


MOVABLE = Light(
    Phrase("You can start here"),
    Phrase("Touch the piece you want to move."),
    Phrase("Faint, warm white."),
)
SELECTED = Light(Phrase("Picked up"), Phrase("The piece you're moving."), Phrase("Red, pulsing."))
TARGET = Light(Phrase("It can go here"), Phrase("A place to move to."), Phrase("Green, steady."))
CAPTURE = Light(
    Phrase("A capture"),
    Phrase("A place to move to; a piece leaves the board."),
    Phrase("Red, blinking."),
)
LAST_MOVE = Light(
    Phrase("The last move"),
    Phrase("Where it went, dot by dot."),
    Phrase("Blue, blinking slowly."),
)
HINT = Light(
    Phrase("A hint"), Phrase("This piece, or this way."), Phrase("Amber, flashing twice.")
)
FOCUS = Light(
    Phrase("Selected with Next"),
    Phrase("Next goes on, Confirm picks it."),
    Phrase("White, blinking briefly."),
)
ERROR = Light(
    Phrase("Not allowed"), Phrase("The screen says why."), Phrase("Red, flashing twice.")
)
PLACE = Light(
    Phrase("Put a piece here"),
    Phrase("The board is being set up or fixed."),
    Phrase("Blue, steady."),
)
REMOVE = Light(
    Phrase("Take this piece away"),
    Phrase("It doesn't belong there now."),
    Phrase("Pink, blinking."),
)
WIN = Light(
    Phrase("The winning move"), Phrase("Where the winner moved."), Phrase("Gold, pulsing.")
)

OF_BUTTONS = {
    ButtonName.BACK: Phrase("One step back. Hold it for the menu."),
    ButtonName.NEXT: Phrase("Goes on to the next place or line. Hold it to keep going."),
    ButtonName.HINT: Phrase("Shows a good move, more with each press. Hold it for all moves."),
    ButtonName.CONFIRM: Phrase("Picks what Next is on, and plays the move you've made."),
}


WHICH_GAME = Phrase("Choose a game")
READY = Phrase("{game}: ready to start?")
WHO_PLAYS = Phrase("{game}: who plays?")
WHO_SITS = Phrase("{seat}: who plays?")

START = menu_line("Start the game", verb=buttons.START)
PLAY_COMPUTER = menu_line("Against the computer", verb=buttons.START)
PLAYERS = menu_line(
    "Who plays",
    "Choose people or the computer, at one of eight levels. Its moves and the tutor are "
    "set here, too.",
)
READ_ITS_RULES = menu_line("Read the rules", "How to play with the options below.", buttons.READ)
LEARN_FIRST = menu_line(
    "Learn it first", "Short lessons that show the moves and let you try them."
)
SHUFFLING = Phrase("The same number gives the same setup again. Press Confirm to reshuffle.")
OWN_RULE_SET = menu_line("your own", "Your own mix of the options below.")

PROGRAMS_MOVES = menu_line("The computer's moves", verb=buttons.CHANGE)
TUTOR = menu_line("Tutor", verb=buttons.CHANGE)
HAND_OVER = menu_line(
    "Hand over the screen",
    "Ask each player to take the screen first. Off: you just hold your dominoes.",
    buttons.CHANGE,
)


CHOOSE_GAME = menu_line("New game", "Choose a game and its rules, set up the board, and play.")
LEARN = menu_line("Learn", "Short lessons: the moves and rules of each game, one at a time.")
RULES = menu_line("Rules", "How to play each game, page by page, with pictures.")
RECORDS = menu_line("Records", "Games played at this table, and sample games.")
SETTINGS = menu_line("Settings", "Language, sound, lamps, text size and more.")
QUIT = menu_line("Quit", "Leave the program. Nothing is lost.")
SWITCH_OFF = menu_line("Switch off", "Shut down the machine. You will be asked first.")

EXPORT = menu_line(
    "Back up saved games", "Save all games, records and settings to one file now.", buttons.BACK_UP
)
EXPORTED = Phrase("Saved as {name} in {folder}.")
NOT_EXPORTED = Phrase("The file could not be saved: {reason}")

RESUME = menu_line("Resume", "{game}, {plies} played. The lamps show where its pieces stand.")
RESUME_TAKEN_BACK = Phrase("{game}, all moves taken back. The lamps show where its pieces stand.")
PLAY_LAST = menu_line("Play {game}", "{who}. Same rules as last time.", buttons.START)
ROUND_LAST = menu_line(
    "Round {number}",
    "The club seats {first} and {second} here. They play {game}, by the same rules as last time; "
    "{first} begins.",
    buttons.START,
)
ROUND_CHOOSE = menu_line(
    "Round {number}",
    "The club seats {first} and {second} here; {first} begins. Choose a game.",
    buttons.CHOOSE,
)
OTHER_SETTINGS = menu_line(
    "Other players or rules", "First change who plays {game}, or its rules.", buttons.CHANGE
)
UNFINISHED_KEPT = Phrase("Your unfinished game of {game} ({plies}) will be kept under Records.")
KEEP_GAME = menu_line("Keep it", "Go back and keep the unfinished game.", buttons.KEEP)

ASK_QUIT = Phrase("Leave Board Companion?")
STAY = menu_line("Stay", "Go back to the start screen.", buttons.STAY)
DO_QUIT = menu_line("Quit", "You can resume an unfinished game next time.")

ASK_OFF = Phrase("Switch off?")
ASK_CLOSE = Phrase("Close the program?")
STAY_ON = menu_line("Cancel", "Go back to where you were.", buttons.CANCEL)
DO_SWITCH_OFF = menu_line(
    "Switch off",
    "Everything is saved and the machine shuts down. Wait until its light "
    "stops blinking before you cut the power.",
    Phrase("switch off"),
)
CLOSE = menu_line("Close", "Everything is saved. The machine stays on.", Phrase("close"))
GOING = Phrase("Switching off…")
REFUSED = Phrase("It cannot be switched off from here: {reason}.")
UNSAVED = Phrase("The last moves are not saved: {reason}.")


# Settings: their pages, and the lines of each

OF_SOUND = menu_line(
    "Sound and voice", "How loud sounds are, and what is read aloud.", buttons.CHOOSE
)
OF_SCREEN = menu_line(
    "Screen",
    "Text size, colors, boards and pieces, and how the screen is mounted.",
    buttons.CHOOSE,
)
OF_HELP = menu_line(
    "Help in a game", "The tutor, who is ahead, and how moves are written.", buttons.CHOOSE
)
OF_TABLE = menu_line(
    "Table",
    "Which side is near you, where the buttons are, and who moves the computer's pieces.",
    buttons.CHOOSE,
)
OF_LAMPS = menu_line(
    "Lamps", "How bright they are, their colors, and where each one is.", buttons.CHOOSE
)

LANGUAGE = menu_line(
    "Language", "The language of the screen, the rules and the lessons.", buttons.CHOOSE
)
MACHINES_LANGUAGE = Phrase("System language")
MACHINES_LANGUAGE_LINE = Phrase("The language the machine is set to, if this program has it.")
BOARD_SIDE = TURN_BOARD._replace(title=Phrase("Which side is near you"))
BRIGHTNESS = menu_line(
    "Lamp brightness", "How bright the board's lamps are. 0% turns them off.", buttons.CHANGE
)
PERCENT = Phrase("{percent}%")
LAMP_COLORS = menu_line(
    "Lamp colors",
    "For color-blind players: amber and orange against blue. The patterns stay the same.",
    buttons.CHANGE,
)
CALM_LAMPS = menu_line(
    "Calm lamps", "Lamps brighten and dim slowly, and none of them flashes.", buttons.CHANGE
)
LAST_SECONDS = menu_line(
    "Lamps count down",
    "In the last ten seconds on a clock, all unused lamps glow once a second.",
    buttons.CHANGE,
)
LAMP_SHOW = menu_line(
    "Light shows",
    "Light runs over the free lamps at the start, at captures and at the end, until you touch.",
    buttons.CHANGE,
)
LAMP_SHOW_TITLES = {"on": buttons.ON, "calm": Phrase("calm"), "off": buttons.OFF}
LAMP_TITLES = {"standard": Phrase("standard"), "color-blind": Phrase("color-blind")}
PANEL_SIDE = menu_line(
    "Buttons",
    "On a wide screen: whether they are to the right or to the left of the board.",
    buttons.CHANGE,
)
PANEL_SIDE_TITLES = {"left": Phrase("left", "a side"), "right": Phrase("right", "a side")}
TABLE_PANEL = menu_line(
    "Table panel",
    "Where you see the lamps of the simulated table: beside the board, with its four buttons; "
    "on the board itself; or nowhere. F9 does the same.",
    buttons.CHANGE,
)
TABLE_PANEL_TITLES = {
    "beside": Phrase("beside the board"),
    "on-board": Phrase("on the board", "lamps"),
    "off": buttons.OFF,
}
FULL_SCREEN = menu_line(
    "Full screen",
    "The program takes the whole screen. F11 does the same.",
    buttons.CHANGE,
)
LARGE_TEXT = menu_line(
    "Large text",
    "Makes all text larger, at least 3 mm high on a seven-inch screen.",
    buttons.CHANGE,
)
COLORS = menu_line(
    "Colors",
    "Dark for the evening, light for the day, high contrast to read from a distance.",
    buttons.CHANGE,
)
THEME_TITLES = {
    "dark": Phrase("dark"),
    "light": Phrase("light"),
    "contrast": Phrase("high contrast"),
}
LOOK = menu_line(
    "Board and pieces",
    "What they look like: three sets, each shown in a picture.",
    buttons.CHOOSE,
)
LOOK_TITLES = {
    "classic": Phrase("classic", "a set"),
    "modern": Phrase("modern", "a set"),
    "contrast": Phrase("high contrast"),
}
LOOK_LINES = {
    "classic": Phrase("Wood with brass lines, and turned pieces."),
    "modern": Phrase("Flat boards and pieces in clear colors, without grain or shadows."),
    "contrast": Phrase("Heavy lines on a light board, and pieces with a raised edge."),
}
MOTION = menu_line("Motion", "Whether pieces glide as they move.", buttons.CHANGE)
EVALUATION = menu_line("Evaluation bar", verb=buttons.CHANGE)
SCREEN_TURNED = menu_line(
    "Screen rotation",
    "Rotates picture and touch clockwise, for a screen that is mounted sideways.",
    buttons.CHANGE,
)
DEGREES = Phrase("{degrees}°")
FIND_LAMPS = menu_line(
    "Find the lamps",
    "Touch the dots that light up, so that each lamp is matched to its dot.",
    buttons.CHOOSE,
)
TOUCH_TEST = menu_line(
    "Touch test", "Touch four targets to see how far off touches are, and fix it.", buttons.TEST
)
UPDATE = menu_line(
    "Update",
    "Another version of the program: a newer one from a USB stick, or the one before.",
    buttons.CHOOSE,
)
ABOUT = menu_line(
    "About this program",
    "The version of the program, and who made the games installed alongside it.",
    buttons.CHOOSE,
)

SOUND = menu_line(
    "Sound",
    "How loud the sounds are: for touches, moves, your turn, and when something's wrong.",
    buttons.CHANGE,
)
NO_LIBRARY = Phrase("Nothing is heard: the system has no {0}. Run: sudo apt install {1}")
NO_SOUND = Phrase("No sound device can be used right now; the game goes on without sound.")

TURN_TEXT = menu_line(
    "Text faces the player",
    "Headline and note are turned to whoever is to move, for a screen that lies flat between you.",
    buttons.CHANGE,
)
NOTATION = menu_line(
    "Say moves as notation",
    "Write moves as in the move list, such as c2-c3, instead of in words.",
    buttons.CHANGE,
)

TOUCH_TO_GO_ON = Phrase("touch anything to go on")
IDLE = menu_line(
    "When not in use",
    "After five minutes: dim and show sample games, go dark, or stay as it is.",
    buttons.CHANGE,
)
IDLE_TITLES = {"show": Phrase("show games"), "dark": Phrase("go dark"), "stay": Phrase("stay")}


def evaluation_line(secret: Sequence[str]) -> str:
    """Return what the bar tells, and that it is not there in the games called *secret*."""
    if not secret:
        return tr("Show who is ahead with a bar beside the board.")
    text = tr("Show who is ahead with a bar beside the board; not in {games}.")
    return text.format(games=", ".join(map(game_title, secret)))


def volume_title(percent: int) -> str:
    """Return how loud *percent* is."""
    return PERCENT(percent=percent) if percent else buttons.on_off(False)


def language_title(code: str) -> str:
    """Return what the language with *code* calls itself; a code without one stands for itself."""
    if code == AUTO:
        return MACHINES_LANGUAGE()
    return own_name(code) if code in languages() else code


def program_text(version: str, rules: str) -> str:
    """Return which *version* of the program runs, and how its *rules* do."""
    text = {"rules compiled": tr("rules compiled")}.get(rules, tr("rules not compiled"))
    return tr("Version {version}, {rules}.\nFree under the MIT license.").format(
        version=version, rules=text
    )


def maker_text(plugin: GamePlugin) -> str:
    """Return who made the game *plugin*, under which license, and where it lies."""
    author, license_name = plugin.author or tr("unknown"), plugin.license or tr("unknown")
    text = tr("Installed alongside the program.\nMade by: {author}\nLicense: {license}")
    return text.format(author=author, license=license_name) + f"\n{plugin.folder}"


VOICE = menu_line(
    "What is spoken", "Choose one by one: moves, turns, hints and more.", buttons.CHOOSE
)
SOURCE = menu_line(
    "Spoken by",
    "Recorded words cover moves, turns and results. The rest needs a program such as espeak-ng.",
    buttons.CHANGE,
)
EVERYTHING = menu_line(
    "Speak everything",
    "The four buttons are enough, without the screen. Hold Hint for the position and the menu; "
    "hold Back to hear the last sentence again.",
    buttons.CHANGE,
)
MOVES = menu_line("Moves", "Your moves, and what to move for the computer.", buttons.CHANGE)
TURNS = menu_line("Whose turn", "Whose turn it is.", buttons.CHANGE)
REFUSALS = menu_line("What isn't allowed", "Why something was refused.", buttons.CHANGE)
TABLE = menu_line("Setting up", "Which piece goes where, step by step.", buttons.CHANGE)
HINTS = menu_line("Hints", "What a hint says, and why.", buttons.CHANGE)
RESULTS = menu_line("Results", "Who won, and how.", buttons.CHANGE)

CLOCK = menu_line("Time left", "When a clock is at 60, 30 and 10 seconds.", buttons.CHANGE)

SOURCES = {
    "auto": Phrase("automatic", "a voice"),
    "clips": Phrase("recorded words"),
    "program": Phrase("speech program"),
    "off": Phrase("nobody", "a voice"),
}

POSITION = Phrase("How the game stands")
WALK_ALL_MOVES = menu_line("All moves", "Walk through all legal moves.", buttons.CHOOSE)
GAME_MENU = menu_line(
    "Game menu", "Take back, offer a draw, save, settings, leave.", buttons.CHOOSE
)
