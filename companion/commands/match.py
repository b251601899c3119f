"""``companion match``: players against each other, with the score and how sure it is."""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Final

from companion.commands import Commands
from companion.commands.arguments import add_option_arguments, options_of, seed, time_s, within
from companion.commands.report import add_json_argument, bar, report
from companion.engine.duel import Tally, duel
from companion.engine.limits import FULL, LEVELS
from companion.engine.players import WORDS, Player, player_named
from companion.errors import UsageError
from companion.plugins import find_game
from companion.storage.exchange import Json
from companion.words.translate import localized, tr

MOST_GAMES = 100_000
MOST_JOBS = 64
FULL_STRENGTH: Final = "nodes:20000"
"""Who stands for level 8 in the ladder, so that it is the same on every machine."""


def add_match(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "match",
        help=tr("let two players play each other, and print the score of the first"),
        description=tr(
            "Play games in pairs: one opening, and each player once with either side. "
            "A player is {words}."
        ).format(words=localized(WORDS)),
    )
    parser.add_argument("game", metavar=tr("GAME"), help=tr("see 'companion games'"))
    add_option_arguments(parser)
    add_json_argument(parser)
    parser.add_argument("--a", metavar=tr("PLAYER"), help=tr("whose points are counted"))
    parser.add_argument("--b", metavar=tr("PLAYER"), help=tr("the other one"))
    parser.add_argument(
        "--ladder",
        metavar=tr("PLAYER"),
        nargs="?",
        const=FULL_STRENGTH,
        help=tr(
            "instead: PLAYER against level 1, then each level against the one below, with "
            "PLAYER in place of level {level} (default {player})"
        ).format(level=FULL, player=FULL_STRENGTH),
    )
    parser.add_argument(
        "--games", metavar="N", type=within(1, MOST_GAMES), required=True, help=tr("games to play")
    )
    parser.add_argument(
        "--time",
        metavar="S",
        type=time_s,
        help=tr("seconds of computing that a player may take for a move; uct and level:8 need it"),
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=seed,
        default=0,
        help=tr("the number of the setups and openings (default 0)"),
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=within(1, MOST_JOBS),
        default=1,
        help=tr("games played at once (default 1)"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games, tell how far they are where somebody watches, print the scores, return 0.

    Raises:
        CompanionError: the game, an option, a value or a player is unknown.
    """
    game = find_game(args.game)
    options = options_of(args, game)
    pairs = _pairings(args)

    def played(a: Player, b: Player) -> Tally:
        """Return the tally of all games; a bar shows how far they are."""
        tally = Tally()
        with bar(args.games, tr("{a} against {b}").format(a=a.name, b=b.name)) as show:
            for tally in duel(game, options, (a, b), args.games, args.seed, args.jobs):
                show(tally.games)
        return tally

    def data() -> Json:
        matches = [_tally_data(played(a, b), a, b) for a, b in pairs]
        head = {"game": game.name, "options": options, "seed": args.seed}
        return {**head, "matches": matches}

    report(args, (_tally_line(played(a, b), a.name, b.name) for a, b in pairs), data)
    return 0


def _tally_data(tally: Tally, a: Player, b: Player) -> Json:
    return {
        "a": a.name,
        "b": b.name,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "points": tally.points,
        "score": tally.score,
        "error": tally.error,
    }


def _pairings(args: argparse.Namespace) -> list[tuple[Player, Player]]:
    """Return who plays whom, one line each."""
    is_duel = args.a is not None and args.b is not None
    if args.ladder is None and is_duel:
        return [(player_named(args.a, args.time), player_named(args.b, args.time))]
    if args.ladder is None or args.a is not None or args.b is not None:
        raise UsageError("expected --a and --b, or --ladder alone")
    full = player_named(args.ladder, args.time)
    steps = [*(player_named(f"level:{level}", args.time) for level in LEVELS[:-1]), full]
    return [(full, steps[0]), *((above, below) for below, above in pairwise(steps))]


def _tally_line(tally: Tally, a: str, b: str) -> str:
    """Return *tally* as a line: points of A, share with its error bar, wins, draws, losses."""
    share, error = 100 * tally.score, 100 * tally.error
    text = tr(
        "{a} against {b}: {points} of {games}, {share} % ± {error} "
        "(won {wins}, drawn {draws}, lost {losses})"
    )
    return text.format(
        a=a, b=b, points=f"{tally.points:g}", games=tally.games, share=f"{share:.1f}",
        error=f"{error:.1f}", wins=tally.wins, draws=tally.draws, losses=tally.losses,
    )  # fmt: skip
