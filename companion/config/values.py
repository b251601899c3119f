"""What the configuration may say: its sections, what each key may hold, its defaults.

Each option is declared once, as a field of its section with its rule and its default; what
`companion.config.files` checks and what the screen offers is read from there.  What an option
means is told in ``default-config.toml``.  Pure: reads and writes nothing.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

from companion.errors import Message, any_of, unfit_sign
from companion.match.seats import PERSON, PERSONS, PHONE, is_name, level_of
from companion.storage.disk import Notice

Value: TypeAlias = str | int | bool


class Rule(NamedTuple):
    """What a value must be: in words, as a test, and one after the other where they are few."""

    expected: str
    allows: Callable[[object], bool]
    values: tuple[Value, ...] = ()


def _one_of(allowed: tuple[str, ...] | tuple[int, ...]) -> Rule:
    kind = type(allowed[0])
    return Rule(any_of([*map(str, allowed)]), lambda v: type(v) is kind and v in allowed, allowed)


def _within(allowed: range) -> Rule:
    # type(): True and False are whole numbers to Python, but not to a reader.
    return Rule(
        Message("{low} to {high}", low=allowed.start, high=allowed.stop - 1),
        lambda v: type(v) is int and v in allowed,
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and not unfit_sign(value)


def _is_panel(value: object) -> bool:
    parsed = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", value if isinstance(value, str) else "")
    return parsed is not None and all(1 <= int(number) <= 64 for number in parsed.groups())


def _is_window(value: object) -> bool:
    parsed = re.fullmatch(r"(\d{3,4})x(\d{3,4})", value if isinstance(value, str) else "")
    return parsed is not None and all(int(number) in WINDOW_PX for number in parsed.groups())


def size_of(window: str) -> tuple[int, int]:
    """Return the width and height that the size of a *window* names."""
    width, _, height = window.partition("x")
    return int(width), int(height)


def _names(players: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in players.split(","))


def _are_players(value: object) -> bool:
    names = _names(value) if isinstance(value, str) else ()
    return len(names) == 4 and all(
        name in (PERSON, PHONE) or level_of(name) or is_name(name) for name in names
    )


def _are_lines(value: object) -> bool:
    return (
        isinstance(value, list)
        and all(type(line) is int and line in range(16) for line in value)
        and len(set(value)) == len(value)
    )


def _is_optional_text(value: object) -> bool:
    return value == "" or _is_text(value)


def _is_host(value: object) -> bool:
    return value == "" or (
        isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9._:\-]{1,253}", value) is not None
    )


def _is_topic(value: object) -> bool:
    is_short = isinstance(value, str) and 0 < len(value) <= 100
    return (
        _is_text(value) and is_short and not set(str(value)) & set("+#") and "//" not in str(value)
    )


def _is_prefix(value: object) -> bool:
    return value == "" or _is_topic(value)


def _is_table(value: object) -> bool:
    return value == "" or (_is_topic(value) and len(str(value)) <= 40 and "/" not in str(value))


def _is_name(value: object) -> bool:
    return value == "" or (isinstance(value, str) and is_name(value))


def _is_switch_off(value: object) -> bool:
    return type(value) is int and (value == 0 or 2000 <= value <= 20000)


def _is_language(value: object) -> bool:
    return (
        isinstance(value, str) and re.fullmatch(r"auto|[a-z]{2,3}(_[A-Z]{2})?", value) is not None
    )


class VoiceSource(enum.StrEnum):
    """Where the voice comes from."""

    AUTO = "auto"
    CLIPS = "clips"
    PROGRAM = "program"
    OFF = "off"


WINDOW_PX = range(320, 7681)
VIEWS = ("first", "second", "mover", "yours")
BESIDE, ON_BOARD, UNSEEN = "beside", "on-board", "off"
LAMP_SHOWS = ("on", "calm", "off")
ROTATIONS = (0, 90, 180, 270)
CORNERS = ("near-left", "near-right", "far-left", "far-right")
ALONG = ("ranks", "files")
BAUDS = (
    9600, 19200, 38400, 57600, 115200, 230400, 250000, 460800, 500000,
    921600, 1000000, 1500000, 2000000,
)  # fmt: skip
CHESSLINK_LAMPS = {
    "panel": "9x9", "first_corner": "far-left", "along": "files", "serpentine": False,
}  # fmt: skip
"""What is the default where the protocol is chesslink: lamps at A8, A7 ... A1, B8 ... H1."""

LAMPS = Rule(
    "lamps, each a number from 0",
    lambda v: isinstance(v, list) and all(type(lamp) is int and lamp >= 0 for lamp in v),
)
LINES = Rule("a list of different numbers of 0 to 15", _are_lines)
TEXT = Rule("a text", _is_text)
WINDOW = Rule("WIDTHxHEIGHT of 320 to 7680 each, such as 1050x480,", _is_window)

Flag = Annotated[bool, Rule("true or false", lambda value: isinstance(value, bool), (False, True))]
Text = Annotated[str, TEXT]
OptionalText = Annotated[str, Rule("a text", _is_optional_text)]
Pixels = Annotated[int, _within(WINDOW_PX)]
Corner = Annotated[str, _one_of(CORNERS)]
Pin = Annotated[int, _within(range(28))]
ControllerButton = Annotated[
    int, Rule("0 to 7, or -1 for none", lambda v: type(v) is int and v in range(-1, 8))
]


@dataclass(frozen=True)
class ScreenConfig:
    """The ``[screen]`` section."""

    theme: Annotated[str, _one_of(("dark", "light", "contrast"))] = "dark"
    look: Annotated[str, _one_of(("classic", "modern", "contrast"))] = "classic"
    animation: Flag = True
    view: Annotated[str, _one_of(VIEWS)] = "first"
    evaluation: Flag = False
    notation: Flag = False
    turn_text: Flag = False
    panel_side: Annotated[str, _one_of(("right", "left"))] = "right"
    large_text: Flag = False
    language: Annotated[str, Rule("auto, or a language such as de,", _is_language)] = "auto"
    idle: Annotated[str, _one_of(("show", "dark", "stay"))] = "show"
    width: Pixels = 800
    height: Pixels = 480
    fullscreen: Annotated[
        # What "auto" means is known by the time that the screen offers the next value.
        str, _one_of(("auto", "on", "off"))._replace(values=("on", "off"))
    ] = "auto"
    table_panel: Annotated[str, _one_of((BESIDE, ON_BOARD, UNSEEN))] = BESIDE
    rotation: Annotated[int, _one_of(ROTATIONS)] = 0
    touch_inverted_x: Flag = False
    touch_inverted_y: Flag = False
    touch_swapped_xy: Flag = False


@dataclass(frozen=True)
class LedConfig:
    """The ``[leds]`` section."""

    port: Text = "auto"
    protocol: Annotated[str, _one_of(("auto", "checked", "adalight", "chesslink"))] = "auto"
    baud: Annotated[int, _one_of(BAUDS)] = 115200
    panel: Annotated[str, Rule("COLUMNSxROWS of 1 to 64 each, such as 16x16,", _is_panel)] = (
        "16x16"
    )
    first_corner: Corner = "near-left"
    along: Annotated[str, _one_of(ALONG)] = "ranks"
    serpentine: Flag = True
    brightness: Annotated[int, _within(range(101))] = 40
    colors: Annotated[str, _one_of(("standard", "color-blind"))] = "standard"
    calm: Flag = False
    last_seconds: Flag = False
    lamp_show: Annotated[str, _one_of(LAMP_SHOWS)] = "on"
    current_cap_ma: Annotated[int, _within(range(100, 20001))] = 2000

    @property
    def panel_size(self) -> tuple[int, int]:
        """Return the columns and rows of the panel."""
        columns, _, rows = self.panel.partition("x")
        return int(columns), int(rows)


@dataclass(frozen=True)
class ButtonConfig:
    """The ``[buttons]`` section."""

    back: Pin = 5
    next: Pin = 6
    hint: Pin = 13
    confirm: Pin = 19
    pull_up: Flag = True
    long_press_ms: Annotated[int, _within(range(300, 3001))] = 800
    switch_off_ms: Annotated[int, Rule("0 for never, or 2000 to 20000", _is_switch_off)] = 3000
    switch_off: Annotated[str, _one_of(("auto", "machine", "program"))] = "auto"

    def switches_machine_off(self, backend: str) -> bool:
        """Return whether the machine is switched off on *backend*, or the program alone."""
        return backend == "pi" if self.switch_off == "auto" else self.switch_off == "machine"


@dataclass(frozen=True)
class ControllerConfig:
    """The ``[controller]`` section: which of its buttons is which, -1 for none."""

    back: ControllerButton = 0
    next: ControllerButton = 1
    hint: ControllerButton = 2
    confirm: ControllerButton = 3
    previous: ControllerButton = -1


class SensedBoard(NamedTuple):
    """The matrix column of each file of a board, and the matrix row of each rank."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True)
