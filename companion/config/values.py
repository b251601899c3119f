"""What the configuration may say: its sections, what each key may hold, its defaults.

Pure: reads and writes nothing.  `companion.config.files` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from companion.match.seats import PERSON, PERSONS, level_of
from companion.storage.disk import Notice

THEMES = ("dark", "light", "contrast")
VIEWS = ("first", "second", "mover")
FULLSCREEN = ("auto", "on", "off")
ROTATIONS = (0, 90, 180, 270)
PROGRAM_MOVES = ("carried", "slow", "fast")
CORNERS = ("near-left", "near-right", "far-left", "far-right")
ALONG = ("ranks", "files")
PROTOCOLS = ("auto", "checked", "adalight", "chesslink")
CHESSLINK_LAMPS = {
    "panel": "9x9", "first_corner": "far-left", "along": "files", "serpentine": False,
}  # fmt: skip
"""What is the default where the protocol is chesslink: lamps at A8, A7 ... A1, B8 ... H1."""
BAUDS = (
    9600, 19200, 38400, 57600, 115200, 230400, 250000, 460800, 500000,
    921600, 1000000, 1500000, 2000000,
)  # fmt: skip
WINDOW_PX = range(320, 7681)
PANEL_LAMPS = range(1, 65)
PERCENT = range(101)
LAMP_COLORS = ("standard", "color-blind")
CURRENT_MA = range(100, 20001)
BCM_PINS = range(28)
CONTROLLER_BUTTONS = range(-1, 8)
SENSED = ("auto", "off")
COLUMNS_RUN = ("files", "ranks")
MATRIX_LINES = range(16)
LONG_PRESS_MS = range(300, 3001)
SWITCH_OFF_MS = range(2000, 20001)
SWITCH_OFF = ("auto", "machine", "program")


@dataclass(frozen=True)
class ScreenConfig:
    """The ``[screen]`` section."""

    theme: str = "dark"
    animation: bool = True
    view: str = "first"
    evaluation: bool = False
    width: int = 800
    height: int = 480
    fullscreen: str = "auto"
    rotation: int = 0
    touch_inverted_x: bool = False
    touch_inverted_y: bool = False
    touch_swapped_xy: bool = False


@dataclass(frozen=True)
class LedConfig:
    """The ``[leds]`` section."""

    port: str = "auto"
    protocol: str = "auto"
    baud: int = 115200
    panel: str = "16x16"
    first_corner: str = "near-left"
    along: str = "ranks"
    serpentine: bool = True
    brightness: int = 40
    colors: str = "standard"
    current_cap_ma: int = 2000

    @property
    def panel_size(self) -> tuple[int, int]:
        """Return the columns and rows of the panel."""
        columns, _, rows = self.panel.partition("x")
        return int(columns), int(rows)


@dataclass(frozen=True)
class ButtonConfig:
    """The ``[buttons]`` section."""

    back: int = 5
    next: int = 6
    hint: int = 13
    confirm: int = 19
    pull_up: bool = True
    long_press_ms: int = 800
    switch_off_ms: int = 3000
    switch_off: str = "auto"

    def switches_machine_off(self, backend: str) -> bool:
        """Return whether the machine is switched off on *backend*, or the program alone."""
        return backend == "pi" if self.switch_off == "auto" else self.switch_off == "machine"


@dataclass(frozen=True)
class ControllerConfig:
    """The ``[controller]`` section: which of its buttons is which, -1 for none."""

    back: int = 0
    next: int = 1
    hint: int = 2
    confirm: int = 3
    previous: int = -1


class SensedBoard(NamedTuple):
    """The matrix column of each file of a board, and the matrix row of each rank."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True)
