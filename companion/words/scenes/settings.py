"""The words of the settings."""

from __future__ import annotations

from collections.abc import Sequence

from companion.words import buttons
from companion.words.games import game_title
from companion.words.scenes import about
from companion.words.scenes.game import TURN_BOARD
from companion.words.scenes.line import MenuLine
from companion.words.translate import Phrase, tr

TITLE = Phrase("Settings")
BOARD_SIDE = TURN_BOARD._replace(title=Phrase("Board side"))
BRIGHTNESS = MenuLine(
    Phrase("Lamp brightness"),
    Phrase("How bright the lamps of the board are. 0 % turns them off."),
    buttons.CHANGE,
)
PERCENT = Phrase("{percent} %")
LAMP_COLORS = MenuLine(
    Phrase("Lamp colors"),
    Phrase("For color-blind people amber and orange against blue. Patterns stay the same."),
    buttons.CHANGE,
)
COLORS = MenuLine(
    Phrase("Colors"),
    Phrase("Dark for the evening, light for the day, high contrast for the distance."),
    buttons.CHANGE,
)
MOTION = MenuLine(
    Phrase("Motion"), Phrase("Whether pieces glide along their way."), buttons.CHANGE
)
EVALUATION = MenuLine(Phrase("Evaluation bar"), verb=buttons.CHANGE)
SCREEN_TURNED = MenuLine(
    Phrase("Screen turned"),
    Phrase("Turns picture and touch clockwise, for a screen that hangs turned."),
    buttons.CHANGE,
)
DEGREES = Phrase("{degrees}°")
FIND_LAMPS = MenuLine(
    Phrase("Find the lamps"),
    Phrase("Touch the dots that light up, and the lamps come under the right dots."),
    buttons.CHOOSE,
)
TOUCH_TEST = MenuLine(
    Phrase("Touch test"),
    Phrase("Touch four targets: tells how far off touches are, and puts it right."),
    buttons.TEST,
)
ABOUT = MenuLine(
    about.TITLE,
    Phrase("Which version this is, and who made the games that are installed beside it."),
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
