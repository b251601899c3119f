"""The configuration: one TOML file, and over it what the settings screen has changed.

``default-config.toml`` beside this module documents every key and its range.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from companion.errors import ConfigError
from companion.games.board import shipped_boards
from companion.match.disk import Disk, Notice, reason_of, write_whole
from companion.match.journal import set_aside
from companion.match.seats import PERSON, PERSONS, level_of
from companion.match.state_dir import APPLICATION
from companion.toml_file import read_named, read_toml, shown

CONFIG_NAME = "config.toml"
SETTINGS_NAME = "settings.toml"

THEMES = ("dark", "light", "contrast")
VIEWS = ("first", "second", "mover")
FULLSCREEN = ("auto", "on", "off")
PROGRAM_MOVES = ("carried", "slow", "fast")
CORNERS = ("near-left", "near-right", "far-left", "far-right")
ALONG = ("ranks", "files")
PROTOCOLS = ("auto", "checked", "adalight")
BAUDS = (
    9600, 19200, 38400, 57600, 115200, 230400, 250000, 460800, 500000,
    921600, 1000000, 1500000, 2000000,
)  # fmt: skip
WINDOW_PX = range(320, 7681)
PANEL_LAMPS = range(1, 65)
PERCENT = range(101)
CURRENT_MA = range(100, 20001)
BCM_PINS = range(28)
LONG_PRESS_MS = range(300, 3001)


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
    evaluation: bool | None = None
    players: str | None = None
    program_moves: str | None = None
    tutor: bool | None = None


@dataclass(frozen=True)
class Config:
    """
    The whole configuration.

    Attributes:
        boards: board files that replace the shipped board of a name.
        notices: what the players should hear of, such as damaged settings.
        refused: sections that are left at their defaults, as they could not be used.
        problem: why the first of them could not, or an empty text.
    """

    screen: ScreenConfig = ScreenConfig()
    leds: LedConfig = LedConfig()
    buttons: ButtonConfig = ButtonConfig()
    play: PlayConfig = PlayConfig()
    boards: Mapping[str, Path] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    refused: frozenset[str] = frozenset()
    problem: str = ""

    def with_settings(self, settings: Settings) -> Config:
        """Return this configuration with *settings* laid over it."""
        given = {key: value for key, value in vars(settings).items() if value is not None}
        screen, leds, play = (
            {key: value for key, value in given.items() if key in _RULES[section]}
            for section in ("screen", "leds", "play")
        )
        return replace(
            self,
            screen=replace(self.screen, **screen),
            leds=replace(self.leds, **leds),
            play=replace(self.play, **play),
        )


class _Rule(NamedTuple):
    """What a value must be, in words and as a test."""

    expected: str
    allows: Callable[[object], bool]


def _one_of(allowed: tuple[str, ...] | tuple[int, ...]) -> _Rule:
    kind = type(allowed[0])
    return _Rule(" or ".join(map(str, allowed)), lambda v: type(v) is kind and v in allowed)


def _within(allowed: range) -> _Rule:
    # type(): True and False are whole numbers to Python, but not to a reader.
    return _Rule(
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


_FLAG = _Rule("true or false", lambda value: isinstance(value, bool))
_TEXT = _Rule("a text", _is_text)
_PANEL = _Rule("COLUMNSxROWS of 1 to 64 each, such as 16x16,", _is_panel)
_PLAYERS = _Rule("four times person or program level 1 to 8, with commas", _are_players)
_PINS = ("back", "next", "hint", "confirm")
_RULES: Mapping[str, Mapping[str, _Rule]] = {
    "screen": {
        "theme": _one_of(THEMES),
        "animation": _FLAG,
        "view": _one_of(VIEWS),
        "evaluation": _FLAG,
        "width": _within(WINDOW_PX),
        "height": _within(WINDOW_PX),
        "fullscreen": _one_of(FULLSCREEN),
    },
    "leds": {
        "port": _TEXT,
        "protocol": _one_of(PROTOCOLS),
        "baud": _one_of(BAUDS),
        "panel": _PANEL,
        "first_corner": _one_of(CORNERS),
        "along": _one_of(ALONG),
        "serpentine": _FLAG,
        "brightness": _within(PERCENT),
        "current_cap_ma": _within(CURRENT_MA),
    },
    "buttons": {
        **dict.fromkeys(_PINS, _within(BCM_PINS)),
        "pull_up": _FLAG,
        "long_press_ms": _within(LONG_PRESS_MS),
    },
    "play": {
        "players": _PLAYERS,
        "program_moves": _one_of(PROGRAM_MOVES),
        "tutor": _FLAG,
    },
}
SECTIONS = (*_RULES, "boards")
_SETTING_RULES = {
    name: rule
    for section in _RULES.values()
    for name, rule in section.items()
    if name in Settings.__dataclass_fields__
}


def config_path() -> Path:
    """Return where the configuration is looked for when no file is named."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / CONFIG_NAME


