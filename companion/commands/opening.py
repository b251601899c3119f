"""``companion play GAME``: the game with which the program starts, and who plays it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.clock.setting import ClockSetting, parse_clock
from companion.commands.args.position import add_option_arguments, options_of
from companion.commands.args.values import seed
from companion.contract import Game, OptionValue
from companion.contract.texts import composed, unfit_sign
from companion.errors import Message, UsageError, any_of
from companion.match.new_match import NewMatch
from companion.match.seats import (
    LEVELS,
    NAME_LIMIT,
    PERSON,
    PERSONS,
    check_players,
    is_name,
    program_at,
    seated,
)
from companion.plugins import find_game
from companion.ui import destinations as to
from companion.words.translate import localized, tr

if TYPE_CHECKING:
    from companion.program import Program

ALL_PERSONS: Final = "persons"
YOU: Final = ("you", PERSON)
COMPUTER: Final = ("computer", "level")
"""Before a colon and the level; ``level:3`` is what ``companion match`` calls it."""

PLAYERS: Final = Message(
    "{persons}, or with commas for each seat you or computer:1 to computer:8", persons=ALL_PERSONS
)


@dataclass(frozen=True)
class Opening:
    """A game that is to begin at once.

    Attributes:
        seed: None for a fresh one.
        players: one for each seat; None for who was chosen last on the screen.
        clock: the time of each side, or None for no clock.
    """

    game: Game
    options: dict[str, OptionValue]
    seed: int | None
    players: tuple[str, ...] | None
    clock: ClockSetting | None = None

    def begin(self, program: Program) -> None:
        """Set the table for the game, on the screen of *program*.

        Raises:
            OptionError: who was chosen last cannot play it.
        """
        stage = program.stage
        count = self.game.seat_count(self.options)
        seed = stage.fresh_seed() if self.seed is None else self.seed
        players = self.players or seated(stage.config.play.seats, count)
        new = NewMatch(self.game, self.options, seed, players=players, clock=self.clock)
        stage.go(to.SetUp(new))


def add_opening_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a game to begin with to *parser*."""
    parser.add_argument(
        "game",
        metavar=tr("GAME"),
        nargs="?",
        help=tr("begin this game at once, see 'companion games'"),
    )
    add_option_arguments(parser)
    parser.add_argument(
        "--seed", metavar="N", type=seed, help=tr("names a random set-up and coin (default: any)")
    )
    parser.add_argument(
        "--players",
        metavar=tr("WHO"),
        help=tr("{players} (default: as chosen last on the screen)").format(
            players=localized(PLAYERS)
        ),
    )

    parser.add_argument(
        "--names",
        metavar=tr("NAMES"),
        help=tr("of the persons among them, with commas, in the order of their seats"),
    )
    parser.add_argument(
        "--clock",
        metavar=tr("TIME"),
        help=tr(
            "10m, 10m+5s, 30s/move and others, or one for each side with a comma; "
            "see docs/clocks.md (default: no clock)"
        ),
    )


def opening_of(args: argparse.Namespace) -> Opening | None:
    """Return the game that *args* name, or None where they name none.

    Raises:
        CompanionError: the game, an option, a value or a player is unknown, or there is no
            game to which they belong.
    """
    if args.game is None:
        given = (args.seed, args.players, args.names, args.clock)
        if args.option or any(value is not None for value in given):
            raise UsageError(
                "expected a game with --option, --seed, --players, --names and --clock, got none"
            )
        return None
    game = find_game(args.game)
    options = options_of(args, game)
    clock = parse_clock(args.clock or "")
    if args.players is None and args.names is None:
        return Opening(game, options, args.seed, None, clock)
    players = _players(
        ALL_PERSONS if args.players is None else args.players, game.seat_count(options)
    )
    if args.names is not None:
        players = _named(players, args.names)
    check_players(players, game, options)
    return Opening(game, options, args.seed, players, clock)


def _players(text: str, seats: int) -> tuple[str, ...]:
    """Return who has each of so many *seats*; where two are named for four, they alternate."""
    if text == ALL_PERSONS:
        return seated(PERSONS, seats)
    names = [_player(word.strip()) for word in text.split(",")]
    if len(names) not in (2, seats):
        count = any_of(("2",) if seats == 2 else ("2", str(seats)))
        raise UsageError(
            "expected --players for {count} seats, got {given} in {text!r}",
            count=count,
            given=len(names),
            text=text,
        )
    return seated(names, seats)


def _named(players: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return *players* with the names in *text*; two names for four persons alternate."""
    names = [composed(name).strip() for name in text.split(",")]
    wrong = next((name for name in names if not is_name(name)), None)
    if wrong is not None:
        sign = unfit_sign(wrong)
        raise UsageError(
            Message(
                "expected names of 1 to {name_limit} letters, other than {person!r}, "
                "'program level' and '#', got {sign} in {wrong!r:.40}",
                name_limit=NAME_LIMIT,
                person=PERSON,
                sign=sign,
                wrong=wrong,
            )
            if sign
            else Message(
                "expected names of 1 to {name_limit} letters, other than {person!r}, "
                "'program level' and '#', got {wrong!r:.40}",
                name_limit=NAME_LIMIT,
                person=PERSON,
                wrong=wrong,
            )
        )
    count = players.count(PERSON)
    if len(names) != count and not (len(names) == 2 and count == len(players) == 4):
        persons = Message("1 person") if count == 1 else Message("{count} persons", count=count)
        raise UsageError(
            "expected --names for {persons}, got {count} in {text!r:.80}",
            persons=persons,
            count=len(names),
            text=text,
        )
    left = iter(seated(names, count))
    return tuple(next(left) if player == PERSON else player for player in players)


def _player(word: str) -> str:
    """Return how a record names the player that *word* names."""
    if word in YOU:
        return PERSON
    kind, _, level = word.partition(":")
    if kind in COMPUTER and level in map(str, LEVELS):
        return program_at(int(level))
    raise UsageError("expected --players as {players}, got {word!r}", players=PLAYERS, word=word)
