"""How much time each side has: the kinds of clocks, and the texts that name them.

Knows neither players nor what time it is.  ``docs/clocks.md`` tells what each kind does.
"""

from __future__ import annotations

import enum
import re
from typing import Final, NamedTuple, TypeAlias

from companion.errors import ClockError, Message

SECOND_MS: Final = 1000
MINUTE_MS: Final = 60 * SECOND_MS
HOUR_MS: Final = 60 * MINUTE_MS

MOST_MAIN_MS: Final = 10 * HOUR_MS
MOST_EXTRA_MS: Final = HOUR_MS
MOST_PERIODS: Final = 99

NO_CLOCK: Final = ("", "off", "none")

EXPECTED: Final = Message(
    "a clock such as 10m, 10m+5s, 30s/move, 10m+3x30s, bronstein:10m+5s, delay:10m+5s, "
    "hourglass:5m or off"
)

_DURATION: Final = r"(?:\d{1,4}h)?(?:\d{1,5}m)?(?:\d{1,6}s)?|0"
_PARTS: Final = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?", re.ASCII)
_CONTROL: Final = re.compile(
    rf"(?:(?P<kind>[a-z-]+):)?(?P<main>{_DURATION})"
    rf"(?:\+(?:(?P<periods>\d{{1,4}})x)?(?P<extra>{_DURATION}))?",
    re.ASCII,
)


class ClockKind(enum.StrEnum):
    """What a clock does beside running down."""

    MAIN = "main"
    FISCHER = "fischer"
    BRONSTEIN = "bronstein"
    DELAY = "delay"
    BYO_YOMI = "byo-yomi"
    HOURGLASS = "hourglass"
    MOVE = "move"


_TEXTS: Final = {
    ClockKind.MAIN: "{main}",
    ClockKind.FISCHER: "{main}+{extra}",
    ClockKind.BRONSTEIN: "bronstein:{main}+{extra}",
    ClockKind.DELAY: "delay:{main}+{extra}",
    ClockKind.BYO_YOMI: "{main}+{periods}x{extra}",
    ClockKind.HOURGLASS: "hourglass:{main}",
    ClockKind.MOVE: "{extra}/move",
}


class TimeControl(NamedTuple):
    """The time of one side.

    Attributes:
        main_ms: for the whole game; of no account where every move has its own.
        extra_ms: the increment, the delay, a period, or the time of a move.
        periods: how many periods of byo-yomi follow the main time.
    """

    kind: ClockKind
    main_ms: int
    extra_ms: int = 0
    periods: int = 0


ClockSetting: TypeAlias = tuple[TimeControl, TimeControl]
"""The time of the first side and of the second."""


def parse_clock(text: str) -> ClockSetting | None:
    """Return the clock that *text* names: one time for both sides or, with a comma, one for each.

    Returns:
        None for no clock.

    Raises:
        ClockError: it names none, or one that gives no time or too much.
    """
    if text.strip().lower() in NO_CLOCK:
        return None
    controls = [_parse_control(part.strip().lower(), text) for part in text.split(",")]
    if len(controls) > 2:
        raise ClockError("expected the times of one or two sides, got {text!r:.60}", text=text)
    return controls[0], controls[-1]


def _parse_control(part: str, whole: str) -> TimeControl:
    """Return the time of one side that *part* of the text *whole* names."""
    if part.endswith("/move"):
        return _checked(TimeControl(ClockKind.MOVE, 0, _ms_of(part[:-5], whole)), whole)
    parsed = _CONTROL.fullmatch(part)
    if parsed is None or not parsed["main"]:
        raise ClockError("expected {expected}, got {whole!r:.60}", expected=EXPECTED, whole=whole)
    main_ms = _ms_of(parsed["main"], whole)
    extra_ms = 0 if parsed["extra"] is None else _ms_of(parsed["extra"], whole)
    periods = None if parsed["periods"] is None else int(parsed["periods"])
    return _checked(_of_kind(parsed["kind"] or "", main_ms, extra_ms, periods, whole), whole)


def _of_kind(
    kind: str, main_ms: int, extra_ms: int, periods: int | None, whole: str
) -> TimeControl:
    if periods is not None and not kind:
        return TimeControl(ClockKind.BYO_YOMI, main_ms, extra_ms, periods)
    named = {"": ClockKind.FISCHER, "bronstein": ClockKind.BRONSTEIN, "delay": ClockKind.DELAY}
    if kind in named and periods is None:
        is_plain = not kind and not extra_ms
        return TimeControl(ClockKind.MAIN if is_plain else named[kind], main_ms, extra_ms)
    if kind == "hourglass" and periods is None and not extra_ms:
        return TimeControl(ClockKind.HOURGLASS, main_ms)
    raise ClockError("expected {expected}, got {whole!r:.60}", expected=EXPECTED, whole=whole)


def _ms_of(text: str, whole: str) -> int:
    parsed = _PARTS.fullmatch("0s" if text == "0" else text)
    if parsed is None or not text:
        raise ClockError("expected {expected}, got {whole!r:.60}", expected=EXPECTED, whole=whole)
    hours, minutes, seconds = (int(part or 0) for part in parsed.groups())
    return hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS


def _checked(control: TimeControl, text: str) -> TimeControl:
    """Return *control*, which somebody wrote as *text*, if it gives some time and not too much."""
    kind, main_ms, extra_ms, periods = control
    has_extra = kind not in (ClockKind.MAIN, ClockKind.HOURGLASS)
    if kind is ClockKind.BYO_YOMI and not 1 <= periods <= MOST_PERIODS:
        raise ClockError(
            "expected 1 to {most_periods} periods, got {text!r:.60}",
            most_periods=MOST_PERIODS,
            text=text,
        )
    if main_ms + extra_ms <= 0 or (has_extra and extra_ms <= 0):
        raise ClockError("expected a clock that gives some time, got {text!r:.60}", text=text)
    if main_ms > MOST_MAIN_MS or extra_ms > MOST_EXTRA_MS:
        raise ClockError(
            "expected at most 10 hours, and 1 hour a move, got {text!r:.60}", text=text
        )
    return control


def clock_text(setting: ClockSetting | None) -> str:
    """Return *setting* as `parse_clock` reads it; empty for no clock."""
    if setting is None:
        return ""
    first, second = map(control_text, setting)
    return first if first == second else f"{first},{second}"


def control_text(control: TimeControl) -> str:
    """Return the time of one side as `parse_clock` reads it."""
    main, extra = duration_text(control.main_ms), duration_text(control.extra_ms)
    return _TEXTS[control.kind].format(main=main, extra=extra, periods=control.periods)


def duration_text(ms: int) -> str:
    """Return whole seconds as a clock is named with them: ``1h30m``, ``5s``, ``0``."""
    hours, rest = divmod(ms, HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    parts = ((hours, "h"), (minutes, "m"), (rest // SECOND_MS, "s"))
    return "".join(f"{number}{unit}" for number, unit in parts if number) or "0"
