"""Who plays a game: a person or the program for each seat, and how the program does it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from companion.config.values import Settings
from companion.contract import Game, Hands, Options
from companion.match.entries import clean_name
from companion.match.match import NewMatch
from companion.match.seats import (
    LEVELS,
    NAME_LIMIT,
    PERSON,
    PHONE,
    is_name,
    is_person,
    is_playable,
    program_at,
    seat_of_only_person,
    seated,
)
from companion.ui import destinations as to
from companion.ui.context import UiContext
from companion.ui.scenes.menu import Choice, MenuScene, moves_choice, option_choice, tutor_choice
from companion.ui.scenes.text_entry import TypingScene
from companion.words import buttons, phone_seats, program
from companion.words import screens as words
from companion.words.game_words import game_title, words_of
from companion.words.phrases import capitalized
from companion.words.program import opponent_title, opponents_line
from companion.words.records import GUEST, NEW_NAME, TYPE_NAME

MakeNew: TypeAlias = Callable[[], NewMatch]


def chosen_players(stage: UiContext, game: Game, options: Options) -> tuple[str, ...]:
    """Return who plays *game* with *options*, as it was chosen last."""
    return seated(stage.config.play.seats, game.seat_count(options))


def keep_players(stage: UiContext, players: Sequence[str]) -> None:
    """Have *players* be those that were chosen last, for the first seats."""
    seats = (*players, *stage.config.play.seats[len(players) :])
    if seats != stage.config.play.seats:
        stage.change(Settings(players=", ".join(seats)))


def against(level: int | None, now: Sequence[str]) -> tuple[str, ...]:
    """Return people alone, or one person and the program at *level*, on as many seats as *now*.

    Whoever sits there now stays; the one person has the seat of the only one, or the first.
    """
    people = tuple(player if is_person(player) else PERSON for player in now)
    if level is None:
        return people
    own = seat_of_only_person(now) or 0
    return tuple(people[own] if seat == own else program_at(level) for seat in range(len(now)))


def possible_levels(game: Game, options: Options) -> tuple[int | None, ...]:
    """Return the levels that may be played against in *game*, after None for people alone."""
    people = (PERSON,) * game.seat_count(options)
    is_possible = is_playable(against(LEVELS[0], people), game, options)
    return (None, *LEVELS) if is_possible else (None,)


def start_choice(stage: UiContext, game: Game, options: Options, start: Choice) -> Choice:
    """Return *start*, or in its place why the chosen players cannot begin."""
    if is_playable(chosen_players(stage, game, options), game, options):
        return start
    return Choice(start.title, None, words_of(game.name).set_up.no_program())


class PlayersScene(MenuScene):
    """Who plays: people or one against the program, which begins at once, or who has each seat.

    Then how the program's moves are made, and the tutor.  *new* makes the game with its options,
    seed, hints and clock as they are chosen by then.
    """

    name = "players"

    def __init__(
        self, stage: UiContext, game: Game, options: Options, start: Choice, new: MakeNew
    ) -> None:
        super().__init__(stage)
        self.game = game
        self.options = options
        self._start = start
        self._new = new

    def title(self) -> str:
        return words.WHO_PLAYS(game=game_title(self.game.name))

    def make_choices(self) -> list[Choice]:
        """Return the beginning first, then people, the seats, levels, and how the program plays.

        The seats are where the first page shows them: two people who give their names need both.
        """
        people, *levels = possible_levels(self.game, self.options)
        return [
            start_choice(self.stage, self.game, self.options, self._start),
            self._opponent_choice(people),
            *self._other_table_choice(),
            *map(self._seat_choice, range(self.game.seat_count(self.options))),
            *map(self._opponent_choice, levels),
            moves_choice(self.stage),
            tutor_choice(self.stage),
            *self._hand_over_choice(),
        ]

    def _other_table_choice(self) -> list[Choice]:
        """Return the line for a game with another table, where a broker is configured."""
        if self.stage.services.other_table is None:
            return []
        # Imported here: it loads what signs and seals, and most play at one table.
        from companion.words.other_table import OTHER_TABLE

        people = tuple(
            player if is_person(player) else PERSON
            for player in chosen_players(self.stage, self.game, self.options)
        )

        def meet() -> None:
            self.stage.go(to.MeetOtherTable(self._new()._replace(players=people)))

        return [Choice.of(OTHER_TABLE, meet)]

    def _hand_over_choice(self) -> list[Choice]:
        """Return the line for how hidden hands change, where more than one person has one."""
        count = chosen_players(self.stage, self.game, self.options).count(PERSON)
        if count < 2 or self.game.hands(self.options) is not Hands.HIDDEN:
            return []
        return [option_choice(self.stage, "hand_over", words.HAND_OVER)]

    def _opponent_choice(self, level: int | None) -> Choice:
        now = chosen_players(self.stage, self.game, self.options)
        players = against(level, now)

        def begin() -> None:
            keep_players(self.stage, players)
            if self._start.act is not None:
                self._start.act()

        line = program.player_line(PERSON) if level is None else program.level_line(level)
        return Choice(
            opponent_title(level, len(now)),
            begin,
            f"{opponents_line(players, self.game.name)}.\n{line}",
            verb=buttons.START(),
            is_ticked=players == now,
        )

    def _seat_choice(self, seat: int) -> Choice:
        stage, player = self.stage, self.stage.config.play.seats[seat]
        title = program.seat_title(seat, self.game.seat_count(self.options), self.game.name)
        take = partial(self._seat, seat)
        return Choice(
            title,
            lambda: stage.push(PlayerScene(stage, title, player, take)),
            program.player_line(player),
            program.player_title(player),
        )

    def _seat(self, seat: int, player: str) -> None:
        seats = list(self.stage.config.play.seats)
        if is_name(player) and player in seats:
            # Nobody plays against themselves: the two change seats.
            seats[seats.index(player)] = seats[seat]
        seats[seat] = player
        self.stage.change(Settings(players=", ".join(seats)))


class PlayerScene(MenuScene):
    """A guest, somebody with a name, or the program at one of its levels, for one seat."""

    name = "player"

    def __init__(
        self, stage: UiContext, title: str, player: str, take: Callable[[str], None]
    ) -> None:
        super().__init__(stage)
        self._title = title
        self._player = player
        self._take = take
        named = [player] if is_name(player) else []
        known = dict.fromkeys((*named, *stage.services.library.names.all()))
        self._people = (PERSON, *known)

    def enter(self) -> None:
        """Begin on the line of who has the seat."""
        super().enter()
        ticked = (index for index, line in enumerate(self.choices) if line.is_ticked)
        self.list.selected = next(ticked, 0)
        self.list.show(self.list.selected)

    def title(self) -> str:
        return words.WHO_SITS(seat=self._title)

    def make_choices(self) -> list[Choice]:
        """Return a line for a guest, for each name and a new one, a phone, and each level."""
        return [
            *map(self._choice, self._people),
            Choice.of(NEW_NAME, self._type),
            self._phone_choice(),
            *map(self._choice, map(program_at, LEVELS)),
        ]

    def _choice(self, player: str) -> Choice:
        return Choice(
            GUEST() if player == PERSON else program.player_title(player),
            partial(self._choose, player),
            program.player_line(player),
            is_ticked=player == self._player,
        )

    def _phone_choice(self) -> Choice:
        """Return the line for a phone, or in its place why there can be none."""
        why = why_no_phones(self.stage)
        act = None if why else partial(self._choose, PHONE)
        title, line = capitalized(program.player_title(PHONE)), program.player_line(PHONE)
        return Choice(title, act, why or line, is_ticked=self._player == PHONE)

    def _type(self) -> None:
        line = TYPE_NAME(count=NAME_LIMIT)
        self.stage.push(TypingScene(self.stage, line, "", self._take_typed, NAME_LIMIT))

    def _take_typed(self, text: str) -> None:
        name = clean_name(text)[:NAME_LIMIT].strip()
        if is_name(name):
            self._choose(name)

    def _choose(self, player: str) -> None:
        if is_name(player):
            # A name that cannot be kept is one all the same.
            with contextlib.suppress(OSError):
                self.stage.services.library.names.note(player)
        self._take(player)
        self.stage.pop()


def why_no_phones(stage: UiContext) -> str:
    """Return why no seat can be played at a phone, an empty text where one can."""
    phones = stage.services.phones
    if phones is None or stage.services.phone_seats is None:
        return phone_seats.NOT_HERE()
    if not stage.config.phones.show_on_phones:
        return phone_seats.TURN_ON()
    return phone_seats.phones_text(phones.state()) if phones.state().fault is not None else ""
