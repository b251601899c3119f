"""The report of ``companion doctor --report``: what this machine is, to be sent to who can help.

Reading: it is in English whatever the language is, because who reads it has to understand it; what
the doctor prints is for whoever is at the machine, in their language.

What could tell of a person is left out where it is gathered: of the settings only what is one of a
few values is told, of the log only which sentence of the program a line is.
"""

from __future__ import annotations

import builtins
import contextlib
import getpass
import os
import platform
import re
import socket
import string
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib import metadata, resources
from pathlib import Path
from typing import Final, TypeAlias, get_type_hints

from companion import RULES_TEXT, errors, version
from companion.config.values import Config, Rule
from companion.storage.disk import Disk
from companion.storage.saves import RECORDS_NAME
from companion.storage.state_dir import EXPORTS_NAME, JOURNAL_NAME, LESSONS_NAME, NAMES_NAME

Section: TypeAlias = Mapping[str, "str | int | Sequence[str]"]

UNKNOWN: Final = "unknown"
NOT_TOLD: Final = "set, not told"
SOURCES: Final = Path(__file__).parents[2]
"""The folder with the packages of the program."""

LIBRARIES: Final = (
    "pygame", "pygame-ce", "gpiozero", "lgpio", "pyserial", "platformdirs", "reportlab", "pillow",
    "tqdm",
)  # fmt: skip

UNITS: Final = (
    ("-u", "board-companion.service"),
    ("--user", "-u", "board-companion-desktop.service"),
)
LOG_LINES: Final = 100
LOG_WITHIN_S: Final = 10.0

USUAL: Final = frozenset({"pi", "root", "board-companion", "raspberrypi", "localhost"})
"""Names of users and machines that tell of nobody."""

SYSTEM_FOLDERS: Final = (
    "/dev/", "/etc/board-companion", "/opt/board-companion", "/proc/", "/run/", "/sys/", "/usr/",
    "/var/lib/board-companion",
)  # fmt: skip
_PATH: Final = re.compile(r"(?<![\w.~])/[^\s'\",;]+")
_BY_ID: Final = re.compile(r"\busb-[^\s'\",;]+")
_TOUCHED: Final = re.compile(r"^B: PROP=[0-9a-f]*[2367abef]$", re.M)
"""Bit 1 is INPUT_PROP_DIRECT, a touchscreen.  Source: linux/input-event-codes.h."""
_FRAME: Final = re.compile(r'File "[^"]*?/((?:companion|hardware|sim)/[\w/]+\.py)", line (\d+)')
_ERROR: Final = re.compile(r"([A-Za-z_]\w*)(?::|$)")
_FEW_SIGNS: Final = re.compile(r"\d{1,4}x\d{1,4}|auto|[a-z]{2}")
LEAST_LETTERS: Final = 8
"""A sentence with fewer of its own could be any line."""


class Private:
    """What a text must not tell: names of this machine, its users and players, and folders."""

    def __init__(self, names: Iterable[str], folders: Iterable[Path]) -> None:
        found = {name.strip() for name in names} - USUAL - {""}
        self._names = re.compile(
            "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(found, key=len)[::-1])
            or r"(?!)",
            re.IGNORECASE,
        )
        texts = {str(folder) for folder in folders} - {"/", "."}
        self._folders = sorted(texts, key=len, reverse=True)

    def left_out(self, text: str) -> str:
        """Return *text* with a sign in the place of each name, each path, each serial number."""
        for folder in self._folders:
            text = re.sub(rf"{re.escape(folder)}[^\s'\",;]*", "<folder>", text)
        text = _BY_ID.sub("usb-<id>", text)
        text = _PATH.sub(lambda found: _path_told(found[0]), text)
        return self._names.sub("<name>", text)


def _path_told(path: str) -> str:
    return path if path.startswith(SYSTEM_FOLDERS) else "<path>"


