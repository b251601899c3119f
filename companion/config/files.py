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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
    ClubConfig,
    Config,
    ControllerConfig,
    DevicesConfig,
    LedConfig,
    PhonesConfig,
    PlayConfig,
    Rule,
    ScreenConfig,
    SensedBoard,
    SensorConfig,
    Settings,
    SoundConfig,
)
from companion.contract import Board, read_board
from companion.errors import BoardError, ConfigError, Message, reason_of, syntax_reason
from companion.plugins import load_board, shipped_boards
from companion.storage.disk import Disk, Notice, moved_aside, write_whole
from companion.storage.state_dir import APPLICATION, SETTINGS_NAME

CONFIG_NAME = "config.toml"
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
        return Config(refused=frozenset(SECTIONS), problem=error.message)
    good: dict[str, Any] = {}
    problem = ""
    # Lamps last: what they are held against is the panel.
    for name in sorted(sections, key=lambda name: name == LAMP_SECTION):
        section = sections[name]
        try:
            _config_of(path, {**good, name: section})
            good[name] = section
        except ConfigError as error:
            problem = problem or error.message
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
        with _in_file(path):
            lamps = _lamps(table.pop(LAMP_SECTION, {}))
            _check_table("", table, SETTING_RULES)
        return Settings(**table, lamps=lamps or None), ()
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (Notice("settings-unreadable", (reason_of(error),)),)
    except ConfigError as error:
        return Settings(), (Notice("settings-damaged", (error.message, moved_aside(disk, path))),)


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


