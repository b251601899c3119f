"""The settings that players change at the table; each is saved at once."""

from __future__ import annotations

from companion.config.values import Settings
from companion.contract import Hands
from companion.games import GAMES
from companion.ui.board.marks import BoardPicture, Mark
from companion.ui.lamps.light import GLOWS
from companion.ui.scenes.choice import Choice
from companion.ui.scenes.menu import MenuScene
from companion.ui.scenes.settings.volume import volume_choice
from companion.words.buttons import on_off
from companion.words.scenes import settings as words
from companion.words.scenes import sound
from companion.words.scenes.game import view_title
from companion.words.scenes.idle import IDLE, IDLE_TITLES
from companion.words.scenes.tables import TABLES

BRIGHTNESSES = (0, 10, 25, 40, 60, 80, 100)


class SettingsScene(MenuScene):
    """How screen, touch and lamps are, and what of a game they show."""

    name = "settings"
    keeps_lamps = True
    heading = words.TITLE

    def picture(self, now_s: float) -> BoardPicture:
        """Return what the lamps showed before; every role while their colors are chosen."""
        board, choice = self.board(), self.chosen()
        if board is not None and choice is not None and choice.words is words.LAMP_COLORS:
            every = [mark for mark in GLOWS if mark is not Mark.MOVABLE]
            step = max(1, len(board) // len(every))
            return BoardPicture(
                marks={site * step: frozenset({mark}) for site, mark in enumerate(every)}
            )
        return super().picture(now_s)

    def make_choices(self) -> list[Choice]:
        """Return each setting with what it is set to."""
        return [*self._looks(), *self._devices()]

    def _looks(self) -> list[Choice]:
        screen, leds = self.stage.config.screen, self.stage.config.leds
        return [
            Choice.of(
                words.LANGUAGE,
                lambda: self.stage.ways.to_languages(),
                value=words.language_title(screen.language),
            ),
            self.option_choice("view", words.BOARD_SIDE, view_title(screen.view)),
            Choice.of(
                words.BRIGHTNESS,
                lambda: self.stage.change(Settings(brightness=_brighter(leds.brightness))),
                value=words.PERCENT(percent=leds.brightness),
            ),
            volume_choice(self.stage),
            Choice.of(sound.VOICE, lambda: self.stage.ways.to_voice()),
            self.option_choice("colors", words.LAMP_COLORS, words.LAMP_TITLES[leds.colors]()),
            self.option_choice("calm", words.CALM_LAMPS, on_off(leds.calm)),
            self.option_choice("last_seconds", words.LAST_SECONDS, on_off(leds.last_seconds)),
            self.option_choice("large_text", words.LARGE_TEXT, on_off(screen.large_text)),
            self.option_choice("theme", words.COLORS, words.THEME_TITLES[screen.theme]()),
            self.option_choice("animation", words.MOTION, on_off(screen.animation)),
            self.option_choice(
                "evaluation",
                words.EVALUATION,
                on_off(screen.evaluation),
                words.evaluation_line(_without_bar()),
            ),
            self.option_choice(
                "panel_side", words.PANEL_SIDE, words.PANEL_SIDE_TITLES[screen.panel_side]()
            ),
            self.option_choice("notation", words.NOTATION, on_off(screen.notation)),
            self.option_choice("idle", IDLE, IDLE_TITLES[screen.idle]()),
        ]

    def _devices(self) -> list[Choice]:
        rotation, ways = self.stage.config.screen.rotation, self.stage.ways
        degrees = words.DEGREES(degrees=rotation)
        return [
            self.option_choice("rotation", words.SCREEN_TURNED, degrees),
            Choice.of(words.FIND_LAMPS, lambda: ways.to_choose_calibration()),
            Choice.of(words.TOUCH_TEST, lambda: ways.to_touch_test()),
            Choice.of(TABLES, lambda: ways.to_tables()),
            Choice.of(words.ABOUT, lambda: ways.to_about()),
        ]


def _brighter(brightness: int) -> int:
    return next((step for step in BRIGHTNESSES if step > brightness), BRIGHTNESSES[0])


def _without_bar() -> list[str]:
    """Return the names of the games in which hands are secret."""
    return [
        name for name, game in GAMES.items() if game.hands(game.complete(None)) is not Hands.OPEN
    ]