def load_config(
    path: Path | None = None, state_dir: Path | None = None, disk: Disk | None = None
) -> Config:
    """
    Return the configuration with the settings of *state_dir* laid over it.

    Without a *path* the user's own file is read if there is one.  Damaged
    settings are moved aside and told by a notice; they are the program's own.

    Raises:
        ConfigError: naming file, option, value and what is allowed.
    """
    disk = disk or Disk()
    path = found_config(path, disk)
    config = Config() if path is None else config_of(path, read_named(path, disk))
    return config if state_dir is None else with_saved_settings(config, state_dir, disk)


def found_config(path: Path | None, disk: Disk) -> Path | None:
    """Return *path* where it is named, else the user's own file if there is one, or None."""
    return path or (config_path() if disk.exists(config_path()) else None)


def with_saved_settings(config: Config, state_dir: Path, disk: Disk) -> Config:
    """Return *config* with the settings of *state_dir* laid over it, damaged ones told of."""
    settings, notices = load_settings(state_dir, disk)
    return replace(config.with_settings(settings), notices=notices)


def load_settings(
    state_dir: Path, disk: Disk | None = None
) -> tuple[Settings, tuple[Notice, ...]]:
    """Return what was changed by `save_settings`, or nothing and a notice when it is damaged."""
    disk = disk or Disk()
    path = state_dir / SETTINGS_NAME
    try:
        table = read_toml(path, disk)
        _check_table(path, "", table, _SETTING_RULES)
        return Settings(**table), ()
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (Notice("settings-damaged", (reason_of(error), "")),)
    except ConfigError as error:
        return Settings(), (Notice("settings-damaged", (str(error), _moved_aside(path, disk))),)


def save_settings(settings: Settings, state_dir: Path, disk: Disk | None = None) -> None:
    """
    Keep *settings* for `load_config`; those that are None are not kept.

    Raises:
        OSError: they could not be kept; what was kept before is.
    """
    lines = ["# Written by the settings screen of Board Companion."]
    for name, value in vars(settings).items():
        if isinstance(value, bool):
            lines.append(f"{name} = {str(value).lower()}")
        elif value is not None:
            lines.append(f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}")
    data = "\n".join(lines) + "\n"
    write_whole(disk or Disk(), state_dir / SETTINGS_NAME, data.encode("utf-8"))


def _moved_aside(path: Path, disk: Disk) -> str:
    try:
        return set_aside(disk, path, "damaged").name
    except OSError:
        return ""


def config_of(path: Path, data: Mapping[str, Any]) -> Config:
    """
    Return the configuration that the sections *data* of the file *path* make.

    Raises:
        ConfigError: naming file, option, value and what is allowed.
    """
    for name, section in data.items():
        if name not in SECTIONS:
            known = ", ".join(SECTIONS)
            raise ConfigError(f"{path}: expected a section ({known}), got {shown(name)}")
        if not isinstance(section, dict):
            raise ConfigError(f"{path}: expected a section [{name}], got {shown(section)}")
        if name in _RULES:
            _check_table(path, f"{name}.", section, _RULES[name])
    buttons = ButtonConfig(**data.get("buttons", {}))
    _check_pins(path, buttons)
    return Config(
        ScreenConfig(**data.get("screen", {})),
        LedConfig(**data.get("leds", {})),
        buttons,
        PlayConfig(**data.get("play", {})),
        _boards(path, data.get("boards", {})),
    )


def _check_table(
    path: Path, prefix: str, table: Mapping[str, Any], rules: Mapping[str, _Rule]
) -> None:
    for name, value in table.items():
        rule = rules.get(name)
        if rule is None:
            got = shown(prefix + name)
            raise ConfigError(f"{path}: expected an option ({', '.join(rules)}), got {got}")
        if not rule.allows(value):
            raise ConfigError(
                f"{path}: {prefix}{name}: expected {rule.expected}, got {shown(value)}"
            )


def _check_pins(path: Path, buttons: ButtonConfig) -> None:
    taken: dict[int, str] = {}
    for name in _PINS:
        pin = getattr(buttons, name)
        if pin in taken:
            raise ConfigError(
                f"{path}: buttons.{name}: expected a pin of its own, "
                f"got {pin!r} as for buttons.{taken[pin]}"
            )
        taken[pin] = name


def _boards(path: Path, table: Mapping[str, Any]) -> dict[str, Path]:
    known = shipped_boards()
    _check_table(path, "boards.", table, dict.fromkeys(known, _TEXT))
    return {name: path.parent / Path(text).expanduser() for name, text in table.items()}
