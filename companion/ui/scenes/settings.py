"""The settings that players change at the table, each saved at once, and what lies behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion import RULES_TEXT, version
from companion.art.marks import Mark
from companion.config.values import Settings
from companion.contract import Hands
from companion.engine.endgames import Endgames
from companion.errors import missing_library
from companion.plugins import GAMES, outside
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.context import UiContext
from companion.ui.lamps import GLOWS
from companion.ui.scenes.calibration import ChooseCalibrationScene
from companion.ui.scenes.menu import Choice, MenuScene, next_larger, option_choice
from companion.ui.scenes.players import moves_choice, tutor_choice
from companion.ui.scenes.touch_test import TouchTestScene
from companion.ui.sounds import Cue
from companion.ui.view import View
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Pen
from companion.words import buttons
from companion.words import screens as words
from companion.words.buttons import MenuLine
from companion.words.game_words import game_title
from companion.words.screens import PERCENT, SETTINGS, TABLES, view_title
from companion.words.table import LEFT_OUT
from companion.words.translate import AUTO, languages
from companion.words.voice import fault_text


class TablesScene(MenuScene):
    """A line for what is known of each game, and one for each table that can be built."""

    name = "tables"
    heading = words.TABLES.title
    has_picture = True
    _shown: tuple[float, bool] | None = None

    def make_choices(self) -> list[Choice]:
        """Return what is known, and what may be built, of each game that has tables."""
        # Imported here, as all of the search is, behind the first picture.
        from companion.engine.knowledge import games_with_tables

        return [
            choice
            for game, endgames in games_with_tables().items()
            for choice in self._lines(game, endgames)
        ]

    def _lines(self, game: str, endgames: Endgames) -> list[Choice]:
        known, half_built = endgames.pieces(), endgames.half_built()
        lines = [
            Choice(game_title(game), None, words.known_text(game, known), words.known_size(known))
        ]
        for pieces in range(max(known + 1, 2), endgames.most_offered + 1):
            lines.append(self._line(game, endgames, pieces, is_begun=pieces in half_built))
        return lines

    def _line(self, game: str, endgames: Endgames, pieces: int, *, is_begun: bool) -> Choice:
        tables, title = self.stage.services.tables, words.table_title(game, pieces)
        build = tables.build
        is_it = build is not None and (build.game, build.pieces) == (game, pieces)
        if build is not None and is_it and not build.is_over:
            line, share = words.left_text(build.left_s()), int(100 * build.share)
            return Choice(title, tables.close, line, PERCENT(percent=share), words.STOP())
        line = words.cost_text(endgames.cost(pieces))
        if build is not None and is_it and build.problem:
            line = f"{words.failed_text(build.problem)}\n{line}"
        value, verb = (words.HALF_BUILT(), buttons.GO_ON()) if is_begun else ("", words.BUILD())
        return Choice(title, lambda: tables.start(game, pieces), line, value, verb)

    def update(self, now_s: float) -> None:
        """Show how far the table is that is being built, or that it is there."""
        super().update(now_s)
        build = self.stage.services.tables.build
        state = (build.share, build.is_over) if build is not None else None
        if state != self._shown:
            self._shown = state
            self.refresh()

    def draw_info(self, pen: Pen, box: Box) -> None:
        """Draw what the chosen line means, over a bar while a table is being built."""
        build = self.stage.services.tables.running()
        if build is not None:
            text = words.building_text(build.game, build.share)
            box = pen.share(box, text, build.share)
        super().draw_info(pen, box)


BRIGHTNESSES: Final = (0, 10, 25, 40, 60, 80, 100)
VOLUMES: Final = (0, 20, 40, 60, 80, 100)


class SettingsScene(MenuScene):
    """A line for each page of settings, what is changed often first."""

    name = "settings"
    keeps_lamps = True
    heading = SETTINGS.title

    def make_choices(self) -> list[Choice]:
        stage = self.stage
        language = words.language_title(stage.config.screen.language)
        return [
            *(Choice.of(page, partial(self._open, page)) for page in PAGES),
            Choice.of(words.LANGUAGE, partial(stage.go, to.Languages()), value=language),
            Choice.of(words.ABOUT, lambda: stage.push(AboutScene(stage))),
        ]

    def _open(self, page: MenuLine) -> None:
        self.stage.push(SettingsPageScene(self.stage, page))


class SettingsPageScene(MenuScene):
    """The settings about one thing: a press changes one, or opens what lies behind it."""

    name = "settings"
    keeps_lamps = True

    def __init__(self, stage: UiContext, page: MenuLine) -> None:
        super().__init__(stage)
        self.heading = page.title
        self._lines = PAGES[page]

    def show(self) -> View:
        """Return what the lamps showed before; every role while their colors are chosen."""
        view, choice = super().show(), self.chosen()
        if view.board is None or choice is None or choice.words is not words.LAMP_COLORS:
            return view
        every = [mark for mark in GLOWS if mark is not Mark.MOVABLE]
        step = max(1, len(view.board) // len(every))
        marks = {site * step: frozenset({mark}) for site, mark in enumerate(every)}
        return view._replace(picture=BoardPicture(marks=marks))

    def make_choices(self) -> list[Choice]:
        return self._lines(self.stage)


def _sound_lines(stage: UiContext) -> list[Choice]:
    """Return how loud it is, and who speaks: why nobody can is what that line tells."""
    speech, voice = stage.services.speech, stage.config.sound.voice
    fault = speech.problem() if speech is not None else None
    trouble = fault_text(fault) if fault is not None else ""
    return [
        volume_choice(stage),
        option_choice(stage, "speak_everything", words.EVERYTHING),
        Choice.of(words.VOICE, lambda: stage.push(VoiceScene(stage))),
        option_choice(stage, "voice", words.SOURCE, words.SOURCES[voice](), trouble),
    ]


def _window_line(stage: UiContext, name: str, line: MenuLine, value: str) -> list[Choice]:
    """Return the line for what of the window can be changed, none where it cannot."""
    is_there = name in stage.services.window_options
    return [option_choice(stage, name, line, value)] if is_there else []


def _screen_lines(stage: UiContext) -> list[Choice]:
    screen = stage.config.screen
    side, degrees = screen.panel_side, words.DEGREES(degrees=screen.rotation)
    return [
        option_choice(stage, "large_text", words.LARGE_TEXT),
        option_choice(stage, "theme", words.COLORS, words.THEME_TITLES[screen.theme]()),
        option_choice(stage, "animation", words.MOTION),
        option_choice(stage, "panel_side", words.PANEL_SIDE, words.PANEL_SIDE_TITLES[side]()),
        option_choice(stage, "rotation", words.SCREEN_TURNED, degrees),
        *_window_line(
            stage, "fullscreen", words.FULL_SCREEN, buttons.on_off(screen.fullscreen == "on")
        ),
        Choice.of(words.TOUCH_TEST, lambda: stage.push(TouchTestScene(stage))),
    ]


def _help_lines(stage: UiContext) -> list[Choice]:
    return [
        tutor_choice(stage),
        option_choice(stage, "evaluation", words.EVALUATION, line=_evaluation_line()),
        option_choice(stage, "notation", words.NOTATION),
        Choice.of(TABLES, lambda: stage.push(TablesScene(stage))),
    ]


def _table_lines(stage: UiContext) -> list[Choice]:
    screen = stage.config.screen
    return [
        option_choice(stage, "view", words.BOARD_SIDE, view_title(screen.view)),
        option_choice(stage, "turn_text", words.TURN_TEXT),
        moves_choice(stage),
        option_choice(stage, "hand_over", words.HAND_OVER),
        option_choice(stage, "idle", words.IDLE, words.IDLE_TITLES[screen.idle]()),
    ]


def _lamp_lines(stage: UiContext) -> list[Choice]:
    """Return how bright they are and what they show; where each one is, last."""
    leds, panel = stage.config.leds, stage.config.screen.table_panel

    def brighten() -> None:
        stage.change(Settings(brightness=next_larger(leds.brightness, BRIGHTNESSES)))

    return [
        Choice.of(words.BRIGHTNESS, brighten, value=PERCENT(percent=leds.brightness)),
        option_choice(stage, "colors", words.LAMP_COLORS, words.LAMP_TITLES[leds.colors]()),
        option_choice(stage, "calm", words.CALM_LAMPS),
        option_choice(stage, "last_seconds", words.LAST_SECONDS),
        *_window_line(stage, "table_panel", words.TABLE_PANEL, words.TABLE_PANEL_TITLES[panel]()),
        Choice.of(words.FIND_LAMPS, lambda: stage.push(ChooseCalibrationScene(stage))),
    ]


PAGES: Final[Mapping[MenuLine, Callable[[UiContext], list[Choice]]]] = {
    words.OF_SOUND: _sound_lines,
    words.OF_SCREEN: _screen_lines,
    words.OF_HELP: _help_lines,
    words.OF_TABLE: _table_lines,
    words.OF_LAMPS: _lamp_lines,
}
"""The pages of settings by their lines, each with what it offers, at most seven lines."""


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
    heading = words.VOICE.title

    def make_choices(self) -> list[Choice]:
        """Return each thing that may be spoken, and whether it is."""
        stage = self.stage
        return [
            option_choice(stage, "speak_moves", words.MOVES),
            option_choice(stage, "speak_turns", words.TURNS),
            option_choice(stage, "speak_refusals", words.REFUSALS),
            option_choice(stage, "speak_table", words.TABLE),
            option_choice(stage, "speak_hints", words.HINTS),
            option_choice(stage, "speak_results", words.RESULTS),
            option_choice(stage, "speak_clock", words.CLOCK),
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


def volume_choice(stage: UiContext) -> Choice:
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