class SensorConfig:
    """The ``[sensors]`` section.

    Attributes:
        board: whether the sensors of a controller that has some are followed.
        first_corner: where column 0 and row 0 meet, seen from the first player.
        columns: what the columns of the matrix are: ``files`` or ``ranks``.
        boards: boards that are wired otherwise.
    """

    board: Annotated[str, _one_of(("auto", "off"))] = "auto"
    first_corner: Corner = "near-left"
    columns: Annotated[str, _one_of(("files", "ranks"))] = "files"
    boards: Mapping[str, SensedBoard] = field(default_factory=dict)


@dataclass(frozen=True)
class DevicesConfig:
    """The ``[devices]`` section."""

    backend: Annotated[str, _one_of(("auto", "pi", "sim"))] = "auto"


@dataclass(frozen=True)
class PlayConfig:
    """The ``[play]`` section.

    Attributes:
        players: who plays each of four seats, the first ones in a game for two, in
            the words of a record and with commas between them.
    """

    players: Annotated[
        str, Rule("four times person, a name or program level 1 to 8, with commas", _are_players)
    ] = ", ".join(PERSONS * 2)
    program_moves: Annotated[
        # As for full screen.
        str,
        _one_of(("auto", "carried", "slow", "fast"))._replace(values=("carried", "slow", "fast")),
    ] = "auto"
    tutor: Flag = False
    hand_over: Flag = True
    rating: Flag = False

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the four players."""
        return _names(self.players)


@dataclass(frozen=True)
class SoundConfig:
    """The ``[sound]`` section.

    Attributes:
        volume: of sounds and voice, in percent; 0 is silence.
        rest_s: after how many seconds without a sound the device is closed until the next one;
            0 keeps it open.
        voice: where the voice comes from: recorded words, a program, or whichever suits.
        speech: the program that speaks, as a command line: it reads a text from its
            standard input and writes the samples to its standard output.
        speech_rate_hz: its samples a second, where it writes no header that tells.
    """

    volume: Annotated[int, _within(range(101))] = 60
    rest_s: Annotated[int, _within(range(3601))] = 30
    voice: Annotated[str, _one_of(tuple(source.value for source in VoiceSource))] = "auto"
    speech: Text = "auto"
    speech_rate_hz: Annotated[int, _within(range(8000, 48001))] = 22_050
    speak_everything: Flag = False
    speak_moves: Flag = False
    speak_turns: Flag = False
    speak_refusals: Flag = False
    speak_table: Flag = False
    speak_hints: Flag = False
    speak_results: Flag = False
    speak_clock: Flag = False

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Return what is spoken, such as ``moves``; nothing while the voice is off."""
        if self.voice == VoiceSource.OFF:
            return frozenset()
        on = (name for name, value in vars(self).items() if value is True)
        return frozenset(name.removeprefix("speak_") for name in on)


