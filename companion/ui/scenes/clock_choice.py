"""Choosing a clock: the usual ones with one press, or one of your own, alike or for each side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from companion.clock import (
    MINUTE_MS,
    SECOND_MS,
    ClockKind,
    ClockSetting,
    TimeControl,
    parse_clock,
)
from companion.contract import Side
from companion.ui.desk import Desk
from companion.ui.scenes.menu import Choice, MenuScene, next_larger, next_of
from companion.words import buttons
from companion.words import timing as words
from companion.words.buttons import MenuLine
from companion.words.game_words import game_title, side_name
from companion.words.phrases import capitalized

TakeClock: TypeAlias = Callable[[ClockSetting | None], None]

PRESETS: Final = tuple(
    map(
        parse_clock,
        ("5m", "10m", "20m", "5m+3s", "15m+10s", "30s/move", "10m+3x30s", "hourglass:3m"),
    )
)
"""What is offered with one press, each for both sides."""

MAIN_MINUTES: Final = (0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 45, 60, 90, 120, 180)
EXTRA_SECONDS: Final = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300)
MAIN_MS: Final = tuple(minutes * MINUTE_MS for minutes in MAIN_MINUTES)
EXTRA_MS: Final = tuple(seconds * SECOND_MS for seconds in EXTRA_SECONDS)
OFFERED_PERIODS: Final = (1, 2, 3, 5, 10)

PLAIN: Final = TimeControl(ClockKind.MAIN, 10 * MINUTE_MS)

EXTRA_OF: Final = {
    ClockKind.FISCHER: (words.INCREMENT, 5),
    ClockKind.BRONSTEIN: (words.BACK, 5),
    ClockKind.DELAY: (words.DELAY, 5),
    ClockKind.BYO_YOMI: (words.PERIOD, 30),
    ClockKind.MOVE: (words.PER_MOVE, 30),
}
"""What a kind calls its second time, and how many seconds are proposed."""


def clock_line(stage: Desk, setting: ClockSetting | None, game: str, take: TakeClock) -> Choice:
    """Return the line of a menu that leads to the choice of a clock."""
    line = words.setting_line(setting, game)
    if setting is not None:
        line = f"{line}\n{words.CLOCK.line()}"
    return Choice.of(
        words.CLOCK,
        lambda: stage.push(ClockScene(stage, setting, game, take)),
        line,
        words.setting_title(setting),
    )


class ClockScene(MenuScene):
    """No clock, the usual ones, and one of your own; each is taken at once."""

    name = "clock"

    def __init__(
        self, stage: Desk, setting: ClockSetting | None, game: str, take: TakeClock
    ) -> None:
        super().__init__(stage)
        self.setting = setting
        self._game = game
        self._take = take

    def title(self) -> str:
        return words.WHICH(game=game_title(self._game))

    def enter(self) -> None:
        """Begin on the clock that is set."""
        if self.list.selected is None:
            offered = (None, *PRESETS)
            is_own = self.setting not in offered
            self.list.selected = len(offered) if is_own else offered.index(self.setting)
        super().enter()
        self.list.show(self.list.selected or 0)

    def make_choices(self) -> list[Choice]:
        own = self.setting if self.setting not in (None, *PRESETS) else None
        return [
            *map(self._choice, (None, *PRESETS)),
            Choice.of(
                words.OWN,
                self._to_own,
                f"{words.setting_line(own, self._game)}\n{words.OWN.line()}" if own else "",
                words.setting_title(own) if own else "",
                is_ticked=own is not None,
            ),
        ]

    def _choice(self, setting: ClockSetting | None) -> Choice:
        def choose() -> None:
            self._take(setting)
            self.stage.pop()

        title = capitalized(words.setting_title(setting)) if setting else words.NO_CLOCK()
        line = words.setting_line(setting, self._game)
        is_ticked = setting == self.setting
        return Choice(title, choose, line, verb=buttons.CHOOSE(), is_ticked=is_ticked)

    def _to_own(self) -> None:
        begin = self.setting or (PLAIN, PLAIN)
        self._take_own(begin)
        self.stage.push(OwnClockScene(self.stage, begin, self._game, self._take_own))

    def _take_own(self, setting: ClockSetting | None) -> None:
        self.setting = setting
        self._take(setting)


class OwnClockScene(MenuScene):
    """The kind of clock and its times, line by line; each change is taken at once."""

    name = "own clock"

    def __init__(self, stage: Desk, setting: ClockSetting, game: str, take: TakeClock) -> None:
        super().__init__(stage)
        self.setting = setting
        self._is_alike = setting[0] == setting[1]
        self._game = game
        self._take = take

    def title(self) -> str:
        return words.WHICH_OWN(game=game_title(self._game))

    def make_choices(self) -> list[Choice]:
        """Return the lines of both sides, or of each."""
        value = words.ALIKE() if self._is_alike else words.APART()
        sides: Sequence[Side] = (0,) if self._is_alike else (0, 1)
        lines = [line for side in sides for line in self._lines(side)]
        return [*lines, Choice.of(words.SIDES, self._toggle_sides, value=value)]

    def _toggle_sides(self) -> None:
        self._is_alike = not self._is_alike
        if self._is_alike:
            self._set(0, self.setting[0])

    def _set(self, side: Side, control: TimeControl) -> None:
        other = control if self._is_alike else self.setting[1 - side]
        self.setting = (control, other) if side == 0 else (other, control)
        self._take(self.setting)

    def _lines(self, side: Side) -> list[Choice]:
        control = self.setting[side]
        kind = words.KIND_TITLES[control.kind]()
        lines = [self._line(side, words.KIND, kind, _next_kind(control))]
        if control.kind is not ClockKind.MOVE:
            # What gives no time beside it is not offered without one.
            offered = MAIN_MS if control.kind in EXTRA_OF else MAIN_MS[1:]
            following = control._replace(main_ms=next_larger(control.main_ms, offered))
            lines.append(self._line(side, words.MAIN, words.duration(control.main_ms), following))
        if control.kind in EXTRA_OF:
            line, _ = EXTRA_OF[control.kind]
            following = control._replace(extra_ms=next_larger(control.extra_ms, EXTRA_MS))
            lines.append(self._line(side, line, words.duration(control.extra_ms), following))
        if control.kind is ClockKind.BYO_YOMI:
            periods = control.periods
            following = control._replace(periods=next_larger(periods, OFFERED_PERIODS))
            lines.append(self._line(side, words.PERIODS, str(periods), following))
        return lines

    def _line(self, side: Side, line: MenuLine, value: str, following: TimeControl) -> Choice:
        """Return a line that tells what it sets, and what that kind of clock does."""
        title = line.title()
        if not self._is_alike:
            title = words.OF_A_SIDE(side=side_name(side, self._game), title=title)
        both_lines = "\n".join(
            filter(None, (line.line(), words.KIND_LINES[self.setting[side].kind]()))
        )
        return Choice(
            title, lambda: self._set(side, following), both_lines, value, verb=line.verb()
        )


def _next_kind(control: TimeControl) -> TimeControl:
    """Return *control* as the next kind has it, with what that needs."""
    kind = next_of(control.kind, list(ClockKind))
    _, proposed_s = EXTRA_OF.get(kind, (None, 0))
    needs_main = kind is not ClockKind.MOVE
    main_ms = (control.main_ms or PLAIN.main_ms) if needs_main else 0
    return TimeControl(
        kind, main_ms, proposed_s * SECOND_MS, 3 if kind is ClockKind.BYO_YOMI else 0
    )
