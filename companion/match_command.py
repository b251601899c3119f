"""``companion match``: the engine against itself, with the score and how sure it is."""

from __future__ import annotations

import argparse
import sys

from companion.engine.duel import Tally, duel
from companion.engine.limits import Limits
from companion.engine_args import nodes
from companion.games import find_game
from companion.games.options import SEED_LIMIT
from companion.position_args import add_option_arguments, option_pairs, whole_number

RANDOM = "random"
MOST_GAMES = 100_000


def add_match(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``match`` command to *subparsers*."""
    parser = subparsers.add_parser(
        "match",
        help="let the engine play against itself, and print the score of the first player",
        description="Play games in pairs: one opening, and each player once with either side.",
    )
    parser.add_argument("game", metavar="GAME", help="see 'companion games'")
    add_option_arguments(parser)
    for name in ("--a", "--b"):
        parser.add_argument(
            name,
            metavar="NODES",
            type=_player,
            required=True,
            help=f"positions this player may look at for a move, or {RANDOM!r} for any legal move",
        )
    parser.add_argument("--games", metavar="N", type=_games, required=True, help="games to play")
    parser.add_argument(
        "--seed", metavar="N", type=_seed, default=0, help="names set-ups and openings (default 0)"
    )
    parser.set_defaults(run=run)


def _player(text: str) -> str | int:
    return RANDOM if text == RANDOM else nodes(text)


def _games(text: str) -> int:
    return whole_number(text, 1, MOST_GAMES)


def _seed(text: str) -> int:
    return whole_number(text, 0, SEED_LIMIT - 1)


def run(args: argparse.Namespace) -> int:
    """
    Play the games, tell how far they are where somebody watches, print the score, return 0.

    Raises:
        CompanionError: the game, an option or a value is unknown.
    """
    game = find_game(args.game)
    options = game.parse_options(option_pairs(args.option))
    a, b = (None if name == RANDOM else Limits(nodes=name) for name in (args.a, args.b))
    tally = Tally()
    for tally in duel(game, options, (a, b), args.games, args.seed):
        if sys.stderr is not None and sys.stderr.isatty():
            print(f"\r{tally.games} of {args.games}", end="", file=sys.stderr, flush=True)
    if sys.stderr is not None and sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    print(tally_line(tally, args.a, args.b))
    return 0


def tally_line(tally: Tally, a: str | int, b: str | int) -> str:
    """Return *tally* as a line: points of A, share with its error bar, wins, draws, losses."""
    share, error = 100 * tally.score, 100 * tally.error
    points = tally.wins + tally.draws / 2
    return (
        f"{a} against {b}: {points:g} of {tally.games}, {share:.1f} % ± {error:.1f} "
        f"(won {tally.wins}, drawn {tally.draws}, lost {tally.losses})"
    )