@dataclass(frozen=True)
class PhonesConfig:
    """The ``[phones]`` section: whether the game is shown in the network, and at which port."""

    show_on_phones: Flag = False
    port: Annotated[int, _within(range(1024, 65536))] = 8080


@dataclass(frozen=True)
class ClubConfig:
    """The ``[club]`` section.

    Attributes:
        broker: the machine on which the broker runs; an empty text for none.
        port: of the broker; 0 is the usual one.
        password_file: a file with the password of *user* and nothing else.
        ca: a file with the certificates that the broker's is held against; empty for the
            system's.
        topic: what all topics begin with.
        name: who plays at this table, as others see it; empty for a guest.
        show_in_club: whether what is played is told to whoever listens at the broker.
        table: what this table is called there; empty for the name of the machine.
        discovery: the topic below which Home Assistant looks for devices; empty for none.
    """

    broker: Annotated[str, Rule("the name of a machine, or an empty text", _is_host)] = ""
    port: Annotated[int, _within(range(65536))] = 0
    user: OptionalText = ""
    password_file: OptionalText = ""
    tls: Flag = True
    ca: OptionalText = ""
    topic: Annotated[str, Rule("a topic without + and #", _is_topic)] = "board-companion"
    name: Annotated[str, Rule("a name without commas, or an empty text", _is_name)] = ""
    show_in_club: Flag = False
    table: Annotated[str, Rule("a name without /, + and #, or an empty text", _is_table)] = ""
    discovery: Annotated[str, Rule("a topic without + and #, or an empty text", _is_prefix)] = (
        "homeassistant"
    )