@contextmanager
def _in_file(path: Path) -> Iterator[None]:
    """Name the file *path* in errors raised meanwhile."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError("{path}: {error}", path=path, error=error) from error


def _unfit(where: str, expected: str, got: str, /, **values: object) -> ConfigError:
    """Return the error that *where* is not what is *expected*, a template, but *got*."""
    wanted = Message(expected, **values)
    return ConfigError("{where}expected {wanted}, got {got}", where=where, wanted=wanted, got=got)


def _config_of(path: Path, data: Mapping[str, Any]) -> Config:
    """Return the configuration that the sections *data* of the file *path* make."""
    with _in_file(path):
        return _of_sections(path, data)


def _of_sections(path: Path, data: Mapping[str, Any]) -> Config:
    for name, section in data.items():
        if name not in SECTIONS:
            raise _unfit("", "a section ({known})", _shown(name), known=", ".join(SECTIONS))
        if not isinstance(section, dict):
            raise _unfit("", "a section [{name}]", _shown(section), name=name)
        if name in RULES:
            plain = {key: value for key, value in section.items() if not _is_board(name, value)}
            _check_table(f"{name}.", plain, RULES[name])
    leds = _leds(data.get("leds", {}))
    buttons = ButtonConfig(**data.get("buttons", {}))
    controller = ControllerConfig(**data.get("controller", {}))
    _check_own("buttons", buttons, Message("a pin of its own"))
    _check_own("controller", controller, Message("a button of its own"))
    _check_hold_times(buttons)
    config = Config(
        DevicesConfig(**data.get("devices", {})),
        ScreenConfig(**data.get("screen", {})),
        leds,
        buttons,
        controller,
        _sensors(data.get("sensors", {})),
        PlayConfig(**data.get("play", {})),
        SoundConfig(**data.get("sound", {})),
        PhonesConfig(**data.get("phones", {})),
        _club(path, data.get("club", {})),
        _lamps(data.get(LAMP_SECTION, {})),
        _boards(path, data.get("boards", {})),
    )
    _check_strip(config)
    return config


def _check_table(prefix: str, table: Mapping[str, Any], rules: Mapping[str, Rule]) -> None:
    for name, value in table.items():
        rule = rules.get(name)
        if rule is None:
            raise _unfit("", "an option ({known})", _shown(prefix + name), known=", ".join(rules))
        if not rule.allows(value):
            raise _unfit(f"{prefix}{name}: ", rule.expected, _shown(value))


def _leds(table: Mapping[str, Any]) -> LedConfig:
    if table.get("protocol") != "chesslink":
        return LedConfig(**table)
    leds = LedConfig(**{**CHESSLINK_LAMPS, **table})
    # The board may lie turned, but its lamps are where they are.
    for name in ("panel", "serpentine"):
        got, expected = getattr(leds, name), CHESSLINK_LAMPS[name]
        if got != expected:
            wanted = Message("{value} with the protocol chesslink", value=_toml(expected))
            raise _unfit(f"leds.{name}: ", wanted, _toml(got))
    return leds


def _club(path: Path, table: Mapping[str, Any]) -> ClubConfig:
    """Return the section ``[club]``; files that are named there begin in the folder of *path*."""
    named = {
        name: str(path.parent / os.path.expanduser(table[name]))  # noqa: PTH111 - as for boards
        for name in ("password_file", "ca")
        if table.get(name)
    }
    return ClubConfig(**{**table, **named})


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _check_own(section: str, values: object, expected: str) -> None:
    taken: dict[int, str] = {}
    for name in ControllerConfig.__dataclass_fields__:
        number = getattr(values, name, -1)
        if number < 0:
            continue
        if number in taken:
            got = Message(
                "{number} as for {option}", number=number, option=f"{section}.{taken[number]}"
            )
            raise _unfit(f"{section}.{name}: ", expected, got)
        taken[number] = name


def _is_board(section: str, value: object) -> bool:
    return section == "sensors" and isinstance(value, dict)


def _sensors(table: Mapping[str, Any]) -> SensorConfig:
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    lists = {key: value for key, value in table.items() if isinstance(value, dict)}
    known = shipped_boards()
    for name in lists:
        if name not in known:
            raise _unfit("sensors: ", "a board ({known})", _shown(name), known=", ".join(known))
    boards = {name: _sensed_board(name, value) for name, value in lists.items()}
    return SensorConfig(**plain, boards=boards)


def _sensed_board(name: str, table: Mapping[str, Any]) -> SensedBoard:
    where = f"sensors.{name}."
    _check_table(where, table, {"columns": LINES, "rows": LINES})
    try:
        board = load_board(name)
    except BoardError as error:
        raise ConfigError("sensors.{name}: {error}", name=name, error=error) from error
    problems = []
    for key, wanted, what in (
        ("columns", board.files, Message("file")),
        ("rows", board.ranks, Message("rank")),
    ):
        numbers = table.get(key, list(range(wanted)))
        if len(numbers) != wanted:
            expected = Message("{count} numbers, one for each {what}", count=wanted, what=what)
            raise _unfit(f"{where}{key}: ", expected, str(len(numbers)))
        problems.append(tuple(numbers))
    return SensedBoard(*problems)


def _check_hold_times(buttons: ButtonConfig) -> None:
    if 0 < buttons.switch_off_ms <= buttons.long_press_ms:
        wanted = Message("more than buttons.long_press_ms, {ms}", ms=buttons.long_press_ms)
        raise _unfit("buttons.switch_off_ms: ", wanted, str(buttons.switch_off_ms))


def _lamps(table: object) -> dict[str, tuple[int, ...]]:
    if not isinstance(table, dict):
        raise _unfit("", "a section [{name}]", _shown(table), name=LAMP_SECTION)
    _check_table(f"{LAMP_SECTION}.", table, dict.fromkeys(shipped_boards(), LAMPS))
    for name, lamps in table.items():
        for dot, lamp in enumerate(lamps):
            if lamps.index(lamp) != dot:
                got = Message(
                    "{lamp} for dots {first} and {dot}",
                    lamp=lamp,
                    first=lamps.index(lamp),
                    dot=dot,
                )
                raise _unfit(f"{LAMP_SECTION}.{name}: ", "a lamp of its own for each dot", got)
    return {name: tuple(lamps) for name, lamps in table.items()}


def _check_strip(config: Config) -> None:
    columns, rows = config.leds.panel_size
    for name, lamps in config.lamps.items():
        if max(lamps, default=0) >= columns * rows:
            panel, last = config.leds.panel, columns * rows - 1
            wanted = Message("lamps of the panel {panel}, 0 to {last}", panel=panel, last=last)
            raise _unfit(f"{LAMP_SECTION}.{name}: ", wanted, str(max(lamps)))


def _boards(path: Path, table: Mapping[str, Any]) -> dict[str, Path]:
    _check_table("boards.", table, dict.fromkeys(shipped_boards(), TEXT))
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
            problem = problem or error.message
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
            "{path}: expected at most {size_limit} bytes and {line_limit} a line, got more",
            path=path,
            size_limit=SIZE_LIMIT,
            line_limit=LINE_LIMIT,
        )
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        reason = syntax_reason(error)
        raise ConfigError(
            "{path}: expected TOML in UTF-8, {reason}", path=path, reason=reason
        ) from error


def _read_named(path: Path, disk: Disk) -> dict[str, Any]:
    """Return what the file *path* holds; raise ConfigError also where it cannot be read."""
    try:
        return _read_toml(path, disk)
    except OSError as error:
        raise ConfigError(
            "expected a readable file, got {path!r}: {error}",
            path=str(path),
            error=reason_of(error),
        ) from error


def _shown(value: object) -> str:
    """Return *value* as a message quotes it, not too much of it."""
    text = repr(value)
    return text if len(text) <= SHOWN_LIMIT else text[: SHOWN_LIMIT - 3] + "..."