def private_of(state: Path, config: Config) -> Private:
    """Return what a report from this machine must not tell."""
    host = socket.gethostname()
    names = [host, host.partition(".")[0], *map(_variable, ("USER", "LOGNAME", "SUDO_USER"))]
    # A user without a name has none to leave out.
    with contextlib.suppress(KeyError, OSError):
        names.append(getpass.getuser())
    players = _lines(state / NAMES_NAME)
    seats = [name for name in config.play.players.split(",") if "program level" not in name]
    names += [name for name in (*players, *seats) if name.strip() not in ("", "person")]
    folders = [Path.home(), Path.cwd(), state, *config.boards.values()]
    return Private(names, [*folders, *(Path(os.path.realpath(folder)) for folder in folders)])


def _variable(name: str) -> str:
    return os.environ.get(name, "")


def machine_report(
    findings: Sequence[Mapping[str, str]], config: Config, state: Path, root: Path = Path("/")
) -> dict[str, Section | Sequence[str]]:
    """Return the sections of the report by name: values by name, or lines.

    Args:
        findings: what the doctor has found, in English.
        config: what is in force, with the settings of the table.
        state: the folder in which games are kept.
        root: below it are ``dev``, ``etc``, ``proc`` and ``sys``.
    """
    private = private_of(state, config)
    told = [private.left_out(" ".join(filter(None, each.values()))) for each in findings]
    return {
        "program": _program(),
        "system": _system(root),
        "display": _screens(root),
        "touch": [private.left_out(name) for name in _touch_devices(root)],
        "gpio": _gpio_chips(root),
        "serial": _serial_ports(root),
        "sound": [private.left_out(line) for line in _sound_cards(root)],
        "libraries": _libraries(),
        "doctor": told,
        "settings": _settings(config),
        "saves": _saves(state),
        "log": _log(),
    }


def report_text(report: Mapping[str, Section | Sequence[str]]) -> str:
    """Return *report* as text: the name of a section, then its lines, indented."""
    lines = ["Board Companion report. It names no player, user, machine or game: read it first."]
    for name, section in report.items():
        lines += ["", name]
        if isinstance(section, Mapping):
            lines += [f"  {key}: {_value_text(value)}" for key, value in section.items()]
        else:
            lines += [f"  {line}" for line in section]
        if not section:
            lines.append("  none")
    return "\n".join(lines) + "\n"


def _value_text(value: str | int | Sequence[str]) -> str:
    return str(value) if isinstance(value, str | int) else ", ".join(value)


def _text(path: Path) -> str:
    """Return what the small file *path* holds, one of the system's; empty where it cannot be."""
    try:
        return path.read_bytes().decode("utf-8", "replace").replace("\0", " ").strip()
    except OSError:
        return ""


def _lines(path: Path) -> list[str]:
    return [line for line in _text(path).splitlines() if not line.startswith("#")]


def _program() -> Section:
    return {"version": version(), "commit": _commit(), "rules": RULES_TEXT, "in": _place()}


def _place() -> str:
    """Return how the program is installed, without naming a folder."""
    if (SOURCES / ".git").exists():
        return "checkout"
    return str(SOURCES) if str(SOURCES).startswith(SYSTEM_FOLDERS) else "environment"


def _commit() -> str:
    if not (SOURCES / ".git").exists():
        return UNKNOWN
    return _output("git", "-C", str(SOURCES), "rev-parse", "--short=12", "HEAD").strip() or UNKNOWN