@dataclass(frozen=True)
class Settings:
    """What is changed on screen; None is left as the configuration has it.

    Attributes:
        window: the window's size as it was left without the table panel.
        window_with_panel: the same with it.
    """

    theme: str | None = None
    look: str | None = None
    animation: bool | None = None
    view: str | None = None
    brightness: int | None = None
    colors: str | None = None
    calm: bool | None = None
    last_seconds: bool | None = None
    lamp_show: str | None = None
    evaluation: bool | None = None
    notation: bool | None = None
    turn_text: bool | None = None
    panel_side: str | None = None
    large_text: bool | None = None
    idle: str | None = None
    fullscreen: str | None = None
    table_panel: str | None = None
    window: str | None = None
    window_with_panel: str | None = None
    rotation: int | None = None
    touch_inverted_x: bool | None = None
    touch_inverted_y: bool | None = None
    touch_swapped_xy: bool | None = None
    players: str | None = None
    program_moves: str | None = None
    tutor: bool | None = None
    hand_over: bool | None = None
    rating: bool | None = None
    first_corner: str | None = None
    along: str | None = None
    serpentine: bool | None = None
    volume: int | None = None
    voice: str | None = None
    speak_everything: bool | None = None
    speak_moves: bool | None = None
    speak_turns: bool | None = None
    speak_refusals: bool | None = None
    speak_table: bool | None = None
    speak_hints: bool | None = None
    speak_results: bool | None = None
    speak_clock: bool | None = None
    language: str | None = None
    show_on_phones: bool | None = None
    show_in_club: bool | None = None
    lamps: Mapping[str, tuple[int, ...]] | None = None


@dataclass(frozen=True)
class Config:
    """The whole configuration.

    Attributes:
        lamps: the lamp of each dot of a board, by its name; none where its file tells.
        boards: board files that replace the shipped board of a name.
        notices: what the players should hear of, such as damaged settings.
        refused: sections that are left at their defaults, as they could not be used.
        problem: why the first of them could not, or an empty text.
    """

    devices: DevicesConfig = DevicesConfig()
    screen: ScreenConfig = ScreenConfig()
    leds: LedConfig = LedConfig()
    buttons: ButtonConfig = ButtonConfig()
    controller: ControllerConfig = ControllerConfig()
    sensors: SensorConfig = SensorConfig()
    play: PlayConfig = PlayConfig()
    sound: SoundConfig = SoundConfig()
    phones: PhonesConfig = PhonesConfig()
    club: ClubConfig = ClubConfig()
    lamps: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    boards: Mapping[str, Path] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    refused: frozenset[str] = frozenset()
    problem: str = ""

    def with_settings(self, settings: Settings) -> Config:
        """Return this configuration with *settings* laid over it."""
        given = {name: value for name, value in vars(settings).items() if value is not None}
        lamps = {**self.lamps, **given.pop("lamps", {})}
        sections = {
            section: replace(
                getattr(self, section),
                **{n: value for n, value in given.items() if _SECTION_OF.get(n) == section},
            )
            for section in CHANGED
        }
        return replace(self, **sections, lamps=lamps)

    def value_of(self, name: str) -> object:
        """Return what the option *name*, one of the settings screen, is set to."""
        return getattr(getattr(self, _SECTION_OF[name]), name)

    def following(self, name: str) -> Settings:
        """Return the change of the option *name*, one with few values, to the next one of them."""
        values, now = SETTING_RULES[name].values, self.value_of(name)
        at = values.index(now) if now in values else -1
        change: dict[str, Any] = {name: values[(at + 1) % len(values)]}
        return Settings(**change)


def _rules_of(section: type) -> dict[str, Rule]:
    hints = get_type_hints(section, include_extras=True)
    rules = {name: getattr(hint, "__metadata__", (None,))[0] for name, hint in hints.items()}
    return {name: rule for name, rule in rules.items() if isinstance(rule, Rule)}


RULES: Mapping[str, Mapping[str, Rule]] = {
    section.name: _rules_of(type(section.default))
    for section in fields(Config)
    if is_dataclass(section.default)
}
"""What each key of each section may hold."""

CHANGED = ("screen", "leds", "play", "sound", "phones", "club")
"""The sections of which something is changed on screen."""

_SECTION_OF = {
    name: section
    for section in CHANGED
    for name in RULES[section]
    if name in Settings.__dataclass_fields__
}
SETTING_RULES = {
    **{name: RULES[section][name] for name, section in _SECTION_OF.items()},
    "window": WINDOW,
    "window_with_panel": WINDOW,
}
"""What each of the settings may hold; the lamps are a table of their own."""
