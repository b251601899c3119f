"""The settings that players change at the table, each saved at once, and what lies behind them."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion import RULES_TEXT, version
from companion.art.marks import Mark
from companion.config.values import Settings
from companion.contract import Hands
from companion.errors import missing_library
from companion.plugins import GAMES, outside
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.desk import Desk
from companion.ui.lamps.light import GLOWS
from companion.ui.scenes.menu import Choice, MenuScene, next_larger
from companion.ui.scenes.settings.calibration import ChooseCalibrationScene
from companion.ui.scenes.settings.tables import TablesScene
from companion.ui.scenes.settings.touch_test import TouchTestScene
from companion.ui.sound.sounds import Cue
from companion.words.games import game_title
from companion.words.notices import LEFT_OUT
from companion.words.scenes import settings as words
from companion.words.scenes import sound
from companion.words.scenes.game import view_title
from companion.words.scenes.speech import fault_text
from companion.words.scenes.start import SETTINGS
from companion.words.scenes.tables import TABLES
from companion.words.translate import AUTO, languages

BRIGHTNESSES: Final = (0, 10, 25, 40, 60, 80, 100)
VOLUMES: Final = (0, 20, 40, 60, 80, 100)


class SettingsScene(MenuScene):
    """How screen, touch and lamps are, and what of a game they show."""

    name = "settings"
    keeps_lamps = True
    heading = SETTINGS.title

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
        stage, screen, leds = self.stage, self.stage.config.screen, self.stage.config.leds
        language, percent = words.language_title(screen.language), leds.brightness
        side, degrees = screen.panel_side, words.DEGREES(degrees=screen.rotation)
        return [
            Choice.of(words.LANGUAGE, partial(stage.go, to.Languages()), value=language),
            self.option_choice("view", words.BOARD_SIDE, view_title(screen.view)),
            Choice.of(words.BRIGHTNESS, self._brighten, value=words.PERCENT(percent=percent)),
            volume_choice(stage),
            Choice.of(sound.VOICE, lambda: stage.push(VoiceScene(stage))),
            self.option_choice("colors", words.LAMP_COLORS, words.LAMP_TITLES[leds.colors]()),
            self.option_choice("calm", words.CALM_LAMPS),
            self.option_choice("last_seconds", words.LAST_SECONDS),
            self.option_choice("large_text", words.LARGE_TEXT),
            self.option_choice("theme", words.COLORS, words.THEME_TITLES[screen.theme]()),
            self.option_choice("animation", words.MOTION),
            self.option_choice("evaluation", words.EVALUATION, line=_evaluation_line()),
            self.option_choice("panel_side", words.PANEL_SIDE, words.PANEL_SIDE_TITLES[side]()),
            self.option_choice("notation", words.NOTATION),
            self.option_choice("idle", words.IDLE, words.IDLE_TITLES[screen.idle]()),
            self.option_choice("rotation", words.SCREEN_TURNED, degrees),
            Choice.of(words.FIND_LAMPS, lambda: stage.push(ChooseCalibrationScene(stage))),
            Choice.of(words.TOUCH_TEST, lambda: stage.push(TouchTestScene(stage))),
            Choice.of(TABLES, lambda: stage.push(TablesScene(stage))),
            Choice.of(words.ABOUT, lambda: stage.push(AboutScene(stage))),
        ]

    def _brighten(self) -> None:
        percent = self.stage.config.leds.brightness
        self.stage.change(Settings(brightness=next_larger(percent, BRIGHTNESSES)))


class LanguageScene(MenuScene):
    """A line for the language of the machine, and for each that the program comes in."""

    name = "language"
    heading = words.LANGUAGE.title

    def make_choices(self) -> list[Choice]:
        """Return the languages, each by its own name, the one in force ticked."""
        now = self.stage.config.screen.language
        return [
            Choice(
                words.language_title(code),
                partial(self._take, code),
                words.MACHINES_LANGUAGE_LINE() if code == AUTO else "",
                verb=words.LANGUAGE.verb(),
                is_ticked=code == now,
            )
            for code in (AUTO, *languages())
        ]

    def _take(self, language: str) -> None:
        self.stage.change(Settings(language=language))
        self.stage.pop()


class VoiceScene(MenuScene):
    """A line for each thing that may be spoken."""

    name = "voice"
    heading = sound.VOICE.title

    def make_choices(self) -> list[Choice]:
        """Return each thing that may be spoken, and whether it is; why nothing can be first."""
        voice, speech = self.stage.config.sound, self.stage.services.speech
        fault = speech.problem() if speech is not None else None
        trouble = fault_text(fault) if fault is not None else ""
        return [
            self.option_choice("voice", sound.SOURCE, sound.SOURCES[voice.voice](), trouble),
            self.option_choice("speak_everything", sound.EVERYTHING),
            self.option_choice("speak_moves", sound.MOVES),
            self.option_choice("speak_turns", sound.TURNS),
            self.option_choice("speak_refusals", sound.REFUSALS),
            self.option_choice("speak_table", sound.TABLE),
            self.option_choice("speak_hints", sound.HINTS),
            self.option_choice("speak_results", sound.RESULTS),
            self.option_choice("speak_clock", sound.CLOCK),
        ]


class AboutScene(MenuScene):
    """A line for the program, for each game from outside, and for each that is left out."""

    name = "about"
    heading = words.ABOUT.title

    def make_choices(self) -> list[Choice]:
        """Return lines that only tell something."""
        return [
            Choice("Board Companion", None, words.program_text(version(), RULES_TEXT), version()),
            *(
                Choice(game_title(plugin.game.name), None, words.maker_text(plugin))
                for plugin in outside().plugins
            ),
            *(
                Choice(name, None, LEFT_OUT(name=name, reason=reason))
                for name, reason in outside().left_out
            ),
        ]


def volume_choice(stage: Desk) -> Choice:
    """Return the line that makes sounds louder step by step, and after the loudest silent."""
    volume = stage.config.sound.volume
    problem = stage.sounds.problem()
    line = words.NO_SOUND() if problem else ""
    if missing := missing_library(problem):
        line = words.NO_LIBRARY().format(*missing)

    def louder() -> None:
        stage.change(Settings(volume=next_larger(volume, VOLUMES)))
        # So it is heard how loud that is.
        stage.sounds.play(Cue.CONFIRMED)

    return Choice.of(words.SOUND, louder, line, words.volume_title(volume))


def _evaluation_line() -> str:
    """Return what the evaluation bar tells, and the games without it: there hands are secret."""
    return words.evaluation_line(
        [name for name, game in GAMES.items() if game.hands(game.complete(None)) is not Hands.OPEN]
    )
