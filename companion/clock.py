"""The kinds of clocks, and what each side has left, turn by turn.

Integer arithmetic alone.  *used_ms* is always how long the running turn has lasted for the
side whose turn it is; who measures that, and when it stands still, is none of its business.
Knows neither players nor what time it is.  ``docs/clocks.md`` tells what each kind does.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from companion.errors import ClockError, Message

SECOND_MS: Final = 1000
MINUTE_MS: Final = 60 * SECOND_MS
HOUR_MS: Final = 60 * MINUTE_MS

MOST_MAIN_MS: Final = 10 * HOUR_MS
MOST_EXTRA_MS: Final = HOUR_MS
MOST_PERIODS: Final = 99

GIVEN_MS: Final = 15 * SECOND_MS
"""What one side gives the other at a time, as on lichess (lila ``modules/round``, moretime)."""

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


WARNINGS_S: Final = (60, 30, 10)
"""When a side has no more than so many seconds left, that is an event of its own."""

MOST_LEFT_MS: Final = 100 * MOST_MAIN_MS
"""More than increments or an hourglass bring together in any game."""

_TIME: Final = re.compile(
    r"(?:(\d{1,3}):)?(\d{1,2}):(\d\d)(?:\.(\d{1,3}))?(?:x(\d{1,2}))?(!?)", re.ASCII
)


class TimeLeft(NamedTuple):
    """What one side has as its turn begins.

    Attributes:
        ms: of its main time or, where every move has its own, of that.
        periods: of byo-yomi, the one that runs included.
        has_fallen: its time has run out once; its clock stands still from then on.
    """

    ms: int
    periods: int = 0
    has_fallen: bool = False


FALLEN: Final = TimeLeft(0, 0, True)

BothLeft: TypeAlias = tuple[TimeLeft, TimeLeft]


class Face(NamedTuple):
    """What the clock of one side shows.

    Attributes:
        ms: until the flag falls, or until the period is over.
        periods: of byo-yomi, once the main time is over; 0 before.
        waits_ms: of a delay, what is left of it before the time runs.
    """

    ms: int
    periods: int = 0
    waits_ms: int = 0
    has_fallen: bool = False


@dataclass(frozen=True)
class Times:
    """What both sides have left between two turns."""

    setting: ClockSetting
    left: BothLeft

    @classmethod
    def at_first(cls, setting: ClockSetting) -> Times:
        """Return what both sides begin with."""
        first, second = setting
        return cls(setting, (_first(first), _first(second)))

    def flag_ms(self, side: int) -> int | None:
        """Return after how much of its turn the flag of *side* falls; None if it has fallen."""
        control, left = self.setting[side], self.left[side]
        if left.has_fallen:
            return None
        if control.kind is ClockKind.DELAY:
            return left.ms + control.extra_ms
        return left.ms + left.periods * control.extra_ms

    def is_out(self, side: int, used_ms: int) -> bool:
        """Return whether the flag of *side* falls in a turn of *used_ms*."""
        flag_ms = self.flag_ms(side)
        return flag_ms is not None and used_ms >= flag_ms

    def face(self, side: int, used_ms: int = 0) -> Face:
        """Return what the clock of *side* shows *used_ms* after its turn has begun."""
        control, left = self.setting[side], self.left[side]
        if left.has_fallen or self.is_out(side, used_ms):
            return Face(0, has_fallen=True)
        if control.kind is ClockKind.DELAY:
            waits_ms = max(0, control.extra_ms - used_ms)
            return Face(left.ms - max(0, used_ms - control.extra_ms), waits_ms=waits_ms)
        if control.kind is ClockKind.BYO_YOMI and used_ms >= left.ms:
            gone, into = divmod(used_ms - left.ms, control.extra_ms)
            return Face(control.extra_ms - into, left.periods - gone)
        return Face(left.ms - used_ms)

    def faces(self, side: int, used_ms: int) -> tuple[Face, Face]:
        """Return what both clocks show while *side* is to move."""
        own, other = self.face(side, used_ms), self.face(1 - side)._replace(waits_ms=0)
        if self.setting[side].kind is ClockKind.HOURGLASS and not other.has_fallen:
            other = other._replace(ms=other.ms + min(used_ms, self.left[side].ms))
        return (own, other) if side == 0 else (other, own)

    def after(self, side: int, used_ms: int) -> Times:
        """Return what both have left after a turn of *side* that has taken *used_ms*."""
        own, other = self._own_after(side, used_ms), self.left[1 - side]
        if self.setting[side].kind is ClockKind.HOURGLASS and not other.has_fallen:
            other = other._replace(ms=other.ms + min(used_ms, self.left[side].ms))
        return Times(self.setting, (own, other) if side == 0 else (other, own))

    def _own_after(self, side: int, used_ms: int) -> TimeLeft:
        control, left = self.setting[side], self.left[side]
        if left.has_fallen or self.is_out(side, used_ms):
            return FALLEN
        extra_ms = control.extra_ms
        match control.kind:
            case ClockKind.FISCHER:
                return TimeLeft(left.ms - used_ms + extra_ms)
            case ClockKind.BRONSTEIN:
                return TimeLeft(left.ms - used_ms + min(used_ms, extra_ms))
            case ClockKind.DELAY:
                return TimeLeft(left.ms - max(0, used_ms - extra_ms))
            case ClockKind.BYO_YOMI:
                gone = max(0, used_ms - left.ms) // extra_ms
                return TimeLeft(max(0, left.ms - used_ms), left.periods - gone)
            case ClockKind.MOVE:
                return TimeLeft(extra_ms)
            case ClockKind.MAIN | ClockKind.HOURGLASS:
                return TimeLeft(left.ms - used_ms)

    def given(self, side: int, ms: int) -> Times:
        """Return the same after *side* was given *ms* more; a clock that has fallen stays so."""
        own = self.left[side]
        if not own.has_fallen:
            own = own._replace(ms=min(own.ms + ms, MOST_LEFT_MS))
        return Times(self.setting, (own, self.left[1]) if side == 0 else (self.left[0], own))

    def fallen(self, side: int) -> Times:
        """Return the same after the flag of *side* has fallen and both play on."""
        first, second = self.left
        left = (FALLEN, second) if side == 0 else (first, FALLEN)
        return Times(self.setting, left)


def _first(control: TimeControl) -> TimeLeft:
    """Return what a side with *control* begins with; what a move adds counts for the first one."""
    if control.kind is ClockKind.MOVE:
        return TimeLeft(control.extra_ms)
    if control.kind in (ClockKind.FISCHER, ClockKind.BRONSTEIN):
        return TimeLeft(control.main_ms + control.extra_ms)
    return TimeLeft(control.main_ms, control.periods)


def warning_s(before: Face, now: Face) -> int | None:
    """Return which of `WARNINGS_S` a clock has just reached; None where it is none."""
    if now.has_fallen or now.periods > 1:
        return None
    reached = [s for s in WARNINGS_S if now.ms <= s * SECOND_MS < before.ms]
    return min(reached) if reached else None


# As texts, for journals and records.


def left_text(left: TimeLeft) -> str:
    """Return *left* as people write it: ``9:32.41``, ``0:00x3`` with periods, ``0:00!`` fallen."""
    hours, rest = divmod(left.ms, HOUR_MS)
    minutes, rest = divmod(rest, MINUTE_MS)
    seconds, ms = divmod(rest, SECOND_MS)
    text = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    text += f":{seconds:02}" + (f".{ms:03}".rstrip("0") if ms else "")
    return text + (f"x{left.periods}" if left.periods else "") + ("!" if left.has_fallen else "")


def both_text(left: BothLeft) -> str:
    """Return what both sides have left: ``9:32.41 10:05``."""
    return " ".join(map(left_text, left))


def parse_both(text: str) -> BothLeft:
    """Return what both sides have left as *text* tells it.

    Raises:
        ClockError: it tells no such thing.
    """
    parsed = [_TIME.fullmatch(part) for part in text.split(" ")]
    if len(parsed) == 2 and parsed[0] is not None and parsed[1] is not None:
        return _left_of(parsed[0]), _left_of(parsed[1])
    raise ClockError(
        "expected the times of two sides such as '9:32.4 10:05', got {text!r:.40}", text=text
    )


def _left_of(parsed: re.Match[str]) -> TimeLeft:
    hours, minutes, seconds, part, periods, fallen = parsed.groups()
    ms = int(hours or 0) * HOUR_MS + int(minutes) * MINUTE_MS + int(seconds) * SECOND_MS
    ms += int((part or "0").ljust(3, "0"))
    return TimeLeft(min(ms, MOST_LEFT_MS), int(periods or 0), fallen == "!")
