"""What each side has left, turn by turn.

Integer arithmetic alone.  *used_ms* is always how long the running turn has lasted for the
side whose turn it is; who measures that, and when it stands still, is none of its business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from companion.clock.setting import (
    HOUR_MS,
    MINUTE_MS,
    MOST_MAIN_MS,
    SECOND_MS,
    ClockKind,
    ClockSetting,
    TimeControl,
)
from companion.errors import ClockError

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
