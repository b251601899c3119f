"""Choosing a game and its rules, each with a line of explanation."""

from __future__ import annotations

from functools import partial

from companion.clock.setting import ClockSetting
from companion.contract import Board, Game, OptionSpec, OptionValue, Position, Side
from companion.lessons.shelf import lessons_of
from companion.match.entries import HintLimits
from companion.match.new_match import NewMatch
from companion.match.seats import is_playable
from companion.plugins import GAMES
from companion.ui import destinations as to
from companion.ui.desk import Desk
from companion.ui.scenes.menu import Choice, MenuScene, next_of
from companion.ui.scenes.start.cards import GameCards
from companion.ui.scenes.start.clock_choice import clock_line
from companion.ui.scenes.start.last_game import kept_text, last_match, last_options
from companion.ui.scenes.start.players import PlayersScene, chosen_players, start_choice
from companion.ui.view import Labels
from companion.ui.widgets.pen import ButtonLabel, Pen
from companion.words import buttons
from companion.words.game_words import words_of
from companion.words.games import PRESET_HEADING, game_line, game_title, preset_of, side_name
from companion.words.hints import HINTS_FOR, limit_note, limit_value
from companion.words.scenes import new_game as words
from companion.words.scenes.timing import CLOCK, setting_title
from companion.words.table import SET_UP_NUMBER

OFFERED_HINTS = (None, 5, 3, 1, 0)
"""How many hints a side may be allowed; None is any number."""

OFFERED_NUMBERS = (0, 20, 30, 40, 50, 60, 80, 100)
"""Of an option that takes any whole number, these are offered; a file may set others."""


class ChooseGameScene(MenuScene):
    """A card for each game, and what the chosen one is about beside them."""

    name = "choose game"
    heading = words.WHICH_GAME
    has_picture = True

    def __init__(self, stage: Desk) -> None:
        super().__init__(stage)
        self._cards = GameCards(stage, list(GAMES.values()))

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

    def shortcut(self) -> Choice:
        """Return the beginning of the chosen game, by the rules it was played by last."""
        return Choice.of(words.START, self._start)

    def held_shortcut(self) -> Choice:
        """Return the choice of who plays the chosen game, by the rules it was played by last."""
        return Choice(words.PLAYERS.title(), self._to_players, verb=buttons.HOLD_WHO())

    def _game(self) -> Game:
        """Return the one under the cursor."""
        return list(GAMES.values())[self.list.selected or 0]

    def _to_players(self) -> None:
        stage, game = self.stage, self._game()
        options = game.complete(last_options(stage, game).options)
        start = Choice.of(words.START, self._start)
        stage.push(PlayersScene(stage, game, options, start))

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
        box, layout = self.list_box(), self.stage.layout
        if layout.is_portrait:
            box = box._replace(h=layout.info.bottom - box.y)
        self._cards.place(self.list, box)

    def draw(self, pen: Pen) -> None:
        """Draw the cards, and what stands beside them."""
        self._cards.draw(pen, self.list)
        if not self.stage.layout.is_portrait:
            self.draw_info(pen, self.stage.layout.info)


class OptionsScene(MenuScene):
    """The presets and options of one game, then its beginning."""

    name = "options"
    has_picture = True

    def __init__(self, stage: Desk, game: Game, *, is_changing: bool = False) -> None:
        super().__init__(stage)
        self.list.selected = 1 if is_changing else 0
        self.game = game
        last = last_options(stage, game)
        self.options = game.complete(last.options)
        self.seed = stage.fresh_seed()
        self.hints: HintLimits = last.hints
        self.clock = last.clock

    def title(self) -> str:
        return words.READY(game=game_title(self.game.name))

    def shortcut(self) -> Choice:
        """Return the beginning, from whatever line: it is the first one."""
        return self.choices[0]

    def make_choices(self) -> list[Choice]:
        """Return the beginning first, then presets and options."""
        start = Choice.of(words.START, self._start, self._summary())
        players = chosen_players(self.stage, self.game, self.options)
        who = Choice.of(
            words.PLAYERS,
            lambda: self.stage.push(PlayersScene(self.stage, self.game, self.options, start)),
            f"{words.opponents_line(players, self.game.name)}.\n{words.PLAYERS.line()}",
            words.opponents_title(players),
        )
        read = Choice.of(
            words.READ_RULES,
            lambda: self.stage.go(to.Rules(self.game, self.options, self._board())),
        )
        clock = clock_line(self.stage, self.clock, self.game.name, self._take_clock)
        choices = [start_choice(self.stage, self.game, self.options, start), who, clock, read]
        if lessons_of(self.game.name):
            to_lessons = partial(self.stage.go, to.Lessons(self.game))
            choices.append(Choice.of(words.LEARN_FIRST, to_lessons))
        if self.game.is_shuffled:
            choices.append(self._set_up_choice())
        if self.game.presets:
            choices.append(self._preset_choice())
        choices += [self._option_choice(spec) for spec in self.game.option_specs]
        return choices + [self._hints_choice(side) for side in (0, 1)]

    def _take_clock(self, clock: ClockSetting | None) -> None:
        self.clock = clock

    def _start(self) -> None:
        players = chosen_players(self.stage, self.game, self.options)
        new = NewMatch(self.game, self.options, self.seed, None, players, self.hints, self.clock)
        self.stage.go(to.SetUp(new))

    def _board(self) -> Board:
        return self.stage.services.library.first_position(self.game).board

    def _summary(self) -> str:
        game_words = words_of(self.game.name)
        changed = [
            f"{game_words.options.title(spec.name)}: "
            f"{game_words.options.value_title(spec.name, self.options[spec.name])}"
            for spec in self.game.option_specs
            if self.options[spec.name] != spec.default
        ]
        timed = f"{CLOCK.title()}: {setting_title(self.clock)}" if self.clock else ""
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

    def _hints_choice(self, side: Side) -> Choice:
        limit = self.hints[side]
        return Choice(
            HINTS_FOR(side=side_name(side, self.game.name)),
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
