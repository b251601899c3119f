"""The words of the settings, and of a screen at which nobody is."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import GamePlugin
from companion.words import buttons
from companion.words.games import game_title
from companion.words.scenes.game import TURN_BOARD
from companion.words.scenes.line import menu_line
from companion.words.translate import AUTO, Phrase, languages, own_name, tr

LANGUAGE = menu_line(
    "Language", "The language of the screen, the rules and the lessons.", buttons.CHOOSE
)
MACHINES_LANGUAGE = Phrase("Same as the machine")
MACHINES_LANGUAGE_LINE = Phrase("The language the machine is set to, if this program has it.")
BOARD_SIDE = TURN_BOARD._replace(title=Phrase("Board side"))
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
    "Last seconds on lamps",
    "In the last ten seconds on a clock, all unused lamps glow once a second.",
    buttons.CHANGE,
)
LAMP_TITLES = {"standard": Phrase("standard"), "color-blind": Phrase("color-blind")}
PANEL_SIDE = menu_line(
    "Buttons",
    "On a wide screen: whether they are to the right or to the left of the board.",
    buttons.CHANGE,
)
PANEL_SIDE_TITLES = {"left": Phrase("left", "a side"), "right": Phrase("right", "a side")}
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

NOTATION = menu_line(
    "Notation in sentences",
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
