"""``companion match``: players against each other, with the score and how sure it is."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from companion.commands import Commands
from companion.commands.arguments import (
    add_executor_arguments,
    add_option_arguments,
    executor_of,
    options_of,
    seed,
    time_s,
    within,
)
from companion.commands.report import add_json_argument, bar, report
from companion.contract import Game, Options, Position, Side
from companion.engine.endgames import PartStore
from companion.engine.jobs import Executor, Tell, program_mark
from companion.engine.knowledge import any_move
from companion.engine.limits import FULL, LEVELS, PIECE, Limits, Result
from companion.engine.players import WORDS, Player, in_patience, player_named, thread_patience_s
from companion.engine.search import search
from companion.errors import UsageError
from companion.plugins import find_game
from companion.storage.disk import FolderParts
from companion.storage.exchange import Json
from companion.words.translate import localized, tr

MOST_GAMES = 100_000
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
    add_executor_arguments(parser, tr("games played at once (default 1)"))
    parser.add_argument(
        "--keep",
        metavar=tr("FOLDER"),
        type=Path,
        help=tr("keep there what has been played until all is; the same command goes on from it"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games, tell how far they are where somebody watches, print the scores, return 0.

    Raises:
        CompanionError: the game, an option, a value or a player is unknown, or nobody plays.
        OSError: a game cannot be kept.
    """
    game = find_game(args.game)
    options = options_of(args, game)
    pairs = _pairings(args)

    parts = FolderParts(args.keep) if args.keep is not None else None
    with executor_of(args) as executor, parts.held() if parts else contextlib.nullcontext():

        def played(a: Player, b: Player) -> Tally:
            """Return the tally of all games; a bar shows how far they are."""
            tally = Tally()
            with bar(args.games, tr("{a} against {b}").format(a=a.name, b=b.name)) as show:
                for tally in duel(game, options, (a, b), args.games, args.seed, executor, parts):
                    show(tally.games)
            return tally

        def data() -> Json:
            matches = [_tally_data(played(a, b), a, b) for a, b in pairs]
            head = {"game": game.name, "options": options, "seed": args.seed}
            return {**head, "matches": matches}

        report(args, (_tally_line(played(a, b), a.name, b.name) for a, b in pairs), data)
        if parts is not None:
            parts.clear()
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


OPENING_PLIES: Final = 4
OPENINGS_TRIED: Final = 30
OPENING_NODES: Final = 500
"""So much is looked at to tell whether an opening has decided the game already."""

EVEN: Final = 0.5
"""An opening is even where neither side leads by more, in pieces or what stands for one."""

MOST_PLIES: Final = 400
"""A game that is still going on counts as drawn."""

REPETITIONS: Final = 3
"""Standing so often with the same side to move, a position is drawn by agreement."""

CERTAINTY: Final = 1.96
"""Standard errors within which the score lies 95 times in 100."""


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost by the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def with_game(self, winner: Side | None, first: Side) -> Tally:
        """Return the tally with one more game, in which the first player had side *first*."""
        won, lost = winner == first, winner == 1 - first
        return self + Tally(int(won), int(winner is None), int(lost))

    def __add__(self, other: Tally) -> Tally:
        """Return both tallies in one."""
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Return the points of the first player, a draw counting half."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Return the share of the points, 0 .. 1."""
        return self.points / self.games

    @property
    def error(self) -> float:
        """Return how far the score may be off, 95 times in 100: the score interval of Wilson.

        Unlike the plain standard error it is not nothing where all games were won.
        """
        z, n, p = CERTAINTY, self.games, self.score
        return z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)