class SensorConfig:
    """
    The ``[sensors]`` section.

    Attributes:
        board: whether the sensors of a controller that has some are followed.
        first_corner: where column 0 and row 0 meet, seen from the first player.
        columns: what the columns of the matrix are: ``files`` or ``ranks``.
        boards: boards that are wired otherwise.
    """

    board: str = "auto"
    first_corner: str = "near-left"
    columns: str = "files"
    boards: Mapping[str, SensedBoard] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayConfig:
    """
    The ``[play]`` section.

    Attributes:
        players: who plays each of four seats, the first ones in a game for two, in
            the words of a record and with commas between them.
    """

    players: str = ", ".join(PERSONS * 2)
    program_moves: str = "carried"
    tutor: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the four players."""
        return _names(self.players)


def _names(players: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in players.split(","))


@dataclass(frozen=True)
class Settings:
    """What is changed on screen; None is left as the configuration has it."""

    theme: str | None = None
    animation: bool | None = None
    view: str | None = None
    brightness: int | None = None
    colors: str | None = None
    evaluation: bool | None = None
    rotation: int | None = None
    touch_inverted_x: bool | None = None
    touch_inverted_y: bool | None = None
    touch_swapped_xy: bool | None = None
    players: str | None = None
    program_moves: str | None = None
    tutor: bool | None = None
    first_corner: str | None = None
    along: str | None = None
    serpentine: bool | None = None
    lamps: Mapping[str, tuple[int, ...]] | None = None


@dataclass(frozen=True)
class Config:
    """
    The whole configuration.

    Attributes:
        lamps: the lamp of each dot of a board, by its name; none where its file tells.
        boards: board files that replace the shipped board of a name.
        notices: what the players should hear of, such as damaged settings.
        refused: sections that are left at their defaults, as they could not be used.
        problem: why the first of them could not, or an empty text.
    """

    screen: ScreenConfig = ScreenConfig()
    leds: LedConfig = LedConfig()
    buttons: ButtonConfig = ButtonConfig()
    controller: ControllerConfig = ControllerConfig()
    sensors: SensorConfig = SensorConfig()
    play: PlayConfig = PlayConfig()
    lamps: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    boards: Mapping[str, Path] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    refused: frozenset[str] = frozenset()
    problem: str = ""

    def with_settings(self, settings: Settings) -> Config:
        """Return this configuration with *settings* laid over it."""
        given = {key: value for key, value in vars(settings).items() if value is not None}
        screen, leds, play = (
            {key: value for key, value in given.items() if key in RULES[section]}
            for section in ("screen", "leds", "play")
        )
        return replace(
            self,
            screen=replace(self.screen, **screen),
            leds=replace(self.leds, **leds),
            play=replace(self.play, **play),
            lamps={**self.lamps, **(settings.lamps or {})},
        )


class Rule(NamedTuple):
    """What a value must be, in words and as a test."""

    expected: str
    allows: Callable[[object], bool]


def _one_of(allowed: tuple[str, ...] | tuple[int, ...]) -> Rule:
    kind = type(allowed[0])
    return Rule(" or ".join(map(str, allowed)), lambda v: type(v) is kind and v in allowed)


def _within(allowed: range) -> Rule:
    # type(): True and False are whole numbers to Python, but not to a reader.
    return Rule(
        f"{allowed.start} to {allowed.stop - 1}", lambda v: type(v) is int and v in allowed
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and value.isprintable()


def _is_panel(value: object) -> bool:
    found = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", value if isinstance(value, str) else "")
    return found is not None and all(int(number) in PANEL_LAMPS for number in found.groups())


def _are_players(value: object) -> bool:
    names = _names(value) if isinstance(value, str) else ()
    return len(names) == 4 and all(name == PERSON or level_of(name) for name in names)


_SWITCH_OFF = Rule(
    f"0 for never, or {SWITCH_OFF_MS.start} to {SWITCH_OFF_MS.stop - 1}",
    lambda v: type(v) is int and (v == 0 or v in SWITCH_OFF_MS),
)


def _are_lines(value: object) -> bool:
    return (
        isinstance(value, list)
        and all(type(line) is int and line in MATRIX_LINES for line in value)
        and len(set(value)) == len(value)
    )


LAMPS = Rule(
    "lamps, each a number from 0",
    lambda v: isinstance(v, list) and all(type(lamp) is int and lamp >= 0 for lamp in v),
)
_FLAG = Rule("true or false", lambda value: isinstance(value, bool))
TEXT = Rule("a text", _is_text)
_PANEL = Rule("COLUMNSxROWS of 1 to 64 each, such as 16x16,", _is_panel)
_PLAYERS = Rule("four times person or program level 1 to 8, with commas", _are_players)
LINES = Rule("a list of different numbers of 0 to 15", _are_lines)
_BUTTON = Rule("0 to 7, or -1 for none", lambda v: type(v) is int and v in CONTROLLER_BUTTONS)
PINS = ("back", "next", "hint", "confirm")
CONTROLLER_NAMES = (*PINS, "previous")
RULES: Mapping[str, Mapping[str, Rule]] = {
    "screen": {
        "theme": _one_of(THEMES),
        "animation": _FLAG,
        "view": _one_of(VIEWS),
        "evaluation": _FLAG,
        "width": _within(WINDOW_PX),
        "height": _within(WINDOW_PX),
        "fullscreen": _one_of(FULLSCREEN),
        "rotation": _one_of(ROTATIONS),
        "touch_inverted_x": _FLAG,
        "touch_inverted_y": _FLAG,
        "touch_swapped_xy": _FLAG,
    },
    "leds": {
        "port": TEXT,
        "protocol": _one_of(PROTOCOLS),
        "baud": _one_of(BAUDS),
        "panel": _PANEL,
        "first_corner": _one_of(CORNERS),
        "along": _one_of(ALONG),
        "serpentine": _FLAG,
        "brightness": _within(PERCENT),
        "colors": _one_of(LAMP_COLORS),
        "current_cap_ma": _within(CURRENT_MA),
    },
    "buttons": {
        **dict.fromkeys(PINS, _within(BCM_PINS)),
        "pull_up": _FLAG,
        "long_press_ms": _within(LONG_PRESS_MS),
        "switch_off_ms": _SWITCH_OFF,
        "switch_off": _one_of(SWITCH_OFF),
    },
    "controller": dict.fromkeys(CONTROLLER_NAMES, _BUTTON),
    "sensors": {
        "board": _one_of(SENSED),
        "first_corner": _one_of(CORNERS),
        "columns": _one_of(COLUMNS_RUN),
    },
    "play": {
        "players": _PLAYERS,
        "program_moves": _one_of(PROGRAM_MOVES),
        "tutor": _FLAG,
    },
}
SETTING_RULES = {
    name: rule
    for section in RULES.values()
    for name, rule in section.items()
    if name in Settings.__dataclass_fields__
}
"""Those of the settings that are single values; the lamps are a table of their own."""
