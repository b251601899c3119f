"""The settings that players change at the table; each is saved at once."""

from __future__ import annotations

from companion.config_values import LAMP_COLORS, Settings
from companion.contract import Board, Hands
from companion.games import GAMES
from companion.ui.board.marks import BoardPicture, Mark
from companion.ui.lamps.light import GLOWS
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.ui.widgets.theme import THEMES
from companion.words.buttons import on_off
from companion.words.scenes import settings as words
from companion.words.scenes.game import VIEWS, view_title

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
        if board is not None and choice is not None and choice.words is words.LAMP_COLORS:
            every = [mark for mark in GLOWS if mark is not Mark.MOVABLE]
            step = max(1, len(board) // len(every))
            return BoardPicture(
                marks={site * step: frozenset({mark}) for site, mark in enumerate(every)}
            )
        return self.stage.picture_behind(self, now_s)

    def title(self) -> str:
        """Return the heading."""
        return words.TITLE()

    def make_choices(self) -> list[Choice]:
        """Return each setting with what it is set to."""
        return [*self._looks(), *self._devices()]

    def _looks(self) -> list[Choice]:
        screen, leds = self.stage.config.screen, self.stage.config.leds
        return [
            Choice.of(
                words.BOARD_SIDE,
                lambda: self.stage.change(Settings(view=_next(VIEWS, screen.view))),
                value=view_title(screen.view),
            ),
            Choice.of(
                words.BRIGHTNESS,
                lambda: self.stage.change(Settings(brightness=_brighter(leds.brightness))),
                value=words.PERCENT(percent=leds.brightness),
            ),
            Choice.of(
                words.LAMP_COLORS,
                lambda: self.stage.change(Settings(colors=_next(LAMP_COLORS, leds.colors))),
                value=words.lamp_colors_title(leds.colors),
            ),
            Choice.of(
                words.COLORS,
                lambda: self.stage.change(Settings(theme=_next(tuple(THEMES), screen.theme))),
                value=words.theme_title(screen.theme),
            ),
            Choice.of(
                words.MOTION,
                lambda: self.stage.change(Settings(animation=not screen.animation)),
                value=on_off(screen.animation),
            ),
            Choice.of(
                words.EVALUATION,
                lambda: self.stage.change(Settings(evaluation=not screen.evaluation)),
                words.evaluation_line(_without_bar()),
                on_off(screen.evaluation),
            ),
        ]

    def _devices(self) -> list[Choice]:
        rotation, ways = self.stage.config.screen.rotation, self.stage.ways
        return [
            Choice.of(
                words.SCREEN_TURNED,
                lambda: self.stage.change(Settings(rotation=(rotation + 90) % 360)),
                value=words.DEGREES(degrees=rotation),
            ),
            Choice.of(words.FIND_LAMPS, lambda: ways.to_choose_calibration()),
            Choice.of(words.TOUCH_TEST, lambda: ways.to_touch_test()),
            Choice.of(words.ABOUT, lambda: ways.to_about()),
        ]


def _next(values: tuple[str, ...], value: str) -> str:
    return values[(values.index(value) + 1) % len(values)]


def _brighter(brightness: int) -> int:
    return next((step for step in BRIGHTNESSES if step > brightness), BRIGHTNESSES[0])


def _without_bar() -> list[str]:
    """Return the names of the games in which hands are secret."""
    return [
        name for name, game in GAMES.items() if game.hands(game.complete(None)) is not Hands.OPEN
    ]
