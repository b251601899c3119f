"""The configuration: one TOML file, and over it what the settings screen has changed.

``default-config.toml`` beside this module documents every key and its range.

Where nobody watches the start, what is wrong in the file is left out, and told: a program
that ends with an error is of no use to whoever stands at a table without a keyboard, and
systemd would start it over and over.  The file itself stays as it is.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import platformdirs

from companion.config.values import (
    CHESSLINK_LAMPS,
    LAMPS,
    LINES,
    RULES,
    SETTING_RULES,
    TEXT,
    ButtonConfig,
    Config,
    ControllerConfig,
    LedConfig,
    PlayConfig,
    Rule,
    ScreenConfig,
    SensedBoard,
    SensorConfig,
    Settings,
    SoundConfig,
)
from companion.contract import Board, read_board
from companion.errors import BoardError, ConfigError, reason_of
from companion.games import load_board, shipped_boards
from companion.storage.disk import Disk, Notice, write_whole
from companion.storage.journal import moved_aside
from companion.storage.state_dir import APPLICATION

CONFIG_NAME = "config.toml"
SETTINGS_NAME = "settings.toml"
LAMP_SECTION = "lamps"
LAMPS_A_LINE = 16
SECTIONS = (*RULES, LAMP_SECTION, "boards")

SIZE_LIMIT = 2**15
LINE_LIMIT = 500
SHOWN_LIMIT = 60


def config_path() -> Path:
    """Return where the configuration is looked for when no file is named."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / CONFIG_NAME


def load_config(
    path: Path | None = None, state_dir: Path | None = None, disk: Disk | None = None
) -> Config:
    """Return the configuration with the settings of *state_dir* laid over it.

    Without a *path* the user's own file is read if there is one.  Damaged
    settings are moved aside and told by a notice; they are the program's own.

    Raises:
        ConfigError: naming file, option, value and what is allowed.
    """
    disk = disk or Disk()
    path = _found(path, disk)
    config = Config() if path is None else _config_of(path, _read_named(path, disk))
    return config if state_dir is None else _with_saved_settings(config, state_dir, disk)


def usable_config(path: Path | None, state_dir: Path, disk: Disk | None = None) -> Config:
    """Return what `load_config` returns, without the sections that it would refuse.

    `Config.refused` and `Config.problem` tell which, and why.
    """
    disk = disk or Disk()
    path = _found(path, disk)
    config = Config() if path is None else _usable(path, disk)
    return _with_saved_settings(config, state_dir, disk)


def _usable(path: Path, disk: Disk) -> Config:
    try:
        sections = _read_named(path, disk)
    except ConfigError as error:
        return Config(refused=frozenset(SECTIONS), problem=str(error))
    good: dict[str, Any] = {}
    problem = ""
    # Lamps last: what they are held against is the panel.
    for name in sorted(sections, key=lambda name: name == LAMP_SECTION):
        section = sections[name]
        try:
            _config_of(path, {**good, name: section})
            good[name] = section
        except ConfigError as error:
            problem = problem or str(error)
    refused = frozenset(sections.keys() - good.keys())
    return replace(_config_of(path, good), refused=refused, problem=problem)


def _found(path: Path | None, disk: Disk) -> Path | None:
    """Return *path* where it is named, else the user's own file if there is one, or None."""
    return path or (config_path() if disk.exists(config_path()) else None)


def _with_saved_settings(config: Config, state_dir: Path, disk: Disk) -> Config:
    settings, notices = load_settings(state_dir, disk)
    return replace(config.with_settings(settings), notices=notices)


def load_settings(
    state_dir: Path, disk: Disk | None = None
) -> tuple[Settings, tuple[Notice, ...]]:
    """Return what was changed by `save_settings`, or nothing and a notice when it is damaged."""
    disk = disk or Disk()
    path = state_dir / SETTINGS_NAME
    try:
        table = _read_toml(path, disk)
        lamps = _lamps(path, table.pop(LAMP_SECTION, {}))
        _check_table(path, "", table, SETTING_RULES)
        return Settings(**table, lamps=lamps or None), ()
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (Notice("settings-unreadable", (reason_of(error),)),)
    except ConfigError as error:
        return Settings(), (Notice("settings-damaged", (str(error), moved_aside(disk, path))),)