def _output(*words: str) -> str:
    """Return what the command *words* prints; empty where it fails or takes too long."""
    try:
        done = subprocess.run(
            words, capture_output=True, check=True, timeout=LOG_WITHIN_S, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace")


def _system(root: Path) -> Section:
    release = re.search(r'^PRETTY_NAME="?([^"\n]*)', _text(root / "etc" / "os-release"), re.M)
    memory = re.search(r"^MemTotal: *(\d+) kB", _text(root / "proc" / "meminfo"), re.M)
    return {
        "os": release[1] if release else UNKNOWN,
        "kernel": platform.release(),
        "machine": platform.machine(),
        "model": _text(root / "proc" / "device-tree" / "model") or UNKNOWN,
        "cores": os.cpu_count() or 0,
        "memory_mb": int(memory[1]) // 1000 if memory else 0,
        "python": platform.python_version(),
        "bits": 64 if sys.maxsize > 1 << 32 else 32,
    }


def _screens(root: Path) -> Sequence[str]:
    """Return each connector with a screen on it, and the modes that this has, the best first."""
    lines = []
    for folder in sorted((root / "sys" / "class" / "drm").glob("card*-*")):
        if _text(folder / "status") == "connected":
            modes = list(dict.fromkeys(_lines(folder / "modes")))[:3]
            lines.append(" ".join([folder.name, *modes]))
    return lines


def _touch_devices(root: Path) -> list[str]:
    devices = _text(root / "proc" / "bus" / "input" / "devices").split("\n\n")
    names = (
        re.search(r'^N: Name="(.*)"', each, re.M) for each in devices if _TOUCHED.search(each)
    )
    return [name[1] for name in names if name]


def _gpio_chips(root: Path) -> Sequence[str]:
    """Return each chip of pins with what it is, as the device tree calls it."""
    return [
        f"{path.name} {_text(root / 'sys/bus/gpio/devices' / path.name / 'of_node/compatible')}"
        for path in sorted((root / "dev").glob("gpiochip*"))
    ]


def _serial_ports(root: Path) -> Sequence[str]:
    """Return each USB serial port with the numbers of its maker and kind, not its own."""
    lines = []
    for path in sorted((root / "sys" / "class" / "tty").glob("tty*")):
        above = (path / "device").resolve().parents
        device = next((each for each in above if (each / "idVendor").exists()), None)
        if device is not None and path.name.startswith(("ttyUSB", "ttyACM")):
            numbers = f"{_text(device / 'idVendor')}:{_text(device / 'idProduct')}"
            lines.append(f"{path.name} {numbers}")
    return lines


def _sound_cards(root: Path) -> list[str]:
    # The second line of each says where it is plugged in.
    cards = _text(root / "proc" / "asound" / "cards").splitlines()
    return [line.strip() for line in cards if re.match(r" *\d+ \[", line)]


def _libraries() -> Section:
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def _settings(config: Config) -> Section:
    """Return the options that are not at their defaults; of free texts only that they are set."""
    told: dict[str, str | int] = {}
    usual = Config()
    for section in fields(config):
        value = getattr(config, section.name)
        if is_dataclass(value):
            rules = get_type_hints(type(value), include_extras=True)
            for option in fields(value):
                now = getattr(value, option.name)
                if now != getattr(getattr(usual, section.name), option.name):
                    rule = _rule_in(getattr(rules[option.name], "__metadata__", ()))
                    told[f"{section.name}.{option.name}"] = _option_text(now, rule)
        elif isinstance(value, Mapping) and value:
            told[section.name] = f"{len(value)} boards"
    return told


def _rule_in(annotations: Iterable[object]) -> Rule | None:
    return next((each for each in annotations if isinstance(each, Rule)), None)


def _option_text(value: object, rule: Rule | None) -> str | int:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return value
    is_of_few = rule is not None and value in rule.values
    if isinstance(value, str) and (is_of_few or _FEW_SIGNS.fullmatch(value)):
        return value
    return NOT_TOLD


def _saves(state: Path) -> Section:
    """Return how much is saved, not what."""
    names = _names_in(state)
    return {
        "records": sum(name.endswith(".txt") for name in _names_in(state / RECORDS_NAME)),
        "exports": len(_names_in(state / EXPORTS_NAME)),
        "unfinished games": int(JOURNAL_NAME in names),
        "set aside": sum(name.startswith(f"{JOURNAL_NAME}.") for name in names),
        "damaged settings": sum(name.startswith("settings.toml.") for name in names),
        "names of players": len(_lines(state / NAMES_NAME)),
        "lessons done": len(_lines(state / LESSONS_NAME)),
    }


def _names_in(folder: Path) -> list[str]:
    try:
        return Disk().listing(folder)
    except OSError:
        return []


def _log() -> Sequence[str]:
    """Return which of the program's messages the log of the service ends with."""
    lines: list[str] = []
    for unit in UNITS:
        words = ("journalctl", "--quiet", "--no-pager", "-o", "cat", "-n", str(LOG_LINES), *unit)
        lines += _output(*words).splitlines()
    return list(log_messages(lines))


def log_messages(lines: Iterable[str]) -> Iterator[str]:
    """Yield what *lines* of the log are: a message without its values, a place in the program.

    Lines of other programs are counted; what was filled into a message stays out.
    """
    sentences, others = _sentences(), 0
    for line in map(str.strip, lines):
        told = _message_in(line, sentences)
        if told:
            yield told
        else:
            others += bool(line)
    if others:
        yield f"lines of anything else: {others}"


def _message_in(line: str, sentences: Sequence[tuple[tuple[str, ...], str]]) -> str:
    if frame := _FRAME.search(line):
        return f"{frame[1]}, line {frame[2]}" if (SOURCES / frame[1]).is_file() else ""
    if (error := _ERROR.match(line)) and _is_error(error[1]):
        return error[1]
    # What stands before a message: the program, the unit.
    starts = [0, *(found.end() for found in re.finditer(r": ", line))][:3]
    for start in starts:
        rest = line[start:]
        for parts, message in sentences:
            if _is_filled_in(rest, parts):
                return message
    return ""


def _is_error(name: str) -> bool:
    kind = getattr(builtins, name, None) or getattr(errors, name, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


def _is_filled_in(line: str, parts: Sequence[str]) -> bool:
    """Return whether *line* is *parts* in their order with anything between them."""
    if not line.startswith(parts[0]) or not line.endswith(parts[-1]):
        return False
    at = 0
    for part in parts:
        at = line.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return len(parts) > 1 or at == len(line)


def _sentences() -> list[tuple[tuple[str, ...], str]]:
    """Return what stands around the values of each message in each language, and its English."""
    found: dict[tuple[str, ...], str] = {}
    locale = resources.files("companion") / "locale"
    for folder in sorted(locale.iterdir(), key=str):
        catalog = folder / "LC_MESSAGES" / "companion.mo"
        if catalog.is_file():
            for message, text in _messages_of(catalog.read_bytes()):
                for each in (message, text) if message else ():
                    parts = _parts_of(each)
                    if sum(map(len, parts)) >= LEAST_LETTERS:
                        found.setdefault(parts, message)
    # The one with the most signs of its own first: others may be filled in to be the same.
    return sorted(found.items(), key=lambda item: -sum(map(len, item[0])))


def _parts_of(text: str) -> tuple[str, ...]:
    try:
        pieces = list(string.Formatter().parse(text))
    except ValueError:
        return ()
    parts = [literal for literal, *_ in pieces]
    # A value at the end has nothing behind it.
    return (*parts, "") if pieces and pieces[-1][1] is not None else tuple(parts)


def _messages_of(catalog: bytes) -> Iterator[tuple[str, str]]:
    """Yield the messages of a compiled *catalog* with their translations, plurals apart.

    Source: GNU gettext manual, "The Format of GNU MO Files".
    """
    number, messages, texts = struct.unpack_from("<3I", catalog, 8)
    for index in range(number):
        pair = []
        for table in (messages, texts):
            size, start = struct.unpack_from("<2I", catalog, table + 8 * index)
            text = catalog[start : start + size].decode("utf-8").rpartition("\x04")[2]
            pair.append(text.split("\0"))
        ones, others = pair
        for place, other in enumerate(others):
            yield ones[min(place, len(ones) - 1)], other
