"""The words of the settings."""

from __future__ import annotations

from collections.abc import Sequence

from companion.words import buttons
from companion.words.games import game_title
from companion.words.scenes import about
from companion.words.scenes.game import TURN_BOARD
from companion.words.scenes.line import MenuLine
from companion.words.translate import Text, tr

TITLE = Text("Settings")
BOARD_SIDE = TURN_BOARD._replace(title=Text("Board side"))
BRIGHTNESS = MenuLine(
    Text("Lamp brightness"),
    Text("How bright the lamps of the board are. 0 % turns them off."),
    buttons.CHANGE,
)
PERCENT = Text("{percent} %")
LAMP_COLORS = MenuLine(
    Text("Lamp colors"),
    Text("For color-blind people amber and orange against blue. Patterns stay the same."),
    buttons.CHANGE,
)
COLORS = MenuLine(
    Text("Colors"),
    Text("Dark for the evening, light for the day, high contrast for the distance."),
    buttons.CHANGE,
)
MOTION = MenuLine(Text("Motion"), Text("Whether pieces glide along their way."), buttons.CHANGE)
EVALUATION = MenuLine(Text("Evaluation bar"), verb=buttons.CHANGE)
SCREEN_TURNED = MenuLine(
    Text("Screen turned"),
    Text("Turns picture and touch clockwise, for a screen that hangs turned."),
    buttons.CHANGE,
)
DEGREES = Text("{degrees}°")
FIND_LAMPS = MenuLine(
    Text("Find the lamps"),
    Text("Touch the dots that light up, and the lamps come under the right dots."),
    buttons.CHOOSE,
)
TOUCH_TEST = MenuLine(
    Text("Touch test"),
    Text("Touch four targets: tells how far off touches are, and puts it right."),
    buttons.TEST,
)
ABOUT = MenuLine(
    about.TITLE,
    Text("Which version this is, and who made the games that are installed beside it."),
    buttons.CHOOSE,
)


def evaluation_line(secret: Sequence[str]) -> str:
    """Return what the bar tells, and that it is not there in the games called *secret*."""
    if not secret:
        return tr("Whether a bar beside the board shows who stands better.")
    told = tr("Whether a bar beside the board shows who stands better; not in {games}.")
    return told.format(games=", ".join(map(game_title, secret)))


def lamp_colors_title(name: str) -> str:
    """Return what the colors of the lamps called *name* are for."""
    return tr("for color-blind") if name == "color-blind" else tr("standard")


def theme_title(name: str) -> str:
    """Return what the theme called *name* is like."""
    titles = {"dark": tr("dark"), "light": tr("light"), "contrast": tr("high contrast")}
    return titles.get(name, name)