def save_settings(settings: Settings, state_dir: Path, disk: Disk | None = None) -> None:
    """Keep *settings* for `load_config`; those that are None are not kept.

    Raises:
        OSError: they could not be kept; what was kept before is.
    """
    lines = ["# Written by the settings screen of Board Companion."]
    values = {**vars(settings), LAMP_SECTION: None}
    # TOML writes flags, numbers and printable texts as JSON does.
    lines += [
        f"{name} = {json.dumps(value, ensure_ascii=False)}"
        for name, value in values.items()
        if value is not None
    ]
    lines += _lamp_lines(settings.lamps or {})
    data = "\n".join(lines) + "\n"
    write_whole(disk or Disk(), state_dir / SETTINGS_NAME, data.encode("utf-8"))


def _lamp_lines(lamps: Mapping[str, tuple[int, ...]]) -> list[str]:
    lines = [f"[{LAMP_SECTION}]"] if lamps else []
    for board, numbers in lamps.items():
        lines.append(f"{board} = [")
        for start in range(0, len(numbers), LAMPS_A_LINE):
            lines.append(", ".join(map(str, numbers[start : start + LAMPS_A_LINE])) + ",")
        lines.append("]")
    return lines


def _config_of(path: Path, data: Mapping[str, Any]) -> Config:
    """Return the configuration that the sections *data* of the file *path* make."""
    for name, section in data.items():
        if name not in SECTIONS:
            known = ", ".join(SECTIONS)
            raise ConfigError(f"{path}: expected a section ({known}), got {_shown(name)}")
        if not isinstance(section, dict):
            raise ConfigError(f"{path}: expected a section [{name}], got {_shown(section)}")
        if name in RULES:
            plain = {key: value for key, value in section.items() if not _is_board(name, value)}
            _check_table(path, f"{name}.", plain, RULES[name])
    leds = _leds(path, data.get("leds", {}))
    buttons = ButtonConfig(**data.get("buttons", {}))
    controller = ControllerConfig(**data.get("controller", {}))
    _check_own(path, "buttons", buttons, "expected a pin of its own")
    _check_own(path, "controller", controller, "expected a button of its own")
    _check_hold_times(path, buttons)
    config = Config(
        ScreenConfig(**data.get("screen", {})),
        leds,
        buttons,
        controller,
        _sensors(path, data.get("sensors", {})),
        PlayConfig(**data.get("play", {})),
        SoundConfig(**data.get("sound", {})),
        _lamps(path, data.get(LAMP_SECTION, {})),
        _boards(path, data.get("boards", {})),
    )
    _check_strip(path, config)
    return config


def _check_table(
    path: Path, prefix: str, table: Mapping[str, Any], rules: Mapping[str, Rule]
) -> None:
    for name, value in table.items():
        rule = rules.get(name)
        if rule is None:
            got = _shown(prefix + name)
            raise ConfigError(f"{path}: expected an option ({', '.join(rules)}), got {got}")
        if not rule.allows(value):
            raise ConfigError(
                f"{path}: {prefix}{name}: expected {rule.expected}, got {_shown(value)}"
            )


def _leds(path: Path, table: Mapping[str, Any]) -> LedConfig:
    if table.get("protocol") != "chesslink":
        return LedConfig(**table)
    leds = LedConfig(**{**CHESSLINK_LAMPS, **table})
    # The board may lie turned, but its lamps are where they are.
    for name in ("panel", "serpentine"):
        got, expected = getattr(leds, name), CHESSLINK_LAMPS[name]
        if got != expected:
            raise ConfigError(
                f"{path}: leds.{name}: expected {_toml(expected)} with the protocol chesslink, "
                f"got {_toml(got)}"
            )
    return leds


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _check_own(path: Path, section: str, values: object, expected: str) -> None:
    taken: dict[int, str] = {}
    for name in ControllerConfig.__dataclass_fields__:
        number = getattr(values, name, -1)
        if number < 0:
            continue
        if number in taken:
            raise ConfigError(
                f"{path}: {section}.{name}: {expected}, "
                f"got {number!r} as for {section}.{taken[number]}"
            )
        taken[number] = name


def _is_board(section: str, value: object) -> bool:
    return section == "sensors" and isinstance(value, dict)


def _sensors(path: Path, table: Mapping[str, Any]) -> SensorConfig:
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    lists = {key: value for key, value in table.items() if isinstance(value, dict)}
    known = shipped_boards()
    for name in lists:
        if name not in known:
            raise ConfigError(
                f"{path}: sensors: expected a board ({', '.join(known)}), got {_shown(name)}"
            )
    boards = {name: _sensed_board(path, name, value) for name, value in lists.items()}
    return SensorConfig(**plain, boards=boards)


