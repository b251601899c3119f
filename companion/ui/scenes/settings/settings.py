"""The settings that players change at the table; each is saved at once."""

from __future__ import annotations

from companion.config.values import Settings
from companion.contract import Board, Hands
from companion.games import GAMES
from companion.ui.board.marks import BoardPicture, Mark
from companion.ui.lamps.light import GLOWS
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.match.game_menu import view_title
from companion.ui.scenes.menu import MenuScene
from companion.words.about import about_title
from companion.words.games import game_title
from companion.words.translate import tr

BRIGHTNESSES = (0, 10, 25, 40, 60, 80, 100)


class SettingsScene(MenuScene):
    """How screen, touch and lamps are, and what of a game they show."""

    name = "settings"

    def board(self) -> Board | None:
        """Return the board of the scene behind: its lamps show the brightness that is set."""
        return self.stage.board_behind(self)

    def picture(self, now_s: float) -> BoardPicture:
        """Return what the lamps showed before; every role while their colors are chosen."""
        board, choice = self.board(), self.chosen()
        if board is not None and choice is not None and choice.title == tr("Lamp colors"):
            every = [mark for mark in GLOWS if mark is not Mark.MOVABLE]
            step = max(1, len(board) // len(every))
            return BoardPicture(
                marks={site * step: frozenset({mark}) for site, mark in enumerate(every)}
            )
        return self.stage.picture_behind(self, now_s)

    def title(self) -> str:
        """Return the heading."""
        return tr("Settings")

    def make_choices(self) -> list[Choice]:
        """Return each setting with what it is set to."""
        return [*self._looks(), *self._devices()]

    def _looks(self) -> list[Choice]:
        screen, leds = self.stage.config.screen, self.stage.config.leds
        return [
            self.option_choice(
                "view",
                tr("Board side"),
                tr("Which side of the board is at the bottom of the screen."),
                view_title(screen.view),
            ),
            Choice(
                tr("Lamp brightness"),
                lambda: self.stage.change(Settings(brightness=_brighter(leds.brightness))),
                tr("How bright the lamps of the board are. 0 % turns them off."),
                tr("{percent} %").format(percent=leds.brightness),
                tr("change"),
            ),
            self.option_choice(
                "colors",
                tr("Lamp colors"),
                tr(
                    "For color-blind people amber and orange against blue. Patterns stay the same."
                ),
                _lamp_colors_title(leds.colors),
            ),
            self.option_choice(
                "theme",
                tr("Colors"),
                tr("Dark for the evening, light for the day, high contrast for the distance."),
                _theme_title(screen.theme),
            ),
            self.option_choice(
                "animation",
                tr("Motion"),
                tr("Whether pieces glide along their way."),
                tr("on") if screen.animation else tr("off"),
            ),
            self.option_choice(
                "evaluation",
                tr("Evaluation bar"),
                _evaluation_line(),
                tr("on") if screen.evaluation else tr("off"),
            ),
        ]

    def _devices(self) -> list[Choice]:
        return [
            self.option_choice(
                "rotation",
                tr("Screen turned"),
                tr("Turns picture and touch clockwise, for a screen that hangs turned."),
                tr("{degrees}°").format(degrees=self.stage.config.screen.rotation),
            ),
            Choice(
                tr("Find the lamps"),
                lambda: self.stage.ways.to_choose_calibration(),
                tr("Touch the dots that light up, and the lamps come under the right dots."),
                verb=tr("choose"),
            ),
            Choice(
                tr("Touch test"),
                lambda: self.stage.ways.to_touch_test(),
                tr("Touch four targets: tells how far off touches are, and puts it right."),
                verb=tr("test"),
            ),
            Choice(
                about_title(),
                lambda: self.stage.ways.to_about(),
                tr("Which version this is, and who made the games that are installed beside it."),
                verb=tr("choose"),
            ),
        ]


def _brighter(brightness: int) -> int:
    return next((step for step in BRIGHTNESSES if step > brightness), BRIGHTNESSES[0])


def _evaluation_line() -> str:
    """Return what the bar tells, and in which games it is not there: where hands are secret."""
    secret = [game for game in GAMES.values() if game.hands(game.complete(None)) is not Hands.OPEN]
    if not secret:
        return tr("Whether a bar beside the board shows who stands better.")
    told = tr("Whether a bar beside the board shows who stands better; not in {games}.")
    return told.format(games=", ".join(game_title(game.name) for game in secret))


def _lamp_colors_title(name: str) -> str:
    return tr("for color-blind") if name == "color-blind" else tr("standard")


def _theme_title(name: str) -> str:
    return {
        "dark": tr("dark"),
        "light": tr("light"),
        "contrast": tr("high contrast"),
    }.get(name, name)