def duel(
    game: Game,
    options: Options | None,
    players: tuple[Player, Player],
    games: int,
    seed: int,
    executor: Executor,
    parts: PartStore | None = None,
) -> Iterator[Tally]:
    """Yield the tally after each pair of games, in the order in which they end.

    Both games of a pair have one set-up and opening, with sides changed between them.
    Where the set-up is shuffled it is the opening; elsewhere a few random plies are.

    Args:
        game: what is played.
        options: some or all of its options; the others take their defaults.
        players: the one whose points are counted, and the other.
        games: how many, at least 1.
        seed: names set-ups, openings and all that the players do.
        executor: plays the pairs.
        parts: where each pair is kept as soon as it is played, and looked for before.

    Raises:
        EngineError: a position of a game that goes on has no legal move, or nobody is left to
            play.
        PluginError: the game is one from outside, and gives no answer.
        OSError: a pair cannot be kept.
    """
    pairs = [
        _Pair(game.name, options, players, seed, number // 2, min(2, games - number))
        for number in range(0, games, 2)
    ]
    tally = Tally()
    todo = []
    for pair in pairs:
        before = _kept(parts, pair) if parts is not None else None
        if before is None:
            todo.append(pair)
        else:
            tally += before
            yield tally
    for pair, played in executor.run(_played, todo, lambda pair, told: None):
        if parts is not None:
            parts.save(_part_name(pair), f"{played.wins} {played.draws} {played.losses}".encode())
        tally += played
        yield tally


def _kept(parts: PartStore, pair: _Pair) -> Tally | None:
    """Return how *pair* has ended where that is kept; None where it is not, or is damaged."""
    words = (parts.load(_part_name(pair)) or b"").split()
    if len(words) != 3 or not all(word.isdigit() for word in words):
        return None
    tally = Tally(*map(int, words))
    return tally if tally.games == pair.games else None


def _part_name(pair: _Pair) -> str:
    """Return what *pair* is kept as, which is another one for each program."""
    return hashlib.sha256(repr((program_mark(), pair)).encode()).hexdigest()[:32]


class _Pair(NamedTuple):
    """One opening and who plays it; everything in it goes to another process."""

    game: str
    options: Options | None
    players: tuple[Player, Player]
    seed: int
    number: int
    games: int


class _Played(NamedTuple):
    """A pair of games, and how they have ended."""

    pair: _Pair
    tally: Tally


def _played(pair: _Pair, _: Tell) -> _Played:
    tally = Tally()
    game = find_game(pair.game)
    for first in range(pair.games):
        chance = random.Random(f"{pair.seed} {pair.number}")
        start = game.initial(pair.options, chance.getrandbits(32))
        seats = pair.players if first == 0 else pair.players[::-1]
        tally = tally.with_game(_winner(_opening(start, chance), seats, chance), first)
    return _Played(pair, tally)


def _opening(start: Position, chance: random.Random) -> list[Position]:
    """Return the positions of an opening of random plies that leaves the game going on, and even.

    Random plies often lose a piece or two: of such a game one learns who plays the better
    side, not who plays better.  Where none is even the most even one is taken.
    """
    if start.game.is_shuffled:
        # Every game is another already, and a random ply that takes much may decide it.
        return [start]
    best: tuple[int, list[Position]] | None = None
    for _ in range(OPENINGS_TRIED):
        positions = _random_plies(start, chance)
        lead = abs(_searched(positions[-1]).score)
        if best is None or lead < best[0]:
            best = (lead, positions)
        if lead <= EVEN * PIECE:
            break
    assert best is not None, "one was tried"
    return best[1]


def _searched(position: Position) -> Result:
    limits = Limits(nodes=OPENING_NODES)
    patience_s = thread_patience_s(limits)
    return in_patience(position.game.name, patience_s, lambda: search(position, limits))


def _random_plies(start: Position, chance: random.Random) -> list[Position]:
    positions = [start]
    for _ in range(OPENING_PLIES):
        after = positions[-1].play(any_move(positions[-1], chance))
        if after.outcome() is not None:
            break
        positions.append(after)
    return positions


def _winner(
    opening: list[Position], seats: tuple[Player, Player], chance: random.Random
) -> Side | None:
    position = opening[-1]
    stood = Counter(before.key for before in opening)
    for _ in range(MOST_PLIES):
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner
        if stood[position.key] >= REPETITIONS:
            return None
        player, seed = seats[position.side], chance.getrandbits(32)
        move = in_patience(
            position.game.name,
            thread_patience_s(player.limits),
            partial(player.move, position, stood, seed),
        )
        position = position.play(move)
        stood[position.key] += 1
    return None