def _sensed_board(path: Path, name: str, table: Mapping[str, Any]) -> SensedBoard:
    where = f"sensors.{name}."
    _check_table(path, where, table, {"columns": LINES, "rows": LINES})
    try:
        board = load_board(name)
    except BoardError as error:
        raise ConfigError(f"{path}: sensors.{name}: {error}") from error
    problems = []
    for key, wanted, what in (("columns", board.files, "file"), ("rows", board.ranks, "rank")):
        numbers = table.get(key, list(range(wanted)))
        if len(numbers) != wanted:
            raise ConfigError(
                f"{path}: {where}{key}: expected {wanted} numbers, one for each {what}, "
                f"got {len(numbers)!r}"
            )
        problems.append(tuple(numbers))
    return SensedBoard(*problems)


def _check_hold_times(path: Path, buttons: ButtonConfig) -> None:
    if 0 < buttons.switch_off_ms <= buttons.long_press_ms:
        raise ConfigError(
            f"{path}: buttons.switch_off_ms: expected more than buttons.long_press_ms, "
            f"{buttons.long_press_ms}, got {buttons.switch_off_ms}"
        )


def _lamps(path: Path, table: object) -> dict[str, tuple[int, ...]]:
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: expected a section [{LAMP_SECTION}], got {_shown(table)}")
    _check_table(path, f"{LAMP_SECTION}.", table, dict.fromkeys(shipped_boards(), LAMPS))
    for name, lamps in table.items():
        for dot, lamp in enumerate(lamps):
            if lamps.index(lamp) != dot:
                raise ConfigError(
                    f"{path}: {LAMP_SECTION}.{name}: expected a lamp of its own for each dot, "
                    f"got {lamp} for dots {lamps.index(lamp)} and {dot}"
                )
    return {name: tuple(lamps) for name, lamps in table.items()}


def _check_strip(path: Path, config: Config) -> None:
    columns, rows = config.leds.panel_size
    for name, lamps in config.lamps.items():
        if max(lamps, default=0) >= columns * rows:
            raise ConfigError(
                f"{path}: {LAMP_SECTION}.{name}: expected lamps of the panel {config.leds.panel}, "
                f"0 to {columns * rows - 1}, got {max(lamps)}"
            )


def _boards(path: Path, table: Mapping[str, Any]) -> dict[str, Path]:
    known = shipped_boards()
    _check_table(path, "boards.", table, dict.fromkeys(known, TEXT))
    return {
        name: path.parent / os.path.expanduser(text)  # noqa: PTH111 - Path fails without that home
        for name, text in table.items()
    }


def load_boards(config: Config) -> Mapping[str, Board]:
    """Return the boards that replace shipped ones.

    Raises:
        BoardError: a board file does not describe a board.
    """
    return {name: read_board(path) for name, path in config.boards.items()}


def usable_boards(config: Config) -> tuple[Config, Mapping[str, Board]]:
    """Return the boards of *config* that can be used, and *config*, which tells of the others."""
    boards, problem = {}, ""
    for name, path in config.boards.items():
        try:
            boards[name] = read_board(path)
        except BoardError as error:
            problem = problem or str(error)
    if problem:
        refused = config.refused | {"boards"}
        config = replace(config, refused=refused, problem=config.problem or problem)
    return config, boards


def _read_toml(path: Path, disk: Disk) -> dict[str, Any]:
    """Return what the file *path* holds.

    Raises:
        OSError: it is not there, or cannot be read.
        ConfigError: it is no TOML, or larger than any that people write.
    """
    data = disk.read(path, SIZE_LIMIT)
    # Parsing a dotted key takes the cube of its length: a bounded line bounds it.
    if len(data) > SIZE_LIMIT or max(map(len, data.split(b"\n"))) > LINE_LIMIT:
        raise ConfigError(
            f"{path}: expected at most {SIZE_LIMIT} bytes and {LINE_LIMIT} a line, got more"
        )
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise ConfigError(f"{path}: expected TOML in UTF-8, {reason}") from error


def _read_named(path: Path, disk: Disk) -> dict[str, Any]:
    """Return what the file *path* holds; raise ConfigError also where it cannot be read."""
    try:
        return _read_toml(path, disk)
    except OSError as error:
        message = f"expected a readable file, got {_shown(path)}: {reason_of(error)}"
        raise ConfigError(message) from error


def _shown(value: object) -> str:
    """Return *value* as a message quotes it, not too much of it."""
    text = repr(str(value) if isinstance(value, Path) else value)
    return text if len(text) <= SHOWN_LIMIT else text[: SHOWN_LIMIT - 3] + "..."
