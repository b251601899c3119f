"""Choosing a game, each on a card with a picture of its board, its rules and its clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from companion.clock import (
    MINUTE_MS,
    SECOND_MS,
    ClockKind,
    ClockSetting,
    TimeControl,
    parse_clock,
)
from companion.contract import Board, Game, OptionSpec, OptionValue, Position, Side
from companion.lessons.shelf import lessons_of
from companion.match.entries import HintLimits
from companion.match.match import NewMatch
from companion.match.seats import is_person, is_playable
from companion.plugins import GAMES
from companion.ui import destinations as to
from companion.ui.context import UiContext
from companion.ui.scenes.menu import Card, Cards, Choice, MenuScene, next_larger, next_of
from companion.ui.scenes.players import (
    PlayersScene,
    against,
    chosen_players,
    keep_players,
    possible_levels,
    start_choice,
)
from companion.ui.scenes.start import kept_text, last_match, last_options, usual_level
from companion.ui.view import Labels, View
from companion.ui.widgets.pen import ButtonLabel, Pen
from companion.words import buttons, program, timing
from companion.words import screens as words
from companion.words.buttons import MenuLine
from companion.words.game_words import (
    PRESET_HEADING,
    SET_UP_NUMBER,
    card_text,
    game_line,
    game_title,
    preset_of,
    words_of,
)
from companion.words.hints import HINTS_FOR, limit_note, limit_value
from companion.words.phrases import capitalized, headed
from companion.words.program import opponent_title, opponents_line, opponents_title
from companion.words.timing import CLOCK, setting_title
from companion.words.voice import Voice, onlooker

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
    ClockKind.FISCHER: (timing.INCREMENT, 5),
    ClockKind.BRONSTEIN: (timing.BACK, 5),
    ClockKind.DELAY: (timing.DELAY, 5),
    ClockKind.BYO_YOMI: (timing.PERIOD, 30),
    ClockKind.MOVE: (timing.PER_MOVE, 30),
}
"""What a kind calls its second time, and how many seconds are proposed."""


def clock_line(
    stage: UiContext, setting: ClockSetting | None, game: str, voice: Voice, take: TakeClock
) -> Choice:
    """Return the line of a menu that leads to the choice of a clock; *voice* has who plays."""
    line = timing.setting_line(setting, game, voice)
    if setting is not None:
        line = f"{line}\n{timing.CLOCK.line()}"
    return Choice.of(
        timing.CLOCK,
        lambda: stage.push(ClockScene(stage, setting, game, voice, take)),
        line,
        timing.setting_title(setting),
    )


class ClockScene(MenuScene):
    """No clock, the usual ones, and one of your own; each is taken at once."""

    name = "clock"

    def __init__(
        self,
        stage: UiContext,
        setting: ClockSetting | None,
        game: str,
        voice: Voice,
        take: TakeClock,
    ) -> None:
        super().__init__(stage)
        self.setting = setting
        self._game = game
        self._voice = voice
        self._take = take

    def title(self) -> str:
        return timing.WHICH(game=game_title(self._game))

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
        told = timing.setting_line(own, self._game, self._voice)
        return [
            *map(self._choice, (None, *PRESETS)),
            Choice.of(
                timing.OWN,
                self._to_own,
                f"{told}\n{timing.OWN.line()}" if own else "",
                timing.setting_title(own) if own else "",
                is_ticked=own is not None,
            ),
        ]

    def _choice(self, setting: ClockSetting | None) -> Choice:
        def choose() -> None:
            self._take(setting)
            self.stage.pop()

        title = capitalized(timing.setting_title(setting)) if setting else timing.NO_CLOCK()
        line = timing.setting_line(setting, self._game, self._voice)
        is_ticked = setting == self.setting
        return Choice(title, choose, line, verb=buttons.CHOOSE(), is_ticked=is_ticked)

    def _to_own(self) -> None:
        begin = self.setting or (PLAIN, PLAIN)
        self._take_own(begin)
        self.stage.push(OwnClockScene(self.stage, begin, self._game, self._voice, self._take_own))

    def _take_own(self, setting: ClockSetting | None) -> None:
        self.setting = setting
        self._take(setting)


class OwnClockScene(MenuScene):
    """The kind of clock and its times, line by line; each change is taken at once."""

    name = "own clock"

    def __init__(
        self, stage: UiContext, setting: ClockSetting, game: str, voice: Voice, take: TakeClock
    ) -> None:
        super().__init__(stage)
        self.setting = setting
        self._voice = voice
        self._is_alike = setting[0] == setting[1]
        self._game = game
        self._take = take

    def title(self) -> str:
        return timing.WHICH_OWN(game=game_title(self._game))

    def make_choices(self) -> list[Choice]:
        """Return the lines of both sides, or of each."""
        value = timing.ALIKE() if self._is_alike else timing.APART()
        sides: Sequence[Side] = (0,) if self._is_alike else (0, 1)
        lines = [line for side in sides for line in self._lines(side)]
        return [*lines, Choice.of(timing.SIDES, self._toggle_sides, value=value)]

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
        kind = timing.KIND_TITLES[control.kind]()
        lines = [self._line(side, timing.KIND, kind, _next_kind(control))]
        if control.kind is not ClockKind.MOVE:
            # What gives no time beside it is not offered without one.
            offered = MAIN_MS if control.kind in EXTRA_OF else MAIN_MS[1:]
            following = control._replace(main_ms=next_larger(control.main_ms, offered))
            lines.append(
                self._line(side, timing.MAIN, timing.duration(control.main_ms), following)
            )
        if control.kind in EXTRA_OF:
            line, _ = EXTRA_OF[control.kind]
            following = control._replace(extra_ms=next_larger(control.extra_ms, EXTRA_MS))
            lines.append(self._line(side, line, timing.duration(control.extra_ms), following))
        if control.kind is ClockKind.BYO_YOMI:
            periods = control.periods
            following = control._replace(periods=next_larger(periods, OFFERED_PERIODS))
            lines.append(self._line(side, timing.PERIODS, str(periods), following))
        return lines

    def _line(self, side: Side, line: MenuLine, value: str, following: TimeControl) -> Choice:
        """Return a line that tells what it sets, and what that kind of clock does."""
        title = line.title()
        if not self._is_alike:
            title = timing.OF_A_SIDE(side=self._voice.short(side, self._game), title=title)
        both_lines = "\n".join(
            filter(None, (line.line(), timing.KIND_LINES[self.setting[side].kind]()))
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


OFFERED_HINTS = (None, 5, 3, 1, 0)
"""How many hints a side may be allowed; None is any number."""

OFFERED_NUMBERS = (0, 20, 30, 40, 50, 60, 80, 100)
"""Of an option that takes any whole number, these are offered; a file may set others."""


class ChooseGameScene(MenuScene):
    """A card for each game, and what the chosen one is about beside them."""

    name = "choose game"
    heading = words.WHICH_GAME
    has_picture = True

    def __init__(self, stage: UiContext) -> None:
        super().__init__(stage)
        self._cards = Cards(stage, [partial(self._card, game) for game in GAMES.values()])

    def _card(self, game: Game) -> Card:
        first = self.stage.services.library.first_position(game)
        return Card(game_title(game.name), first, card_text(game), game_line(game.name))

    def make_choices(self) -> list[Choice]:
        go = self.stage.go
        return [
            Choice(game_title(game.name), partial(go, to.Options(game)), game_line(game.name))
            for game in GAMES.values()
        ]

    def enter(self) -> None:
        """Begin on the game that was begun last."""
        last = last_match(self.stage)
        if self.list.selected is None and last is not None:
            self.list.selected = list(GAMES).index(last.game.name)
        super().enter()

    def labels(self) -> Labels:
        back, _, hint, confirm = super().labels()
        return (back, ButtonLabel(buttons.NEXT_GAME()), hint, confirm)

    def shortcuts(self) -> tuple[Choice, Choice]:
        """Return the beginning of the chosen game by the rules of last time, and who plays it."""
        players = Choice(words.PLAYERS.title(), self._to_players, verb=buttons.HOLD_WHO())
        return Choice.of(words.START, self._start), players

    def _game(self) -> Game:
        """Return the one under the cursor."""
        return list(GAMES.values())[self.list.selected or 0]

    def _to_players(self) -> None:
        stage, game = self.stage, self._game()
        options = game.complete(last_options(stage, game).options)
        start = Choice.of(words.START, self._start)

        def new() -> NewMatch:
            return last_options(stage, game)._replace(seed=stage.fresh_seed())

        stage.push(PlayersScene(stage, game, options, start, new))

    def _start(self) -> None:
        stage, game = self.stage, self._game()
        last = last_options(stage, game)
        players = chosen_players(stage, game, last.options)
        if is_playable(players, game, last.options):
            stage.go(to.SetUp(last._replace(seed=stage.fresh_seed(), players=players)))
        else:
            stage.go(to.Options(game))

    def pictured(self) -> Position:
        return self.stage.services.library.first_position(self._game())

    def lay_out(self) -> None:
        """Place the cards where lists are; in portrait they take all there is."""
        self._cards.place(self.list)

    def draw(self, pen: Pen, view: View) -> None:
        """Draw the cards, and what stands beside them."""
        self._cards.draw(pen, self.list)
        if not self.stage.layout.is_portrait:
            self.draw_info(pen, self.stage.layout.info)


class OptionsScene(MenuScene):
    """The presets and options of one game, then its beginning."""

    name = "options"
    has_picture = True

    def __init__(self, stage: UiContext, game: Game, *, is_changing: bool = False) -> None:
        super().__init__(stage)
        self.list.selected = 2 if is_changing else 0
        self.game = game
        last = last_options(stage, game)
        self.options = game.complete(last.options)
        self.seed = stage.fresh_seed()
        self.hints: HintLimits = last.hints
        self.clock = last.clock

    def title(self) -> str:
        return words.READY(game=game_title(self.game.name))

    def shortcuts(self) -> tuple[Choice, None]:
        """Return the beginning, from whatever line: it is the first one."""
        return self.choices[0], None

    def make_choices(self) -> list[Choice]:
        """Return the beginning first, then presets and options."""
        start = Choice.of(words.START, self._start, self._summary())
        players = chosen_players(self.stage, self.game, self.options)
        who = Choice.of(
            words.PLAYERS,
            lambda: self.stage.push(
                PlayersScene(self.stage, self.game, self.options, start, self._new)
            ),
            f"{opponents_line(players, self.game.name)}.\n{words.PLAYERS.line()}",
            opponents_title(players),
        )
        read = Choice.of(
            words.READ_ITS_RULES,
            lambda: self.stage.go(to.Rules(self.game, self.options, self._board())),
        )
        voice = onlooker(players)
        clock = clock_line(self.stage, self.clock, self.game.name, voice, self._take_clock)
        choices = [
            start_choice(self.stage, self.game, self.options, start),
            self._others_choice(players),
            who,
            clock,
            read,
        ]
        if lessons_of(self.game.name):
            to_lessons = partial(self.stage.go, to.Lessons(self.game))
            choices.append(Choice.of(words.LEARN_FIRST, to_lessons))
        if self.game.is_shuffled:
            choices.append(self._set_up_choice())
        if self.game.presets:
            choices.append(self._preset_choice())
        choices += [self._option_choice(spec) for spec in self.game.option_specs]
        return choices + [self._hints_choice(side, voice) for side in (0, 1)]

    def _others_choice(self, players: tuple[str, ...]) -> Choice:
        """Return the line that begins against the computer, or with people where that is set."""
        if not all(map(is_person, players)):
            title = opponent_title(None, len(players))
            return self._choice_of(against(None, players), Choice(title, None))
        level = usual_level(self.stage)
        line = Choice.of(words.PLAY_COMPUTER, None, value=program.level_in_short(level))
        if level not in possible_levels(self.game, self.options):
            return replace(line, line=words_of(self.game.name).set_up.no_program())
        return self._choice_of(against(level, players), line, program.level_line(level))

    def _choice_of(self, players: tuple[str, ...], line: Choice, told: str = "") -> Choice:
        """Return *line* as the one that begins the game with *players*, of whom more is *told*."""

        def begin() -> None:
            keep_players(self.stage, players)
            self._start()

        who = f"{opponents_line(players, self.game.name)}."
        text = "\n".join(filter(None, (who, told)))
        return replace(line, act=begin, line=text, verb=buttons.START())

    def _take_clock(self, clock: ClockSetting | None) -> None:
        self.clock = clock

    def _start(self) -> None:
        self.stage.go(to.SetUp(self._new()))

    def _new(self) -> NewMatch:
        players = chosen_players(self.stage, self.game, self.options)
        return NewMatch(self.game, self.options, self.seed, None, players, self.hints, self.clock)

    def _board(self) -> Board:
        return self.stage.services.library.first_position(self.game).board

    def _summary(self) -> str:
        game_words = words_of(self.game.name)
        changed = [
            headed(
                game_words.options.title(spec.name),
                game_words.options.value_title(spec.name, self.options[spec.name]),
            )
            for spec in self.game.option_specs
            if self.options[spec.name] != spec.default
        ]
        timed = headed(CLOCK.title(), setting_title(self.clock)) if self.clock else ""
        set_up = game_words.set_up.line(self.options)
        return "\n".join(filter(None, [set_up, *changed, timed, kept_text(self.stage)]))

    def _set_up_choice(self) -> Choice:
        return Choice(
            SET_UP_NUMBER(),
            self._shuffle,
            words.SHUFFLING(),
            str(self.seed),
            buttons.SHUFFLE(),
        )

    def _shuffle(self) -> None:
        self.seed = self.stage.fresh_seed()

    def _preset_choice(self) -> Choice:
        preset, option_words = preset_of(self.game, self.options), words_of(self.game.name).options
        return Choice(
            PRESET_HEADING(),
            self._next_preset,
            option_words.preset_line(preset) if preset else words.OWN_RULE_SET.line(),
            option_words.preset_title(preset) if preset else words.OWN_RULE_SET.title(),
            buttons.CHANGE(),
        )

    def _next_preset(self) -> None:
        name = next_of(preset_of(self.game, self.options) or "", list(self.game.presets))
        kept = {
            spec.name: self.options[spec.name]
            for spec in self.game.option_specs
            if spec.decides_start
        }
        self.options = self.game.complete({**self.game.presets[name], **kept})

    def _hints_choice(self, side: Side, voice: Voice) -> Choice:
        limit = self.hints[side]
        return Choice(
            HINTS_FOR(side=voice.short(side, self.game.name)),
            lambda: self._next_hints(side),
            limit_note(limit),
            limit_value(limit),
            buttons.CHANGE(),
        )

    def _next_hints(self, side: Side) -> None:
        limit = next_of(self.hints[side], OFFERED_HINTS)
        self.hints = (limit, self.hints[1]) if side == 0 else (self.hints[0], limit)

    def _option_choice(self, spec: OptionSpec) -> Choice:
        name, value = spec.name, self.options[spec.name]
        option_words = words_of(self.game.name).options
        return Choice(
            option_words.title(name),
            lambda: self._next_value(spec),
            "\n".join(
                filter(None, [option_words.line(name), option_words.value_line(name, value)])
            ),
            option_words.value_title(name, value),
            buttons.CHANGE(),
        )

    def _next_value(self, spec: OptionSpec) -> None:
        values: list[OptionValue] = (
            [n for n in OFFERED_NUMBERS if n in spec.values]
            if isinstance(spec.values, range)
            else list(spec.values)
        )
        changed = {**self.options, spec.name: next_of(self.options[spec.name], values)}
        self.options = self.game.complete(_with_needs(self.game, changed, spec.name))

    def pictured(self) -> Position:
        """Return the first position with these options."""
        seed = self.seed if self.game.is_shuffled else 0
        return self.stage.services.library.first_position(self.game, self.options, seed)


def _with_needs(
    game: Game, options: dict[str, OptionValue], changed: str
) -> dict[str, OptionValue]:
    """Return *options* with what the changed one needs on, and what needs it off."""
    whole = dict(options)
    for spec in game.option_specs:
        for need in spec.needs:
            if whole[spec.name] and not whole[need]:
                if spec.name == changed:
                    whole[need] = True
                else:
                    whole[spec.name] = spec.default
    return whole
