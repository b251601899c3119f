"""The settings that players change at the table, each saved at once, and what lies behind them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from companion import RULES_TEXT, version
from companion.art.marks import Mark
from companion.art.on_screen import blit_centered, cased
from companion.art.shapes import Disc, Ring, Stroke
from companion.art.theme import BoardSet
from companion.config.values import Settings
from companion.contract import Hands
from companion.engine.endgames import Endgames
from companion.plugins import GAMES, outside
from companion.ports import ButtonName, Press, Previous, Updates
from companion.ui import destinations as to
from companion.ui.board.marks import BoardPicture
from companion.ui.context import UiContext
from companion.ui.lamps import (
    ALL_AXES,
    GLOWS,
    STRAIGHT,
    Mounting,
    PxPoint,
    PxSize,
    TouchAxes,
    mounting_of,
)
from companion.ui.scene import Scene
from companion.ui.scenes.calibration import ChooseCalibrationScene
from companion.ui.scenes.menu import (
    Card,
    Cards,
    Choice,
    MenuScene,
    draw_board_over_text,
    moves_choice,
    next_larger,
    option_choice,
    tutor_choice,
    volume_choice,
)
from companion.ui.scenes.phones import PHONES, PhonesScene
from companion.ui.scenes.start import first_game, last_match
from companion.ui.scenes.update import UpdateScene
from companion.ui.targets import TouchTarget
from companion.ui.view import NOTHING, Labels, View
from companion.ui.widgets.button_row import draw_buttons
from companion.ui.widgets.layout import Box
from companion.ui.widgets.pen import Banner, ButtonLabel, Pen
from companion.words import buttons
from companion.words import screens as words
from companion.words.buttons import MenuLine, menu_line
from companion.words.endgames import (
    BUILD,
    HALF_BUILT,
    STOP,
    TABLES,
    building_text,
    cost_text,
    failed_text,
    known_size,
    known_text,
    left_text,
    table_title,
)
from companion.words.game_words import game_title
from companion.words.phrases import capitalized
from companion.words.screens import PERCENT, SETTINGS, view_title
from companion.words.table import LEFT_OUT
from companion.words.translate import AUTO, Phrase, languages, tr
from companion.words.voice import fault_text

LEAVE = menu_line("Leave", verb=buttons.LEAVE)
AGAIN = menu_line("Test again", verb=buttons.TEST)
PUT_RIGHT = menu_line("Fix it", verb=buttons.SET_RIGHT)
HOLD = Phrase("Without buttons: hold a finger anywhere for two seconds.")


VERDICTS = {
    "fine": Phrase("Touch is fine"),
    "axes": Phrase("Touch is rotated or mirrored"),
    "off": Phrase("Touches miss their targets"),
    "scattered": Phrase("The touches do not agree"),
}
"""The headings of what may come of the test."""

WAY_OUT = Phrase("Press Back to leave. Without a touch, the test ends in {left} s.")


def corner_names() -> tuple[str, str, str, str]:
    """Return what the four targets are called, clockwise from the upper left."""
    return tr("upper left"), tr("upper right"), tr("lower right"), tr("lower left")


def ask_text(index: int) -> str:
    """Return what is asked of the target *index*, 0 to 3."""
    return tr("Touch the target at the {corner} ({number} of 4).").format(
        corner=corner_names()[index], number=index + 1
    )


def offsets_text(offs_px: Sequence[int]) -> str:
    """Return how far each touch was off."""
    parts = [
        tr("{corner} {off} px").format(corner=corner, off=off)
        for corner, off in zip(corner_names(), offs_px, strict=True)
    ]
    return tr("Off by: {parts}.").format(parts=", ".join(parts))


def verdict_text(code: str, changes: Mapping[str, bool]) -> str:
    """Return what came of the test and what to do; *changes* are keys of ``[screen]``."""
    if code == "axes":
        keys = ", ".join(f"screen.{key} = {str(to).lower()}" for key, to in changes.items())
        return tr("These settings fix it: {keys}.").format(keys=keys)
    return {
        "fine": tr("Every touch landed where it should. There is nothing to fix."),
        "off": tr(
            "The directions are right. Test again. If touches still miss, check "
            "whether the system scales the screen, and check the touchscreen driver."
        ),
        "scattered": tr(
            "No rotation explains them. Test again, touching only the lit target, with one finger."
        ),
    }[code]


MARGIN = 0.14
"""How far the targets are from the edges, as a share of each side."""

FINE = 0.05
"""Touches this near, as a share of the shorter side, hit what they mean: a button has 0.13."""

FITTING = 0.2
"""Axes explain touches that they bring this near; the next best are further by 0.7."""


class TouchAt(NamedTuple):
    """A target and where the touch of it arrived, both in pixels of the picture."""

    target: PxPoint
    got: PxPoint

    @property
    def off_px(self) -> int:
        """Return how far the touch is from its target."""
        return round(math.dist(self.target, self.got))


@dataclass(frozen=True)
class TouchVerdict:
    """What is the matter with the touch device.

    Attributes:
        code: ``fine``; ``axes``, which explain the touches; ``off``, the right way round
            but not near; ``scattered``, no axes explain them.
        axes: the right ones, for ``axes``.
    """

    code: str
    axes: TouchAxes = STRAIGHT


def targets(size: PxSize, top: int = 0) -> tuple[PxPoint, PxPoint, PxPoint, PxPoint]:
    """Return the places to be touched on a picture of *size*, below *top*, clockwise."""
    across, down = size[0] * MARGIN, (size[1] - top) * MARGIN
    left, right = round(across), round(size[0] - across)
    high, low = round(top + down), round(size[1] - down)
    return (left, high), (right, high), (right, low), (left, low)


def verdict_on(touches: Sequence[TouchAt], mounting: Mounting, size: PxSize) -> TouchVerdict:
    """Return what *touches* tell, which arrived through *mounting* on a picture of *size*.

    The present axes are kept where they explain the touches as well as others.
    """
    side, panel = min(size), mounting.turned(size)

    def worst(axes: TouchAxes) -> float:
        other = Mounting(mounting.rotation, axes)
        return max(
            math.dist(
                touch.target,
                other.finger_to_picture(*mounting.picture_to_finger(*touch.got, panel), panel),
            )
            for touch in touches
        )

    now = max(math.dist(touch.target, touch.got) for touch in touches)
    if now <= FINE * side:
        return TouchVerdict("fine")
    best = min(ALL_AXES, key=lambda axes: (worst(axes), axes != mounting.axes))
    if worst(best) > FITTING * side:
        return TouchVerdict("scattered")
    return TouchVerdict("off") if best == mounting.axes else TouchVerdict("axes", best)


PATIENCE_S = 30.0
"""After this time without a touch the test ends: without buttons nothing else can end it."""

SETTLED_S = 2.0
"""A finger that stays anywhere this long has the right axes set, where no button is in reach."""

TARGET = (
    Ring((0.0, 0.0), 0.9, 0.12),
    Disc((0.0, 0.0), 0.2),
    Stroke(((-1.4, 0.0), (1.4, 0.0)), 0.08),
    Stroke(((0.0, -1.4), (0.0, 1.4)), 0.08),
)
TARGET_RADIUS = 26
ASKED_ROLES, OTHER_ROLES = ("amber", "casing_dark"), ("muted", "table")
"""A target and its size in pixels of the design; color and edge of the one that is asked for and
of those that come later.
"""


@dataclass(frozen=True)
class _ScreenTarget(TouchTarget):
    """The whole screen."""

    touch: Callable[[float, float], None]
    let_go: Callable[[], None] = lambda: None

    def down(self, x: float, y: float) -> bool:
        self.touch(x, y)
        return True

    def up(self, x: float, y: float) -> None:
        self.let_go()


class TouchTestScene(Scene):
    """One target after the other; a touch may arrive anywhere, so there is nothing else."""

    name = "touch test"

    def __init__(self, stage: UiContext) -> None:
        super().__init__(stage)
        self.touches: list[TouchAt] = []
        self._until_s = stage.now_s + PATIENCE_S
        self._left_s = 0

    def show(self) -> View:
        """Return that touches arrive anywhere: one that is meant for a target, on any button."""
        return super().show()._replace(takes_all=True)

    def targets(self) -> tuple[TouchTarget, ...]:
        return (_ScreenTarget(self.take_touch),)

    def aims(self) -> tuple[PxPoint, PxPoint, PxPoint, PxPoint]:
        """Return where the four targets are that are to be touched."""
        layout = self.stage.layout
        return targets((layout.width, layout.height), layout.banner.bottom)

    def lay_out(self) -> None:
        """Begin anew: touches before the screen changed tell nothing."""
        self.touches = []

    def banner(self) -> Banner:
        """Return which target is meant."""
        return Banner(ask_text(len(self.touches)))

    def note(self) -> str:
        return WAY_OUT(left=max(0, self._left_s))

    def labels(self) -> Labels:
        return (ButtonLabel(LEAVE.verb()), NOTHING, NOTHING, NOTHING)

    def on(self, event: Press | Previous) -> None:
        if isinstance(event, Press) and event.button is ButtonName.BACK:
            self.stage.pop()

    def is_waiting(self) -> bool:
        """Return that the seconds are counted."""
        return True

    def update(self, now_s: float) -> None:
        """Count down, and leave when nobody touches anything."""
        left_s = int(self._until_s - now_s) + 1
        if left_s != self._left_s:
            self._left_s = left_s
            self.stage.redraw()
        if now_s >= self._until_s:
            self.stage.pop()

    def take_touch(self, x: float, y: float) -> None:
        """Take a touch of the present target, wherever it arrived."""
        self._until_s = self.stage.now_s + PATIENCE_S
        self.touches.append(TouchAt(self.aims()[len(self.touches)], (x, y)))
        if len(self.touches) == 4:
            self.stage.pop()
            self.stage.push(TouchVerdictScene(self.stage, self.touches))

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the targets, the present one lit, and how to leave in the middle."""
        for index, place in enumerate(self.aims()):
            if index >= len(self.touches):
                _draw_target(pen, place, is_asked=index == len(self.touches))
        layout = pen.layout
        w, h = round(layout.width * 0.6), layout.px(200 if layout.is_large else 90)
        box = Box((layout.width - w) // 2, (layout.height + layout.banner.bottom - h) // 2, w, h)
        pen.paragraph(f"{ask_text(len(self.touches))}\n{self.note()}", box, 18)


def _draw_target(pen: Pen, place: PxPoint, *, is_asked: bool) -> None:
    # What is to be touched is as bright as in the dark: on a light ground its edge tells it.
    color, edge = pen.theme.style(*(ASKED_ROLES if is_asked else OTHER_ROLES))
    canvas, _ = cased(TARGET, color, edge, pen.layout.px(TARGET_RADIUS))
    blit_centered(pen.surface, canvas.finished(), *place)


class TouchVerdictScene(MenuScene):
    """How far off the touches were, and the settings that put it right where there are such."""

    name = "touch verdict"

    def __init__(self, stage: UiContext, touches: list[TouchAt]) -> None:
        super().__init__(stage)
        self.touches = touches
        layout, mounting = stage.layout, mounting_of(stage.config.screen)
        self.verdict = verdict_on(touches, mounting, (layout.width, layout.height))
        self._held_since_s: float | None = None

    def show(self) -> View:
        """Return the verdict; where touches arrive anywhere, no line can be touched."""
        return super().show()._replace(takes_all=self.verdict.code == "axes")

    def changes(self) -> dict[str, bool]:
        """Return the keys of the configuration that have to change."""
        right, now = self.verdict.axes, mounting_of(self.stage.config.screen).axes
        if self.verdict.code != "axes":
            return {}
        return {
            f"touch_{name}": value
            for name, value in vars(right).items()
            if value != getattr(now, name)
        }

    def title(self) -> str:
        return VERDICTS[self.verdict.code]()

    def make_choices(self) -> list[Choice]:
        """Return what can be done now, the most sensible first."""
        verdict = verdict_text(self.verdict.code, self.changes())
        verdict += "\n" + offsets_text([touch.off_px for touch in self.touches])
        leave = Choice.of(LEAVE, self.stage.pop, verdict)
        again = Choice.of(AGAIN, self._again, verdict)
        if self.verdict.code == "fine":
            return [leave, again]
        if self.verdict.code != "axes":
            return [again, leave]
        put_right = Choice.of(PUT_RIGHT, self._put_right, f"{verdict}\n{HOLD()}")
        return [put_right, again, leave]

    def _again(self) -> None:
        self.stage.pop()
        self.stage.push(TouchTestScene(self.stage))

    def _put_right(self) -> None:
        self.stage.change(_as_settings(self.verdict.axes))
        self._again()

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the list, and the four buttons also where they cannot be touched."""
        super().draw(pen, view)
        if view.takes_all:
            draw_buttons(pen, view.labels)

    def targets(self) -> tuple[TouchTarget, ...]:
        if self.verdict.code == "axes":
            return (_ScreenTarget(self._hold, self._let_go),)
        return super().targets()

    def _hold(self, x: float, y: float) -> None:
        self._held_since_s = self.stage.now_s

    def _let_go(self) -> None:
        self._held_since_s = None

    def is_waiting(self) -> bool:
        return self._held_since_s is not None

    def update(self, now_s: float) -> None:
        """Set the right axes when the finger has stayed."""
        if self._held_since_s is not None and now_s - self._held_since_s >= SETTLED_S:
            self._put_right()


def _as_settings(axes: TouchAxes) -> Settings:
    return Settings(
        touch_inverted_x=axes.inverted_x,
        touch_inverted_y=axes.inverted_y,
        touch_swapped_xy=axes.swapped_xy,
    )


class TablesScene(MenuScene):
    """A line for what is known of each game, and one for each table that can be built."""

    name = "tables"
    heading = TABLES.title
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
        lines = [Choice(game_title(game), None, known_text(game, known), known_size(known))]
        for pieces in range(max(known + 1, 2), endgames.most_offered + 1):
            lines.append(self._line(game, endgames, pieces, is_begun=pieces in half_built))
        return lines

    def _line(self, game: str, endgames: Endgames, pieces: int, *, is_begun: bool) -> Choice:
        tables, title = self.stage.services.tables, table_title(game, pieces)
        build = tables.build
        is_it = build is not None and (build.game, build.pieces) == (game, pieces)
        if build is not None and is_it and not build.is_over:
            line, share = left_text(build.left_s()), int(100 * build.share)
            return Choice(title, tables.close, line, PERCENT(percent=share), STOP())
        line = cost_text(endgames.cost(pieces))
        if build is not None and is_it and build.problem:
            line = f"{failed_text(build.problem)}\n{line}"
        value, verb = (HALF_BUILT(), buttons.GO_ON()) if is_begun else ("", BUILD())
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
            text = building_text(build.game, build.share)
            box = pen.share(box, text, build.share)
        super().draw_info(pen, box)


BRIGHTNESSES: Final = (0, 10, 25, 40, 60, 80, 100)


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
            self._last_line(),
        ]

    def _last_line(self) -> Choice:
        """Return the line about the program, behind that of its versions where there are some."""
        stage, updates = self.stage, self.stage.services.updates()

        def tell() -> None:
            stage.push(AboutScene(stage))

        def choose(updates: Updates) -> None:
            scene = UpdateScene(stage, updates, tell)
            stage.push(scene)
            scene.look()

        if updates is None:
            return Choice.of(words.ABOUT, tell)
        return Choice.of(words.UPDATE, partial(choose, updates), value=version())

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
    degrees, look = words.DEGREES(degrees=screen.rotation), words.LOOK_TITLES[screen.look]()
    return [
        option_choice(stage, "large_text", words.LARGE_TEXT),
        option_choice(stage, "theme", words.COLORS, words.THEME_TITLES[screen.theme]()),
        Choice.of(words.LOOK, lambda: stage.push(LookScene(stage)), value=look),
        option_choice(stage, "animation", words.MOTION),
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
    side = words.PANEL_SIDE_TITLES[screen.panel_side]()
    return [
        option_choice(stage, "view", words.BOARD_SIDE, view_title(screen.view)),
        option_choice(stage, "panel_side", words.PANEL_SIDE, side),
        option_choice(stage, "turn_text", words.TURN_TEXT),
        moves_choice(stage),
        option_choice(stage, "hand_over", words.HAND_OVER),
        option_choice(stage, "idle", words.IDLE, words.IDLE_TITLES[screen.idle]()),
        *_phones_line(stage),
    ]


def _phones_line(stage: UiContext) -> list[Choice]:
    if stage.services.phones is None:
        return []
    value = buttons.on_off(stage.config.phones.show_on_phones)
    return [Choice.of(PHONES, lambda: stage.push(PhonesScene(stage)), value=value)]


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
        option_choice(
            stage, "lamp_show", words.LAMP_SHOW, words.LAMP_SHOW_TITLES[leds.lamp_show]()
        ),
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


class LookScene(MenuScene):
    """A card for each look of boards and pieces, with a board that is drawn in it."""

    name = "look"
    heading = words.LOOK.title
    has_picture = True

    def __init__(self, stage: UiContext) -> None:
        super().__init__(stage)
        self._cards = Cards(stage, [partial(self._card, look) for look in BoardSet])
        unfinished, last = stage.services.library.unfinished(), last_match(stage)
        first = stage.services.library.first_position
        seen = [unfinished.position] if unfinished else []
        seen += [first(last.game, last.options)] if last else []
        # There is little to see of a look on a board without pieces.
        self._position = next((each for each in seen if each.pieces()), first(first_game()))

    def make_choices(self) -> list[Choice]:
        """Return the looks, the one in force ticked."""
        return [
            Choice(
                card.title,
                partial(self._take, look),
                card.line,
                verb=words.LOOK.verb(),
                is_ticked=card.is_ticked,
            )
            for look in BoardSet
            for card in [self._card(look)]
        ]

    def _card(self, look: BoardSet) -> Card:
        title, line = words.LOOK_TITLES[look.value](), words.LOOK_LINES[look.value]()
        is_ticked = look is self.stage.theme.look
        return Card(capitalized(title), self._position, "", line, look, is_ticked)

    def _take(self, look: BoardSet) -> None:
        self.stage.change(Settings(look=look.value))
        self.stage.pop()

    def enter(self) -> None:
        """Begin on the look in force."""
        if self.list.selected is None:
            self.list.selected = list(BoardSet).index(self.stage.theme.look)
        super().enter()

    def lay_out(self) -> None:
        """Place the cards where lists are; in portrait they take all there is."""
        self._cards.place(self.list)

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the cards, and the board once more beside them."""
        self._cards.draw(pen, self.list)
        if not self.stage.layout.is_portrait:
            look = list(BoardSet)[self.list.selected or 0]
            box, note = self.stage.layout.info, self.note()
            draw_board_over_text(pen, self.stage, box, self._position, note, look=look)


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


def _evaluation_line() -> str:
    """Return what the evaluation bar tells, and the games without it: there hands are secret."""
    return words.evaluation_line(
        [name for name, game in GAMES.items() if game.hands(game.complete(None)) is not Hands.OPEN]
    )
